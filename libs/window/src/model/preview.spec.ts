import { expect, it } from 'vitest';

import { imageType, previewOf } from './preview.js';

it.each([
  ['text/html; charset=utf-8', 'html'],
  ['image/svg+xml', 'image'],
  ['application/json', undefined],
  [undefined, undefined],
])('a body of type %s is looked at as %s', (type, kind) => {
  expect(previewOf('<p>', type)?.kind).toBe(kind);
});

it.each([
  ['image/png', 'image/png'],
  ['Image/WebP; x=y', 'image/webp'],
  ['image/svg+xml', undefined],
  ['text/html', undefined],
  ['image/png,text/html', undefined],
  [undefined, undefined],
])('bytes of type %s are drawn as %s', (contentType, type) => {
  expect(imageType(contentType)).toBe(type);
});
