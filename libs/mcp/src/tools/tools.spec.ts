import { getArbitrary } from '@tandem/core/testing';
import { decode, readSentArguments } from '@tandem/core/codec';
import { anyMethods } from '@tandem/rpc';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Tool } from '../catalogue/catalogue.js';
import { toWire } from './wire-tool.js';
import { uncalledClient } from '../testing/uncalled-client.js';
import { createTools } from './tools.js';

const allTools = createTools(uncalledClient);
const listedTools = allTools.filter(({ isListed = true }) => isListed);
const coreTools = createTools(uncalledClient, 'core').filter(({ isListed = true }) => isListed);
const toNamedTools = (tools: readonly Tool[]) => tools.map((tool) => [tool.name, tool] as const);

type Schema = Readonly<Record<string, unknown>>;
const isSchema = (u: unknown): u is Schema => typeof u === 'object' && u !== null && !Array.isArray(u);

/** Lists all schemas nested in a schema, with their paths. */
const listNestedSchemas = (schema: unknown, path = ''): readonly (readonly [string, Schema])[] => {
  if (!isSchema(schema)) return [];
  const properties = isSchema(schema.properties) ? Object.entries(schema.properties) : [];
  const cases = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  return [
    [path, schema],
    ...properties.flatMap(([name, one]) => listNestedSchemas(one, `${path}/${name}`)),
    ...listNestedSchemas(schema.items, `${path}[]`),
    ...listNestedSchemas(schema.additionalProperties, `${path}/*`),
    ...cases.flatMap((one, index) => listNestedSchemas(one, `${path}|${index}`)),
  ];
};

/** Converts a value to the types that a schema lists. Where the schema cannot express it, converts it to JSON text. */
const toListedTypes = (schema: Schema, value: unknown): unknown => {
  if (schema.type === 'string') return typeof value === 'string' ? value : JSON.stringify(value);
  if (schema.type === 'array')
    return (Array.isArray(value) ? value : [value]).map((one) => toListedTypes(schema.items as Schema, one));
  if (schema.type !== 'object') return value;
  const fields = (schema.properties ?? {}) as Record<string, Schema>;
  if (Array.isArray(value))
    return fields.content === undefined
      ? Object.fromEntries((value as { name: string; value: string }[]).map((one) => [one.name, one.value]))
      : { type: 'json', content: JSON.stringify(value) };
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([name, one]: [string, unknown]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : (schema.additionalProperties as Schema);
      if (field === undefined) return [[name, one]];
      if (one === null && !isSchema(schema.additionalProperties))
        return field.type === 'string' ? [[name, '']] : [];
      return [[name, toListedTypes(field, one)]];
    }),
  );
};

/** The length of the list as it is sent, except the fields of the protocol around it. */
const measureList = (tools: readonly Tool[]) => JSON.stringify({ tools: tools.map(toWire) }).length;

describe('the list of tools', () => {
  it('matches the reviewed list', async () => {
    await expect(`${JSON.stringify(listedTools.map(toWire), null, 2)}\n`).toMatchFileSnapshot(
      './__golden__/tools-list.json',
    );
  });

  it('takes at most 24 KB, and 10 KB for the core tools', { tags: 'mcp:list-size' }, () => {
    const advice = 'see "Add an operation" in CONTRIBUTING.md for what to do with a full list';
    expect(measureList(listedTools), advice).toBeLessThan(24 * 1024);
    expect(measureList(coreTools)).toBeLessThan(10 * 1024);
  });

  it('can be limited to the core tools, in the same order', () => {
    expect(coreTools.map(({ name }) => name)).toEqual(
      listedTools.map(({ name }) => name).filter((name) => coreTools.some((one) => one.name === name)),
    );
    expect(coreTools.length).toBeLessThan(listedTools.length);
  });

  it('contains the description of a long argument once, and elsewhere names the tool that describes it', () => {
    const argument = (name: string, one: string) =>
      (listedTools.find((tool) => tool.name === name)?.inputSchema.properties as Record<string, Schema>)[one];
    expect(argument('rest_create', 'auth')?.description).toContain('bearer {token}');
    expect(argument('rest_update', 'auth')?.description).toBe('See rest_create');
    const [names] = [listedTools.map(({ name }) => name)];
    for (const { inputSchema } of listedTools)
      for (const { description } of Object.values(inputSchema.properties as Record<string, Schema>)) {
        const [, seen] = /^See (\w+)$/.exec(String(description)) ?? [];
        if (seen !== undefined) expect(names).toContain(seen);
      }
  });

  it('contains no operation reserved for people', () => {
    expect(listedTools.map(({ name }) => name)).not.toContain('workspaces_open');
  });
});

describe.each(toNamedTools(listedTools))('the tool %s', (name, tool) => {
  it('has a name, a title and a description that every client accepts', () => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
    expect(name.length).toBeLessThanOrEqual(40);
    expect(tool.title.length).toBeGreaterThan(3);
    expect(tool.description).toMatch(/^[A-Z].*\.$/);
    expect(tool.description.length).toBeLessThanOrEqual(200);
  });

  it('declares whether it only reads, and whether it only adds', () => {
    const { readOnlyHint = false, destructiveHint = true } = toWire(tool).annotations ?? {};
    const { readOnly, destructive } = tool.effects;
    expect(readOnlyHint).toBe(readOnly);
    if (readOnly) expect(tool.effects).toMatchObject({ destructive: false, idempotent: true });
    else expect(destructiveHint).toBe(destructive);
  });

  it('has an object schema for its arguments', () => {
    expect(tool.inputSchema.type).toBe('object');
    expect(tool.inputSchema.properties).toBeDefined();
  });

  it('has schemas that every client accepts', () => {
    for (const [path, schema] of listNestedSchemas(tool.inputSchema)) {
      for (const key of ['anyOf', 'oneOf', 'allOf', '$ref', '$defs', 'format', 'pattern'])
        expect([path, schema]).not.toHaveProperty(`1.${key}`);
      expect(path.split(/[/[]/).length, path).toBeLessThanOrEqual(5);
    }
    for (const [path, schema] of listNestedSchemas(tool.inputSchema)) {
      expect(Array.isArray(schema.type), path).toBe(false);
      if (schema.type === 'array') expect(isSchema(schema.items), path).toBe(true);
      const words = Array.isArray(schema.enum) ? schema.enum : [];
      expect(new Set(words).size, path).toBe(words.length);
    }
  });

  it('accepts every value of its codec in the listed types', () => {
    const method = anyMethods.find((one) => one.name === name);
    if (method === undefined) throw new Error('not a method');
    const validate = new Ajv2020({ strict: false }).compile(tool.inputSchema);
    const read = decode(method.arguments);
    fc.assert(
      fc.property(getArbitrary(method.arguments), (value) => {
        const given: unknown = JSON.parse(JSON.stringify(method.arguments.encode(value)));
        const sent = toListedTypes(tool.inputSchema, given);
        expect(validate(sent), JSON.stringify(validate.errors)).toBe(true);
        expect(read(readSentArguments(method.arguments, sent))).toMatchObject({ _tag: 'Right' });
      }),
      { numRuns: 50 },
    );
  });
});
