import type { Cookie, HeaderList } from '@tandem/core';
import { parseSetCookie } from 'set-cookie-parser';

/** Added to the names of cookies, because the parser drops a cookie with the name of a member of Object.prototype. */
const parserPrefix = '~';

const removeParserPrefix = ({ name, value }: { readonly name: string; readonly value: string }) =>
  name === ''
    ? { name, value: value.slice(parserPrefix.length).trim() }
    : { name: name.slice(parserPrefix.length).trim(), value };

/** Parses the cookies in `set-cookie` fields (RFC 6265, section 5.2). Does not decode their values. */
export const parseResponseCookies = (headers: HeaderList): readonly Cookie[] =>
  parseSetCookie(
    headers.flatMap(([name, value]) => (name.toLowerCase() === 'set-cookie' ? [parserPrefix + value] : [])),
    { decodeValues: false, silent: true },
  ).map(({ domain, path, expires, maxAge, secure, httpOnly, sameSite, ...pair }) => ({
    ...removeParserPrefix(pair),
    secure: secure ?? false,
    httpOnly: httpOnly ?? false,
    ...(domain === undefined ? {} : { domain }),
    ...(path === undefined ? {} : { path }),
    ...(expires === undefined || Number.isNaN(expires.getTime()) ? {} : { expires: expires.toISOString() }),
    ...(maxAge === undefined || Number.isNaN(maxAge) ? {} : { maxAge }),
    ...(sameSite === undefined ? {} : { sameSite }),
  }));
