import {
  type AppError,
  type AppResult,
  listBases,
  type BoundSecret,
  type Diagnostic,
  type Environment,
  inheritFromBases,
  type Ports,
  type Secret,
  type UnreadableEnvironment,
  createUnreadableError,
  applyBases,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import type { BoundHere } from '@tandem/execution';

import type { GuardOf } from '../guards/environment-permit.js';
import { minCopyLength } from '../guards/guards-of-copies.js';
import { createBrokenBaseNote } from './environment-base.js';
import { find, matchUnreadable } from './find-environment.js';
import { type Candidate, listCandidates, listSecrets, fillGivenValues } from '../secrets/secrets.js';
import { createShortSecretNotes } from '../secrets/short-secrets.js';

/** The environment of a request, and how the others in its workspace affect it. */
export interface EnvironmentContext {
  /** Includes values from its bases. */
  readonly environment: Environment | null;
  readonly secrets: readonly Secret[];
  /** The secrets of all workspaces that are bound to hosts. */
  readonly bound: readonly BoundHere[];
  /** The guards of the environment and of its bases. */
  readonly guards: readonly GuardOf[];
  /** Whether a declaration, or one of a function's signatures, has a comment. */
  readonly secretNames: ReadonlySet<string>;
  /** The names inherited from its bases, including theirs. */
  readonly bases?: ReadonlyMap<string, string>;
  /** Warnings about the environment before anything is sent. */
  readonly notes: readonly Diagnostic[];
}

/** Why secrets have no value although the process received one. */
const createUnconfirmedNotes = (candidates: readonly Candidate[]): readonly Diagnostic[] =>
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

/** The secrets with bound hosts. Those of the environment in use and its bases are marked. */
const markBoundSecrets =
  (used: readonly Environment[]) =>
  (bound: readonly BoundSecret[]): readonly BoundHere[] =>
    bound.map((one) => ({ ...one, isHere: used.some(({ id }) => id === one.environmentId) }));

const getGuard = ({ id, name, color, guard }: Environment): GuardOf | undefined =>
  guard === null ? undefined : { environment: { id, name, color }, guard };

/**
 * The guards of other environments. They follow the values of their secrets, which a script or a tool may have
 * copied.
 */
const listOtherGuards = (all: readonly Environment[], here: readonly Environment[]): readonly GuardOf[] =>
  all
    .filter(({ id }) => !here.some((one) => one.id === id))
    .flatMap((one) => {
      const found = getGuard(one);
      const secrets = one.secrets.filter(({ value }) => value.length >= minCopyLength);
      return found === undefined || secrets.length === 0 ? [] : [{ ...found, secrets }];
    });

/** Why `ref` refers to no readable environment. */
const explainUnusableEnvironment = (
  unreadable: readonly UnreadableEnvironment[],
  ref: string,
  error: AppError,
): AppError => {
  const damaged = matchUnreadable(unreadable, ref);
  return error.kind !== 'not-found' || damaged === undefined ? error : createUnreadableError(damaged.row);
};

/**
 * The environments of a workspace: the one in use, and the secrets of all.
 * @param wanted id or name, null for none; the active one if omitted
 */
export const loadEnvironments = (
  ports: Ports,
  { id, activeEnvironmentId }: Workspace,
  wanted: string | null = activeEnvironmentId,
): AppResult<EnvironmentContext> =>
  pipe(
    TE.Do,
    TE.apS('readable', ports.store.environments.list(id)),
    TE.apS('unreadable', ports.store.environments.unreadable(id)),
    TE.apS('decisions', ports.store.givenSecrets.list(id)),
    TE.apS('hosts', ports.store.secretBindings.bound()),
    TE.flatMap(({ readable, unreadable, decisions, hosts }) => {
      const all = fillGivenValues(ports, decisions)(readable);
      const secrets = listSecrets([...all, ...unreadable]);
      const secretNames = new Set(all.flatMap((one) => one.secrets.map(({ name }) => name)));
      const surroundings = (environment: Environment | null): EnvironmentContext => {
        if (environment === null)
          return {
            ...{ environment, secrets, secretNames, bound: markBoundSecrets([])(hosts), notes: [] },
            guards: listOtherGuards(all, []),
          };
        const { bases, broken } = listBases(environment, all);
        const bound = markBoundSecrets([environment, ...bases])(hosts);
        const effective = applyBases(environment, bases);
        const notes = [
          ...createUnconfirmedNotes(listCandidates(ports, decisions)([effective])),
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
          ...{ environment: effective, secrets, secretNames, bound, guards, notes },
          ...(bases.length === 0 ? {} : { bases: new Map(names) }),
        };
      };
      return wanted === null
        ? TE.right(surroundings(null))
        : pipe(
            find(all, wanted, 'environment'),
            TE.bimap((error) => explainUnusableEnvironment(unreadable, wanted, error), surroundings),
          );
    }),
  );
