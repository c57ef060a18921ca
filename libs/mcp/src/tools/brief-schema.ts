import type { JsonSchema } from '@tandem/core/codec';

import { getProperties, simplifySchema } from './simple-schema.js';

const stripSchema = ({ type, items, enum: words, default: value }: JsonSchema): JsonSchema => ({
  ...(type === undefined ? {} : { type }),
  ...(items === undefined ? {} : { items: { type: (items as JsonSchema).type } }),
  ...(words === undefined ? {} : { enum: words }),
  ...(value === undefined ? {} : { default: value }),
});

/** The part of a description needed to use the argument or tool. The guide has the rest. */
export const shortenDescription = (description: string): string => {
  const [first = '', ...rest] = description.split('; ');
  return rest.length > 0 && description.endsWith('.') ? `${first}.` : first;
};

const shortenSchema = (schema: JsonSchema): JsonSchema =>
  typeof schema.description === 'string'
    ? { ...schema, description: shortenDescription(schema.description) }
    : schema;

const toStem = (word: string): string => word.replace(/s$/, '');
const splitWords = (text: string): readonly string[] =>
  (text.match(/[A-Z]?[a-z]+/g) ?? []).map((word) => toStem(word.toLowerCase()));

/** Words that add nothing to an argument's description. */
const fillers = new Set(splitWords('Its the of a to for how many only this these names id ids'));

/** The description, unless the names of the argument and its tool already say it. */
const findExtraDescription = (tool: string, name: string, description: unknown): string | undefined => {
  if (typeof description !== 'string') return undefined;
  const [lead = '', ...rest] = description.split(': ');
  const said =
    rest.length > 0 && toStem(lead.toLowerCase()) === toStem(name.toLowerCase())
      ? rest.join(': ')
      : description;
  if (/[^\w ]/.test(said)) return said;
  const known = new Set([...splitWords(name), ...splitWords(tool), ...fillers]);
  return splitWords(said).every((word) => known.has(word)) ? undefined : said;
};

/** Enums of optional arguments with more values than this are not listed. An error names them. */
const maxEnumWords = 6;

const hasTooManyWords = (words: unknown): boolean => Array.isArray(words) && words.length > maxEnumWords;

const removeLongEnums = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => key !== 'enum' || !hasTooManyWords(value))
      .map(([key, value]) => [key, key === 'items' ? removeLongEnums(value as JsonSchema) : value]),
  );

/** Arguments that agents rarely set, because imports, people and Tandem itself do. */
const unlistedArguments: readonly string[] = ['foreign', 'examples'];

/**
 * Returns a function that shortens the argument schemas of one tool after another. The short schemas accept
 * everything that the codec accepts, which still checks the arguments. They contain no unions, which many clients
 * reject. An argument with the same meaning in several tools is described only in the first, and a long shape appears
 * only where it is first used.
 */
export const createSchemaShortener = (): ((tool: string, schema: JsonSchema) => JsonSchema) => {
  const shown = new Set<string>();
  const spelled = new Map<string, string>();
  /** Spells out each shape only once, whatever text precedes it. */
  const spelledOnce = (tool: string, said: string): string => {
    const [, lead = '', shape] = /^(?:(.*?): )?([^:]*(?:\{.*\}|\|).*)$/s.exec(said) ?? [];
    if (shape === undefined || !/[{|]/.test(shape)) return said;
    const first = spelled.get(shape);
    if (first === undefined) spelled.set(shape, tool);
    return first === undefined || first === tool || lead === '' ? said : `${lead}; see ${first}`;
  };
  const once = (tool: string, name: string, schema: JsonSchema): JsonSchema => {
    const key = JSON.stringify([name, schema]);
    const said = findExtraDescription(tool, name, schema.description);
    if (shown.has(key) || said === undefined) return stripSchema(schema);
    shown.add(key);
    return { ...schema, description: spelledOnce(tool, said) };
  };
  return (tool, { additionalProperties: _checkedAnyway, ...schema }) => {
    const required = (schema.required ?? []) as readonly string[];
    const listedOf = (one: JsonSchema, name: string) =>
      required.includes(name) ? one : removeLongEnums(one);
    return {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(getProperties(schema))
          .filter(([name]) => !unlistedArguments.includes(name))
          .map(([name, one]) => [name, once(tool, name, listedOf(simplifySchema(shortenSchema(one)), name))]),
      ),
    };
  };
};
