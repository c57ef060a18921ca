import { JarCookie } from '@tandem/core';
import { withDescription, Int, struct, t } from '@tandem/core/codec';

import { placeFields } from '../environments/environment-place.js';

const name = withDescription(t.string, 'Name of the cookie');
const domain = withDescription(t.string, 'Its domain');
const path = withDescription(t.string, 'Its path, default /');

export const ListCookies = struct(
  'cookies_list arguments',
  {},
  { ...placeFields, url: withDescription(t.string, 'Only those sent there') },
);
export type ListCookies = t.TypeOf<typeof ListCookies>;

export const CookieList = struct('a list of cookies', { cookies: t.readonlyArray(JarCookie) });
export type CookieList = t.TypeOf<typeof CookieList>;

export const SetCookie = struct(
  'cookies_set arguments',
  { name, value: withDescription(t.string, 'Its value'), domain },
  {
    ...placeFields,
    path,
    expires: withDescription(t.string, 'Date; a session cookie if omitted'),
    secure: withDescription(t.boolean, 'Default false; only over HTTPS'),
    httpOnly: withDescription(t.boolean, 'Default false'),
    hostOnly: withDescription(t.boolean, 'Default true; not for subdomains'),
    sameSite: withDescription(t.string, 'strict, lax or none'),
  },
);
export type SetCookie = t.TypeOf<typeof SetCookie>;

export const DeleteCookie = struct('cookies_delete arguments', { name, domain }, { ...placeFields, path });
export type DeleteCookie = t.TypeOf<typeof DeleteCookie>;

export const ClearCookies = struct(
  'cookies_clear arguments',
  {},
  {
    ...placeFields,
    domain: withDescription(t.string, 'Only this domain'),
    session: withDescription(t.boolean, 'Only session cookies'),
  },
);
export type ClearCookies = t.TypeOf<typeof ClearCookies>;

export const ClearedCookies = struct('the number of deleted cookies', { deleted: Int });
export type ClearedCookies = t.TypeOf<typeof ClearedCookies>;
