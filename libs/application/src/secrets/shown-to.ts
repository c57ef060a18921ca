import { type AppResult, createRedactor, type ListQuery, type Ports } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { loadKnownSecrets } from './secrets.js';

/** Who asks. Secret values are hidden from an agent. */
export interface Caller {
  readonly hidesSecrets?: boolean;
}

/** Replaces a secret in searched text so that a search does not match it. */
const gap = '\0';

/** What a caller may search. Otherwise a secret in a URL could be guessed letter by letter. */
export const hideSecretsFromSearch = (
  ports: Ports,
  search = '',
  { hidesSecrets = false }: Caller,
): AppResult<Pick<ListQuery, 'shown'>> =>
  hidesSecrets && search !== ''
    ? pipe(
        loadKnownSecrets(ports),
        TE.map((secrets) => ({ shown: createRedactor(secrets, gap).text })),
      )
    : TE.right({});
