import { describe, expect, it } from 'vitest';

import {
  withDefault,
  withDescription,
  Int,
  integer,
  oneOf,
  struct,
  t,
  taggedUnion,
  text,
  toJsonSchema,
} from './index.js';

describe('the JSON Schema of a codec', () => {
  it.each<readonly [codec: t.Any, schema: unknown]>([
    [t.string, { type: 'string' }],
    [t.null, { type: 'null' }],
    [t.unknown, {}],
    [t.literal('a'), { const: 'a' }],
    [Int, expect.objectContaining({ type: 'integer' })],
    [integer(1, 9), { type: 'integer', minimum: 1, maximum: 9 }],
    [oneOf('a', 'b'), { type: 'string', enum: ['a', 'b'] }],
    [text('a name'), expect.objectContaining({ type: 'string', minLength: 1 })],
    [text('a whole number of things'), { type: 'string', minLength: 1 }],
    [t.readonlyArray(t.string), { type: 'array', items: { type: 'string' } }],
    [t.record(t.string, t.number), { type: 'object', additionalProperties: { type: 'number' } }],
    [t.union([t.string, t.null]), { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [
      withDescription(withDefault(t.boolean, true), 'On'),
      { type: 'boolean', default: true, description: 'On' },
    ],
  ])('describes what $name accepts', (codec, schema) => {
    expect(toJsonSchema(codec)).toEqual(schema);
  });

  it('lists required fields, except those with a default, and allows no other fields', () => {
    const codec = struct('a thing', { a: t.string, b: withDefault(t.string, 'x') }, { c: t.string });
    expect(toJsonSchema(codec)).toMatchObject({ required: ['a'], additionalProperties: false });
  });

  it('distinguishes the cases of a tagged union by their tags', () => {
    const { anyOf } = toJsonSchema(
      taggedUnion('a body', 'type', { none: [{}, {}], json: [{ content: t.string }, {}] }),
    );
    expect(anyOf).toMatchObject([
      { properties: { type: { const: 'none' } }, required: ['type'] },
      { properties: { type: { const: 'json' } }, required: ['type', 'content'] },
    ]);
  });

  it('can be given a description without changing the codec', () => {
    const named = withDescription(t.string, 'The name');
    expect(toJsonSchema(named)).toEqual({ type: 'string', description: 'The name' });
    expect(toJsonSchema(t.string)).toEqual({ type: 'string' });
  });

  it.each([t.undefined, t.Function, t.intersection([t.string, t.string]), t.tuple([t.string])])(
    'cannot be created for $name, because JSON Schema cannot express it',
    (codec) => {
      expect(() => toJsonSchema(codec)).toThrow(TypeError);
    },
  );
});
