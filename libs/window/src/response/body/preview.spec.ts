import { expect, it } from 'vitest';

import { previewOf } from './preview.js';

it.each([
  ['text/html; charset=utf-8', 'html'],
  ['application/xhtml+xml', 'html'],
  ['image/svg+xml', 'svg'],
  ['IMAGE/PNG', 'image'],
  ['application/pdf', 'pdf'],
  ['audio/mpeg', 'audio'],
  ['video/mp4', 'video'],
  ['image/tiff', undefined],
  ['audio/', undefined],
  ['application/json', undefined],
  [undefined, undefined],
])('a body of type %s is shown as %s', (contentType, kind) => {
  expect(previewOf(contentType)).toBe(kind);
});
