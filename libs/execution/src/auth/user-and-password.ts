import type { AuthOf, ExecutionFault } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { createFault } from '../fault.js';
import type { Fill } from '../filling/filler.js';
import type { PreparedAuth } from './prepared-auth.js';

type Kind = 'digest' | 'wsse' | 'ntlm';

/** Fills in the user and password that the transport uses to answer a challenge. */
export const prepareUser = (fill: Fill, auth: AuthOf<Kind>): E.Either<ExecutionFault, PreparedAuth> => {
  const domain = auth.type === 'ntlm' ? fill(auth.domain ?? '', 'auth.domain') : '';
  const filled: AuthOf<Kind> = {
    type: auth.type,
    username: fill(auth.username, 'auth.username'),
    password: fill(auth.password, 'auth.password'),
    ...(domain === '' ? {} : { domain }),
  };
  if (filled.username !== '') return E.right({ outgoing: filled });
  const message = 'The auth has no user, so nothing was sent. Set auth.username.';
  return E.left(createFault('AUTH_INVALID', message, { field: 'auth.username' }));
};
