/** The regular expression source for one `{{variable}}`, to embed in another one. */
export const variableToken = String.raw`\{\{[^{}]*\}\}`;

/** Each `{{variable}}` of text; not for `exec` and `test`, which would start at the last match. */
export const variableTokens = new RegExp(variableToken, 'g');

/** The text split at its `{{variables}}`; every second part, starting with the second, is a variable. */
export const splitAtVariables = (text: string): readonly string[] =>
  text.split(new RegExp(`(${variableToken})`));
