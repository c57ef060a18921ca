import type { Values } from '../stored.js';

/** Evaluates text as a program with the names of a scope. Its value is that of its last statement. */
// eslint-disable-next-line @typescript-eslint/no-implied-eval -- it runs in the isolate of the script, like the script
const evaluateIn = new Function('scope', 'text', 'with (scope) { return eval(text); }') as (
  scope: object,
  text: string,
) => unknown;

/** The scope of expressions: the variables by name, and the script API. */
export const getScope = (variables: Values, own: object): object =>
  Object.assign(Object.create(null) as object, variables, own);

/** The value of an expression such as `res.body.id`. */
export const evaluate = (expression: string, scope: object): unknown => {
  const text = expression.trim();
  return text === '' ? expression : evaluateIn(scope, text);
};

const literals = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
]);

/** Parses a text's value: a number, a word such as `true`, or a template in which `${…}` is evaluated. */
export const evaluateTemplate = (template: string, scope: object): unknown => {
  const text = template.trim();
  if (text === '') return template;
  const number = Number(text);
  // A larger number would lose digits.
  if (!Number.isNaN(number)) return number > Number.MAX_SAFE_INTEGER ? text : number;
  if (literals.has(text)) return literals.get(text);
  const [, quoted = text] = /^(?:"([^]*)"|'[^]*')$/.test(text) ? [text, text.slice(1, -1)] : [];
  return evaluateIn(scope, `\`${quoted}\``);
};
