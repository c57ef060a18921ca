import type { JsonSchema } from '@tandem/core/codec';

import { propertiesOf, simplified } from './simple-schema.js';

const bare = ({ type, items, enum: words, default: value }: JsonSchema): JsonSchema => ({
  ...(type === undefined ? {} : { type }),
  ...(items === undefined ? {} : { items: { type: (items as JsonSchema).type } }),
  ...(words === undefined ? {} : { enum: words }),
  ...(value === undefined ? {} : { default: value }),
});

/** The part of a description that is enough to use the argument or the tool; the guide has the rest. */
export const briefWords = (description: string): string => {
  const [first = '', ...rest] = description.split('; ');
  return rest.length > 0 && description.endsWith('.') ? `${first}.` : first;
};

const inBrief = (schema: JsonSchema): JsonSchema =>
  typeof schema.description === 'string'
    ? { ...schema, description: briefWords(schema.description) }
    : schema;

const stem = (word: string): string => word.replace(/s$/, '');
const wordsOf = (text: string): readonly string[] =>
  (text.match(/[A-Z]?[a-z]+/g) ?? []).map((word) => stem(word.toLowerCase()));

/** Words that say nothing about an argument. */
const fillers = new Set(wordsOf('Its the of a to for how many only this these names id ids'));

/** What a description says that the names of the argument and its tool do not. */
const saidBeyond = (tool: string, name: string, description: unknown): string | undefined => {
  if (typeof description !== 'string') return undefined;
  const [lead = '', ...rest] = description.split(': ');
  const said =
    rest.length > 0 && stem(lead.toLowerCase()) === stem(name.toLowerCase()) ? rest.join(': ') : description;
  if (/[^\w ]/.test(said)) return said;
  const known = new Set([...wordsOf(name), ...wordsOf(tool), ...fillers]);
  return wordsOf(said).every((word) => known.has(word)) ? undefined : said;
};

/** An error names the words of an argument that may be omitted, if there are more than this. */
const mostWords = 6;

const tooMany = (words: unknown): boolean => Array.isArray(words) && words.length > mostWords;

const withFewWords = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => key !== 'enum' || !tooMany(value))
      .map(([key, value]) => [key, key === 'items' ? withFewWords(value as JsonSchema) : value]),
  );

/** Arguments that agents rarely set: imports, people and Tandem itself do. */
const unlisted: readonly string[] = ['foreign', 'examples'];

/**
 * Returns a function that shortens the argument schemas of one tool after another. The short schemas accept everything
 * that the codec accepts, which still checks the arguments. They contain no unions, which many clients refuse. An argument
 * that means the same in several tools is described in the first of them, and a long shape appears only where it is first
 * used.
 */
export const briefSchemas = (): ((tool: string, schema: JsonSchema) => JsonSchema) => {
  const shown = new Set<string>();
  const spelled = new Map<string, string>();
  /** A shape that is told in words is told once, whatever is said before it. */
  const spelledOnce = (tool: string, said: string): string => {
    const [, lead = '', shape] = /^(?:(.*?): )?([^:]*(?:\{.*\}|\|).*)$/s.exec(said) ?? [];
    if (shape === undefined || !/[{|]/.test(shape)) return said;
    const first = spelled.get(shape);
    if (first === undefined) spelled.set(shape, tool);
    return first === undefined || first === tool || lead === '' ? said : `${lead}; see ${first}`;
  };
  const once = (tool: string, name: string, schema: JsonSchema): JsonSchema => {
    const key = JSON.stringify([name, schema]);
    const said = saidBeyond(tool, name, schema.description);
    if (shown.has(key) || said === undefined) return bare(schema);
    shown.add(key);
    return { ...schema, description: spelledOnce(tool, said) };
  };
  return (tool, { additionalProperties: _checkedAnyway, ...schema }) => {
    const required = (schema.required ?? []) as readonly string[];
    const listedOf = (one: JsonSchema, name: string) => (required.includes(name) ? one : withFewWords(one));
    return {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(propertiesOf(schema))
          .filter(([name]) => !unlisted.includes(name))
          .map(([name, one]) => [name, once(tool, name, listedOf(simplified(inBrief(one)), name))]),
      ),
    };
  };
};
