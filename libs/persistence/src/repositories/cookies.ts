import { type CookieKey, type Cookies, JarCookie, maxJarCookies } from '@tandem/core';
import { decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import type { EntityManager } from 'typeorm';

import type { Access } from '../access.js';
import { memoizeByRow, select, tryParseJson, tryStorage } from '../rows/stored-rows.js';
import { cookies, type RowOf } from '../schema/tables.js';
import type { Sealer } from '../secrecy/sealing.js';

/** Reads cookies. Omits an unreadable cookie, because the server can set it again. */
const createCookieReader = ({ open }: Sealer) =>
  memoizeByRow(({ cookie }: Pick<RowOf<typeof cookies>, 'cookie'>): readonly JarCookie[] => {
    const read = tryParseJson(open(cookie));
    const decoded = E.isRight(read) ? decode(JarCookie)(read.right) : read;
    return E.isRight(decoded) ? [decoded.right] : [];
  });

/** Selects the rows of one cookie jar. The cookies of the jar without an environment have `null`. */
const jarCondition = `"workspaceId" = $1 AND coalesce("environmentId", '') = $2`;

type JarScope = readonly [workspaceId: string, environmentId: string | null];

const toJarKey = ([workspaceId, environmentId]: JarScope): readonly [string, string] => [
  workspaceId,
  environmentId ?? '',
];

const removeCookie = async (
  db: EntityManager,
  scope: JarScope,
  { domain, path, name }: CookieKey,
): Promise<void> => {
  const sql = `DELETE FROM "cookies" WHERE ${jarCondition} AND "domain" = $3 AND "path" = $4 AND "name" = $5`;
  await db.query(sql, [...toJarKey(scope), domain, path, name]);
};

const addCookie = async (
  db: EntityManager,
  { seal }: Sealer,
  scope: JarScope,
  cookie: JarCookie,
): Promise<void> => {
  const [workspaceId, environmentId] = scope;
  const { domain, path, name, createdAt } = cookie;
  const identity = { workspaceId, environmentId, domain, path, name, createdAt };
  await db.insert(cookies, { ...identity, cookie: seal(JSON.stringify(cookie)) });
};

const dropOldestCookies = async (db: EntityManager, scope: JarScope): Promise<void> => {
  const newest = `SELECT "position" FROM "cookies" WHERE ${jarCondition} ORDER BY "createdAt" DESC, "position" DESC LIMIT ${maxJarCookies}`;
  await db.query(`DELETE FROM "cookies" WHERE ${jarCondition} AND "position" NOT IN (${newest})`, [
    ...toJarKey(scope),
  ]);
};

/** Creates a repository of cookies. Each is stored as JSON, in addition to the columns that identify it. */
export const createCookies = ({ rows, write, sealer }: Access): Cookies => {
  const cookieOf = createCookieReader(sealer);
  return {
    list: (workspaceId, environmentId) =>
      tryStorage('reading cookies')(async () => {
        const inOrder = `WHERE ${jarCondition} ORDER BY "createdAt", "position"`;
        const found = await select(
          rows,
          cookies,
          ['cookie'],
          inOrder,
          toJarKey([workspaceId, environmentId]),
        );
        return found.flatMap(cookieOf);
      }),
    all: (workspaceId) =>
      tryStorage('reading cookies')(async () => {
        const [where, values] =
          workspaceId === undefined ? ['', []] : [`WHERE "workspaceId" = $1`, [workspaceId]];
        const found = await select(rows, cookies, ['cookie'], `${where} ORDER BY "position"`, values);
        return found.flatMap(cookieOf);
      }),
    change: (workspaceId, environmentId, { set, removed }) =>
      tryStorage('storing cookies')(() =>
        write(async (db) => {
          const scope: JarScope = [workspaceId, environmentId];
          for (const one of [...removed, ...set]) await removeCookie(db, scope, one);
          for (const one of set) await addCookie(db, sealer, scope, one);
          if (set.length > 0) await dropOldestCookies(db, scope);
        }),
      ),
  };
};
