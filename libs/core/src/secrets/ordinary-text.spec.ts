import { describe, expect, it } from 'vitest';

import { isOrdinaryText, looksLikeToken } from './ordinary-text.js';

describe('what a server calls a secret', { tags: 'cookies:bounded' }, () => {
  it.each([
    'application/json',
    'application/vnd.api+json',
    'https://api.example.test',
    'http://127.0.0.1:8080/',
    'https://api.example.test/users/profile',
    'api.example.test:8443',
    '/users/profile/edit',
    'export function onTest',
    'Authorization',
    'onTestCompletedTwice',
    '2026-11-27T02:00:00.000Z',
  ])('is text that people write, so that it is not hidden: %s', (text) => {
    expect(isOrdinaryText(text)).toBe(true);
    expect(looksLikeToken(text)).toBe(false);
  });

  it.each(['true', '0000000000000000', 'aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbb', 'abc123'])(
    'is too short or too plain for a token: %s',
    (text) => {
      expect(looksLikeToken(text)).toBe(false);
    },
  );

  it.each([
    '5f2b9c1de04a4d0f8a7b6c5d4e3f2a1b',
    's%3Aj4k2H8sLmQ9z.Kc0P%2Fx1',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig-nature_1',
    'a-session-that-is-long',
    'd290f1ee-6c54-4b01-90e6-d701748f0851',
    'MTIzNDU2Nzg5MDEyMzQ1Ng==',
    'https://hooks.example.test/services/T0/B0/x9Qz81',
  ])('can be a token: %s', (text) => {
    expect(looksLikeToken(text)).toBe(true);
  });
});
