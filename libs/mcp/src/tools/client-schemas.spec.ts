import type { JsonSchema } from '@tandem/core/codec';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

import { uncalledClient } from '../testing/uncalled-client.js';
import { createTools } from './tools.js';
import { toWire } from './wire-tool.js';

const toolLists = (['all', 'core'] as const).flatMap((set) =>
  createTools(uncalledClient, set)
    .filter(({ isListed }) => isListed !== false)
    .map((tool) => ({ set, tool: toWire(tool) })),
);

interface Node {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly depth: number;
}

const listProperties = (schema: JsonSchema): readonly (readonly [string, JsonSchema])[] =>
  Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>);

/** Lists a schema and all schemas inside it, with their paths and nesting depths. */
const listNodes = (schema: JsonSchema, path = '', depth = 0): readonly Node[] => [
  { path, schema, depth },
  ...listProperties(schema).flatMap(([name, one]) => listNodes(one, `${path}.${name}`, depth + 1)),
  ...(['items', 'additionalProperties'] as const).flatMap((key) =>
    typeof schema[key] === 'object' && schema[key] !== null
      ? listNodes(schema[key] as JsonSchema, `${path}.${key}`, depth + 1)
      : [],
  ),
];

type Rule = (node: Node) => boolean;

/** Lists the paths in a tool's schema that break a rule. */
const findViolations = (schema: JsonSchema, rules: Readonly<Record<string, Rule>>): readonly string[] =>
  listNodes(schema).flatMap((node) =>
    Object.entries(rules).flatMap(([rule, holds]) => (holds(node) ? [] : [`${node.path}: ${rule}`])),
  );

const allowOnlyKeywords =
  (...allowed: readonly string[]): Rule =>
  ({ schema }) =>
    Object.keys(schema).every((key) => allowed.includes(key));

const hasOneType: Rule = ({ schema }) => typeof schema.type === 'string';
const hasItems: Rule = ({ schema }) => schema.type !== 'array' || typeof schema.items === 'object';
const requiresKnownNames: Rule = ({ schema }) =>
  ((schema.required ?? []) as readonly string[]).every((name) =>
    listProperties(schema).some(([known]) => known === name),
  );
const hasEnumOfTexts: Rule = ({ schema: { type, enum: words } }) =>
  words === undefined ||
  (type === 'string' &&
    (words as readonly unknown[]).length > 0 &&
    (words as readonly unknown[]).every((word) => typeof word === 'string' && word !== ''));

const isMap = ({ type, additionalProperties }: JsonSchema): boolean =>
  type === 'object' && additionalProperties !== undefined;

const mapNodes = (schema: JsonSchema, change: (one: JsonSchema) => JsonSchema): JsonSchema => {
  const { items, properties } = schema;
  return change({
    ...schema,
    ...(items === undefined ? {} : { items: mapNodes(items as JsonSchema, change) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            listProperties(schema).map(([name, one]) => [name, mapNodes(one, change)]),
          ),
        }),
  });
};

/**
 * Converts a schema to what strict functions allow: all properties are required, optional ones may be null, and no others are allowed.
 * Strict schemas cannot express maps. Clients then send a map as JSON text, which the server parses.
 */
const toStrict = (schema: JsonSchema): JsonSchema =>
  mapNodes(schema, (one) => {
    if (isMap(one)) return { type: 'string', description: one.description };
    if (one.type !== 'object') return one;
    const required = (one.required ?? []) as readonly string[];
    return {
      ...one,
      properties: Object.fromEntries(
        listProperties(one).map(([name, field]) => [
          name,
          required.includes(name) ? field : { anyOf: [field, { type: 'null' }] },
        ]),
      ),
      required: listProperties(one).map(([name]) => name),
      additionalProperties: false,
    };
  });

/** Removes `additionalProperties`, which the older form of Gemini functions does not have. Gemini's own library removes it too. */
const toOlderGemini = (schema: JsonSchema): JsonSchema =>
  mapNodes(schema, ({ additionalProperties: _unknown, ...one }) => one);

describe.each(toolLists)('the schema of $tool.name among $set tools', { tags: 'mcp:schemas' }, ({ tool }) => {
  const schema = tool.inputSchema as JsonSchema;

  it('has one type and a description for each property, and no default', () => {
    const rules = {
      'one type': hasOneType,
      'a description': ({ path, schema: { description } }: Node) =>
        /^$|\.(?:items|additionalProperties)$/.test(path) ||
        (typeof description === 'string' && description.length > 2),
      'no default': ({ schema: one }: Node) => !('default' in one),
      'a map of one type': ({ schema: { additionalProperties: one } }: Node) =>
        one === undefined || typeof (one as JsonSchema).type === 'string',
    };
    expect(findViolations(schema, rules)).toEqual([]);
  });

  it('follows the rules of OpenAI functions', () => {
    expect(tool.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(tool.description?.length).toBeLessThanOrEqual(1_024);
    expect(schema.type).toBe('object');
    for (const key of ['anyOf', 'oneOf', 'allOf', 'enum', 'not']) expect(schema).not.toHaveProperty(key);
    expect(findViolations(schema, { 'items of a list': hasItems })).toEqual([]);
  });

  it('can be converted to a strict OpenAI function', () => {
    const rules = {
      'a known keyword': allowOnlyKeywords(
        ...[
          'type',
          'description',
          'enum',
          'items',
          'properties',
          'required',
          'additionalProperties',
          'anyOf',
        ],
      ),
      'at most ten levels': ({ depth }: Node) => depth <= 10,
      'a closed object': ({ schema: one }: Node) =>
        one.type !== 'object' ||
        (one.additionalProperties === false &&
          (one.required as readonly string[]).length === listProperties(one).length),
    };
    const strict = toStrict(schema);
    expect(findViolations(strict, rules)).toEqual([]);
    expect(JSON.stringify(strict).length).toBeLessThan(15_000);
  });

  it('follows the rules of Anthropic tools', () => {
    expect(tool.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(schema.type).toBe('object');
    for (const key of ['anyOf', 'oneOf', 'allOf']) expect(schema).not.toHaveProperty(key);
    for (const { schema: one } of listNodes(schema))
      for (const [name] of listProperties(one)) expect(name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
    const ajv = new Ajv2020({ strict: true });
    expect(ajv.validateSchema(schema)).toBe(true);
  });

  it('follows the rules of both forms of Gemini functions', () => {
    expect(tool.name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/);
    const rules = {
      'one type': hasOneType,
      'items of a list': hasItems,
      'known names required': requiresKnownNames,
      'an enum of texts': hasEnumOfTexts,
      'fields of an object only': ({ schema: one }: Node) =>
        one.type === 'object' || (one.properties === undefined && one.required === undefined),
    };
    const keywords = ['type', 'description', 'enum', 'items', 'properties', 'required'];
    const older = { ...rules, 'a known keyword': allowOnlyKeywords(...keywords) };
    const newer = { ...rules, 'a known keyword': allowOnlyKeywords(...keywords, 'additionalProperties') };
    expect(findViolations(toOlderGemini(schema), older)).toEqual([]);
    expect(findViolations(schema, newer)).toEqual([]);
  });

  it('keeps its values when Mastra converts it to a zod schema', () => {
    const rules = {
      // Mastra would convert an object without `properties` to one that drops all its fields.
      'an object with properties': ({ schema: one }: Node) =>
        one.type !== 'object' || one.properties !== undefined,
      'an open object': ({ schema: one }: Node) => one.additionalProperties !== false,
      'items of a list': hasItems,
      'one type': hasOneType,
    };
    expect(findViolations(schema, rules)).toEqual([]);
  });
});
