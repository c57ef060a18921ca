import { AuthToken, type AuthTokens, type EnvironmentScope } from '@tandem/core';
import { decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import type { Access } from '../access.js';
import { getQuery, select, tryStorage } from '../rows/stored-rows.js';
import { authTokens, type RowOf } from '../schema/tables.js';
import type { Sealer } from '../secrecy/sealing.js';

const columns = [
  'key',
  'label',
  'accessToken',
  'refreshToken',
  'idToken',
  'scope',
  'obtainedAt',
  'expiresAt',
] as const;

type TokenRow = Pick<RowOf<typeof authTokens>, (typeof columns)[number]>;

/** Columns whose content is a secret. */
const secretColumns: ReadonlySet<string> = new Set(['accessToken', 'refreshToken', 'idToken']);

/** Reads tokens; empty columns are absent fields. An unreadable token is omitted, so that a new one is fetched. */
const createTokenReader =
  ({ open }: Sealer) =>
  (row: TokenRow): readonly AuthToken[] => {
    const fields = columns
      .map((name) => {
        const stored = row[name];
        return [name, secretColumns.has(name) ? open(stored) : stored] as const;
      })
      .filter(([name, value]) => value !== '' || name === 'accessToken');
    const decoded = decode(AuthToken)(Object.fromEntries(fields));
    return E.isRight(decoded) ? [decoded.right] : [];
  };

const toTokenRow = ({ seal }: Sealer, environmentScope: EnvironmentScope, token: AuthToken) => {
  const { refreshToken = '', idToken = '', scope = '', expiresAt = '', ...more } = token;
  const secrets = {
    accessToken: seal(token.accessToken),
    refreshToken: seal(refreshToken),
    idToken: seal(idToken),
  };
  return { ...environmentScope, ...more, ...secrets, scope, expiresAt };
};

/** Selects the rows of one environment. Tokens that were fetched without an environment have `null`. */
const scopeCondition = `"workspaceId" = $1 AND coalesce("environmentId", '') = $2`;

const toScopeKey = ({ workspaceId, environmentId }: EnvironmentScope): readonly [string, string] => [
  workspaceId,
  environmentId ?? '',
];

/** Creates a repository of tokens. Their secrets have columns of their own, because one query reads all secrets of the database. */
export const createAuthTokens = ({ rows, write, sealer }: Access): AuthTokens => {
  const tokenOf = createTokenReader(sealer);
  return {
    list: (environmentScope) =>
      tryStorage('reading tokens')(async () => {
        const found = await select(
          rows,
          authTokens,
          columns,
          `WHERE ${scopeCondition} ORDER BY "position"`,
          toScopeKey(environmentScope),
        );
        return found.flatMap(tokenOf);
      }),
    find: (environmentScope, key) =>
      tryStorage('reading a token')(async () => {
        const found = await select(rows, authTokens, columns, `WHERE ${scopeCondition} AND "key" = $3`, [
          ...toScopeKey(environmentScope),
          key,
        ]);
        return found.flatMap(tokenOf)[0] ?? null;
      }),
    put: (environmentScope, token) =>
      tryStorage('storing a token')(() =>
        write(async (db) => {
          await db.query(`DELETE FROM "auth_tokens" WHERE ${scopeCondition} AND "key" = $3`, [
            ...toScopeKey(environmentScope),
            token.key,
          ]);
          await db.insert(authTokens, toTokenRow(sealer, environmentScope, token));
        }),
      ),
    remove: (environmentScope, key) =>
      tryStorage('deleting tokens')(() =>
        write(async (db) => {
          const [where, parameters] =
            key === undefined
              ? [scopeCondition, [...toScopeKey(environmentScope)]]
              : [`${scopeCondition} AND "key" = $3`, [...toScopeKey(environmentScope), key]];
          const found = await select(getQuery(db), authTokens, ['key'], `WHERE ${where}`, parameters);
          await db.query(`DELETE FROM "auth_tokens" WHERE ${where}`, parameters);
          return found.length;
        }),
      ),
  };
};
