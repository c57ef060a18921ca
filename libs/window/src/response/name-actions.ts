import {
  applyBases,
  type EnvironmentView,
  findVariableOfPath,
  listBases,
  type Origins,
  processVariablePrefix,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

/** Whether a name, or the variable of a path such as `user.name`, has a value in an environment or its bases. */
const hasValueIn = (environment: EnvironmentView, all: readonly EnvironmentView[], name: string): boolean => {
  const { variables, secrets } = applyBases(environment, listBases(environment, all).bases);
  const isDefined = (one: string): boolean =>
    variables.some((variable) => variable.enabled && variable.name === one) ||
    secrets.some((secret) => secret.enabled && secret.hasValue && secret.name === one);
  return isDefined(findVariableOfPath(name, isDefined));
};

/** Finds the inactive environments in which all of the names have a value. */
export const findEnvironmentsWith = (
  names: readonly string[],
  all: readonly EnvironmentView[],
): readonly EnvironmentView[] =>
  names.length === 0
    ? []
    : all.filter((one) => !one.active && names.every((name) => hasValueIn(one, all, name)));

/**
 * Finds the environment in which a secret is set: the active one or its nearest base that contains the secret,
 * otherwise the active one.
 */
export const findSecretOwner = (
  name: string,
  all: readonly EnvironmentView[],
): EnvironmentView | undefined => {
  const active = all.find((one) => one.active);
  if (active === undefined) return undefined;
  const owners = [active, ...listBases(active, all).bases];
  return owners.find(({ secrets }) => secrets.some((one) => one.name === name)) ?? active;
};

/** Lists the names in a request that have no value, without duplicates. */
export const listUnresolvedNames = (origins: Origins): readonly string[] => [
  ...new Set(
    Object.values(origins).flatMap((all) =>
      all.flatMap(({ from, token }) => (from === 'unresolved' && token !== undefined ? [token] : [])),
    ),
  ),
];

/** Whether a variable with this name can be created in an environment. Variables of the process cannot. */
export const canCreate = (name: string): boolean => !name.startsWith(processVariablePrefix);

type Details = Readonly<Record<string, unknown>>;

const readDetails = (details: unknown): Details =>
  typeof details === 'object' && details !== null ? (details as Details) : {};

/** Reads the names to which an error refers. */
export const readNames = (details: unknown): readonly string[] => {
  const { names, name } = readDetails(details);
  const listed = Array.isArray(names) ? names : [name];
  return listed.filter((one) => typeof one === 'string');
};

/** Reads a text from the details of an error; undefined if the details do not contain it. */
export const readDetail = (details: unknown, key: string): string | undefined => {
  const value = getOwnValue(readDetails(details), key);
  return typeof value === 'string' ? value : undefined;
};

/** Reads the name at the end of a warning's location, such as `TOKEN` in `secret:TOKEN`. */
export const readNameOf = (where: string): string => where.replace(/^secrets?[:.]/, '');
