import { getOwnValue, isContainer, parseJson, stringifyJson, toPlainNumbers } from '@tandem/core/codec';
import { FunctionExpressionType, JSONPathEnvironment, type JSONValue } from 'json-p3';
import { RE2JS } from 're2js';

import { compareJson, compareTexts, ignoredValue, outlineJson } from './differences.js';
import { NotIRegexpError, toRe2 } from './i-regexp.js';

const maxCached = 100;
const maxPatternLength = 10_000;

/** A valid I-Regexp that exceeds the limits of the engine. */
export class PatternTooLargeError extends Error {}

/** Compiles an I-Regexp; undefined for any other text. */
const compilePattern = (pattern: string): RE2JS | undefined => {
  if (pattern.length > maxPatternLength) {
    throw new PatternTooLargeError(`a regular expression is longer than ${maxPatternLength} characters`);
  }
  let re2: string;
  try {
    re2 = toRe2(pattern);
  } catch (error) {
    if (error instanceof NotIRegexpError) return undefined;
    throw error;
  }
  try {
    return RE2JS.compile(re2);
  } catch {
    throw new PatternTooLargeError('a regular expression repeats something more than 1000 times');
  }
};

/** Creates a JSONPath function with a text and a regular expression, which runs in linear time. */
const createTextFunction = (test: (expression: RE2JS, text: string) => boolean) => {
  const cache = new Map<string, RE2JS | undefined>();
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call: (text: unknown, pattern: unknown): boolean => {
      if (typeof text !== 'string' || typeof pattern !== 'string') return false;
      if (!cache.has(pattern)) {
        if (cache.size >= maxCached) cache.clear();
        cache.set(pattern, compilePattern(pattern));
      }
      const expression = cache.get(pattern);
      return expression !== undefined && test(expression, text);
    },
  };
};

/** `match`: the complete text (RFC 9535, section 2.4.6). */
export const match = createTextFunction((expression, text) => expression.testExact(text));

/** `search`: any part of the text (RFC 9535, section 2.4.7). */
export const search = createTextFunction((expression, text) => expression.test(text));

/** Maximum number of values in one query, which stops queries that multiply them. */
const maxValues = 10_000;

const queryEnvironment = new JSONPathEnvironment({ strict: true });
queryEnvironment.functionRegister.set('match', match);
queryEnvironment.functionRegister.set('search', search);

type CompiledPath = ReturnType<typeof queryEnvironment.compile>;

/** A query over JSON text in UTF-8. The selected values have at most `maxCharacters` characters as JSON. */
export interface Query {
  /** If omitted, the result is an outline of the JSON. */
  readonly path?: string;
  readonly json: Uint8Array;
  readonly maxCharacters: number;
}

export type Outcome =
  /** A JSON list of the values, in order. */
  | { readonly kind: 'selected'; readonly json: string }
  | { readonly kind: 'outline'; readonly outline: Readonly<Record<string, string>> }
  /** The differences as JSON, because a message between threads cannot contain exact numbers. */
  | { readonly kind: 'compared'; readonly json: string }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'too-much' }
  | { readonly kind: 'refused'; readonly why: string };

const parseBytes = (json: Uint8Array): { readonly value: unknown } | undefined => {
  try {
    return { value: parseJson(new TextDecoder().decode(json)) };
  } catch {
    return undefined;
  }
};

type ValuePath = readonly (string | number)[];

type Container = Record<string | number, unknown>;

const getValueAt = (value: unknown, location: ValuePath): unknown =>
  location.reduce<unknown>(
    (at, key) => (isContainer(at) ? getOwnValue(at as Container, String(key)) : undefined),
    value,
  );

/** The locations of the values that a path selects. Filters compare numbers as doubles. */
function* findLocations(path: CompiledPath, value: unknown): Iterable<ValuePath> {
  for (const { location } of path.lazyQuery(toPlainNumbers(value) as JSONValue)) yield location;
}

const selectValues = (path: CompiledPath, value: unknown, maxCharacters: number): Outcome => {
  const values: string[] = [];
  let length = 2;
  for (const location of findLocations(path, value)) {
    if (values.length >= maxValues) {
      return { kind: 'refused', why: `it selects more than ${maxValues} values` };
    }
    const one = stringifyJson(getValueAt(value, location));
    length += one.length + 1;
    if (length > maxCharacters) return { kind: 'too-much' };
    values.push(one);
  }
  return { kind: 'selected', json: `[${values.join(',')}]` };
};

/** Two texts in UTF-8, and the paths of ignored values. */
export interface Comparison {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly ignore: readonly string[];
  /** The number of differences to skip, because the caller already has them. */
  readonly offset?: number;
}

/** Copies a value, and replaces the values that the paths select by a symbol. */
const replaceIgnored = (paths: readonly CompiledPath[], value: unknown): unknown => {
  const locations = paths.flatMap((path) => [...findLocations(path, value)]);
  const whole: Container = { $: value };
  for (const location of locations) {
    const steps = ['$', ...location];
    const last = steps.pop() ?? '$';
    const parent = getValueAt(whole, steps);
    if (isContainer(parent)) (parent as Container)[last] = ignoredValue;
  }
  return whole.$;
};

/** Compares two texts. Runs in a worker, because it can take arbitrarily long. */
export const compare = ({ before, after, ignore, offset }: Comparison): Outcome => {
  try {
    const paths = ignore.map((path) => queryEnvironment.compile(path));
    const [old, now] = [parseBytes(before), parseBytes(after)];
    const differences =
      old && now
        ? compareJson(replaceIgnored(paths, old.value), replaceIgnored(paths, now.value), offset)
        : compareTexts(new TextDecoder().decode(before), new TextDecoder().decode(after), offset);
    return { kind: 'compared', json: stringifyJson(differences) };
  } catch (error) {
    return { kind: 'refused', why: error instanceof Error ? error.message : 'it cannot be read' };
  }
};

/** Evaluates a query. Runs in a worker, because it can take arbitrarily long. */
export const evaluate = ({ path, json, maxCharacters }: Query): Outcome => {
  try {
    const compiled = path === undefined ? undefined : queryEnvironment.compile(path);
    const read = parseBytes(json);
    if (read === undefined) return { kind: 'not-json' };
    return compiled === undefined
      ? { kind: 'outline', outline: outlineJson(read.value) }
      : selectValues(compiled, read.value, maxCharacters);
  } catch (error) {
    return { kind: 'refused', why: error instanceof Error ? error.message : 'it cannot be read' };
  }
};
