import { removeJsonComments } from '@tandem/core/codec';

import type { BodyFormat } from '../../response/body/body-format.js';
import { findJsonFault } from '../../response/body/json-fault.js';
import { indentJson, prettyPrint } from '../../response/body/pretty-print.js';
import { variableToken, variableTokens } from '../../variable-token.js';

/**
 * Private-use characters around the number of a replaced token. A formatter treats them and the number as one word or, inside a
 * string, as plain text.
 */
const [open, closeTab] = ['\ue000', '\ue001'];

/**
 * Replaces the tokens of a text with numbers, so that a formatter leaves them unchanged. Also returns a function that
 * restores them.
 */
const replaceTokens = (text: string, tokens: RegExp) => {
  const kept: string[] = [];
  return {
    text: text.replace(tokens, (token) => `${open}${kept.push(token) - 1}${closeTab}`),
    restore: (formatted: string): string =>
      formatted.replace(
        new RegExp(`${open}(\\d+)${closeTab}`, 'g'),
        (mark, index: string) => kept[Number(index)] ?? mark,
      ),
  };
};

/** Matches the parts of JSON text that formatting must not change: escaped braces, variables and escapes. */
const preservedTokens = new RegExp(String.raw`\\\{\{|${variableToken}|\\[^]`, 'g');

/** Formats a JSON body without changing variables, escapes, digits or names; undefined if the text is not JSON. */
export const formatJson = (text: string): string | undefined => {
  if (text.trim() === '' || findJsonFault(text) !== undefined) return undefined;
  // The JSON formatter does not support comments.
  if (removeJsonComments(text) !== text) return undefined;
  const { text: json, restore } = replaceTokens(text, preservedTokens);
  return restore(indentJson(json));
};

/** Formats a body; undefined if that is not possible. */
export const formatBody = async (text: string, format: BodyFormat): Promise<string | undefined> => {
  if (format === 'json') return formatJson(text);
  if (format === 'text') return undefined;
  const { text: plain, restore } = replaceTokens(text, variableTokens);
  return restore(await prettyPrint(plain, format));
};
