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

/** The inactive environments in which all of the names have a value. */
export const findEnvironmentsWith = (
  names: readonly string[],
  all: readonly EnvironmentView[],
): readonly EnvironmentView[] =>
  names.length === 0
    ? []
    : all.filter((one) => !one.active && names.every((name) => hasValueIn(one, all, name)));

/** The environment to set a secret in: the active one or its nearest base that has the secret, else the active one. */
export const findSecretOwner = (
  name: string,
  all: readonly EnvironmentView[],
): EnvironmentView | undefined => {
  const active = all.find((one) => one.active);
  if (active === undefined) return undefined;
  const owners = [active, ...listBases(active, all).bases];
  return owners.find(({ secrets }) => secrets.some((one) => one.name === name)) ?? active;
};

/** The names without a value in a request, each once. */
export const listUnresolvedNames = (origins: Origins): readonly string[] => [
  ...new Set(
    Object.values(origins).flatMap((all) =>
      all.flatMap(({ from, token }) => (from === 'unresolved' && token !== undefined ? [token] : [])),
    ),
  ),
];

/** Whether a variable of this name can be created in an environment. Those of the process come from elsewhere. */
export const canCreate = (name: string): boolean => !name.startsWith(processVariablePrefix);

type Details = Readonly<Record<string, unknown>>;

const readDetails = (details: unknown): Details =>
  typeof details === 'object' && details !== null ? (details as Details) : {};

/** The names that an error is about. */
export const readNames = (details: unknown): readonly string[] => {
  const { names, name } = readDetails(details);
  const listed = Array.isArray(names) ? names : [name];
  return listed.filter((one) => typeof one === 'string');
};

/** A text in the details of an error; undefined if there is none. */
export const readDetail = (details: unknown, key: string): string | undefined => {
  const value = getOwnValue(readDetails(details), key);
  return typeof value === 'string' ? value : undefined;
};

/** The name at the end of the location of a warning, such as `TOKEN` in `secret:TOKEN`. */
export const readNameOf = (where: string): string => where.replace(/^secrets?[:.]/, '');
