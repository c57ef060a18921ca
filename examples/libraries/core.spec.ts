import { createRedactor, RestRequestPatch } from '@tandem/core';
import { decode, toJsonSchema } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { expect, it } from 'vitest';

it('the core decodes input and reports every error in it, and describes the codec as JSON Schema', () => {
  const decoded = decode(RestRequestPatch)({ name: 'Users', method: 7, urll: 'http://127.0.0.1/' });
  expect(E.isLeft(decoded) && decoded.left.map(({ path }) => path)).toEqual(['method', 'urll']);
  expect(toJsonSchema(RestRequestPatch)).toMatchObject({
    type: 'object',
    properties: { method: { type: 'string' } },
  });
});

it('the core redacts secrets in any encoding', () => {
  const { json } = createRedactor([{ name: 'TOKEN', value: 'p@ss word' }]);
  const hidden = json({ plain: 'p@ss word', inUrl: '?key=p%40ss%20word', base64: btoa('p@ss word') });
  expect(JSON.stringify(hidden).match(/‹secret:TOKEN›/g)).toHaveLength(3);
});
