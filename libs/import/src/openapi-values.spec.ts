import type { ImportedRequest, Pair } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { read } from './testing/read.js';

type Rest = Extract<ImportedRequest, { kind: 'rest' }>;

const restOf = (document: object): Rest => {
  const [request] = read(document).requests;
  if (request?.kind !== 'rest') throw new Error('There is no REST request');
  return request;
};

const about = { openapi: '3.0.4', info: { title: 'A' }, servers: [{ url: 'https://a.example' }] };

const operation = (path: string, fields: object, method = 'get', more: object = {}): Rest =>
  restOf({ ...about, ...more, paths: { [path]: { [method]: fields } } });

const textOf = (rows: readonly Pair[] = []): string =>
  rows.map(({ name, value }) => `${name}=${value}`).join('&');

const color = { empty: '', string: 'blue', array: ['blue', 'black', 'brown'], object: { R: 100, G: 200 } };

/** The table “Style Values” of OpenAPI 3.0.4; undefined for combinations that it marks as meaningless. */
const styles: readonly (readonly [
  place: 'query' | 'path',
  style: string,
  explode: boolean,
  empty: string | undefined,
  string: string | undefined,
  array: string | undefined,
  object: string | undefined,
])[] = [
  ['path', 'matrix', false, ';color', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200'],
  ['path', 'matrix', true, ';color', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200'],
  ['path', 'label', false, '.', '.blue', '.blue,black,brown', '.R,100,G,200'],
  ['path', 'label', true, '.', '.blue', '.blue.black.brown', '.R=100.G=200'],
  ['path', 'simple', false, '', 'blue', 'blue,black,brown', 'R,100,G,200'],
  ['path', 'simple', true, '', 'blue', 'blue,black,brown', 'R=100,G=200'],
  ['query', 'form', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200'],
  ['query', 'form', true, 'color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200'],
  ['query', 'spaceDelimited', false, undefined, undefined, 'color=blue black brown', 'color=R 100 G 200'],
  ['query', 'pipeDelimited', false, undefined, undefined, 'color=blue|black|brown', 'color=R|100|G|200'],
  ['query', 'deepObject', true, undefined, undefined, undefined, 'color[R]=100&color[G]=200'],
];

const cells = styles.flatMap(([place, style, explode, ...expected]) =>
  (['empty', 'string', 'array', 'object'] as const).flatMap((kind, at) => {
    const text = expected[at];
    return text === undefined ? [] : [{ place, style, explode, kind, text }];
  }),
);

describe('an OpenAPI parameter', { tags: 'import:styles' }, () => {
  it.each(cells)('in a $place in $style with explode $explode is written as $text for $kind', (cell) => {
    const { place, style, explode, kind, text } = cell;
    const parameters = [
      { name: 'color', in: place, required: true, style, explode, example: color[kind], schema: {} },
    ];
    const request = operation(place === 'path' ? '/{color}' : '/', { parameters });
    if (place === 'query') expect(textOf(request.queryParams)).toBe(text);
    else expect(request.pathParams).toEqual([{ name: 'color', value: text, enabled: true }]);
  });

  it('in a query is exploded by default if it is a list or an object', () => {
    const parameters = [
      { name: 'a', in: 'query', example: ['1', '2'] },
      { name: 'b', in: 'query', example: { x: 1, y: [2] } },
    ];
    expect(textOf(operation('/', { parameters }).queryParams)).toBe('a=1&a=2&x=1&y=[2]');
  });

  it('in a query has its plus signs, percent signs and delimiters encoded, unless they are allowed', () => {
    const given = { in: 'query', example: ['a,b', '1+2', '%41 50%'] };
    const parameters = [
      { name: 'a', explode: false, ...given },
      { name: 'b', ...given },
      { name: 'c', explode: false, allowReserved: true, ...given },
    ];
    expect(textOf(operation('/', { parameters }).queryParams)).toBe(
      'a=a%2Cb,1%2B2,%2541 50%25&b=a,b&b=1%2B2&b=%2541 50%25&c=a,b,1+2,%41 50%',
    );
  });

  it('in the style deepObject has full names for the fields of an object, and repeats its name for a list', () => {
    const parameters = [
      { name: 'f', in: 'query', style: 'deepObject', example: { a: { b: 1 }, c: ['x', 'y'] } },
    ];
    expect(textOf(operation('/', { parameters }).queryParams)).toBe('f[a][b]=1&f[c]=x&f[c]=y');
  });

  it.each([
    [false, 'R,100,G,200'],
    [true, 'R=100,G=200'],
  ])('in a header has the style simple, with explode %s', (explode, value) => {
    const parameters = [
      { name: 'X-Color', in: 'header', required: true, explode, example: color.object },
      { name: 'X-List', in: 'header', required: true, explode, example: color.array },
    ];
    expect(operation('/', { parameters }).headers).toEqual([
      { name: 'X-Color', value, enabled: true },
      { name: 'X-List', value: 'blue,black,brown', enabled: true },
    ]);
  });

  it('in a cookie is part of the Cookie header, which is disabled if the cookie is not required', () => {
    const parameters = [
      { name: 'a', in: 'cookie', required: true, example: '1' },
      { name: 'b', in: 'cookie', required: true, explode: false, example: ['x', 'y'] },
      { name: 'c', in: 'cookie', example: '3' },
    ];
    expect(operation('/', { parameters }).headers).toEqual([
      { name: 'Cookie', value: 'a=1; b=x,y', enabled: true },
      { name: 'Cookie', value: 'c=3', enabled: false },
    ]);
  });

  it('with a media type is serialized in that type, wherever it is sent', () => {
    const content = { 'application/json': { example: { a: [1] } } };
    const parameters = [
      { name: 'q', in: 'query', content },
      { name: 'p', in: 'path', content },
      { name: 'X-H', in: 'header', content },
    ];
    expect(operation('/{p}', { parameters })).toMatchObject({
      queryParams: [{ name: 'q', value: '{"a":[1]}' }],
      pathParams: [{ name: 'p', value: '{"a":[1]}' }],
      headers: [{ name: 'X-H', value: '{"a":[1]}' }],
    });
  });

  it("in a form has the form's encoding, or else is JSON if it is an object and repeats its name if it is a list", () => {
    const schema = {
      type: 'object',
      properties: {
        list: { type: 'array', example: ['a', 'b'] },
        piped: { type: 'array', example: ['a', 'b'] },
        deep: { type: 'object', example: { k: 'v' } },
        json: { type: 'object', example: { k: 'v' } },
        typed: { type: 'array', example: [1, 2] },
      },
    };
    const encoding = {
      piped: { style: 'pipeDelimited', explode: false },
      deep: { style: 'deepObject', explode: true },
      typed: { contentType: 'application/json' },
    };
    const content = { 'application/x-www-form-urlencoded': { schema, encoding } };
    const { body } = operation('/', { requestBody: { content } }, 'post');
    expect(body?.type === 'form-urlencoded' && textOf(body.fields)).toBe(
      'list=a&list=b&piped=a|b&deep[k]=v&json={"k":"v"}&typed=[1,2]',
    );
  });
});

describe('a Swagger 2 parameter', { tags: 'import:styles' }, () => {
  const formats = [
    ['csv', 'a=x,y'],
    ['ssv', 'a=x y'],
    ['tsv', 'a=x\ty'],
    ['pipes', 'a=x|y'],
    ['multi', 'a=x&a=y'],
    [undefined, 'a=x,y'],
  ] as const;
  const swagger = (parameter: object): Rest =>
    restOf({
      swagger: '2.0',
      info: { title: 'A' },
      host: 'a.example',
      paths: { '/{a}': { post: { parameters: [{ name: 'a', type: 'array', ...parameter }] } } },
    });

  it.each(formats)(
    'with the collectionFormat %s is written as %s in a query and a form',
    (collectionFormat, text) => {
      const given = { required: true, items: { type: 'string' }, default: ['x', 'y'], collectionFormat };
      expect(textOf(swagger({ ...given, in: 'query' }).queryParams)).toBe(text);
      const { body } = swagger({ ...given, in: 'formData' });
      expect(body?.type === 'form-urlencoded' && textOf(body.fields)).toBe(text);
    },
  );

  it('is a single text in a path and a header', () => {
    const given = { collectionFormat: 'pipes', default: ['x', 'y'] };
    expect(swagger({ ...given, in: 'path' }).pathParams).toMatchObject([{ value: 'x|y' }]);
    expect(swagger({ ...given, in: 'header' }).headers).toMatchObject([{ value: 'x|y' }]);
  });
});

describe('a value without an example', { tags: 'import:samples' }, () => {
  const valueOf = (schema: object, given: object = {}): string | undefined =>
    operation('/', { parameters: [{ name: 'v', in: 'query', schema, ...given }] }).queryParams?.[0]?.value;

  it.each([
    [{ type: 'string', pattern: '.+', example: null }, 'string'],
    [{ type: 'string', nullable: true, example: null }, 'string'],
    [{ type: 'null', example: null }, ''],
    [{ oneOf: [{ type: 'null' }, { type: 'integer', minimum: 3 }] }, '3'],
    [{ anyOf: [{ enum: [null] }, { enum: [null, 'a'] }] }, 'a'],
    [{ type: ['null', 'string'], enum: [null, 'b'] }, 'b'],
    [{ type: 'string', const: 'c' }, 'c'],
    [{ type: 'string', enum: ['d', 'e'] }, 'd'],
    [{ type: 'string', default: 'f', enum: ['e', 'f'] }, 'e'],
    [{ type: 'string', default: 'g' }, 'g'],
    [{ type: 'string', minLength: 8, maxLength: 8 }, 'stringst'],
    [{ type: 'string', maxLength: 3 }, 'str'],
    [{ type: 'string', format: 'date' }, '2019-08-24'],
    [{ type: 'string', format: 'byte' }, 'c3RyaW5n'],
    [{ type: 'integer', minimum: 5 }, '5'],
    [{ type: 'integer', exclusiveMinimum: 5 }, '6'],
    [{ type: 'integer', minimum: 5, exclusiveMinimum: true }, '6'],
    [{ type: 'integer', minimum: 0.5 }, '1'],
    [{ type: 'number', exclusiveMinimum: 0, maximum: 0.5 }, '0.25'],
    [{ type: 'integer', minimum: 3, multipleOf: 5 }, '5'],
    [{ type: 'integer', maximum: -2 }, '-2'],
  ] as const)('is generated from the schema %j as %s', (schema, value) => {
    expect(valueOf(schema)).toBe(value);
  });

  it("is generated from the schema if the parameter's example is null", () => {
    expect(valueOf({ type: 'string', default: 'x' }, { example: null })).toBe('x');
  });

  it.each([
    '^[A-Z]{3}-\\d{4}$',
    '^(?:red|green)$',
    '^\\+?[1-9]\\d{1,14}$',
    '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    '^[^a-z]{2}$',
    '^(?=.*\\d)[a-z\\d]{4}$',
    '^\\p{Lu}',
  ])('matches the pattern %s', (pattern) => {
    expect(valueOf({ type: 'string', pattern })).toMatch(new RegExp(pattern, 'u'));
  });

  it('is generated so that it matches the pattern and has the required length', () => {
    expect(valueOf({ type: 'string', pattern: '^[0-9]+$', minLength: 6, maxLength: 8 })).toMatch(/^\d{6,8}$/);
  });

  it.each([
    ['^\\+?[1-9]\\d{1,14}$', 8, 16],
    ['^[0-9]{1,3}(,[0-9]{3})*$', 9, 11],
    ['^[A-Z]{2}-[a-z]{1,40}$', 20, 30],
    ['^([a-f]{1,4}:){2,7}[{1,2}]$', 15, 22],
  ])(
    'matches the pattern %s if repetitions have to continue until the required length',
    (pattern, minLength, maxLength) => {
      const value = valueOf({ type: 'string', pattern, minLength, maxLength }) ?? '';
      expect(value).toMatch(new RegExp(pattern));
      expect([value.length >= minLength, value.length <= maxLength]).toEqual([true, true]);
    },
  );

  it.each(['(', '^(a{1000}){1000}$', '(a)(\\1\\1)(\\2\\2)'])(
    'is any string for the pattern %s',
    (pattern) => {
      expect(valueOf({ type: 'string', pattern })).toBe('string');
    },
  );

  it('is generated for properties that are named like schema keywords', () => {
    const properties = { example: { type: 'string', pattern: '^\\d$' }, default: { type: 'string' } };
    const content = { 'application/json': { schema: { type: 'object', properties } } };
    const { body } = operation('/', { requestBody: { content } }, 'post');
    expect(body).toEqual({ type: 'json', content: '{\n  "example": "0",\n  "default": "string"\n}' });
  });
});

describe('the body of an operation', { tags: 'import:media-types' }, () => {
  const sent = (type: string, media: object, more: object = {}) => {
    const { body, headers } = operation('/', { requestBody: { content: { [type]: media } } }, 'post', more);
    return { body, headers };
  };
  const typeHeader = (value: string) => [{ name: 'Content-Type', value, enabled: true }];

  it.each([
    'application/vnd.api+json',
    'application/merge-patch+json',
    'application/json-patch+json',
    'application/json; charset=utf-8',
    'text/json',
  ])('is JSON with its own type in the header if the type is %s', (type) => {
    expect(sent(type, { example: { a: null } })).toEqual({
      body: { type: 'json', content: '{\n  "a": null\n}' },
      headers: typeHeader(type),
    });
  });

  it('has no Content-Type header if it is JSON, because JSON bodies set that header', () => {
    expect(sent('application/json', { example: { a: 1 } }).headers).toEqual([]);
  });

  it.each(['application/x-ndjson', 'application/jsonl', 'application/json-seq'])(
    'has one JSON value per line in the type %s',
    (type) => {
      expect(sent(type, { example: [{ a: 1 }, { a: 2 }] }).body).toEqual({
        type: 'text',
        content: '{"a":1}\n{"a":2}\n',
        contentType: type,
      });
    },
  );

  it.each([
    ['*/*', { example: { a: 1 } }, { type: 'json' }],
    ['application/*', { schema: { type: 'object', properties: {} } }, { type: 'json' }],
    ['*/*', { example: 'a' }, { type: 'text', contentType: 'text/plain' }],
    ['text/*', { schema: { type: 'string' } }, { type: 'text', contentType: 'text/plain' }],
    ['image/*', {}, { type: 'binary' }],
    ['*/*', { schema: { type: 'string', format: 'binary' } }, { type: 'binary' }],
  ])('has a concrete type or none for the range %s', (type, media, body) => {
    const made = sent(type, media);
    expect(made.body).toMatchObject(body);
    expect(JSON.stringify(made)).not.toContain('*');
  });

  it("has its component's name as the XML root element", () => {
    const schemas = { Pet: { type: 'object', properties: { id: { type: 'integer', example: 1 } } } };
    const more = { components: { schemas } };
    expect(sent('application/xml', { schema: { $ref: '#/components/schemas/Pet' } }, more).body).toEqual({
      type: 'text',
      content: '<Pet>\n  <id>1</id>\n</Pet>',
      contentType: 'application/xml',
    });
    const given = { schema: { $ref: '#/components/schemas/Pet' }, example: { id: 2 } };
    expect(sent('application/xml', given, more).body).toMatchObject({
      content: '<Pet>\n  <id>2</id>\n</Pet>',
    });
  });

  it('has the XML names, attributes, wrapped lists, prefixes and namespaces of its schema', () => {
    const schema = {
      type: 'object',
      xml: { name: 'pet', prefix: 'p', namespace: 'https://p.example' },
      properties: {
        id: { type: 'integer', example: 1, xml: { attribute: true } },
        tags: {
          type: 'array',
          xml: { name: 'tags', wrapped: true },
          items: { type: 'string', example: 'a', xml: { name: 'tag' } },
        },
      },
    };
    const { body } = sent('application/xml', { schema });
    expect(body?.type === 'text' && body.content.replace(/\n\s*/g, '')).toBe(
      '<p:pet id="1" xmlns:p="https://p.example"><tags><tag>a</tag></tags></p:pet>',
    );
  });
});

describe('the servers of a path or an operation', { tags: 'import:servers' }, () => {
  const urlOf = (item: object, more: object = {}): Rest =>
    restOf({ ...about, ...more, paths: { '/x': item } });

  it("replace the document's servers, and the servers of an operation replace those of its path", () => {
    const servers = [{ url: 'https://path.example/' }];
    expect(urlOf({ servers, get: {} }).url).toBe('https://path.example/x');
    expect(urlOf({ servers, get: { servers: [{ url: 'https://op.example' }] } }).url).toBe(
      'https://op.example/x',
    );
    expect(urlOf({ get: {} }).url).toBe('{{baseUrl}}/x');
  });

  it('add their variables to the request', () => {
    const servers = [{ url: 'https://{region}.example', variables: { region: { default: 'eu' } } }];
    expect(urlOf({ servers, get: {} })).toMatchObject({
      url: 'https://{{region}}.example/x',
      requestVariables: [{ name: 'region', value: 'eu' }],
    });
  });

  it('are reported if there is more than one', { tags: 'import:left-out' }, () => {
    const servers = [{ url: 'https://a.example' }, { url: 'https://b.example' }];
    expect(read({ ...about, paths: { '/x': { servers, get: {} } } }).leftOut).toEqual([
      {
        place: 'GET /x',
        what: 'its other servers, https://b.example; the request uses https://a.example',
      },
    ]);
  });

  it('are reported if no host is known', { tags: 'import:left-out' }, () => {
    const listLost = (servers: readonly object[], base = '') =>
      read({ ...about, paths: { '/x': { get: {} } }, servers }, { base }).leftOut.map(({ place }) => place);
    expect([listLost([]), listLost([{ url: '/v1' }])]).toEqual([['servers'], ['servers']]);
    expect(listLost([], 'http://api.example/openapi.json')).toEqual([]);
    expect(listLost([{ url: '{x}/v1', variables: { x: {} } }])).toEqual([]);
  });

  it("have the operation's schemes in Swagger 2", () => {
    const swagger = { swagger: '2.0', info: {}, host: 'a.example', basePath: '/v1', schemes: ['https'] };
    expect(restOf({ ...swagger, paths: { '/x': { get: { schemes: ['http'] } } } }).url).toBe(
      'http://a.example/v1/x',
    );
  });
});
