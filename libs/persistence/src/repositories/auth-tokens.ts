import { AuthToken, type AuthTokens, type EnvironmentPlace } from '@tandem/core';
import { decode, getOwnValue } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import type { Access } from '../access.js';
import { tryStorage } from '../rows/stored-rows.js';
import type { Row } from '../schema/tables.js';
import type { Sealing } from '../secrecy/sealing.js';

const columns = [
  'key',
  'label',
  'accessToken',
  'refreshToken',
  'idToken',
  'scope',
  'obtainedAt',
  'expiresAt',
];
/** Columns whose content is a secret. */
const secret: ReadonlySet<string> = new Set(['accessToken', 'refreshToken', 'idToken']);
const quotedColumns = columns.map((name) => `"${name}"`).join(', ');

/** The token of a row; empty columns are absent fields. One that cannot be read is left out, and another one is fetched. */
const tokenReader =
  ({ open }: Sealing) =>
  (row: Row): readonly AuthToken[] => {
    const fields = columns
      .map((name) => {
        const stored = getOwnValue(row, name);
        return [name, secret.has(name) ? open(String(stored)) : stored] as const;
      })
      .filter(([name, value]) => value !== '' || name === 'accessToken');
    const decoded = decode(AuthToken)(Object.fromEntries(fields));
    return E.isRight(decoded) ? [decoded.right] : [];
  };

/** The rows of one place; null is an environment of its own. */
const ofPlace = `"workspaceId" = $1 AND coalesce("environmentId", '') = $2`;

const toPlaceKey = ({ workspaceId, environmentId }: EnvironmentPlace): readonly [string, string] => [
  workspaceId,
  environmentId ?? '',
];

/** Tokens, whose secrets have columns of their own, because all secrets are read together. */
export const createAuthTokens = ({ rows, write, sealing }: Access): AuthTokens => {
  const tokenOf = tokenReader(sealing);
  return {
    list: (place) =>
      tryStorage('reading tokens')(async () => {
        const sql = `SELECT ${quotedColumns} FROM "auth_tokens" WHERE ${ofPlace} ORDER BY "position"`;
        return (await rows(sql, toPlaceKey(place))).flatMap(tokenOf);
      }),
    find: (place, key) =>
      tryStorage('reading a token')(async () => {
        const sql = `SELECT ${quotedColumns} FROM "auth_tokens" WHERE ${ofPlace} AND "key" = $3`;
        return (await rows(sql, [...toPlaceKey(place), key])).flatMap(tokenOf)[0] ?? null;
      }),
    put: (place, token) =>
      tryStorage('storing a token')(() =>
        write(async (db) => {
          await db.query(`DELETE FROM "auth_tokens" WHERE ${ofPlace} AND "key" = $3`, [
            ...toPlaceKey(place),
            token.key,
          ]);
          const values = { ...token };
          await db.query(
            `INSERT INTO "auth_tokens" ("workspaceId", "environmentId", ${quotedColumns})
           VALUES ($1, $2, ${columns.map((_, index) => `$${index + 3}`).join(', ')})`,
            [
              place.workspaceId,
              place.environmentId,
              ...columns.map((name) => {
                const value = getOwnValue(values, name) ?? '';
                return secret.has(name) ? sealing.seal(value) : value;
              }),
            ],
          );
        }),
      ),
    remove: (place, key) =>
      tryStorage('deleting tokens')(() =>
        write(async (db) => {
          const [where, parameters] =
            key === undefined
              ? [ofPlace, [...toPlaceKey(place)]]
              : [`${ofPlace} AND "key" = $3`, [...toPlaceKey(place), key]];
          const found = await db.query<Row[]>(`SELECT "key" FROM "auth_tokens" WHERE ${where}`, parameters);
          await db.query(`DELETE FROM "auth_tokens" WHERE ${where}`, parameters);
          return found.length;
        }),
      ),
  };
};
