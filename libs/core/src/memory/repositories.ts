import { viewOf } from '../domain/environment-view.js';
import { type Environment, revised } from '../domain/environment.js';
import type { AppError } from '../domain/errors.js';
import { secretsOfToken } from '../domain/oauth2.js';
import { formerSecrets, mostFormer } from '../domain/former-secrets.js';
import type { Pair } from '../domain/pair.js';
import { E, pipe } from '../fp.js';
import type { Environments, FolderMemories, GivenSecretDecisions } from '../ports/repositories.js';
import type { ScriptSendingDecisions } from '../ports/script-sending.js';
import { withBindings } from './secret-bindings.js';
import { broken, having, keyOf, type MemoryAccess, missing, type Rows, without } from './rows.js';

const environmentOf = (rows: Rows, workspaceId: string, id: string): E.Either<AppError, Environment> => {
  const found = rows.environments.get(keyOf(workspaceId, id));
  return found?.workspaceId === workspaceId ? E.right(found) : E.left(missing('environment', id));
};

const environmentAt = (
  rows: Rows,
  workspaceId: string,
  id: string,
  expected: number,
): E.Either<AppError, Environment> =>
  pipe(
    environmentOf(rows, workspaceId, id),
    E.flatMap((present) =>
      present.revision === expected
        ? E.right(present)
        : E.left<AppError>({
            kind: 'revision-conflict',
            expected,
            present: viewOf(present, rows.workspaces.get(workspaceId)?.activeEnvironmentId ?? null),
          }),
    ),
  );

const environmentsIn = (rows: Rows, workspaceId: string): readonly Environment[] =>
  [...rows.environments.values()].filter((one) => one.workspaceId === workspaceId);

/** The rows with the values of an environment that `next` no longer has. */
const withFormer = (rows: Rows, workspaceId: string, id: string, next: readonly Pair[]): Rows => {
  const present = rows.environments.get(keyOf(workspaceId, id))?.secrets ?? [];
  const known = rows.former.get(workspaceId) ?? [];
  const more = formerSecrets(present, next).filter(({ value }) => !known.some((one) => one.value === value));
  return { ...rows, former: having(rows.former, workspaceId, [...known, ...more].slice(-mostFormer)) };
};

const readEnvironments = ({
  read,
}: MemoryAccess): Pick<Environments, 'list' | 'unreadable' | 'allSecrets' | 'get'> => ({
  list: (workspaceId) => read((rows) => E.right(environmentsIn(rows, workspaceId))),
  unreadable: () => read(() => E.right([])),
  allSecrets: () =>
    read((rows) => {
      const all = [...rows.environments.values(), ...[...rows.retired.values()].flat()];
      const tokens = [...rows.authTokens.values()].flat().flatMap(secretsOfToken);
      return E.right([
        ...all.flatMap(({ secrets }) => secrets),
        ...[...rows.former.values()].flat(),
        ...tokens.map((one) => ({ ...one, enabled: true })),
      ]);
    }),
  get: (workspaceId, id) => read((rows) => environmentOf(rows, workspaceId, id)),
});

/** The rows without an environment, its cookies and tokens; its workspace has none active if it was. */
const withoutEnvironment = (rows: Rows, workspaceId: string, id: string): Rows => {
  const key = keyOf(workspaceId, id);
  const kept = {
    ...withFormer(rows, workspaceId, id, []),
    environments: without(rows.environments, key),
    cookies: without(rows.cookies, key),
    authTokens: without(rows.authTokens, key),
  };
  const workspace = rows.workspaces.get(workspaceId);
  if (workspace?.activeEnvironmentId !== id) return kept;
  return {
    ...kept,
    workspaces: having(rows.workspaces, workspaceId, { ...workspace, activeEnvironmentId: null }),
  };
};

const withEnvironment = (rows: Rows, environment: Environment): Rows => ({
  ...withBindings(rows, environment),
  environments: having(rows.environments, keyOf(environment.workspaceId, environment.id), environment),
});

/** The rows with another version of an environment, whose former secrets are kept. */
const changedTo = (rows: Rows, next: Environment): Rows =>
  withEnvironment(withFormer(rows, next.workspaceId, next.id, next.secrets), next);

const writeEnvironments = ({
  write,
}: MemoryAccess): Omit<Environments, 'list' | 'unreadable' | 'allSecrets' | 'get'> => ({
  create: (environment) =>
    write((rows) => {
      if (
        !rows.workspaces.has(environment.workspaceId) ||
        rows.environments.has(keyOf(environment.workspaceId, environment.id))
      ) {
        return E.left(broken('creating an environment', 'the workspace is not there or the id is taken'));
      }
      return E.right([environment, withEnvironment(rows, environment)]);
    }),
  change: (workspaceId, id, changes, at) =>
    write((rows) =>
      pipe(
        environmentOf(rows, workspaceId, id),
        E.map((present) => revised(present, changes, at)),
        E.map((next) => [next, changedTo(rows, next)] as const),
      ),
    ),
  replace: (next, expected) =>
    write((rows) =>
      pipe(
        environmentAt(rows, next.workspaceId, next.id, expected),
        E.map(() => [next, changedTo(rows, next)] as const),
      ),
    ),
  remove: (workspaceId, id, expected) =>
    write((rows) =>
      pipe(
        environmentAt(rows, workspaceId, id, expected),
        E.map(() => [undefined, withoutEnvironment(rows, workspaceId, id)] as const),
      ),
    ),
});

/** Environments in memory. */
export const memoryEnvironments = (access: MemoryAccess): Environments => ({
  ...readEnvironments(access),
  ...writeEnvironments(access),
});

/** What is remembered of folders, in memory. */
export const memoryFolderMemories = ({ read, write }: MemoryAccess): FolderMemories => ({
  get: (workspaceId) =>
    read((rows) => E.right(rows.folderMemories.get(workspaceId) ?? { bases: [], removals: [] })),
  base: (workspaceId, id) =>
    read((rows) => E.right(rows.folderMemories.get(workspaceId)?.bases.find((one) => one.id === id) ?? null)),
  change: (workspaceId, { put, forget, removals }) =>
    write((rows) => {
      if (!rows.workspaces.has(workspaceId)) return E.left(missing('workspace', workspaceId));
      const known = rows.folderMemories.get(workspaceId)?.bases ?? [];
      const bases = new Map([...known, ...put].map((base) => [base.id, base]));
      for (const id of forget) bases.delete(id);
      const due = removals ?? rows.folderMemories.get(workspaceId)?.removals ?? [];
      const byPath = new Map(due.map((removal) => [removal.path, removal]));
      const sorted = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
      const memory = { bases: [...bases.values()], removals: sorted };
      return E.right([
        undefined,
        { ...rows, folderMemories: having(rows.folderMemories, workspaceId, memory) },
      ]);
    }),
  planned: (workspaceId) => read((rows) => E.right(rows.planned.get(workspaceId) ?? [])),
  note: (workspaceId, planned) =>
    write((rows) => {
      const all = [...(rows.planned.get(workspaceId) ?? []), ...planned];
      const byPath = new Map(all.map((one) => [one.path, one]));
      return E.right([
        undefined,
        { ...rows, planned: having(rows.planned, workspaceId, [...byPath.values()]) },
      ]);
    }),
  forgetPlanned: (workspaceId, ids) =>
    write((rows) => {
      const left = (rows.planned.get(workspaceId) ?? []).filter(({ id }) => ids?.includes(id) === false);
      return E.right([undefined, { ...rows, planned: having(rows.planned, workspaceId, left) }]);
    }),
  retired: (workspaceId) => read((rows) => E.right(rows.retired.get(workspaceId) ?? [])),
  retire: (workspaceId, environment) =>
    write((rows) => {
      if (!rows.workspaces.has(workspaceId)) return E.left(missing('workspace', workspaceId));
      const others = (rows.retired.get(workspaceId) ?? []).filter(({ id }) => id !== environment.id);
      const { secrets, wasActive, guard } = environment;
      const isNothing = secrets.length === 0 && !wasActive && guard === undefined;
      const retired = isNothing ? others : [...others, environment];
      return E.right([undefined, { ...rows, retired: having(rows.retired, workspaceId, retired) }]);
    }),
});

/** What was decided about given secrets, in memory. */
export const memoryGivenSecrets = ({ read, write }: MemoryAccess): GivenSecretDecisions => ({
  list: (workspaceId) => read((rows) => E.right(rows.givenSecrets.get(workspaceId) ?? [])),
  decide: (workspaceId, decision) =>
    write((rows) => {
      if (!rows.workspaces.has(workspaceId))
        return E.left(broken('storing a decision about a secret', 'the workspace is not there'));
      const others = (rows.givenSecrets.get(workspaceId) ?? []).filter(({ name }) => name !== decision.name);
      const decisions = [...others, decision].sort((a, b) => (a.name < b.name ? -1 : 1));
      return E.right([
        undefined,
        { ...rows, givenSecrets: having(rows.givenSecrets, workspaceId, decisions) },
      ]);
    }),
});

/** What was decided about requests of scripts, in memory. */
export const memoryScriptSending = ({ read, write }: MemoryAccess): ScriptSendingDecisions => ({
  get: (workspaceId) => read((rows) => E.right(rows.scriptSending.get(workspaceId) ?? null)),
  decide: (workspaceId, allowed) =>
    write((rows) =>
      rows.workspaces.has(workspaceId)
        ? E.right([undefined, { ...rows, scriptSending: having(rows.scriptSending, workspaceId, allowed) }])
        : E.left(broken('storing whether scripts may send requests', 'the workspace is not there')),
    ),
});
