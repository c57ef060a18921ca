/** Reads the token of `Authorization: Bearer` (RFC 6750 2.1). Undefined when it is missing or malformed. */
export const readBearer = (authorization = ''): string | undefined =>
  /^bearer +([^\s]+) *$/i.exec(authorization)?.[1];
