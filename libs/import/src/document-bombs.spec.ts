import { describe as describeError, type ImportDocument } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import { createDocumentReader } from './document-reader.js';

const reader = createDocumentReader();

/** Returns the document, or the reason why it is rejected. */
const outcomeOf = async (given: string | object): Promise<ImportDocument | string> => {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const outcome = await reader({ text })();
  return E.isRight(outcome) ? outcome.right : describeError(outcome.left);
};

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const repeatText = (count: number, text: string): string => text.repeat(count);

/** Creates an OpenAPI document with one operation whose body has a schema. */
const createSchemaDocument = (schema: object, type = 'application/json', schemas: object = {}) => ({
  openapi: '3.0.0',
  info: { title: 'A', version: '1' },
  servers: [{ url: 'http://127.0.0.1:9' }],
  paths: { '/a': { post: { requestBody: { content: { [type]: { schema } } }, responses: {} } } },
  components: { schemas },
});

const createParameterDocument = (schema: object, place: string) => ({
  openapi: '3.0.0',
  info: { title: 'A', version: '1' },
  paths: { '/a': { get: { parameters: [{ name: 'q', in: place, required: true, schema }], responses: {} } } },
});

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Schemas L0 to L30 that each contain the next one eight times. */
const levels = (schemaOf: (next: object) => object): object =>
  Object.fromEntries<object>([
    ...numbers(30).map((at) => [`L${at}`, schemaOf(refTo(`L${at + 1}`))] as const),
    ['L30', { type: 'object', properties: { leaf: { type: 'string' } } }],
  ]);

const eight = (next: object) =>
  Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [name, next]));
const nestSchema = (depth: number, inner: object): object =>
  depth === 0 ? inner : { type: 'array', minItems: 1_000, items: nestSchema(depth - 1, inner) };

const endless = { type: 'array', minItems: 2_000_000_000, items: { type: 'string' } };

const postman = (...item: readonly unknown[]) => ({
  info: { name: 'A', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/' },
  item,
});

const insomnia = (inner: string): string =>
  `type: collection.insomnia.rest/5.0\nname: A\nlong: &long "${repeatText(1_000_000, 'x')}"\ncollection:\n${inner}`;

describe('a schema whose example would not fit into memory', { tags: 'import:bounded' }, () => {
  it.each<[string, object]>([
    ['two billion entries in the query', createParameterDocument(endless, 'query')],
    ['two billion entries in a header', createParameterDocument(endless, 'header')],
    ['two billion entries in the path', createParameterDocument(endless, 'path')],
    ['two billion entries in JSON', createSchemaDocument(endless)],
    ['two billion entries in a form', createSchemaDocument(endless, 'application/x-www-form-urlencoded')],
    ['two billion entries in XML', createSchemaDocument(endless, 'application/xml')],
    ['a count that is a string', createSchemaDocument({ ...endless, minItems: '2000000000' })],
    ['a text of 300 million characters', createSchemaDocument({ type: 'string', minLength: 3e8 })],
    [
      'an address of 300 million characters',
      createSchemaDocument({ type: 'string', format: 'email', minLength: 3e8 }),
    ],
    [
      'a thousand entries of a thousand entries, six deep',
      createSchemaDocument(nestSchema(6, { type: 'string' })),
    ],
    [
      'eight references on each of 30 levels',
      createSchemaDocument(
        refTo('L0'),
        undefined,
        levels((next) => ({ type: 'object', properties: eight(next) })),
      ),
    ],
    [
      'the same references in schemas with parts',
      createSchemaDocument(
        refTo('L0'),
        undefined,
        levels((next) => ({ allOf: [{ type: 'object' }], properties: eight(next) })),
      ),
    ],
    [
      'eight parts on each of 30 levels',
      createSchemaDocument(
        refTo('L0'),
        undefined,
        levels((next) => ({ allOf: Object.values(eight(next)) })),
      ),
    ],
    [
      'eight parts on each of 30 levels of a form',
      createSchemaDocument(
        refTo('L0'),
        'multipart/form-data',
        levels((next) => ({ allOf: Object.values(eight(next)) })),
      ),
    ],
    [
      'alternatives on each of 30 levels',
      createSchemaDocument(
        refTo('L0'),
        undefined,
        levels((next) => ({ oneOf: [next], anyOf: [next], properties: eight(next) })),
      ),
    ],
    [
      'schemas that all refer to each other',
      createSchemaDocument(
        refTo('C0'),
        undefined,
        Object.fromEntries(
          numbers(14).map((at) => [
            `C${at}`,
            {
              allOf: [{ type: 'object' }],
              properties: Object.fromEntries(numbers(14).map((other) => [`p${other}`, refTo(`C${other}`)])),
            },
          ]),
        ),
      ),
    ],
  ])('gets a smaller example, and that is reported: %s', async (_what, document) => {
    const outcome = await outcomeOf(document);
    if (typeof outcome === 'string') throw new Error(outcome);
    expect(outcome.requests.length).toBe(1);
    expect(JSON.stringify(outcome.requests).length).toBeLessThan(500_000);
    expect(outcome.leftOut).toContainEqual({
      place: 'examples',
      what: expect.stringMatching(/^a sample has at most|^samples/) as string,
    });
  });

  it('gets a complete example if that is small enough', async () => {
    const list = { type: 'array', minItems: 3, items: { type: 'string', minLength: 8 } };
    const outcome = await outcomeOf(createSchemaDocument(list));
    if (typeof outcome === 'string') throw new Error(outcome);
    expect(outcome.requests[0]).toMatchObject({
      body: {
        content: JSON.stringify(['stringst', 'stringst', 'stringst'], undefined, 2),
      },
    });
    expect(outcome.leftOut).toEqual([]);
  });
});

describe('the size of a document', { tags: 'import:bounded' }, () => {
  const big = {
    openapi: '3.0.0',
    info: { title: 'A' },
    components: { examples: { e: { value: repeatText(1_000_000, 'x') } } },
  };
  const usedBy = (count: number) => ({
    ...big,
    paths: Object.fromEntries(
      numbers(count).map((at) => [
        `/p${at}`,
        {
          get: {
            parameters: [{ name: 'q', in: 'query', examples: { a: { $ref: '#/components/examples/e' } } }],
          },
        },
      ]),
    ),
  });
  it.each<[string, string | object, RegExp]>([
    ['one long example in every operation', usedBy(500), /longer than 104,857,600 characters/],
    [
      'aliases of aliases',
      `openapi: 3.0.0\na0: &a0 [x,x,x,x,x,x,x,x,x]\n${numbers(11)
        .map((at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(',')}]\n`)
        .join('')}`,
      /more than 2,000,000 values/,
    ],
    [
      'one long text with many aliases',
      insomnia(
        `  - name: a\n    url: http://a\n    headers: [${Array(100_000).fill('{name: *long, value: *long}').join(',')}]\n`,
      ),
      /characters, with all that its aliases repeat/,
    ],
    [
      '100,000 folders within each other',
      `{"info":{"name":"A"},"item":[${repeatText(100_000, '{"name":"f","item":[')}${repeatText(100_000, ']}')}]}`,
      /nested more than 500 levels/,
    ],
    [
      '100,000 folders with the same name',
      postman(...numbers(100_000).map(() => ({ name: 'f', item: [] }))),
      /100001 folders, and one import brings at most 20000/,
    ],
    [
      '500,000 headers',
      postman({
        name: 'r',
        request: { url: 'http://a', header: numbers(500_000).map((at) => ({ key: `h${at}`, value: 'v' })) },
      }),
      /more than 50,000 values in “r”/,
    ],
    [
      '500,000 parameters',
      postman({ name: 'r', request: `http://a/?${repeatText(500_000, 'c=d&')}` }),
      /more than 50,000 values in “r”/,
    ],
    [
      '20,000 servers',
      { ...createSchemaDocument({}), servers: numbers(20_000).map((at) => ({ url: `http://a${at}` })) },
      /20000 environments, and one import brings at most 1000/,
    ],
    [
      'an environment of 50,000 variables',
      {
        name: 'E',
        _postman_variable_scope: 'environment',
        values: numbers(50_000).map((at) => ({ key: `k${at}`, value: 'v' })),
      },
      /more than 50,000 values in “E”/,
    ],
    [
      '500,000 headers of a .http file',
      `GET http://a\n${repeatText(500_000, 'a: b\n')}`,
      /more than 50,000 values/,
    ],
    ['JSON that is only brackets', repeatText(1_000_000, '['), /is not valid JSON/],
    ['YAML that is only dashes', `${repeatText(200_000, '- ')}a`, /nesting exceeded/],
  ])('is refused with the reason if it exceeds a limit: %s', async (_what, document, why) => {
    expect(await outcomeOf(document)).toMatch(why);
  });

  it.each<[string, string | object, number]>([
    [
      '15,000 folders with the same name',
      postman(...numbers(15_000).map(() => ({ name: 'f', item: [{ name: 'r', request: 'http://a' }] }))),
      15_000,
    ],
    [
      'GraphQL that is only brackets',
      postman({
        name: 'g',
        request: {
          url: 'http://a',
          method: 'POST',
          body: {
            mode: 'graphql',
            graphql: { query: repeatText(200_000, '{a'), variables: repeatText(200_000, '{"a":') },
          },
        },
      }),
      1,
    ],
    [
      'a pattern that some engines never finish',
      createSchemaDocument({ type: 'string', pattern: `^${repeatText(50, '(a+)+')}$` }),
      1,
    ],
    [
      '20,000 hosts of a recording',
      {
        log: {
          entries: numbers(20_000).map((at) => ({
            request: { method: 'GET', url: `http://h${at}/`, headers: [] },
            response: { content: {} },
          })),
        },
      },
      20_000,
    ],
    ['20,000 curl commands', repeatText(20_000, 'curl http://a\n'), 20_000],
    [
      'parameters that refer to each other',
      {
        openapi: '3.0.0',
        info: {},
        paths: { '/a': { get: { parameters: [{ $ref: '#/components/parameters/a' }] } } },
        components: {
          parameters: { a: { $ref: '#/components/parameters/b' }, b: { $ref: '#/components/parameters/a' } },
        },
      },
      1,
    ],
  ])('is accepted if it exceeds no limit: %s', async (_what, document, requests) => {
    const outcome = await outcomeOf(document);
    expect(typeof outcome === 'string' ? outcome : outcome.requests.length).toBe(requests);
  });
});
