/** Insomnia's `{{ _.name }}` and `{{ name }}` as `{{name}}`; `_['a b']` and tags stay as they are. */
export const withTemplates = (text: string): string =>
  text.replace(/\{\{\s*(?:_\.)?([\p{L}\p{N}_$.-]+)\s*\}\}/gu, (_, name: string) => `{{${name}}}`);

/** The template tags of a text, which compute something, each once: `{% uuid %}`, `{% response … %}`. */
export const tagsIn = (text: string): readonly string[] => [
  ...new Set(text.match(/\{%[^%]{0,200}%\}/g) ?? []),
];
