import {
  formatCookieKey,
  type Cookies,
  type Environment,
  type EnvironmentChange,
  type JarCookie,
  maxJarCookies,
  type Pair,
  reviseEnvironment,
  type Store,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

type EnvironmentsOf = Store['environments'];

/** Environments with changes of one iteration on top of the stored ones. */
const layerEnvironments = (below: EnvironmentsOf): EnvironmentsOf => {
  const changed = new Map<string, readonly EnvironmentChange[]>();
  let secrets: readonly Pair[] = [];
  const seen = (one: Environment): Environment =>
    reviseEnvironment(one, changed.get(one.id) ?? [], one.updatedAt);
  return {
    ...below,
    list: (workspaceId) =>
      pipe(
        below.list(workspaceId),
        TE.map((all) => all.map(seen)),
      ),
    get: (workspaceId, id) => pipe(below.get(workspaceId, id), TE.map(seen)),
    allSecrets: () =>
      pipe(
        below.allSecrets(),
        TE.map((all) => [...all, ...secrets]),
      ),
    change: (workspaceId, id, changes) =>
      pipe(
        below.get(workspaceId, id),
        TE.map((one) => {
          changed.set(id, [...(changed.get(id) ?? []), ...changes]);
          const values = changes.flatMap(({ kind, name, value }) =>
            kind === 'secret' && value !== null ? [{ name, value, enabled: true }] : [],
          );
          secrets = [...secrets, ...values];
          return seen(one);
        }),
      ),
  };
};

/** Cookies with changes of one iteration on top of the stored ones. */
const layerCookies = (below: Cookies): Cookies => {
  const jars = new Map<string, readonly JarCookie[]>();
  const keyOf = (workspaceId: string, environmentId: string | null): string =>
    `${workspaceId} ${environmentId ?? ''}`;
  const list: Cookies['list'] = (workspaceId, environmentId) => {
    const own = jars.get(keyOf(workspaceId, environmentId));
    return own === undefined ? below.list(workspaceId, environmentId) : TE.right(own);
  };
  return {
    list,
    all: () =>
      pipe(
        below.all(),
        TE.map((all) => [...all, ...[...jars.values()].flat()]),
      ),
    change: (workspaceId, environmentId, { set, removed }) =>
      pipe(
        list(workspaceId, environmentId),
        TE.map((present) => {
          const gone = new Set([...set, ...removed].map(formatCookieKey));
          const remaining = present.filter((one) => !gone.has(formatCookieKey(one)));
          jars.set(keyOf(workspaceId, environmentId), [...remaining, ...set].slice(-maxJarCookies));
        }),
      ),
  };
};

/**
 * Creates the store for one iteration of a run. Only this iteration sees how its scripts change environments and which cookies it receives.
 */
export const createIterationStore = (store: Store): Store => ({
  ...store,
  environments: layerEnvironments(store.environments),
  cookies: layerCookies(store.cookies),
});
