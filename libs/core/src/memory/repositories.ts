import { listTokenSecrets } from '../auth/auth.js';
import {
  type Environment,
  findPreviousSecrets,
  listUnchangedSecrets,
  maxPreviousSecrets,
  reviseEnvironment,
  toEnvironmentView,
} from '../environments/environment.js';
import type { AppError } from '../errors.js';
import { E, pipe } from '../fp.js';
import { everyScript, type ScriptReview } from '../guards/reviews.js';
import type {
  Environments,
  FolderMemories,
  ProvidedSecretDecisions,
  ScriptReviews,
  ScriptSendingDecisions,
} from '../ports/repositories.js';
import type { Pair } from '../requests/fields.js';
import { addBindings } from './environment-values.js';
import {
  createIntegrityError,
  createNotFoundError,
  formatRowKey,
  type MemoryAccess,
  removeEntry,
  type Rows,
  setEntry,
} from './rows.js';

const getReviews = (rows: Rows, workspaceId: string): readonly ScriptReview[] =>
  rows.scriptReviews.get(workspaceId) ?? [];

/** Creates an in-memory repository of script reviews. */
export const createMemoryScriptReviews = ({ read, write }: MemoryAccess): ScriptReviews => {
  const store = (merge: (present: readonly ScriptReview[]) => readonly ScriptReview[], workspaceId: string) =>
    write((rows) =>
      rows.workspaces.has(workspaceId)
        ? E.right([
            undefined,
            {
              ...rows,
              scriptReviews: setEntry(rows.scriptReviews, workspaceId, merge(getReviews(rows, workspaceId))),
            },
          ])
        : E.left(createIntegrityError('storing what is known of scripts', 'the workspace is not there')),
    );
  const merged = (one: readonly ScriptReview[], winning: readonly ScriptReview[]) => [
    ...new Map([...one, ...winning].map((review) => [review.hash, review])).values(),
  ];
  return {
    trust: (workspaceId) =>
      read((rows) => {
        const all = getReviews(rows, workspaceId);
        return E.right({
          isTrusted: all.some(({ hash, isApproved }) => hash === everyScript && isApproved),
          waiting: all.flatMap(({ hash, isApproved }) => (isApproved || hash === everyScript ? [] : [hash])),
        });
      }),
    find: (workspaceId, keys) =>
      read((rows) =>
        E.right(
          getReviews(rows, workspaceId).filter(
            ({ hash, path }) => keys.includes(hash) || (path !== null && keys.includes(path)),
          ),
        ),
      ),
    add: (workspaceId, reviews) => store((present) => merged(reviews.toReversed(), present), workspaceId),
    put: (workspaceId, reviews) => store((present) => merged(present, reviews), workspaceId),
  };
};

const getEnvironment = (rows: Rows, workspaceId: string, id: string): E.Either<AppError, Environment> => {
  const found = rows.environments.get(formatRowKey(workspaceId, id));
  return found?.workspaceId === workspaceId ? E.right(found) : E.left(createNotFoundError('environment', id));
};

const getEnvironmentAtRevision = (
  rows: Rows,
  workspaceId: string,
  id: string,
  expected: number,
): E.Either<AppError, Environment> =>
  pipe(
    getEnvironment(rows, workspaceId, id),
    E.flatMap((present) =>
      present.revision === expected
        ? E.right(present)
        : E.left<AppError>({
            kind: 'revision-conflict',
            expected,
            present: toEnvironmentView(
              present,
              rows.workspaces.get(workspaceId)?.activeEnvironmentId ?? null,
            ),
          }),
    ),
  );

const listEnvironments = (rows: Rows, workspaceId: string): readonly Environment[] =>
  [...rows.environments.values()].filter((one) => one.workspaceId === workspaceId);

/** Records the secret values that an environment loses when it becomes `next`, so that they are still redacted. */
const addPreviousSecrets = (rows: Rows, workspaceId: string, id: string, next: readonly Pair[]): Rows => {
  const present = rows.environments.get(formatRowKey(workspaceId, id))?.secrets ?? [];
  const known = rows.previousSecrets.get(workspaceId) ?? [];
  const more = findPreviousSecrets(present, next).filter(
    ({ value }) => !known.some((one) => one.value === value),
  );
  return {
    ...rows,
    previousSecrets: setEntry(
      rows.previousSecrets,
      workspaceId,
      [...known, ...more].slice(-maxPreviousSecrets),
    ),
  };
};

const readEnvironments = ({
  read,
}: MemoryAccess): Pick<Environments, 'list' | 'unreadable' | 'allSecrets' | 'get'> => ({
  list: (workspaceId) => read((rows) => E.right(listEnvironments(rows, workspaceId))),
  unreadable: () => read(() => E.right([])),
  allSecrets: () =>
    read((rows) => {
      const all = [...rows.environments.values(), ...[...rows.retired.values()].flat()];
      const tokens = [...rows.authTokens.values()].flat().flatMap(listTokenSecrets);
      return E.right([
        ...all.flatMap(({ secrets }) => secrets),
        ...[...rows.previousSecrets.values()].flat(),
        ...tokens.map((one) => ({ ...one, enabled: true })),
      ]);
    }),
  get: (workspaceId, id) => read((rows) => getEnvironment(rows, workspaceId, id)),
});

/** Removes an environment with its cookies and tokens. If it was active, its workspace then has no active environment. */
const removeEnvironment = (rows: Rows, workspaceId: string, id: string): Rows => {
  const key = formatRowKey(workspaceId, id);
  const kept = {
    ...addPreviousSecrets(rows, workspaceId, id, []),
    environments: removeEntry(rows.environments, key),
    cookies: removeEntry(rows.cookies, key),
    authTokens: removeEntry(rows.authTokens, key),
  };
  const workspace = rows.workspaces.get(workspaceId);
  if (workspace?.activeEnvironmentId !== id) return kept;
  return {
    ...kept,
    workspaces: setEntry(rows.workspaces, workspaceId, { ...workspace, activeEnvironmentId: null }),
  };
};

const setEnvironment = (rows: Rows, environment: Environment): Rows => ({
  ...addBindings(rows, environment),
  environments: setEntry(
    rows.environments,
    formatRowKey(environment.workspaceId, environment.id),
    environment,
  ),
});

/** Replaces an environment and remembers its previous secrets. */
const changeEnvironment = (rows: Rows, next: Environment, plain?: readonly string[]): Rows =>
  setEnvironment(
    addPreviousSecrets(rows, next.workspaceId, next.id, listUnchangedSecrets(next, plain)),
    next,
  );

const writeEnvironments = ({
  write,
}: MemoryAccess): Omit<Environments, 'list' | 'unreadable' | 'allSecrets' | 'get'> => ({
  create: (environment) =>
    write((rows) => {
      if (
        !rows.workspaces.has(environment.workspaceId) ||
        rows.environments.has(formatRowKey(environment.workspaceId, environment.id))
      ) {
        return E.left(
          createIntegrityError('creating an environment', 'the workspace is not there or the id is taken'),
        );
      }
      return E.right([environment, setEnvironment(rows, environment)]);
    }),
  change: (workspaceId, id, changes, at) =>
    write((rows) =>
      pipe(
        getEnvironment(rows, workspaceId, id),
        E.map((present) => reviseEnvironment(present, changes, at)),
        E.map((next) => [next, changeEnvironment(rows, next)] as const),
      ),
    ),
  replace: (next, expected, plain) =>
    write((rows) =>
      pipe(
        getEnvironmentAtRevision(rows, next.workspaceId, next.id, expected),
        E.map(() => [next, changeEnvironment(rows, next, plain)] as const),
      ),
    ),
  remove: (workspaceId, id, expected) =>
    write((rows) =>
      pipe(
        getEnvironmentAtRevision(rows, workspaceId, id, expected),
        E.map(() => [undefined, removeEnvironment(rows, workspaceId, id)] as const),
      ),
    ),
});

/** Creates an in-memory environment repository. */
export const createMemoryEnvironments = (access: MemoryAccess): Environments => ({
  ...readEnvironments(access),
  ...writeEnvironments(access),
});

/** Creates an in-memory repository of what synchronization remembers about a workspace folder. */
export const createMemoryFolderMemories = ({ read, write }: MemoryAccess): FolderMemories => ({
  get: (workspaceId) =>
    read((rows) => E.right(rows.folderMemories.get(workspaceId) ?? { bases: [], removals: [] })),
  base: (workspaceId, id) =>
    read((rows) => E.right(rows.folderMemories.get(workspaceId)?.bases.find((one) => one.id === id) ?? null)),
  change: (workspaceId, { put, forget, removals }) =>
    write((rows) => {
      if (!rows.workspaces.has(workspaceId)) return E.left(createNotFoundError('workspace', workspaceId));
      const known = rows.folderMemories.get(workspaceId)?.bases ?? [];
      const bases = new Map([...known, ...put].map((base) => [base.id, base]));
      for (const id of forget) bases.delete(id);
      const due = removals ?? rows.folderMemories.get(workspaceId)?.removals ?? [];
      const byPath = new Map(due.map((removal) => [removal.path, removal]));
      const sorted = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
      const memory = { bases: [...bases.values()], removals: sorted };
      return E.right([
        undefined,
        { ...rows, folderMemories: setEntry(rows.folderMemories, workspaceId, memory) },
      ]);
    }),
  planned: (workspaceId) => read((rows) => E.right(rows.planned.get(workspaceId) ?? [])),
  note: (workspaceId, planned) =>
    write((rows) => {
      const all = [...(rows.planned.get(workspaceId) ?? []), ...planned];
      const byPath = new Map(all.map((one) => [one.path, one]));
      return E.right([
        undefined,
        { ...rows, planned: setEntry(rows.planned, workspaceId, [...byPath.values()]) },
      ]);
    }),
  forgetPlanned: (workspaceId, ids) =>
    write((rows) => {
      const left = (rows.planned.get(workspaceId) ?? []).filter(({ id }) => ids?.includes(id) === false);
      return E.right([undefined, { ...rows, planned: setEntry(rows.planned, workspaceId, left) }]);
    }),
  retired: (workspaceId) => read((rows) => E.right(rows.retired.get(workspaceId) ?? [])),
  retire: (workspaceId, environment) =>
    write((rows) => {
      if (!rows.workspaces.has(workspaceId)) return E.left(createNotFoundError('workspace', workspaceId));
      const others = (rows.retired.get(workspaceId) ?? []).filter(({ id }) => id !== environment.id);
      const { secrets, wasActive, guard } = environment;
      const isNothing = secrets.length === 0 && !wasActive && guard === undefined;
      const retired = isNothing ? others : [...others, environment];
      return E.right([undefined, { ...rows, retired: setEntry(rows.retired, workspaceId, retired) }]);
    }),
});

/** Creates an in-memory repository of decisions about provided secrets. */
export const createMemoryProvidedSecrets = ({ read, write }: MemoryAccess): ProvidedSecretDecisions => ({
  list: (workspaceId) => read((rows) => E.right(rows.providedSecrets.get(workspaceId) ?? [])),
  decide: (workspaceId, decision) =>
    write((rows) => {
      if (!rows.workspaces.has(workspaceId))
        return E.left(
          createIntegrityError('storing a decision about a secret', 'the workspace is not there'),
        );
      const others = (rows.providedSecrets.get(workspaceId) ?? []).filter(
        ({ name }) => name !== decision.name,
      );
      const decisions = [...others, decision].sort((a, b) => (a.name < b.name ? -1 : 1));
      return E.right([
        undefined,
        { ...rows, providedSecrets: setEntry(rows.providedSecrets, workspaceId, decisions) },
      ]);
    }),
});

/** Creates an in-memory repository of decisions about requests sent by scripts. */
export const createMemoryScriptSendingDecisions = ({
  read,
  write,
}: MemoryAccess): ScriptSendingDecisions => ({
  get: (workspaceId) => read((rows) => E.right(rows.scriptSending.get(workspaceId) ?? null)),
  decide: (workspaceId, allowed) =>
    write((rows) =>
      rows.workspaces.has(workspaceId)
        ? E.right([undefined, { ...rows, scriptSending: setEntry(rows.scriptSending, workspaceId, allowed) }])
        : E.left(
            createIntegrityError('storing whether scripts may send requests', 'the workspace is not there'),
          ),
    ),
});
