import type { AuthToken } from '../auth/oauth2.js';
import { E } from '../fp.js';
import type { AuthTokens, EnvironmentPlace } from '../ports/tokens.js';
import { createIntegrityError, setEntry, keyOf, type MemoryAccess, type Rows } from './rows.js';

const keyAt = ({ workspaceId, environmentId }: EnvironmentPlace): string =>
  keyOf(workspaceId, environmentId ?? '');

const tokensAt = (rows: Rows, place: EnvironmentPlace): readonly AuthToken[] =>
  rows.authTokens.get(keyAt(place)) ?? [];

const isThere = (rows: Rows, { workspaceId, environmentId }: EnvironmentPlace): boolean =>
  environmentId === null
    ? rows.workspaces.has(workspaceId)
    : rows.environments.has(keyOf(workspaceId, environmentId));

/** An in-memory repository of auth tokens. */
export const memoryAuthTokens = ({ read, write }: MemoryAccess): AuthTokens => ({
  list: (place) => read((rows) => E.right(tokensAt(rows, place))),
  find: (place, key) => read((rows) => E.right(tokensAt(rows, place).find((one) => one.key === key) ?? null)),
  put: (place, token) =>
    write((rows) => {
      if (!isThere(rows, place))
        return E.left(createIntegrityError('storing a token', 'the workspace or environment is not there'));
      const next = [...tokensAt(rows, place).filter(({ key }) => key !== token.key), token];
      return E.right([undefined, { ...rows, authTokens: setEntry(rows.authTokens, keyAt(place), next) }]);
    }),
  remove: (place, key) =>
    write((rows) => {
      const all = tokensAt(rows, place);
      const kept = key === undefined ? [] : all.filter((one) => one.key !== key);
      return E.right([
        all.length - kept.length,
        { ...rows, authTokens: setEntry(rows.authTokens, keyAt(place), kept) },
      ]);
    }),
});
