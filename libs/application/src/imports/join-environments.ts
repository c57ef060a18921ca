import {
  type AppResult,
  type Environment,
  type EnvironmentId,
  type Pair,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { Transaction } from '../transaction.js';
import type { ImportResult } from './import-arguments.js';

/** An environment that will extend another one. */
export interface JoinedEnvironment {
  readonly id: EnvironmentId;
  /** The name of the base. */
  readonly extends: string;
}

type CreatedImport = Pick<ImportResult, 'counts' | 'environmentIds'>;
type NamedPairs = readonly Pick<Pair, 'name'>[];
type Present = Pick<Environment, 'id' | 'name' | 'extends'> & {
  readonly variables: NamedPairs;
  readonly secrets: NamedPairs;
};

const listNames = ({ variables, secrets }: Present): readonly string[] =>
  [...variables, ...secrets].map(({ name }) => name);

/**
 * How to combine the environments of documents imported together: standalone ones extend the one with the credentials
 * of the requests, so that each has all values. If there are several of the latter, they extend each other unless
 * they share a name.
 */
export const planEnvironmentJoins = (
  imports: readonly CreatedImport[],
  environments: readonly Present[],
): readonly JoinedEnvironment[] => {
  const byId = new Map(environments.map((one) => [one.id, one]));
  const madeBy = ({ environmentIds = [] }: CreatedImport): readonly Present[] =>
    environmentIds.flatMap((id) => byId.get(id) ?? []);
  const isAlone = (one: Present): boolean => one.extends === '';
  const given = imports
    .filter(({ counts }) => counts.requests === 0)
    .flatMap(madeBy)
    .filter(isAlone);
  const found = imports.flatMap((one) => {
    const made = one.counts.requests > 0 ? madeBy(one) : [];
    return made.length === 1 ? made.filter(isAlone) : [];
  });
  const chain = found.reduce<readonly Present[]>((bases, one) => {
    const taken = new Set(bases.flatMap(listNames));
    return listNames(one).some((name) => taken.has(name)) ? bases : [...bases, one];
  }, []);
  const [base] = chain;
  if (base === undefined || given.length === 0) return [];
  const within = chain.flatMap(({ id }, at): readonly JoinedEnvironment[] => {
    const next = chain[at + 1];
    return next === undefined ? [] : [{ id, extends: next.name }];
  });
  return [...given.map(({ id }) => ({ id, extends: base.name })), ...within];
};

/** Combines the environments of documents imported together. The active one then has all values. */
export const joinEnvironments = (
  { store, clock }: Transaction,
  workspaceId: WorkspaceId,
  imports: readonly CreatedImport[],
): AppResult<unknown> =>
  pipe(
    store.environments.list(workspaceId),
    TE.flatMap((present) => {
      const joined = planEnvironmentJoins(imports, present);
      const updatedAt = clock.now().toISOString();
      const [first] = joined;
      const base = present.find(({ name }) => name === first?.extends);
      return pipe(
        joined,
        TE.traverseSeqArray((one) => {
          const environment = present.find(({ id }) => id === one.id);
          if (environment === undefined) return TE.right(undefined);
          const { revision } = environment;
          const next = { ...environment, extends: one.extends, revision: revision + 1, updatedAt };
          return store.environments.replace(next, revision);
        }),
        TE.flatMap(() => store.workspaces.get(workspaceId)),
        TE.flatMap((workspace) =>
          first !== undefined && workspace.activeEnvironmentId === base?.id
            ? store.workspaces.update({ ...workspace, activeEnvironmentId: first.id, updatedAt })
            : TE.right(workspace),
        ),
      );
    }),
  );
