import { describe, expect, it } from 'vitest';

import { findCrossOriginCallRefusal, findCrossOriginRefusal } from './page-server.js';

describe('a request', () => {
  it.each([
    { host: '127.0.0.1:4000' },
    { host: 'localhost:4000', origin: 'http://localhost:4000' },
    { host: '127.0.0.1:4000', origin: 'http://127.0.0.1:4000', 'sec-fetch-site': 'same-origin' },
    { host: '[::1]:4000', origin: 'http://[::1]:4000' },
  ])('with %j is accepted as one from the page', (headers) => {
    expect(findCrossOriginRefusal({ headers }, 4_000)).toBeUndefined();
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
  ])('with %j is refused', (headers) => {
    expect(findCrossOriginRefusal({ headers }, 4_000)).toBeDefined();
    expect(findCrossOriginCallRefusal({ headers }, 4_000)).toBeDefined();
  });

  it("must have the window's own origin if it is a call", { tags: 'page:call:origin' }, () => {
    const host = '127.0.0.1:4000';
    expect(findCrossOriginCallRefusal({ headers: { host } }, 4_000)).toMatch(/Origin/);
    expect(
      findCrossOriginCallRefusal({ headers: { host, origin: `http://${host}` } }, 4_000),
    ).toBeUndefined();
  });
});
