import { scanJson, removeJsonComments } from '@tandem/core/codec';
import { variableToken, variableTokens } from '../../variable-token.js';

/** The position at which a text stops being valid JSON: its offset, and its line and column, both one-based. */
export interface JsonFault {
  readonly at: number;
  readonly line: number;
  readonly column: number;
}

/** Finds the offset of the first invalid character, or the end of the text if the text ends too early. */
const findFaultOffset = (json: string): number => scanJson(json)?.at ?? json.length;

/** Matches escaped braces and variables. */
const escapedOrVariable = new RegExp(String.raw`\\\{\{|${variableToken}`, 'g');

/** Replaces each `{{variable}}` with a number of the same length, because it may stand for any value. */
const replaceVariablesByNumbers = (text: string): string =>
  text.replace(escapedOrVariable, (token) => '1'.repeat(token.length));

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const locateFault = (text: string, at: number): JsonFault => {
  const before = text.slice(0, at);
  return { at, line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
};

/**
 * Finds where a JSON body becomes invalid; undefined if it is valid. A variable outside of a string may stand for several values, so
 * `valueOf` returns the value of a variable if it is known.
 */
export const findJsonFault = (
  text: string,
  valueOf: (token: string) => string | undefined = () => undefined,
): JsonFault | undefined => {
  // Comments are allowed, because they are removed before the body is sent.
  const json = removeJsonComments(replaceVariablesByNumbers(text), (length) => ' '.repeat(length));
  if (json.trim() === '' || isJson(json)) return undefined;
  const filled = text.replace(variableTokens, (token) => valueOf(token) ?? '1');
  if (isJson(filled) || isJson(removeJsonComments(filled))) return undefined;
  return locateFault(text, findFaultOffset(json));
};

/** Maximum length of a response that is checked, in characters. Checking a longer one would take too long. */
const maxCheckedLength = 200_000;

/**
 * Finds where a response with a JSON content type becomes invalid; undefined if it is valid, too long, or of another
 * type.
 */
export const findResponseFault = (text: string, type: string): JsonFault | undefined => {
  if (text.length > maxCheckedLength || !/^(?:application|text)\/(?:[\w.-]+\+)?json$/.test(type))
    return undefined;
  return text.trim() === '' || isJson(text) ? undefined : locateFault(text, findFaultOffset(text));
};
