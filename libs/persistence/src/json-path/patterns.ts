import { FunctionExpressionType } from 'json-p3';
import { RE2JS } from 're2js';

import { NotIRegexp, toRe2 } from './i-regexp.js';

const maxCached = 100;
const maxPatternLength = 10_000;

/** A valid I-Regexp that exceeds the limits of the engine. */
export class PatternTooLarge extends Error {}

/** Undefined for a text that is not an I-Regexp. */
const compilePattern = (pattern: string): RE2JS | undefined => {
  if (pattern.length > maxPatternLength) {
    throw new PatternTooLarge(`a regular expression is longer than ${maxPatternLength} characters`);
  }
  let re2: string;
  try {
    re2 = toRe2(pattern);
  } catch (error) {
    if (error instanceof NotIRegexp) return undefined;
    throw error;
  }
  try {
    return RE2JS.compile(re2);
  } catch {
    throw new PatternTooLarge('a regular expression repeats something more than 1000 times');
  }
};

/** A JSONPath function with a text and a regular expression, which runs in linear time. */
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
