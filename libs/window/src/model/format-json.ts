import { indentJson } from './indent-json.js';
import { jsonFault } from './json-fault.js';

/** Private characters around the number of a variable, which is a word to the formatter and plain text in a string. */
const [open, close] = ['\ue000', '\ue001'];

/** A JSON body laid out, with its variables, the digits of its numbers and its names as they are; undefined when it is not JSON. */
export const formatJson = (text: string): string | undefined => {
  if (text.trim() === '' || jsonFault(text) !== undefined) return undefined;
  const tokens: string[] = [];
  const marked = text.replace(/\{\{[^{}]*\}\}/g, (token) => `${open}${tokens.push(token) - 1}${close}`);
  return indentJson(marked).replace(
    new RegExp(`${open}(\\d+)${close}`, 'g'),
    (mark, index: string) => tokens[Number(index)] ?? mark,
  );
};
