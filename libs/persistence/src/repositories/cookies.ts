import { type CookieKey, type Cookies, JarCookie, maxJarCookies } from '@tandem/core';
import { decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import type { EntityManager } from 'typeorm';

import type { Access } from '../access.js';
import { memoizeByRow, tryParseJson, tryStorage } from '../rows/stored-rows.js';
import type { Row } from '../schema/tables.js';
import type { Sealing } from '../secrecy/sealing.js';

/** A cookie that cannot be read is left out: the server sets another one. */
const cookieReader = ({ open }: Sealing) =>
  memoizeByRow(({ cookie }: Row): readonly JarCookie[] => {
    const read = tryParseJson(open(String(cookie)));
    const decoded = E.isRight(read) ? decode(JarCookie)(read.right) : read;
    return E.isRight(decoded) ? [decoded.right] : [];
  });

/** The rows of one jar; null is an environment of its own. */
const ofJar = `"workspaceId" = $1 AND coalesce("environmentId", '') = $2`;

type Place = readonly [workspaceId: string, environmentId: string | null];

const jar = ([workspaceId, environmentId]: Place): readonly [string, string] => [
  workspaceId,
  environmentId ?? '',
];

const remove = async (db: EntityManager, place: Place, { domain, path, name }: CookieKey): Promise<void> => {
  const sql = `DELETE FROM "cookies" WHERE ${ofJar} AND "domain" = $3 AND "path" = $4 AND "name" = $5`;
  await db.query(sql, [...jar(place), domain, path, name]);
};

const add = async (db: EntityManager, { seal }: Sealing, place: Place, cookie: JarCookie): Promise<void> => {
  const sql = `INSERT INTO "cookies"
    ("workspaceId", "environmentId", "domain", "path", "name", "createdAt", "cookie")
    VALUES ($1, $2, $3, $4, $5, $6, $7)`;
  const { domain, path, name, createdAt } = cookie;
  await db.query(sql, [...place, domain, path, name, createdAt, seal(JSON.stringify(cookie))]);
};

const dropOldest = async (db: EntityManager, place: Place): Promise<void> => {
  const newest = `SELECT "position" FROM "cookies" WHERE ${ofJar} ORDER BY "createdAt" DESC, "position" DESC LIMIT ${maxJarCookies}`;
  await db.query(`DELETE FROM "cookies" WHERE ${ofJar} AND "position" NOT IN (${newest})`, [...jar(place)]);
};

/** Cookies, each as JSON beside the columns that identify it. */
export const createCookies = ({ rows, write, sealing }: Access): Cookies => {
  const cookieOf = cookieReader(sealing);
  return {
    list: (workspaceId, environmentId) =>
      tryStorage('reading cookies')(async () => {
        const sql = `SELECT "cookie" FROM "cookies" WHERE ${ofJar} ORDER BY "createdAt", "position"`;
        return (await rows(sql, jar([workspaceId, environmentId]))).flatMap(cookieOf);
      }),
    all: (workspaceId) =>
      tryStorage('reading cookies')(async () => {
        const [where, values] =
          workspaceId === undefined ? ['', []] : [`WHERE "workspaceId" = $1`, [workspaceId]];
        return (await rows(`SELECT "cookie" FROM "cookies" ${where} ORDER BY "position"`, values)).flatMap(
          cookieOf,
        );
      }),
    change: (workspaceId, environmentId, { set, removed }) =>
      tryStorage('storing cookies')(() =>
        write(async (db) => {
          const place: Place = [workspaceId, environmentId];
          for (const one of [...removed, ...set]) await remove(db, place, one);
          for (const one of set) await add(db, sealing, place, one);
          if (set.length > 0) await dropOldest(db, place);
        }),
      ),
  };
};
