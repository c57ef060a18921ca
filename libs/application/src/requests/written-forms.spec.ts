import { decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import { requestArguments } from './request-arguments.js';
import { CreateFolderArguments } from '../folders/folder-arguments.js';

const { create } = requestArguments.rest;
const read = (fields: object): unknown => {
  const decoded = decode(create)({ name: 'R', ...fields });
  return E.isRight(decoded) ? decoded.right : decoded.left.map(({ path, message }) => [path, message]);
};
const json = (value: unknown) => ({ body: { type: 'json', content: JSON.stringify(value, null, 2) } });

describe('the body of a new request', { tags: 'agent:forms' }, () => {
  it.each<readonly [unknown]>([
    [{ a: 1 }],
    [{}],
    [{ content: 'a' }],
    [{ fields: [], parts: [], file: 'x' }],
    [{ id: '{{id}}', nested: { type: 'text' } }],
    [[1, { type: 'json' }]],
    [[]],
  ])('is JSON if it is %j', (body) => {
    expect(read({ body })).toMatchObject(json(body));
  });

  it('is JSON even if its content has a field named type', () => {
    const content = { type: 'user', name: 'Ann' };
    expect(read({ body: { type: 'json', content } })).toMatchObject(json(content));
    expect(read({ body: { type: 'json', content: [1] } })).toMatchObject(json([1]));
  });

  it.each([
    [{ type: 'none' }],
    [{ type: 'json', content: '{"a":1}' }],
    [{ type: 'text', content: 'a' }],
    [{ type: 'form-urlencoded', fields: [] }],
  ])('stays as it was provided: %j', (body) => {
    expect(read({ body })).toMatchObject({ body });
  });

  it('accepts the content of a part as text or base64 instead of a file', () => {
    const parts = [
      { name: 'a', text: 'x', filename: 'a.csv', contentType: 'text/csv' },
      { name: 'b', base64: 'AAEC', filename: 'b.png', contentType: 'image/png' },
      { name: 'c', base64: 'AA==' },
      { name: 'd', value: 'y', enabled: false },
    ];
    expect(read({ body: { type: 'multipart', parts } })).toMatchObject({
      body: {
        type: 'multipart',
        parts: [
          { name: 'a', value: 'x', filename: 'a.csv', contentType: 'text/csv', enabled: true },
          { name: 'b', file: 'data:image/png;base64,AAEC', filename: 'b.png', contentType: 'image/png' },
          { name: 'c', file: 'data:;base64,AA==' },
          { name: 'd', value: 'y', enabled: false },
        ],
      },
    });
  });

  it.each<readonly [unknown, string, string]>([
    [
      { type: 'multipart', parts: [{ name: 'a', text: 'x', base64: 'AA==' }] },
      'body.parts[0]',
      'body.parts[0] must be a part { name, value }, { name, file } or { name, base64 }, not {"name":"a","text":"x","base64":"AA=="}',
    ],
    [
      { type: 'user', name: 'Ann' },
      'body',
      'body has the type "user", but the types of a body are none, json, text, form-urlencoded, multipart, binary; write JSON with a type of its own as {"type": "json", "content": {"type": …}}',
    ],
    [
      '{"a":1}',
      'body',
      'body must be JSON such as {"name": "Ann"}, or an object such as {"type": "text", "content": "…"} with one of the types none, json, text, form-urlencoded, multipart, binary, not "{\\"a\\":1}"',
    ],
    [{ type: 'text', contents: 'a' }, 'body.content', 'body.content is missing; it must be string'],
    [
      { type: 'json', content: { a: 1 }, more: 1 },
      'body.content',
      'body.content must be string, not {"a":1}',
    ],
  ])('is refused as %j', (body, path, message) => {
    expect(read({ body })).toContainEqual([path, message]);
  });
});

describe('headers and other pairs', { tags: 'agent:forms' }, () => {
  it.each(['headers', 'queryParams', 'pathParams', 'requestVariables'])('of %s may be an object', (name) => {
    expect(read({ [name]: { a: 'x', n: 1, yes: true, several: ['1', 2] } })).toMatchObject({
      [name]: [
        { name: 'a', value: 'x', enabled: true },
        { name: 'n', value: '1', enabled: true },
        { name: 'yes', value: 'true', enabled: true },
        { name: 'several', value: '1', enabled: true },
        { name: 'several', value: '2', enabled: true },
      ],
    });
    expect(read({ [name]: [{ name: 'a', value: 'x' }] })).toMatchObject({
      [name]: [{ name: 'a', value: 'x', enabled: true }],
    });
  });

  it.each<readonly [unknown, string, string]>([
    [
      'Accept: text/html',
      'headers',
      'headers must be an object such as {"Accept": "text/html"}, or a list of { name, value, enabled? }, not "Accept: text/html"',
    ],
    [
      { a: { value: 'x' } },
      'headers',
      'headers must be an object such as {"Accept": "text/html"}, or a list of { name, value, enabled? }, not {"a":{"value":"x"}}',
    ],
    [[{ name: 'a' }], 'headers[0].value', 'headers[0].value is missing; it must be string'],
  ])('are refused as %j', (headers, path, message) => {
    expect(read({ headers })).toContainEqual([path, message]);
  });

  it('of a folder may be an object too', () => {
    expect(decode(CreateFolderArguments)({ path: 'a', headers: { a: 'x' } })).toMatchObject({
      right: { headers: [{ name: 'a', value: 'x', enabled: true }] },
    });
  });
});
