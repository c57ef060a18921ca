import { E } from '../fp.js';

/** How many characters before the place of an error V8 shows of the text. */
const shownBefore = 10;

const placeOf = (text: string, offset: number): string => {
  const before = text.slice(0, offset).split('\n');
  return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
};

/** What is wrong and where, without the piece of the text that the engine quotes: it may be a part of a secret. */
const withoutQuote = (text: string, message: string): string => {
  const quoting = /^(.+?), (\.\.\.)?"(.*)"(\.\.\.)? is not valid JSON$/s.exec(message);
  if (quoting === null) return message.replace(/ \(line \d+ column \d+\)$/, '');
  const [, what = '', before, quote = '', after] = quoting;
  if (before !== undefined) return what + placeOf(text, text.indexOf(quote) + shownBefore);
  return after === undefined ? what : what + placeOf(text, quote.length - shownBefore);
};

/** Left with what keeps `text` from being JSON, and where as far as the engine says. */
export const checkJsonText = (text: string): E.Either<string, string> =>
  E.tryCatch(
    () => {
      JSON.parse(text);
      return text;
    },
    (error) => withoutQuote(text, (error as Error).message),
  );
