import type { AuthToken } from '../auth/oauth2.js';
import { E } from '../fp.js';
import type { AuthTokens, EnvironmentPlace } from '../ports/tokens.js';
import { createIntegrityError, setEntry, formatRowKey, type MemoryAccess, type Rows } from './rows.js';

const formatTokenKey = ({ workspaceId, environmentId }: EnvironmentPlace): string =>
  formatRowKey(workspaceId, environmentId ?? '');

const getTokens = (rows: Rows, place: EnvironmentPlace): readonly AuthToken[] =>
  rows.authTokens.get(formatTokenKey(place)) ?? [];

const isThere = (rows: Rows, { workspaceId, environmentId }: EnvironmentPlace): boolean =>
  environmentId === null
    ? rows.workspaces.has(workspaceId)
    : rows.environments.has(formatRowKey(workspaceId, environmentId));

/** An in-memory repository of auth tokens. */
export const createMemoryAuthTokens = ({ read, write }: MemoryAccess): AuthTokens => ({
  list: (place) => read((rows) => E.right(getTokens(rows, place))),
  find: (place, key) =>
    read((rows) => E.right(getTokens(rows, place).find((one) => one.key === key) ?? null)),
  put: (place, token) =>
    write((rows) => {
      if (!isThere(rows, place))
        return E.left(createIntegrityError('storing a token', 'the workspace or environment is not there'));
      const next = [...getTokens(rows, place).filter(({ key }) => key !== token.key), token];
      return E.right([
        undefined,
        { ...rows, authTokens: setEntry(rows.authTokens, formatTokenKey(place), next) },
      ]);
    }),
  remove: (place, key) =>
    write((rows) => {
      const all = getTokens(rows, place);
      const kept = key === undefined ? [] : all.filter((one) => one.key !== key);
      return E.right([
        all.length - kept.length,
        { ...rows, authTokens: setEntry(rows.authTokens, formatTokenKey(place), kept) },
      ]);
    }),
});
