/** The regular expression source that matches one `{{variable}}`, to embed in other expressions. */
export const variableToken = String.raw`\{\{[^{}]*\}\}`;

/** Matches every `{{variable}}` of a text. Do not use it with `exec` or `test`, which continue after the previous match. */
export const variableTokens = new RegExp(variableToken, 'g');

/** Splits a text at its `{{variables}}`. Every second part, starting with the second one, is a variable. */
export const splitAtVariables = (text: string): readonly string[] =>
  text.split(new RegExp(`(${variableToken})`));
