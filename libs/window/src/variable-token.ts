/** The source of a regular expression for one `{{variable}}`, to be part of another one. */
export const variableToken = String.raw`\{\{[^{}]*\}\}`;

/** Each `{{variable}}` of a text; not for `exec` and `test`, which would begin where they ended. */
export const variableTokens = new RegExp(variableToken, 'g');

/** The text cut at its `{{variables}}`; every second part, from the second one on, is a variable. */
export const splitAtVariables = (text: string): readonly string[] =>
  text.split(new RegExp(`(${variableToken})`));
