import type { Cookie, HeaderList } from '@tandem/core';
import { parseSetCookie } from 'set-cookie-parser';

/** The cookies that `set-cookie` fields set (RFC 6265, section 5.2). Values stay as they were sent. */
export const cookiesOf = (headers: HeaderList): readonly Cookie[] =>
  parseSetCookie(
    headers.flatMap(([name, value]) => (name.toLowerCase() === 'set-cookie' ? [value] : [])),
    { decodeValues: false },
  ).map(({ name, value, domain, path, expires, maxAge, secure, httpOnly, sameSite }) => ({
    name,
    value,
    secure: secure ?? false,
    httpOnly: httpOnly ?? false,
    ...(domain === undefined ? {} : { domain }),
    ...(path === undefined ? {} : { path }),
    ...(expires === undefined || Number.isNaN(expires.getTime()) ? {} : { expires: expires.toISOString() }),
    ...(maxAge === undefined || Number.isNaN(maxAge) ? {} : { maxAge }),
    ...(sameSite === undefined ? {} : { sameSite }),
  }));
