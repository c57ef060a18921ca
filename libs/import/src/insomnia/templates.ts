import { isContainer } from '@tandem/core/codec';

/** A variable in a template: names between dots, numbers of list entries and quoted keys in brackets. */
const variable =
  /\{\{\s*(?:_\.|_(?=\[))?((?:[\p{L}\p{N}_$.-]|\[\d+\]|\[\s*(['"])[^'"[\]{}]+\2\s*\])+)\s*\}\}/gu;

const quotedKey = /\[\s*(['"])([^'"[\]{}]+)\1\s*\]/g;

/**
 * Converts Insomnia's `{{ _.name }}`, `{{ name }}`, `{{ _['a b'] }}` and `{{ _.a['b'] }}` to `{{name}}` and `{{a.b}}`, and the same with paths
 * into lists. Tags stay unchanged.
 */
export const convertTemplates = (text: string): string =>
  text.replace(
    variable,
    (_, path: string) =>
      `{{${path.replace(quotedKey, (__, _quote, key: string) => `.${key}`).replace(/^\./, '')}}}`,
  );

/** The delimiters of Insomnia's templates: tags, expressions with filters or operators, and comments, which Insomnia removes. */
const delimiters = [
  ['{%', '%}'],
  ['{{', '}}'],
  ['{#', '#}'],
] as const;

/** Maximum length of a template in a message. */
const maxTagLength = 200;

const findDelimited = (text: string, [open, close]: (typeof delimiters)[number]): readonly string[] => {
  const found: string[] = [];
  for (let at = text.indexOf(open); at >= 0;) {
    const end = text.indexOf(close, at + open.length);
    if (end < 0) break;
    found.push(text.slice(at, end + close.length));
    at = text.indexOf(open, end + close.length);
  }
  return found;
};

const isPlain = (expression: string): boolean =>
  /^\{\{(?:[^[\]|()+*/'"{}]|\[\d+\])*\}\}$/.test(expression) || expression.replace(variable, '') === '';

/** Whether a template computes a value. JSON with double braces is not a template. */
const isComputed = (one: string): boolean =>
  !one.startsWith('{{') || (!isPlain(one) && !/[{}]/.test(one.slice(2, -2)));

/**
 * Finds the template tags and expressions of a text that a variable cannot replace, such as `{% uuid %}` and `{{ _.name | upper }}`.
 * Without duplicates.
 */
export const findTags = (text: string): readonly string[] => [
  ...new Set(
    delimiters
      .flatMap((some) => findDelimited(text, some))
      .filter(isComputed)
      .map((one) => (one.length > maxTagLength ? `${one.slice(0, maxTagLength)}…` : one)),
  ),
];

/** Lists all strings of a value that may contain templates. */
const listTexts = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return isContainer(value) ? Object.values(value).flatMap(listTexts) : [];
};

/** Describes the values that templates compute. */
export const describeLostTemplates = (value: unknown): readonly string[] => [
  ...new Set(
    listTexts(value)
      .flatMap(findTags)
      .map((tag) => `the template tag ${tag} stays as it is; compute its value in onRequest`),
  ),
];
