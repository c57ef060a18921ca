import { struct, t } from '../codec/index.js';

const place = { url: t.string, name: t.string };

/** What a script did to a cookie: set it as a response from `url` would, or delete all of that name that `url` gets. */
export const CookieEdit = t.union(
  [
    struct(
      'a cookie that a script set',
      { kind: t.literal('set'), ...place, value: t.string },
      {
        /** The host of the URL alone gets the cookie without it. */
        domain: t.string,
        path: t.string,
        /** ISO 8601; a session cookie without it. */
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
