import type { ResponseSummary } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

type Attributes = Partial<Omit<ResponseSummary['cookies'][number], 'name' | 'value'>>;

const sameSiteLabels: Readonly<Record<string, string>> = { none: 'None', lax: 'Lax', strict: 'Strict' };

/** `SameSite` with its value as RFC 6265bis writes it, whatever the case that the server used. */
const formatSameSite = (value: string): string =>
  `SameSite=${getOwnValue(sameSiteLabels, value.toLowerCase()) ?? value}`;

/** The attributes of a cookie, written as in a `Set-Cookie` header. */
export const cookieAttributes = ({
  domain,
  path,
  expires,
  maxAge,
  secure,
  httpOnly,
  sameSite,
}: Attributes): readonly string[] => [
  ...(domain === undefined ? [] : [`Domain=${domain}`]),
  ...(path === undefined ? [] : [`Path=${path}`]),
  ...(expires === undefined ? [] : [`Expires=${expires}`]),
  ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ...(secure === true ? ['Secure'] : []),
  ...(httpOnly === true ? ['HttpOnly'] : []),
  ...(sameSite === undefined || sameSite === '' ? [] : [formatSameSite(sameSite)]),
];
