import type { GuestAnswer } from './messages.js';

/** V8's message for invalid JSON, which quotes up to twenty characters. These may be part of a secret. */
const quotingPattern =
  /(Unexpected token ).{1,4}?, (?:\.\.\.)?"[^]{0,60}?"(?:\.\.\.)? is not valid JSON|"[^]{0,60}?"(?:\.\.\.)? is not valid JSON/g;

const removeQuote = (message: string): string =>
  message.includes(' is not valid JSON')
    ? message.replaceAll(quotingPattern, (_, token?: string) =>
        token === undefined ? 'the text is not valid JSON' : 'unexpected token: the text is not valid JSON',
      )
    : message;

const removeErrorQuote = <E extends { readonly message: string }>(error: E): E => ({
  ...error,
  message: removeQuote(error.message),
});

/** An answer whose errors, tests and logs do not quote text that could not be parsed as JSON. */
export const removeAnswerQuotes = (answer: GuestAnswer): GuestAnswer => ({
  ...answer,
  error: answer.error && removeErrorQuote(answer.error),
  tests: answer.tests.map((test) =>
    test.error === null ? test : { ...test, error: removeErrorQuote(test.error) },
  ),
  logs: answer.logs.map(removeErrorQuote),
});
