/** Parses the token of `Authorization: Bearer` (RFC 6750, section 2.1). Undefined if it is missing or malformed. */
export const readBearer = (authorization = ''): string | undefined =>
  /^bearer +([^\s]+) *$/i.exec(authorization)?.[1];
