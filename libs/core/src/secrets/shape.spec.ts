import { describe, expect, it } from 'vitest';

import { isDistinctive, isOrdinaryText, isPlainText, isRandomText, looksLikeToken } from './shape.js';

describe('the shape of a value', { tags: 'import:secrets:shape' }, () => {
  it.each([
    ...['password', 'Password1!', 'test1234', 'admin123', 'changeme', 'xxx', 'xxxxxxxx', '********'],
    ...[
      '<token>',
      '[your key]',
      'your-api-key',
      'YOUR_API_KEY',
      'my-secret-token',
      'INSERT_TOKEN_HERE',
      '${TOKEN}',
      '%TOKEN%',
    ],
    ...['true', 'null', '12345', '123456', '2024-05-01', '2024-05-01T10:00:00Z', '1.2.3', '+49 171 1234567'],
    ...[
      'https://a.example/x1y2z3',
      'ada@shop.example',
      '/users/reset',
      'application/json',
      'text/html; charset=utf-8',
    ],
    ...['application/x-www-form-urlencoded', 'projects/shop/secrets', 'same-origin', 'xxxxxxxx-xxxx-xxxx'],
    ...['your-fcm-token-here', 'FCM_DEVICE_TOKEN_HERE', 'senha_segura123'],
    ...['newpassword123', 'SecurePass@123', 'dev_token_123', 'sua_chave_mestra_aqui', 'asdfghjk'],
    ...['00000000-0000-0000-0000-000000000000', '0.3860632857748164'],
    ...['client credentials', 'refresh_token', 'accessToken', 'password-reset', 'Höhenangst', 'Bearer token'],
  ])('%s is plain text', (value) => {
    expect(isPlainText(value)).toBe(true);
    expect(isRandomText(value)).toBe(false);
  });

  it.each([
    ...[
      'abc123def456',
      'a1b2c3d4',
      'k-123456789',
      'eyJhbGciOi.payload.signature',
      'AKIAIOSFODNN7EXAMPLF',
      'hg7Kp2Lq9',
    ],
    ...[
      '5f8d0d55b54764421b7156d9',
      '550e8400-e29b-41d4-a716-446655440000',
      'kjhdfkjhwrtzpsd',
      'token-kjhdf-wrtzp',
      'aBcDeFgHiJkLmN',
      '4111111111111111',
      'aGVsbG8/d29ybGQh',
      'postgres://ada:Kq8zR2w@db.example/shop',
    ],
  ])('%s looks like a token', (value) => {
    expect(isPlainText(value)).toBe(false);
    expect(isRandomText(value)).toBe(true);
  });

  it.each([
    'US:FL:Boca_Raton:26.38:-80.17:v4',
    'hunter2-secret',
    'top-hat',
    'open:sesame',
    'Summer2024',
    'abc123',
    'correct-horse-7',
  ])('%s may be a password, but does not look like a token', (value) => {
    expect(isPlainText(value)).toBe(false);
    expect(isRandomText(value)).toBe(false);
  });

  it.each([
    ['call oneTwoSixTen', true],
    ['call aUmEd', true],
    ['call abUmEdIt', false],
    ['call kOlEmAnIs', false],
  ])('%s is plain text, judged by the capitals in its words: %s', (text, isPlain) => {
    expect(isPlainText(text)).toBe(isPlain);
  });

  it('of a short token is not distinctive, because it occurs in text by chance', () => {
    expect(['a1b2c3d4', 'abc123def456'].map(isDistinctive)).toEqual([false, true]);
  });
});

describe('a value that a server calls a secret', { tags: 'cookies:bounded' }, () => {
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
  ])('is ordinary text, which is not redacted: %s', (text) => {
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
    // Exactly as much entropy as a token needs.
    '1122334455556666',
  ])('may be a token: %s', (text) => {
    expect(looksLikeToken(text)).toBe(true);
  });
});
