import { describe, expect, it } from 'vitest';

import { isDistinctive, isPlainText, isRandomText } from './shape.js';

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
      'aBcDeFgHiJkLmN',
      '4111111111111111',
    ],
  ])('%s looks like a token', (value) => {
    expect(isPlainText(value)).toBe(false);
    expect(isRandomText(value)).toBe(true);
  });

  it.each(['hunter2-secret', 'top-hat', 'open:sesame', 'Summer2024', 'abc123', 'correct-horse-7'])(
    '%s may be a password, but does not look like a token',
    (value) => {
      expect(isPlainText(value)).toBe(false);
      expect(isRandomText(value)).toBe(false);
    },
  );

  it('of a short token is found in a text by chance', () => {
    expect(['a1b2c3d4', 'abc123def456'].map(isDistinctive)).toEqual([false, true]);
  });
});
