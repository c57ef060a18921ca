import { isPlainText } from './shape.js';

/** Two or more fields, as in a `Cookie` header (RFC 6265, section 4.2.1) or a form (URL Standard, section 5). */
const fieldList = /^\s*[^\s=;&]+=[^;&]*(?:[;&]\s*[^\s=;&]+=[^;&]*)+(?:[;&]\s*)?$/;

const isWord = (part: string): boolean =>
  part.length < 4 || (/^[\p{L}_.-]+$/u.test(part) && isPlainText(part));

/** Whether a value is a list of fields. Its names and words are not secrets: they appear in any text. */
export const isFieldList = (value: string): boolean => fieldList.test(value);

/** Whether a piece of a field list consists only of names and words. */
export const isMadeOfWords = (piece: string): boolean => piece.split(/[=;&#?\s]+/).every(isWord);

/** The names of the fields of a list. */
export const listFieldNames = (value: string): ReadonlySet<string> =>
  new Set(value.split(/[;&]/).map((field) => field.split('=')[0]?.trim() ?? ''));

/** The values in a field list that are more than words. */
export const listRevealingValues = (value: string): readonly string[] =>
  value
    .split(/[;&]/)
    .map((field) => field.slice(field.indexOf('=') + 1).trim())
    .filter((one) => !isMadeOfWords(one));
