import { importLimits } from '@tandem/core';
import { isExactNumber, parseNumber, parseJson } from '@tandem/core/codec';
import { CORE_SCHEMA, floatCoreTag, intCoreTag, load, mapTag, mergeTag, YAMLException } from 'js-yaml';

export type ParseResult =
  { readonly kind: 'parsed'; readonly value: unknown } | { readonly kind: 'refused'; readonly why: string };

/** Maximum nesting of a document. */
const maxDepth = 500;
const tooDeepMessage = `is nested more than ${maxDepth} levels deep`;

const formatPosition = (text: string, position: number): string => {
  const before = text.slice(0, position).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
};

const describeJsonFault = (error: unknown, text: string): string => {
  const message = error instanceof Error ? error.message : String(error);
  const position = /at position (\d+)/.exec(message)?.[1];
  const location =
    position === undefined ? formatPosition(text, text.length) : formatPosition(text, Number(position));
  return `is not valid JSON: ${location}`;
};

/**
 * Limits on the values behind aliases: an alias may repeat a value so often that walking it never ends, or that it does not fit into
 * memory.
 */
const maxSize = { values: 2_000_000, characters: importLimits.characters } as const;

/** Returns why a value is too large or too deep; undefined if it is neither. */
const findProblem = (value: unknown): string | undefined => {
  let [count, characters] = [0, 0];
  const visit = (one: unknown, depth: number): string | undefined => {
    count += 1;
    if (count > maxSize.values) return `has more than ${maxSize.values.toLocaleString('en')} values`;
    if (typeof one === 'string') characters += one.length;
    if (characters > maxSize.characters)
      return `has more than ${maxSize.characters.toLocaleString('en')} characters, with all that its aliases repeat`;
    if (typeof one !== 'object' || one === null) return undefined;
    if (depth > maxDepth) return tooDeepMessage;
    for (const [key, inner] of Object.entries(one)) {
      characters += key.length;
      const problem = visit(inner, depth + 1);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  return visit(value, 0);
};

const checkSize = (value: unknown): ParseResult => {
  const why = findProblem(value);
  return why === undefined ? { kind: 'parsed', value } : { kind: 'refused', why };
};

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Changes a number tag so that all digits of a number are kept. */
const toExactTag = (tag: typeof intCoreTag): typeof intCoreTag => ({
  ...tag,
  resolve: (source, ...more) => {
    const value = tag.resolve(source, ...more);
    return typeof value === 'number' && jsonNumber.test(source) ? (parseNumber(source) as number) : value;
  },
});

const toKey = (key: unknown): unknown => (isExactNumber(key) ? String(key) : key);

/** A map tag that accepts numbers with all their digits as keys, such as the name of a version. */
const objectTag: typeof mapTag = {
  ...mapTag,
  addPair: (carrier, key, value) => mapTag.addPair(carrier, toKey(key), value),
  has: (carrier, key) => mapTag.has(carrier, toKey(key)),
  get: (result, key) => mapTag.get(result, toKey(key)),
};

/** YAML 1.2 with the merge keys (`<<`) of YAML 1.1, which API descriptions use. */
const schema = CORE_SCHEMA.withTags(mergeTag, toExactTag(intCoreTag), toExactTag(floatCoreTag), objectTag);

/** Parses a JSON or YAML document. */
export const parse = (text: string): ParseResult => {
  if (/^\s*[[{]/.test(text)) {
    try {
      return checkSize(parseJson(text));
    } catch (error) {
      if (error instanceof RangeError) return { kind: 'refused', why: tooDeepMessage };
      return { kind: 'refused', why: describeJsonFault(error, text) };
    }
  }
  try {
    return checkSize(load(text, { schema }));
  } catch (error) {
    if (!(error instanceof YAMLException)) return { kind: 'refused', why: 'is neither JSON nor YAML' };
    const position =
      error.mark === undefined ? '' : `: line ${error.mark.line + 1}, column ${error.mark.column + 1}`;
    return { kind: 'refused', why: `is neither JSON nor valid YAML (${error.reason})${position}` };
  }
};
