import type { ImportedEnvironment } from '@tandem/core';

import { createVariable, type Fields, getFields, getObjects, getText, isFields } from '../value.js';
import { describeLostTemplates } from './templates.js';

/** Converts nested data to variables. As in Insomnia's templates, `{ a: { b: 1 } }` becomes `a.b`. Values keep their types. */
export const flattenVariables = (data: unknown, prefix = ''): ImportedEnvironment['variables'] =>
  isFields(data)
    ? Object.entries(data).flatMap(([key, value]) =>
        isFields(value) && Object.keys(value).length > 0
          ? flattenVariables(value, `${prefix}${key}.`)
          : [createVariable(`${prefix}${key}`, value)],
      )
    : [];

/** The key for values that only one device can decrypt. */
const vaultKey = '__insomnia_vault';

/** Lists the disabled rows of an environment, which its data does not contain. */
const listDisabledRows = (one: Fields): ImportedEnvironment['variables'] =>
  getObjects(one, 'kvPairData')
    .filter((row) => row.enabled === false && getText(row, 'name') !== '')
    .map((row) => createVariable(getText(row, 'name'), getText(row, 'value'), false));

const parseVariables = (one: Fields): ImportedEnvironment['variables'] => {
  const data = isFields(one.data) ? { ...one.data, [vaultKey]: undefined } : one.data;
  return [...flattenVariables(data).filter(({ name }) => name !== vaultKey), ...listDisabledRows(one)];
};

const parseColor = (one: Fields): Pick<ImportedEnvironment, 'color'> => {
  const color = getText(one, 'color');
  return /^#[\da-f]{3,8}$/i.test(color) ? { color } : {};
};

/** Describes the parts of an environment that Tandem cannot express. */
export const describeEnvironmentLosses = (one: Fields): readonly string[] => {
  const hidden = Object.keys(getFields(one.data, vaultKey)).map((name) => `${vaultKey}.${name}`);
  return [
    ...describeLostTemplates([one.data, one.kvPairData]),
    ...hidden.map((name) => `the value of ${name}, which only Insomnia can read`),
    ...(getText(one, 'color') === '' || 'color' in parseColor(one)
      ? []
      : [`the color ${getText(one, 'color').slice(0, 50)} of an environment`]),
  ];
};

/** Converts a base environment and the environments that extend it. An empty base is left out if others extend it. */
export const parseEnvironments = (
  name: string,
  base: Fields,
  others: readonly Fields[],
): readonly ImportedEnvironment[] => {
  const variables = parseVariables(base);
  const isNeeded = variables.length > 0;
  const kept = others.map((one) => ({
    name: getText(one, 'name') || 'Environment',
    ...(isNeeded ? { extends: name } : {}),
    ...parseColor(one),
    variables: parseVariables(one),
    secrets: [],
  }));
  return isNeeded ? [{ name, ...parseColor(base), variables, secrets: [] }, ...kept] : kept;
};

/** The values by which Insomnia's sidebar sorts a resource. */
interface SortKey {
  readonly key: unknown;
  readonly id: string;
}

/**
 * Sorts resources as Insomnia's sidebar does: smaller sort keys first, and the larger id first if keys are equal. A resource without a
 * key comes first, because Insomnia gives it a smaller key than all others.
 */
export const sortLikeSidebar = (
  given: readonly Fields[],
  keyOf: (one: Fields) => SortKey,
): readonly Fields[] =>
  given
    .map((one) => ({ one, ...keyOf(one) }))
    .map(({ key, ...rest }) => ({ ...rest, key: typeof key === 'number' ? key : undefined }))
    .sort((a, b) => {
      if (a.key === undefined || b.key === undefined)
        return Number(b.key === undefined) - Number(a.key === undefined);
      if (a.key !== b.key) return a.key - b.key;
      return a.id === b.id ? 0 : a.id > b.id ? -1 : 1;
    })
    .map(({ one }) => one);
