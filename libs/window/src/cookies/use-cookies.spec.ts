import { expect, it } from 'vitest';

import { listCookieAttributes } from './use-cookies.js';

it.each([
  [{ secure: false, httpOnly: false }, ''],
  [{ secure: true, httpOnly: true, path: '/', sameSite: 'none' }, 'Path=/; Secure; HttpOnly; SameSite=None'],
  [
    { domain: 'a.test', maxAge: 0, expires: 'x', sameSite: 'LAX' },
    'Domain=a.test; Expires=x; Max-Age=0; SameSite=Lax',
  ],
  [{ sameSite: 'other' }, 'SameSite=other'],
])('writes the attributes %o as a Set-Cookie header does', (attributes, expected) => {
  expect(listCookieAttributes(attributes).join('; ')).toBe(expected);
});
