import type { Auth } from '@tandem/core';

/** A key that is sent as a cookie: in the Cookie header, beside what the jar has for the request. */
export const cookieKey = (name: string, value: string): Auth => ({
  type: 'api-key',
  name: 'Cookie',
  value: `${name}=${value}`,
  in: 'header',
});
