import { describe, expect, it } from 'vitest';

import { isOwnSocket, strange } from './own-requests.js';

describe('a request', () => {
  it.each([
    { host: '127.0.0.1:4000' },
    { host: 'localhost:4000', origin: 'http://localhost:4000' },
    { host: '127.0.0.1:4000', origin: 'http://127.0.0.1:4000', 'sec-fetch-site': 'same-origin' },
    { host: '[::1]:4000', origin: 'http://[::1]:4000' },
  ])('with %j is of the page', (headers) => {
    expect(strange({ headers }, 4_000)).toBeUndefined();
  });

  it.each([
    {},
    { host: '127.0.0.1' },
    { host: '127.0.0.1:4001' },
    { host: 'evil.example:4000' },
    { host: '127.0.0.1:4000', origin: 'http://127.0.0.1:4001' },
    { host: '127.0.0.1:4000', origin: 'https://127.0.0.1:4000' },
    { host: '127.0.0.1:4000', origin: 'http://localhost:4000' },
    { host: '127.0.0.1:4000', origin: 'null' },
    { host: '127.0.0.1:4000', 'sec-fetch-site': 'cross-site' },
  ])('with %j is strange', (headers) => {
    expect(strange({ headers }, 4_000)).toBeDefined();
    expect(isOwnSocket({ headers }, 4_000)).toBe(false);
  });

  it('for a WebSocket has to say its origin', () => {
    const host = '127.0.0.1:4000';
    expect(isOwnSocket({ headers: { host } }, 4_000)).toBe(false);
    expect(isOwnSocket({ headers: { host, origin: `http://${host}` } }, 4_000)).toBe(true);
  });
});
