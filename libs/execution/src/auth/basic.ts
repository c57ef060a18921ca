import { E } from '@tandem/core/fp';

import { encodeBase64 } from '../bodies/base64.js';
import type { PrepareAuth } from './prepared-auth.js';

/** RFC 7617, in UTF-8. */
export const prepareBasic: PrepareAuth<'basic'> = (fill, { username, password }) => {
  const pair = `${fill(username, 'auth.username')}:${fill(password, 'auth.password')}`;
  return E.right({ header: ['authorization', `Basic ${encodeBase64(new TextEncoder().encode(pair))}`] });
};
