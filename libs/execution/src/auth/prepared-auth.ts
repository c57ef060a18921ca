import type { Auth, AuthOf, ExecutionFault, OutgoingAuth } from '@tandem/core';
import { E } from '@tandem/core/fp';

import type { Fill } from '../filling/filler.js';
import type { TokenAuth } from './token-auth.js';

/** What an auth adds when the request is prepared. */
export interface PreparedAuth {
  readonly header?: readonly [name: string, value: string];
  readonly query?: readonly [name: string, value: string];
  /** Filled in, but without its token, which a later step gets. */
  readonly token?: TokenAuth;
  /** The filled-in auth that the transport applies. */
  readonly outgoing?: OutgoingAuth;
}

/** Fills in the fields of one kind of auth. */
export type PrepareAuth<K extends Auth['type']> = (
  fill: Fill,
  auth: AuthOf<K>,
) => E.Either<ExecutionFault, PreparedAuth>;

/** For a kind that adds nothing. */
export const addNothing = (): E.Either<ExecutionFault, PreparedAuth> => E.right({});
