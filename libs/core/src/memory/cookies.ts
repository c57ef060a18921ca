import { formatCookieKey, type JarCookie, maxJarCookies } from '../cookies/jar-cookie.js';
import { E } from '../fp.js';
import type { Cookies } from '../ports/transport/cookies.js';
import { createIntegrityError, setEntry, formatRowKey, type MemoryAccess, type Rows } from './rows.js';

const getJar = (rows: Rows, workspaceId: string, environmentId: string | null): readonly JarCookie[] =>
  rows.cookies.get(formatRowKey(workspaceId, environmentId ?? '')) ?? [];

const byCreation = (a: JarCookie, b: JarCookie): number =>
  a.createdAt === b.createdAt ? 0 : a.createdAt < b.createdAt ? -1 : 1;

/** An in-memory cookie repository. */
export const createMemoryCookies = ({ read, write }: MemoryAccess): Cookies => ({
  list: (workspaceId, environmentId) => read((rows) => E.right(getJar(rows, workspaceId, environmentId))),
  all: (workspaceId) =>
    read((rows) => {
      const jars = [...rows.cookies].filter(
        ([key]) => workspaceId === undefined || key.startsWith(formatRowKey(workspaceId, '')),
      );
      return E.right(jars.flatMap(([, jar]) => jar));
    }),
  change: (workspaceId, environmentId, { set, removed }) =>
    write((rows) => {
      const isThere =
        environmentId === null
          ? rows.workspaces.has(workspaceId)
          : rows.environments.has(formatRowKey(workspaceId, environmentId));
      if (!isThere)
        return E.left(createIntegrityError('storing cookies', 'the workspace or environment is not there'));
      const gone = new Set([...set, ...removed].map(formatCookieKey));
      const kept = getJar(rows, workspaceId, environmentId).filter((one) => !gone.has(formatCookieKey(one)));
      const next = [...kept, ...set].sort(byCreation).slice(-maxJarCookies);
      const key = formatRowKey(workspaceId, environmentId ?? '');
      return E.right([undefined, { ...rows, cookies: setEntry(rows.cookies, key, next) }]);
    }),
});
