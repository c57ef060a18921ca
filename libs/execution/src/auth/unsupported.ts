import { E } from '@tandem/core/fp';

import { createFault } from '../fault.js';
import type { PrepareAuth } from './prepared-auth.js';

/** Refuses to send a request if its file asks for an unsupported auth. */
export const refuseUnsupported: PrepareAuth<'unsupported'> = (_fill, { name }) =>
  E.left(
    createFault(
      'AUTH_UNSUPPORTED',
      `The auth "${name}" is not supported yet, so nothing was sent. Set another auth for the request, or none to send it without.`,
      { name },
    ),
  );
