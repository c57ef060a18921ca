import { E } from '@tandem/core/fp';

import type { PrepareAuth } from './prepared-auth.js';

/** RFC 6750, section 2.1. */
export const prepareBearer: PrepareAuth<'bearer'> = (fill, { token }) =>
  E.right({ header: ['authorization', `Bearer ${fill(token, 'auth.token')}`] });
