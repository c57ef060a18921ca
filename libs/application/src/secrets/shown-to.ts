import { type AppResult, createRedactor, type ListQuery, type Ports } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { loadKnownSecrets } from './secrets.js';

/** Who asks: values of secrets are hidden from an agent. */
export interface Caller {
  readonly hidesSecrets?: boolean;
}

/** Stands for a secret in what is searched, where a search finds nothing. */
const gap = '\0';

/** What a caller may search: letter by letter, a secret that stands in a URL could be spelt out. */
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
