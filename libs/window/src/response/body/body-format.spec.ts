import { describe, expect, it } from 'vitest';

import { getFileExtension, getFormat, getPreviewKind } from './body-format.js';

describe('the format of a body', () => {
  it.each([
    ['{}', 'application/json; charset=utf-8', 'json'],
    ['{}', 'application/problem+json', 'json'],
    ['<a/>', 'application/atom+xml', 'xml'],
    ['<p>', 'text/html', 'html'],
    ['a{}', 'text/css', 'css'],
    ['a()', 'text/javascript', 'javascript'],
    ['a()', 'application/javascript', 'javascript'],
    ['words', 'text/plain', 'text'],
    ['  [1]', 'text/plain', 'json'],
    ['{"a":1}', 'text/html', 'html'],
    ['{"a":1}', 'text/csv', 'json'],
    ['<!DOCTYPE html><p>', undefined, 'html'],
    ['<?xml version="1.0"?><a/>', 'text/plain', 'xml'],
    ['<?xml version="1.0"?><a/>', 'text/csv', 'text'],
    ['', undefined, 'text'],
  ])('of %j with the type %s is %s', (text, contentType, format) => {
    expect(getFormat(text, contentType)).toBe(format);
  });

  it.each([
    ['json', 'application/json', 'json'],
    ['text', 'text/plain', 'txt'],
    [undefined, 'image/png', 'png'],
    [undefined, 'application/pdf', 'pdf'],
    [undefined, 'application/octet-stream', 'bin'],
    [undefined, undefined, 'bin'],
  ] as const)(
    'determines the file extension: %s with the type %s is saved as %s',
    (format, contentType, extension) => {
      expect(getFileExtension(format, contentType)).toBe(extension);
    },
  );
});

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
])('a body of the type %s is shown as %s', (contentType, kind) => {
  expect(getPreviewKind(contentType)).toBe(kind);
});
