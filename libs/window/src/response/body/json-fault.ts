import { scanJson, removeJsonComments } from '@tandem/core/codec';
import { variableToken, variableTokens } from '../../variable-token.js';

/** Where text stops being JSON: the character, and its line and column, both one-based. */
export interface JsonFault {
  readonly at: number;
  readonly line: number;
  readonly column: number;
}

/** The position of the first invalid character, or the end if something is missing there. */
const findFaultOffset = (json: string): number => scanJson(json)?.at ?? json.length;

/** Escaped braces, and variables. */
const escapedOrVariable = new RegExp(String.raw`\\\{\{|${variableToken}`, 'g');

/** The text with each `{{variable}}`, which may stand for any value, replaced by a number of the same length. */
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
 * Where a JSON body stops being JSON; undefined if it is JSON. A variable outside a string may stand for more than
 * one value; `valueOf` returns the value of a variable, if known.
 */
export const findJsonFault = (
  text: string,
  valueOf: (token: string) => string | undefined = () => undefined,
): JsonFault | undefined => {
  // Comments are not sent.
  const json = removeJsonComments(replaceVariablesByNumbers(text), (length) => ' '.repeat(length));
  if (json.trim() === '' || isJson(json)) return undefined;
  const filled = text.replace(variableTokens, (token) => valueOf(token) ?? '1');
  if (isJson(filled) || isJson(removeJsonComments(filled))) return undefined;
  return locateFault(text, findFaultOffset(json));
};

/** A longer response is not checked, because that would take too long. */
const maxCheckedLength = 200_000;

/**
 * Where a response whose content type says JSON stops being JSON; undefined if it is JSON, long, or of another type.
 */
export const answerFault = (text: string, type: string): JsonFault | undefined => {
  if (text.length > maxCheckedLength || !/^(?:application|text)\/(?:[\w.-]+\+)?json$/.test(type))
    return undefined;
  return text.trim() === '' || isJson(text) ? undefined : locateFault(text, findFaultOffset(text));
};
