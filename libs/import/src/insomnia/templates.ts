import { isContainer } from '@tandem/core/codec';

/** Insomnia's `{{ _.name }}`, `{{ name }}` and `{{ _['a b'] }}` as `{{name}}`, and paths into lists; tags stay as they are. */
export const withTemplates = (text: string): string =>
  text
    .replace(/\{\{\s*_\[\s*(['"])([^'"[\]{}]+)\1\s*\]\s*\}\}/g, (_, _quote, name: string) => `{{${name}}}`)
    .replace(/\{\{\s*(?:_\.)?((?:[\p{L}\p{N}_$.-]|\[\d+\])+)\s*\}\}/gu, (_, name: string) => `{{${name}}}`);

/** Template tags, which compute something, and expressions with filters or operators. */
const computed = /\{%(?:[^%]|%(?!\})){0,2000}%\}|\{\{[^{}]{1,2000}\}\}/g;

const isPlain = (expression: string): boolean => /^\{\{(?:[^[\]|()+*/'"]|\[\d+\])*\}\}$/.test(expression);

/** The template tags and expressions of a text that no variable says, each once: `{% uuid %}`, `{{ _.name | upper }}`. */
export const tagsIn = (text: string): readonly string[] => [
  ...new Set((text.match(computed) ?? []).filter((one) => one.startsWith('{%') || !isPlain(one))),
];

/** All texts of a value, in which templates may stand. */
const textsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return isContainer(value) ? Object.values(value).flatMap(textsOf) : [];
};

/** The sentences about what a value computes by templates. */
export const lostTemplates = (value: unknown): readonly string[] => [
  ...new Set(
    textsOf(value)
      .flatMap(tagsIn)
      .map((tag) => `the template tag ${tag} stays as it is; compute its value in onRequest`),
  ),
];
