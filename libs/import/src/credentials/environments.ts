import { findFreeName, holdsGlobals, type ImportedEnvironment, isSameOnDisk, type Pair } from '@tandem/core';

/** Adds the secrets to the only environment, or to a new one that all environments extend. */
export const addSecrets = (
  environments: readonly ImportedEnvironment[],
  name: string,
  secrets: readonly Pair[],
): readonly ImportedEnvironment[] => {
  const [only] = environments;
  if (secrets.length === 0) return environments;
  if (only !== undefined && environments.length === 1)
    return [{ ...only, secrets: [...only.secrets, ...secrets] }];
  const own = findFreeName(name, (one) => environments.some((other) => isSameOnDisk(other.name, one)));
  return [
    { name: own, variables: [], secrets },
    ...environments.map((one) =>
      one.extends === undefined && !holdsGlobals(one.name) ? { ...one, extends: own } : one,
    ),
  ];
};

/** Makes Postman's globals the last base of all other environments, which override them. */
export const extendGlobals = (
  environments: readonly ImportedEnvironment[],
): readonly ImportedEnvironment[] => {
  const globals = environments.find(({ name }) => holdsGlobals(name));
  return globals === undefined
    ? environments
    : environments.map((one) =>
        one === globals || one.extends !== undefined ? one : { ...one, extends: globals.name },
      );
};

/** Turns the named secrets of the environments into variables. */
export const makePlain = (
  environments: readonly ImportedEnvironment[],
  plain: ReadonlySet<string>,
): readonly ImportedEnvironment[] =>
  environments.map((one) => ({
    ...one,
    variables: [...one.variables, ...one.secrets.filter(({ name }) => plain.has(name))],
    secrets: one.secrets.filter(({ name }) => !plain.has(name)),
  }));
