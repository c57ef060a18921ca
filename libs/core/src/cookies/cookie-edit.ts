import { struct, t } from '../codec/index.js';

const place = { url: t.string, name: t.string };

/**
 * A script's cookie change: set it as a response from `url` would, or delete all of that name that `url` receives.
 */
export const CookieEdit = t.union(
  [
    struct(
      'a cookie that a script set',
      { kind: t.literal('set'), ...place, value: t.string },
      {
        /** Without a domain, only the URL's host receives the cookie. */
        domain: t.string,
        path: t.string,
        /** ISO 8601; missing for a session cookie. */
        expires: t.string,
        secure: t.boolean,
        httpOnly: t.boolean,
        sameSite: t.string,
      },
    ),
    struct('a cookie that a script deleted', { kind: t.literal('delete'), ...place }),
  ],
  'a change of cookies',
);
export type CookieEdit = t.TypeOf<typeof CookieEdit>;
