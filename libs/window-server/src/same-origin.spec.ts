import { describe, expect, it } from 'vitest';

import { strange, strangeCall } from './own-requests.js';

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
    expect(strangeCall({ headers }, 4_000)).toBeDefined();
  });

  it('that is a call has to say its origin', { tags: 'page:call:origin' }, () => {
    const host = '127.0.0.1:4000';
    expect(strangeCall({ headers: { host } }, 4_000)).toMatch(/Origin/);
    expect(strangeCall({ headers: { host, origin: `http://${host}` } }, 4_000)).toBeUndefined();
  });
});
