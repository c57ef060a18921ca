import type { BodyFormat } from '../../response/body/body-format.js';
import { removeJsonComments } from '@tandem/core/codec';
import { indentJson } from '../../response/body/indent-json.js';
import { jsonFault } from '../../response/body/json-fault.js';
import { prettyPrint } from '../../response/body/lay-out.js';
import { variableToken, variableTokens } from '../../variable-token.js';

/** Private characters around the number of a token: a word to a formatter, and plain text in a string. */
const [open, close] = ['\ue000', '\ue001'];

/** A text whose tokens a formatter leaves alone, and what puts them back. */
const maskTokens = (text: string, tokens: RegExp) => {
  const kept: string[] = [];
  return {
    text: text.replace(tokens, (token) => `${open}${kept.push(token) - 1}${close}`),
    restore: (formatted: string): string =>
      formatted.replace(
        new RegExp(`${open}(\\d+)${close}`, 'g'),
        (mark, index: string) => kept[Number(index)] ?? mark,
      ),
  };
};

/** What stays as it is in JSON: braces that are escaped, variables, and escapes. */
const preservedTokens = new RegExp(String.raw`\\\{\{|${variableToken}|\\[^]`, 'g');

/** A JSON body laid out; its variables, escapes, digits and names stay as they are. Undefined when it is not JSON. */
export const formatJson = (text: string): string | undefined => {
  if (text.trim() === '' || jsonFault(text) !== undefined) return undefined;
  // The lines of comments have a meaning that the layout of JSON knows nothing of.
  if (removeJsonComments(text) !== text) return undefined;
  const { text: json, restore } = maskTokens(text, preservedTokens);
  return restore(indentJson(json));
};

/** A body laid out; undefined when that is not possible. */
export const formatBody = async (text: string, format: BodyFormat): Promise<string | undefined> => {
  if (format === 'json') return formatJson(text);
  if (format === 'text') return undefined;
  const { text: plain, restore } = maskTokens(text, variableTokens);
  return restore(await prettyPrint(plain, format));
};
