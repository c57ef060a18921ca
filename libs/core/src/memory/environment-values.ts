import type { AuthToken } from '../auth/auth.js';
import { formatCookieKey, type JarCookie, maxJarCookies } from '../cookies/jar-cookie.js';
import type { Environment } from '../environments/environment.js';
import { chooseBindingHosts, updateBinding } from '../environments/secret-hosts.js';
import { E } from '../fp.js';
import type { AuthTokens, EnvironmentScope } from '../ports/oauth2.js';
import type { Cookies, SecretBindings } from '../ports/repositories.js';
import {
  createIntegrityError,
  formatRowKey,
  type MemoryAccess,
  removeEntry,
  type Rows,
  setEntry,
} from './rows.js';

const getJar = (rows: Rows, workspaceId: string, environmentId: string | null): readonly JarCookie[] =>
  rows.cookies.get(formatRowKey(workspaceId, environmentId ?? '')) ?? [];

const compareCreation = (a: JarCookie, b: JarCookie): number =>
  a.createdAt === b.createdAt ? 0 : a.createdAt < b.createdAt ? -1 : 1;

/** Creates an in-memory cookie repository. */
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
      const next = [...kept, ...set].sort(compareCreation).slice(-maxJarCookies);
      const key = formatRowKey(workspaceId, environmentId ?? '');
      return E.right([undefined, { ...rows, cookies: setEntry(rows.cookies, key, next) }]);
    }),
});

const formatTokenKey = ({ workspaceId, environmentId }: EnvironmentScope): string =>
  formatRowKey(workspaceId, environmentId ?? '');

const getTokens = (rows: Rows, scope: EnvironmentScope): readonly AuthToken[] =>
  rows.authTokens.get(formatTokenKey(scope)) ?? [];

const hasEnvironment = (rows: Rows, { workspaceId, environmentId }: EnvironmentScope): boolean =>
  environmentId === null
    ? rows.workspaces.has(workspaceId)
    : rows.environments.has(formatRowKey(workspaceId, environmentId));

/** Creates an in-memory repository of auth tokens. */
export const createMemoryAuthTokens = ({ read, write }: MemoryAccess): AuthTokens => ({
  list: (scope) => read((rows) => E.right(getTokens(rows, scope))),
  find: (scope, key) =>
    read((rows) => E.right(getTokens(rows, scope).find((one) => one.key === key) ?? null)),
  put: (scope, token) =>
    write((rows) => {
      if (!hasEnvironment(rows, scope))
        return E.left(createIntegrityError('storing a token', 'the workspace or environment is not there'));
      const next = [...getTokens(rows, scope).filter(({ key }) => key !== token.key), token];
      return E.right([
        undefined,
        { ...rows, authTokens: setEntry(rows.authTokens, formatTokenKey(scope), next) },
      ]);
    }),
  remove: (scope, key) =>
    write((rows) => {
      const all = getTokens(rows, scope);
      const kept = key === undefined ? [] : all.filter((one) => one.key !== key);
      return E.right([
        all.length - kept.length,
        { ...rows, authTokens: setEntry(rows.authTokens, formatTokenKey(scope), kept) },
      ]);
    }),
});

const createBindingKey = (environmentId: string, name: string): string =>
  JSON.stringify([environmentId, name]);

/** Adds an environment to the bindings of its secrets: the current values, and the hosts that the environment itself sets. */
export const addBindings = (rows: Rows, { workspaceId, id, secrets }: Environment): Rows => {
  let all = rows.secretBindings;
  for (const name of new Set(secrets.map((one) => one.name))) {
    const key = createBindingKey(id, name);
    const after = updateBinding(
      all.get(key),
      secrets.filter((one) => one.name === name),
    );
    if (after !== undefined) all = setEntry(all, key, { workspaceId, environmentId: id, name, ...after });
  }
  return { ...rows, secretBindings: all };
};

/** Creates an in-memory repository of secret hosts. */
export const createMemorySecretBindings = ({ read, write }: MemoryAccess): SecretBindings => {
  const sorted = (rows: Rows) =>
    [...rows.secretBindings].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  return {
    list: (workspaceId) =>
      read((rows) =>
        E.right(
          sorted(rows)
            .filter((one) => one.workspaceId === workspaceId)
            .map(({ environmentId, name, hosts }) => ({ environmentId, name, hosts })),
        ),
      ),
    bound: () =>
      read((rows) =>
        E.right(
          sorted(rows).map(({ environmentId, name, hosts, values }) => ({
            environmentId,
            name,
            hosts,
            values: values.map(({ value }) => value),
          })),
        ),
      ),
    choose: (workspaceId, { environmentId, name, hosts }) =>
      write((rows) => {
        const environment = rows.environments.get(formatRowKey(workspaceId, environmentId));
        if (environment === undefined)
          return E.left(
            createIntegrityError('storing the hosts of a secret', 'the environment is not there'),
          );
        const key = createBindingKey(environmentId, name);
        const present = environment.secrets.filter((one) => one.name === name);
        const chosen = chooseBindingHosts(rows.secretBindings.get(key), hosts, present);
        const secretBindings =
          chosen.hosts.length === 0
            ? removeEntry(rows.secretBindings, key)
            : setEntry(rows.secretBindings, key, { workspaceId, environmentId, name, ...chosen });
        return E.right([undefined, { ...rows, secretBindings }]);
      }),
  };
};
