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
])('the cookie attributes %o are shown as in a Set-Cookie header', (attributes, expected) => {
  expect(listCookieAttributes(attributes).join('; ')).toBe(expected);
});
