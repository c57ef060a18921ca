import { cookieKey, type JarCookie, maxJarCookies } from '../cookies/jar-cookie.js';
import { E } from '../fp.js';
import type { Cookies } from '../ports/cookies.js';
import { createIntegrityError, setEntry, keyOf, type MemoryAccess, type Rows } from './rows.js';

const jarOf = (rows: Rows, workspaceId: string, environmentId: string | null): readonly JarCookie[] =>
  rows.cookies.get(keyOf(workspaceId, environmentId ?? '')) ?? [];

const byCreation = (a: JarCookie, b: JarCookie): number =>
  a.createdAt === b.createdAt ? 0 : a.createdAt < b.createdAt ? -1 : 1;

/** An in-memory cookie repository. */
export const memoryCookies = ({ read, write }: MemoryAccess): Cookies => ({
  list: (workspaceId, environmentId) => read((rows) => E.right(jarOf(rows, workspaceId, environmentId))),
  all: (workspaceId) =>
    read((rows) => {
      const jars = [...rows.cookies].filter(
        ([key]) => workspaceId === undefined || key.startsWith(keyOf(workspaceId, '')),
      );
      return E.right(jars.flatMap(([, jar]) => jar));
    }),
  change: (workspaceId, environmentId, { set, removed }) =>
    write((rows) => {
      const isThere =
        environmentId === null
          ? rows.workspaces.has(workspaceId)
          : rows.environments.has(keyOf(workspaceId, environmentId));
      if (!isThere)
        return E.left(createIntegrityError('storing cookies', 'the workspace or environment is not there'));
      const gone = new Set([...set, ...removed].map(cookieKey));
      const kept = jarOf(rows, workspaceId, environmentId).filter((one) => !gone.has(cookieKey(one)));
      const next = [...kept, ...set].sort(byCreation).slice(-maxJarCookies);
      const key = keyOf(workspaceId, environmentId ?? '');
      return E.right([undefined, { ...rows, cookies: setEntry(rows.cookies, key, next) }]);
    }),
});
