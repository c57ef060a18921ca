import { type Expression, type Function as Callable, type Node, parse, type Statement } from 'acorn';

/** A value of the response: its status, its text, a header, or a path in its JSON. */
export type Source =
  | { readonly kind: 'status' }
  | { readonly kind: 'text' }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'json'; readonly keys: readonly (string | number)[] };

export type Literal = string | number | boolean | null;

/** The matchers that exist in every format. */
export type Matcher = 'toBe' | 'toHaveLength' | 'toContain' | 'toBeGreaterThan' | 'toBeLessThan';

export interface Expectation {
  readonly source: Source;
  readonly matcher: Matcher;
  readonly value: Literal;
}

/** The parts of a script that other tools can express, and the parts that they cannot. */
export interface TranslatedScript {
  readonly tests: readonly { readonly name: string; readonly expectations: readonly Expectation[] }[];
  readonly variables: readonly { readonly name: string; readonly source: Source }[];
  readonly leftOut: readonly string[];
}

const matcherNames: Readonly<Record<string, Matcher>> = {
  toBe: 'toBe',
  toEqual: 'toBe',
  toStrictEqual: 'toBe',
  toHaveLength: 'toHaveLength',
  toContain: 'toContain',
  toBeGreaterThan: 'toBeGreaterThan',
  toBeLessThan: 'toBeLessThan',
};

const parseLiteral = (node: Node | undefined): Literal | undefined => {
  const { type, value } = (node ?? {}) as { type?: string; value?: unknown };
  if (type !== 'Literal') return undefined;
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
    ? (value as Literal)
    : undefined;
};

/** The names of a chain such as `res.json().user.id`. A call is `()`; its first argument is returned too. */
const parseChain = (node: Expression): readonly (string | number | readonly Node[])[] | undefined => {
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'CallExpression' && node.callee.type !== 'Super') {
    const callee = parseChain(node.callee);
    return callee && [...callee, node.arguments];
  }
  if (node.type !== 'MemberExpression' || node.object.type === 'Super') return undefined;
  const object = parseChain(node.object);
  const key = node.computed
    ? parseLiteral(node.property)
    : node.property.type === 'Identifier'
      ? node.property.name
      : undefined;
  return object && (typeof key === 'string' || typeof key === 'number') ? [...object, key] : undefined;
};

const isKey = (part: unknown): part is string | number =>
  typeof part === 'string' || typeof part === 'number';

const parseSource = (node: Expression, res: string): Source | undefined => {
  const [root, first, second, third, ...more] = parseChain(node) ?? [];
  if (root !== res) return undefined;
  if (first === 'status' && second === undefined) return { kind: 'status' };
  if (first === 'text' && Array.isArray(second) && third === undefined) return { kind: 'text' };
  if (first === 'headers' && second === 'get' && Array.isArray(third) && more.length === 0) {
    const name = parseLiteral((third as readonly Node[])[0]);
    return typeof name === 'string' ? { kind: 'header', name } : undefined;
  }
  const keys = third === undefined ? more : [third, ...more];
  return first === 'json' && Array.isArray(second) && keys.every(isKey) ? { kind: 'json', keys } : undefined;
};

const getCall = (statement: Statement): Expression | undefined =>
  statement.type === 'ExpressionStatement' ? statement.expression : undefined;

/** Parses `expect(res…).matcher(literal)`. */
const parseExpectation = (statement: Statement, res: string): Expectation | undefined => {
  const call = getCall(statement);
  if (call?.type !== 'CallExpression' || call.callee.type === 'Super') return undefined;
  const [name, subject, matcher, ...more] = parseChain(call.callee) ?? [];
  if (name !== 'expect' || !Array.isArray(subject) || typeof matcher !== 'string' || more.length > 0)
    return undefined;
  const known = Object.hasOwn(matcherNames, matcher) ? matcherNames[matcher] : undefined;
  const source = parseSource((subject as readonly Expression[])[0] as Expression, res);
  const value = parseLiteral(call.arguments[0]);
  return known && source && value !== undefined ? { source, matcher: known, value } : undefined;
};

const listStatements = ({ body }: Callable): readonly Statement[] =>
  body.type === 'BlockStatement'
    ? body.body
    : [{ type: 'ExpressionStatement', expression: body, start: body.start, end: body.end }];

const isCallable = (node: Node | undefined): node is Callable & Node =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

type Part = Partial<{
  readonly test: TranslatedScript['tests'][number];
  readonly variable: TranslatedScript['variables'][number];
  readonly leftOut: string;
}>;

const toPart = (statement: Statement, res: string, handler: string): Part => {
  const call = getCall(statement);
  const chain =
    call?.type === 'CallExpression' && call.callee.type !== 'Super' ? parseChain(call.callee) : undefined;
  if (call?.type !== 'CallExpression' || chain === undefined)
    return { leftOut: `a part of ${handler} that is neither a test nor sets a variable` };
  const [first, second] = call.arguments;
  const name = parseLiteral(first);
  const path = chain.map((part) => (isKey(part) ? part : '()')).join('.');
  if (path === 'test' && typeof name === 'string') {
    const found = isCallable(second)
      ? listStatements(second).map((one) => parseExpectation(one, res))
      : undefined;
    const expectations = found?.flatMap((one) => one ?? []) ?? [];
    return expectations.length > 0 && expectations.length === found?.length
      ? { test: { name, expectations } }
      : { leftOut: `the test “${name}”` };
  }
  if ((path === `${res}.env.set` || path === `${res}.env.setSecret`) && typeof name === 'string') {
    const source = parseSource(second as Expression, res);
    return source ? { variable: { name, source } } : { leftOut: `how ${handler} sets ${name}` };
  }
  return { leftOut: `a part of ${handler} that is neither a test nor sets a variable` };
};

const translateHandler = (callable: Callable, handler: string): readonly Part[] => {
  if (handler === 'onRequest') return [{ leftOut: 'onRequest' }];
  const res = callable.params[1];
  const name = res?.type === 'Identifier' ? res.name : '';
  return listStatements(callable).map((one) => toPart(one, name, handler));
};

const translateScriptParts = (script: string): readonly Part[] =>
  parse(script, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowAwaitOutsideFunction: true,
  }).body.flatMap((statement): readonly Part[] => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined;
    return declared?.type === 'FunctionDeclaration'
      ? translateHandler(declared, declared.id.name)
      : [{ leftOut: 'a part of its script outside the handlers' }];
  });

const parseScript = (script: string): readonly Part[] => {
  try {
    return translateScriptParts(script);
  } catch {
    return [{ leftOut: 'its script, which is not valid' }];
  }
};

/** Translates the tests of a script and the variables that it sets, as far as other tools can express them. */
export const translateScript = (script: string): TranslatedScript => {
  const parts = parseScript(script);
  return {
    tests: parts.flatMap(({ test }) => test ?? []),
    variables: parts.flatMap(({ variable }) => variable ?? []),
    leftOut: [...new Set(parts.flatMap(({ leftOut }) => leftOut ?? []))],
  };
};
