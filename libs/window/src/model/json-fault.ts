import { parser } from '@lezer/json';

/** What keeps a text from being JSON: where, and in which line and column, both from 1. */
export interface JsonFault {
  readonly at: number;
  readonly line: number;
  readonly column: number;
}

/** The first character that JSON cannot have where it stands; the end when something is missing there. */
export const faultAt = (json: string): number => {
  let first = json.length;
  parser.parse(json).iterate({
    enter: ({ type, from }) => {
      if (type.isError) first = Math.min(first, from);
    },
  });
  return first;
};

/** The text with a number of the same length for each `{{variable}}`, which may stand for any value. */
const withNumbers = (text: string): string =>
  text.replace(/\{\{[^{}]*\}\}/g, (token) => '1'.repeat(token.length));

/** What keeps a JSON body from being JSON, whatever its variables are; undefined when nothing does. */
export const jsonFault = (text: string): JsonFault | undefined => {
  const json = withNumbers(text);
  if (json.trim() === '') return undefined;
  try {
    JSON.parse(json);
    return undefined;
  } catch {
    const at = faultAt(json);
    const before = text.slice(0, at);
    return { at, line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
  }
};
