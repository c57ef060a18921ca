import type { ResponseSummary } from '@tandem/core';
import { expect, it } from 'vitest';

import { maxComparedLength, responseText } from './response-text.js';

const response = {
  status: 200,
  statusText: 'OK',
  headers: { 'x-b': '2', 'content-type': 'text/plain' },
} as unknown as ResponseSummary;

it('writes a response as one text, its headers by name', () => {
  expect(responseText({ response, error: null }, 'body')).toBe(
    '200 OK\ncontent-type: text/plain\nx-b: 2\n\nbody',
  );
});

it('says why there is no response', () => {
  const error = { code: 'TIMEOUT', message: 'too late' } as const;
  expect(responseText({ response: null, error }, '')).toBe('TIMEOUT: too late');
});

it('cuts a long body', () => {
  expect(responseText({ response, error: null }, 'x'.repeat(maxComparedLength + 1)).length).toBeLessThan(
    maxComparedLength + 100,
  );
});
