import {
  type AppResult,
  listBases,
  type BrokenBase,
  type Diagnostic,
  type Environment,
  createInvalidInput,
} from '@tandem/core';
import { pipe, RA, TE } from '@tandem/core/fp';

import { type EnvironmentTransaction, find, isSameName } from './find-environment.js';

/** The other environments after one is renamed to `next`: those that extend it follow the new name. */
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

/** Left if `next` would extend itself, directly or through others. */
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
 * An environment to store, with the base that a call names by id or name. It keeps its own base if the call names
 * none. Left if the base does not exist or would extend the environment.
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

/** Updates the environments that extend a renamed one. */
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

/** The warning before something is sent without the values of a base. */
export const createBrokenBaseNote = ({ kind, of, name }: BrokenBase): Diagnostic =>
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
