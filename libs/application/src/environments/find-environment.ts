import {
  type AppResult,
  type AppError,
  type Environment,
  environmentView as toEnvironmentView,
  createInvalidInput,
  type Repositories,
  type UnreadableEnvironment,
  createUnreadableError,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

/** Names are case-insensitive. */
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
  return named[0] ? TE.right(named[0]) : TE.left({ kind: 'not-found', entity: 'environment', ref });
};

/** What changes to environments use: the repositories of a transaction, the workspace, and its environments. */
export interface EnvironmentTransaction {
  readonly repositories: Repositories;
  readonly workspace: Workspace;
  readonly all: readonly Environment[];
}

/** The unreadable environment that has `ref` as its id or name. */
export const matchUnreadable = (
  all: readonly UnreadableEnvironment[],
  ref: string,
): UnreadableEnvironment | undefined =>
  all.find(({ row }) => row.id === ref || isSameName(row.name ?? '', ref));

/** The unreadable environment that `ref` refers to, or `error`. */
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

/** Looks up by id or name. Fails with the reason if the environment cannot be read. */
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

/** The environment that `ref` refers to, if its revision is `expected`. */
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
