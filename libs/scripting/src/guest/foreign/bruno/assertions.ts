import type { ShimParts } from '../shim.js';
import type { Values } from '../stored.js';
import type { Chai } from './chai.js';

/** Evaluates text as a program that can use the names of a scope. Returns the value of its last statement. */
// eslint-disable-next-line @typescript-eslint/no-implied-eval -- it runs in the isolate of the script, like the script
const evaluateWithScope = new Function('scope', 'text', 'with (scope) { return eval(text); }') as (
  scope: object,
  text: string,
) => unknown;

/** The scope of expressions: the variables by their names, and the script API. */
export const getScope = (variables: Values, own: object): object =>
  Object.assign(Object.create(null) as object, variables, own);

/** Evaluates an expression such as `res.body.id`. */
export const evaluate = (expression: string, scope: object): unknown => {
  const text = expression.trim();
  return text === '' ? expression : evaluateWithScope(scope, text);
};

const literals = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
]);

/** Parses the value of a text: a number, a word such as `true`, or a template in which `${…}` is evaluated. */
const evaluateTemplate = (template: string, scope: object): unknown => {
  const text = template.trim();
  if (text === '') return template;
  const number = Number(text);
  // As a number, a larger integer would lose digits.
  if (!Number.isNaN(number)) return number > Number.MAX_SAFE_INTEGER ? text : number;
  if (literals.has(text)) return literals.get(text);
  const [, quoted = text] = /^(?:"([^]*)"|'[^]*')$/.test(text) ? [text, text.slice(1, -1)] : [];
  return evaluateWithScope(scope, `\`${quoted}\``);
};

/** An expression, and what its value is compared with, such as `eq 200`. */
interface Assertion {
  readonly name: string;
  readonly value: string;
}

type AssertionResult = Readonly<Record<string, unknown>>;

/** The operators of Bruno 4.1 with an operand, each with the chai words for it. */
const binaryOperators: Readonly<Record<string, string>> = {
  eq: 'equal',
  neq: 'not.equal',
  gt: 'greaterThan',
  gte: 'greaterThanOrEqual',
  lt: 'lessThan',
  lte: 'lessThanOrEqual',
  in: 'oneOf',
  notIn: 'not.oneOf',
  contains: 'include',
  notContains: 'not.include',
  length: 'lengthOf',
  matches: 'match',
  notMatches: 'not.match',
  startsWith: 'match',
  endsWith: 'match',
  between: 'within',
};

/** The operators of Bruno 4.1 without an operand, each with the chai words for it and their arguments. */
const unaryOperators: Readonly<Record<string, readonly [words: string, ...operands: readonly unknown[]]>> = {
  isEmpty: ['empty'],
  isNotEmpty: ['not.empty'],
  isNull: ['null'],
  isUndefined: ['undefined'],
  isDefined: ['not.undefined'],
  isTruthy: ['true'],
  isFalsy: ['false'],
  isJson: ['json'],
  isNumber: ['a', 'number'],
  isString: ['a', 'string'],
  isBoolean: ['a', 'boolean'],
  isArray: ['a', 'array'],
};

/** Applies chai words to a value. The last one is called if it takes operands. */
const applyChaiWords = (
  expect: Chai['expect'],
  value: unknown,
  words: string,
  operands: readonly unknown[],
): void => {
  let owner: unknown;
  let word: unknown = expect(value);
  for (const name of words.split('.')) {
    owner = word;
    word = Reflect.get(word as object, name);
  }
  if (operands.length > 0) Reflect.apply(word as (...all: unknown[]) => unknown, owner, operands);
};

const { hasOwn } = Object;

const parseAssertion = (text: string): { readonly operator: string; readonly operand: string } => {
  const [operator = '', ...rest] = text.trim().split(' ');
  if (hasOwn(unaryOperators, operator)) return { operator, operand: '' };
  return hasOwn(binaryOperators, operator)
    ? { operator, operand: rest.join(' ') }
    : { operator: 'eq', operand: text };
};

const unwrap = (text: string, [open, close]: readonly [string, string]): string =>
  text.length > 1 && text.startsWith(open) && text.endsWith(close) ? text.slice(1, -1) : text;

interface Around {
  readonly interpolate: (text: unknown) => unknown;
  readonly expect: () => Chai['expect'];
}

const evaluateOperand = (
  operator: string,
  operand: string,
  { interpolate }: Around,
  scope: object,
): unknown => {
  const value = (text: string) => evaluateTemplate(String(interpolate(text)), scope);
  const list = (text: string) => text.split(',').map((one) => value(one.trim()));
  if (operator === 'in' || operator === 'notIn') return list(unwrap(operand, ['[', ']']));
  if (operator === 'between') return list(operand).slice(0, 2);
  if (operator === 'matches' || operator === 'notMatches') return interpolate(unwrap(operand, ['/', '/']));
  return value(operand);
};

const escapeForPattern = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&');

const toOperands = (operator: string, operand: unknown): readonly unknown[] => {
  switch (operator) {
    case 'matches':
    case 'notMatches':
      return [new RegExp(String(operand))];
    case 'startsWith':
      return [new RegExp(`^${escapeForPattern(String(operand))}`)];
    case 'endsWith':
      return [new RegExp(`${escapeForPattern(String(operand))}$`)];
    case 'between':
      return operand as readonly unknown[];
    default:
      return [operand];
  }
};

const checkAssertion = ({ name, value }: Assertion, around: Around, scope: object): void => {
  const { operator, operand } = parseAssertion(value);
  const actual = evaluate(name, scope);
  const [words = binaryOperators[operator] ?? 'equal', ...operands] = unaryOperators[operator] ?? [
    undefined,
    ...toOperands(operator, evaluateOperand(operator, operand, around, scope)),
  ];
  applyChaiWords(around.expect(), actual, words, operands);
};

const summarizeResults = (results: readonly AssertionResult[]) => {
  const passed = results.filter(({ status }) => status === 'pass').length;
  return { summary: { total: results.length, passed, failed: results.length - passed, skipped: 0 }, results };
};

/** Waits this many turns of the microtask queue, so that work which has already begun can continue. */
const waitTicks = async (ticks: number): Promise<void> => {
  for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
};

/**
 * Creates the list of results that scripts read, of either tests or assertions. As in Bruno, reading it includes tests that have only
 * just ended.
 * @param ticks the number of microtasks to wait before the results are returned
 */
export const createResults = (ticks: number) => {
  let results: AssertionResult[] = [];
  return {
    add: (result: AssertionResult): void => {
      results.push(result);
    },
    clear: (): void => {
      results = [];
    },
    get: async () => {
      await waitTicks(ticks);
      return summarizeResults([...results]);
    },
  };
};

export type Results = ReturnType<typeof createResults>;

/** Checks the assertions of a request. Each is a test, under the name that Bruno shows. */
export const runAssertions = (
  { addTest, refuseTooMany, realNow }: ShimParts,
  assertions: readonly Assertion[],
  around: Around,
  { scope, script, results }: { readonly scope: object; readonly script: string; readonly results: Results },
): void => {
  for (const assertion of assertions) {
    refuseTooMany(0);
    const began = realNow();
    const { operator, operand } = parseAssertion(assertion.value);
    const about = { lhsExpr: assertion.name, rhsExpr: assertion.value, operator, rhsOperand: operand };
    const end = (status: 'passed' | 'failed', error?: unknown): void => {
      addTest(`${assertion.name}: ${assertion.value}`, status, realNow() - began, script, error);
    };
    try {
      checkAssertion(assertion, around, scope);
      results.add({ ...about, status: 'pass' });
      end('passed');
    } catch (error) {
      results.add({
        ...about,
        status: 'fail',
        error: (error as { readonly message?: unknown } | null)?.message,
      });
      end('failed', error);
    }
  }
};
