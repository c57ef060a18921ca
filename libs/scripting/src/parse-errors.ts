import type { GuestAnswer } from './messages.js';

/** What V8 says of a text that is no JSON, with up to twenty characters of it, which may be those of a secret. */
const quoting =
  /(Unexpected token ).{1,4}?, (?:\.\.\.)?"[^]{0,60}?"(?:\.\.\.)? is not valid JSON|"[^]{0,60}?"(?:\.\.\.)? is not valid JSON/g;

const unquoted = (message: string): string =>
  message.includes(' is not valid JSON')
    ? message.replaceAll(quoting, (_, token?: string) =>
        token === undefined ? 'the text is not valid JSON' : 'unexpected token: the text is not valid JSON',
      )
    : message;

const withoutQuote = <E extends { readonly message: string }>(error: E): E => ({
  ...error,
  message: unquoted(error.message),
});

/** An answer whose errors, tests and logs quote nothing of a text that could not be parsed as JSON. */
export const withoutQuotes = (answer: GuestAnswer): GuestAnswer => ({
  ...answer,
  error: answer.error && withoutQuote(answer.error),
  tests: answer.tests.map((test) =>
    test.error === null ? test : { ...test, error: withoutQuote(test.error) },
  ),
  logs: answer.logs.map(withoutQuote),
});
