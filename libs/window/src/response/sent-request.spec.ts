import { expect, it } from 'vitest';

import { listSentHeaders } from './sent-request.js';

const own = [{ name: 'Content-Type', value: 'multipart/mixed' }];
const parts = { type: 'multipart', parts: [] } as const;

it.each([
  ['a multipart body', [], parts, [{ name: 'content-type', value: 'multipart/form-data; boundary=…' }]],
  ['a multipart body with a type of its own', own, parts, own],
  ['another body', [], { type: 'none' } as const, []],
])('the sent request shows its content type with %s', (_, headers, body, shown) => {
  expect(listSentHeaders({ headers, body })).toEqual(shown);
});
