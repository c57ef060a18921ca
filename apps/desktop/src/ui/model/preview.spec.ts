import { expect, it } from 'vitest';

import { previewOf } from './preview.js';

it.each([
  ['text/html; charset=utf-8', 'html'],
  ['image/svg+xml', 'image'],
  ['application/json', undefined],
  [undefined, undefined],
])('a body of type %s is looked at as %s', (type, kind) => {
  expect(previewOf('<p>', type)?.kind).toBe(kind);
});
