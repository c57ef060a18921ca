import {
  type AppError,
  applyBases,
  type AppResult,
  type BoundSecret,
  type BrokenBase,
  createInvalidInput,
  createUnreadableError,
  type Diagnostic,
  type Environment,
  type EnvironmentScope,
  environmentView as toEnvironmentView,
  inheritFromBases,
  listBases,
  type Ports,
  type Repositories,
  type Secret,
  type UnreadableEnvironment,
  type Workspace,
  workspaceRef,
} from '@tandem/core';
import { findNearest, t, withDescription } from '@tandem/core/codec';
import { pipe, RA, TE } from '@tandem/core/fp';
import type { ExecutionBoundSecret } from '@tandem/execution';

import { type EnvironmentGuard, minCopyLength } from '../guards/environment-permit.js';
import { addFileSecrets, listUsableVariables, type UsableVariables } from '../secrets/process-variables.js';
import {
  type SecretWithoutValue,
  createShortSecretNotes,
  fillGivenValues,
  listCandidates,
  listSecrets,
} from '../secrets/secrets.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';

/** Names of environments are case-insensitive. */
export const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/**
 * Looks up by id, then by case-insensitive name.
 * @param field the argument that holds `ref`, for errors
 */
export const find = (all: readonly Environment[], ref: string, field = 'id'): AppResult<Environment> => {
  const byId = all.find((one) => one.id === ref);
  if (byId) return TE.right(byId);
  const named = all.filter((one) => isSameName(one.name, ref));
  if (named.length > 1) {
    return TE.left(
      createInvalidInput(field, `fits ${named.map((one) => one.id).join(', ')}; pass one of these ids`, {
        expected: 'the id of one environment',
        got: ref,
      }),
    );
  }
  return named[0] ? TE.right(named[0]) : TE.left(createUnknownEnvironmentError(all, ref));
};

/** Maximum length of an unknown name for which similar names are searched, in UTF-16 units. */
const maxComparedLength = 1_000;

/** The error for an environment that does not exist. It suggests similar names. */
export const createUnknownEnvironmentError = (
  all: readonly { readonly name: string }[],
  ref: string,
): AppError => {
  const names = all.map(({ name }) => name);
  const near = findNearest(ref.slice(0, maxComparedLength), names, 3);
  return { kind: 'not-found', entity: 'environment', ref, ...(near.length === 0 ? {} : { near }) };
};

/** The context of changes to environments: the repositories of a transaction, the workspace, and its environments. */
export interface EnvironmentTransaction {
  readonly repositories: Repositories;
  readonly workspace: Workspace;
  readonly all: readonly Environment[];
}

/** Finds the unreadable environment that has `ref` as its id or name. */
const matchUnreadable = (
  all: readonly UnreadableEnvironment[],
  ref: string,
): UnreadableEnvironment | undefined =>
  all.find(({ row }) => row.id === ref || isSameName(row.name ?? '', ref));

/** Returns the unreadable environment that `ref` names, or else `error`. */
export const findUnreadable =
  ({ repositories, workspace }: EnvironmentTransaction, ref: string) =>
  (error: AppError): AppResult<UnreadableEnvironment> =>
    pipe(
      repositories.environments.unreadable(workspace.id),
      TE.flatMap((all) => {
        const found = matchUnreadable(all, ref);
        return found === undefined ? TE.left(error) : TE.right(found);
      }),
    );

/** Finds an environment by its id or name. If it cannot be read, fails with the reason. */
export const findIn = (within: EnvironmentTransaction, ref: string): AppResult<Environment> =>
  pipe(
    find(within.all, ref),
    TE.orElse((error) =>
      pipe(
        findUnreadable(within, ref)(error),
        TE.flatMap(({ row }): AppResult<Environment> => TE.left(createUnreadableError(row))),
      ),
    ),
  );

/** Finds the environment that `ref` names, and refuses it if its revision is not `expected`. */
export const findEnvironmentAtRevision = (
  within: EnvironmentTransaction,
  ref: string,
  expected?: number,
): AppResult<Environment> =>
  pipe(
    findIn(within, ref),
    TE.flatMap((found): AppResult<Environment> => {
      if (expected === undefined || expected === found.revision) return TE.right(found);
      const present = toEnvironmentView(found, within.workspace.activeEnvironmentId);
      return TE.left({ kind: 'revision-conflict', expected, present });
    }),
  );

/** Stores `next` as the next revision of `found`, unless they are equal. */
export const storeChangedEnvironment = (
  { clock }: Pick<Ports, 'clock'>,
  { repositories }: EnvironmentTransaction,
  found: Environment,
  next: Environment,
): AppResult<Environment> => {
  if (JSON.stringify(next) === JSON.stringify(found)) return TE.right(found);
  const revised = { ...next, revision: found.revision + 1, updatedAt: clock.now().toISOString() };
  return repositories.environments.replace(revised, found.revision);
};

/** The other environments after one was renamed to `next`: those that extend it refer to its new name. */
const renameBaseInFollowers = (
  all: readonly Environment[],
  next: Environment,
): { readonly renamed: readonly Environment[]; readonly others: readonly Environment[] } => {
  const before = all.find(({ id }) => id === next.id)?.name;
  const others = all.filter(({ id }) => id !== next.id);
  const isRenamed = before !== undefined && before !== next.name;
  const follows = (one: Environment): boolean => isRenamed && isSameName(one.extends, before);
  const followed = (one: Environment): Environment => (follows(one) ? { ...one, extends: next.name } : one);
  return { renamed: others.filter(follows).map(followed), others: others.map(followed) };
};

/** Refuses `next` if it would extend itself, directly or through other environments. */
const refuseCycle = (others: readonly Environment[], next: Environment): AppResult<Environment> => {
  const { bases, broken } = listBases(next, [...others, next]);
  if (broken?.kind !== 'cycle') return TE.right(next);
  const chain = [...[next, ...bases].map(({ name }) => name), broken.name].join(' → ');
  return TE.left(
    createInvalidInput('extends', `makes a cycle: ${chain}; choose another base or none`, {
      expected: 'an environment that does not extend this one',
      got: next.extends,
    }),
  );
};

/**
 * Sets the base that a call names by id or name. Without one, the environment keeps its base. Fails if the base does not exist or would
 * extend the environment.
 */
export const setEnvironmentBase = (
  all: readonly Environment[],
  next: Environment,
  wanted: string | undefined,
): AppResult<Environment> => {
  const { others } = renameBaseInFollowers(all, next);
  if (wanted === '') return TE.right({ ...next, extends: '' });
  if (wanted !== undefined)
    return pipe(
      find([...others, next], wanted, 'extends'),
      TE.flatMap(({ name }) => refuseCycle(others, { ...next, extends: name })),
    );
  const isKept = all.some(({ id, name }) => id === next.id && name === next.name);
  return isKept ? TE.right(next) : refuseCycle(others, next);
};

/** Stores the new name of a base in the environments that extend it. */
export const renameBase = (
  { repositories, all }: EnvironmentTransaction,
  next: Environment,
  updatedAt: string,
): AppResult<unknown> =>
  pipe(
    renameBaseInFollowers(all, next).renamed,
    RA.traverse(TE.ApplicativeSeq)((one) =>
      repositories.environments.replace({ ...one, revision: one.revision + 1, updatedAt }, one.revision),
    ),
  );

/** Counts for each enabled secret of a chain of environments how far away it is. */
const measureSecretLevels = (chain: readonly Environment[]): ReadonlyMap<string, number> =>
  new Map(
    chain
      .map(({ secrets }, level) =>
        secrets.flatMap(({ name, enabled }) => (enabled ? [[name, level] as const] : [])),
      )
      .reverse()
      .flat(),
  );

/** The warning that the values of a base are missing from what is sent. */
const createBrokenBaseNote = ({ kind, of, name }: BrokenBase): Diagnostic =>
  kind === 'missing'
    ? {
        code: 'ENVIRONMENT_BASE_MISSING',
        message: `The environment "${of}" extends "${name}", which does not exist or cannot be read, so it was used without it. Create "${name}", or choose another base.`,
        where: 'environment',
      }
    : {
        code: 'ENVIRONMENT_BASE_CYCLE',
        message: `The environment "${of}" extends "${name}", which extends "${of}" in turn, so it was used once. Choose another base for one of them.`,
        where: 'environment',
      };

/** The arguments that name a workspace and an environment. */
export const environmentScopeFields = {
  workspaceId: workspaceRef,
  environment: withDescription(t.union([t.string, t.null], 'a text or null'), 'Id or name, "" for none'),
} as const;

/** The workspace and environment that a call names. `environment` is an id, a name, or null for none. */
export interface EnvironmentScopeReference {
  readonly workspaceId?: string;
  readonly environment?: string | null;
}

/** The workspace and environment that a call names. Default: the active environment of the active workspace. */
export const resolveEnvironmentScope = (
  ports: Ports,
  { workspaceId, environment }: EnvironmentScopeReference,
): AppResult<EnvironmentScope> =>
  pipe(
    resolveWorkspace(ports)(workspaceId),
    TE.flatMap(({ id, activeEnvironmentId }): AppResult<EnvironmentScope> => {
      const wanted = environment === undefined ? activeEnvironmentId : environment;
      if (wanted === null) return TE.right({ workspaceId: id, environmentId: null });
      return pipe(
        ports.store.environments.list(id),
        TE.flatMap((all) => find(all, wanted, 'environment')),
        TE.map((one) => ({ workspaceId: id, environmentId: one.id })),
      );
    }),
  );

/** The environment that a request uses, and what the workspace's other environments contribute. */
export interface EnvironmentContext {
  /** The environment, merged with the values from its bases. */
  readonly environment: Environment | null;
  readonly secrets: readonly Secret[];
  /** The secrets of all workspaces that may be sent only to certain hosts. */
  readonly bound: readonly ExecutionBoundSecret[];
  /** The guards of the environment, of its bases, and of environments whose secrets a request may contain. */
  readonly guards: readonly EnvironmentGuard[];
  /** The names of the secrets of all environments of the workspace. */
  readonly secretNames: ReadonlySet<string>;
  /** How many bases away each secret of the environment is: 0 for its own. */
  readonly secretLevels: ReadonlyMap<string, number>;
  /** The names of the environments in which a variable or secret of this name has a value. */
  readonly environmentsWith: (name: string) => readonly string[];
  /** The base from which each inherited name comes, direct or indirect. */
  readonly bases?: ReadonlyMap<string, string>;
  /** Warnings about the environment for the result. */
  readonly notes: readonly Diagnostic[];
  /** The variables of the process and of `.env` files that the workspace may use. */
  readonly processVariables: UsableVariables;
}

/** Says which secrets have no value although the process received one, because a person must allow that value first. */
const createUnconfirmedNotes = (candidates: readonly SecretWithoutValue[]): readonly Diagnostic[] =>
  candidates
    .filter(({ decision }) => decision !== 'allowed')
    .map(({ name, decision }) => ({
      code: 'SECRET_NOT_CONFIRMED',
      message:
        `The secret ${name} has no value: its TANDEM_SECRET_ variable is set, but ` +
        `${decision === 'refused' ? 'was refused' : 'is not confirmed'} for this workspace. ` +
        `Allow it under Environments in the window, or start the server with --allow-env-secrets ${name}.`,
      where: 'environment',
    }));

/** Marks which of the host-bound secrets belong to the environment in use or its bases. */
const markBoundSecrets =
  (used: readonly Environment[]) =>
  (bound: readonly BoundSecret[]): readonly ExecutionBoundSecret[] =>
    bound.map((one) => ({ ...one, isHere: used.some(({ id }) => id === one.environmentId) }));

const getGuard = ({ id, name, color, guard }: Environment): EnvironmentGuard | undefined =>
  guard === null ? undefined : { environment: { id, name, color }, guard };

/**
 * Lists the guards of the environments that are not active. A guard also applies to a request that contains a secret of its environment,
 * because a script or a tool may have copied the value.
 */
const listOtherGuards = (
  all: readonly Environment[],
  here: readonly Environment[],
): readonly EnvironmentGuard[] =>
  all
    .filter(({ id }) => !here.some((one) => one.id === id))
    .flatMap((one) => {
      const found = getGuard(one);
      const secrets = one.secrets.filter(({ value }) => value.length >= minCopyLength);
      return found === undefined || secrets.length === 0 ? [] : [{ ...found, secrets }];
    });

/** Says why `ref` names no environment that can be used. */
const explainUnusableEnvironment = (
  unreadable: readonly UnreadableEnvironment[],
  ref: string,
  error: AppError,
): AppError => {
  const damaged = matchUnreadable(unreadable, ref);
  return error.kind !== 'not-found' || damaged === undefined ? error : createUnreadableError(damaged.row);
};

/** Lists the names of the environments that have a value for a variable or secret. */
const listEnvironmentsWith = (all: readonly Environment[], name: string): readonly string[] =>
  all
    .filter(({ variables, secrets }) =>
      [...variables, ...secrets].some((one) => one.enabled && one.name === name && one.value !== ''),
    )
    .map((one) => one.name);

/**
 * The environments of a workspace: the one in use, and the secrets of all.
 * @param wanted id or name, null for none; the active one if omitted
 */
export const loadEnvironments = (
  ports: Ports,
  { id, activeEnvironmentId, path }: Workspace,
  wanted: string | null = activeEnvironmentId,
): AppResult<EnvironmentContext> =>
  pipe(
    TE.Do,
    TE.apS('readable', ports.store.environments.list(id)),
    TE.apS('unreadable', ports.store.environments.unreadable(id)),
    TE.apS('decisions', ports.store.givenSecrets.list(id)),
    TE.apS('hosts', ports.store.secretBindings.bound()),
    TE.apS('envFile', TE.fromTask(ports.envFiles.read({ id, path }))),
    TE.flatMap(({ readable, unreadable, decisions, hosts, envFile }) => {
      const sources = { ...ports, providedSecrets: addFileSecrets(ports.providedSecrets, envFile) };
      const all = fillGivenValues(sources, decisions)(readable);
      const processVariables = listUsableVariables(ports, decisions, envFile);
      const secrets = listSecrets([...all, ...unreadable]);
      const secretNames = new Set(all.flatMap((one) => one.secrets.map(({ name }) => name)));
      const environmentsWith = (name: string) => listEnvironmentsWith(all, name);
      const toContext = (environment: Environment | null): EnvironmentContext => {
        if (environment === null)
          return {
            ...{ environment, secrets, secretNames, bound: markBoundSecrets([])(hosts), notes: [] },
            secretLevels: measureSecretLevels([]),
            processVariables,
            environmentsWith,
            guards: listOtherGuards(all, []),
          };
        const { bases, broken } = listBases(environment, all);
        const bound = markBoundSecrets([environment, ...bases])(hosts);
        const effective = applyBases(environment, bases);
        const notes = [
          ...createUnconfirmedNotes(listCandidates(sources, decisions)([effective])),
          ...createShortSecretNotes(effective.secrets),
          ...(broken === undefined ? [] : [createBrokenBaseNote(broken)]),
        ];
        const here = [environment, ...bases];
        const guards = [...here.flatMap((one) => getGuard(one) ?? []), ...listOtherGuards(all, here)];
        const fromBases = inheritFromBases(environment, bases);
        const names = [...fromBases.variables, ...fromBases.secrets].map(
          ({ name, base }) => [name, base] as const,
        );
        return {
          ...{ environment: effective, secrets, secretNames, bound, guards, notes, processVariables },
          secretLevels: measureSecretLevels(here),
          environmentsWith,
          ...(bases.length === 0 ? {} : { bases: new Map(names) }),
        };
      };
      return wanted === null
        ? TE.right(toContext(null))
        : pipe(
            find(all, wanted, 'environment'),
            TE.bimap((error) => explainUnusableEnvironment(unreadable, wanted, error), toContext),
          );
    }),
  );
