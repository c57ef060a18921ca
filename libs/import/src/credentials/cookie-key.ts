import type { Auth, Pair } from '@tandem/core';

/** A key sent as a cookie: in the Cookie header, beside the jar's cookies for the request. */
export const createCookieKey = (name: string, value: string): Auth => ({
  type: 'api-key',
  name: 'Cookie',
  value: `${name}=${value}`,
  in: 'header',
});

const isSentCookie = ({ name, enabled }: Pair): boolean => enabled && name.toLowerCase() === 'cookie';

/**
 * Adds a cookie key to the request's own Cookie header, if any, because that header would be sent instead of the key.
 */
export const joinCookieKey = <A extends Auth>(
  auth: A,
  headers: readonly Pair[],
): { readonly auth: A | { readonly type: 'none' }; readonly headers: readonly Pair[] } => {
  const at = headers.findIndex(isSentCookie);
  if (auth.type !== 'api-key' || auth.in !== 'header' || auth.name !== 'Cookie' || at < 0)
    return { auth, headers };
  const { value } = auth;
  return {
    auth: { type: 'none' },
    headers: headers.map((one, index) => (index === at ? { ...one, value: `${one.value}; ${value}` } : one)),
  };
};
