import type { ImportedEnvironment } from '@tandem/core';

import { type Fields, fieldsAt, isFields, objectsAt, textAt, variable } from '../value.js';
import { describeLostTemplates } from './templates.js';

/** Nested data as variables: `{ a: { b: 1 } }` is `a.b`, as in Insomnia's templates. Values keep their types. */
export const variablesIn = (data: unknown, prefix = ''): ImportedEnvironment['variables'] =>
  isFields(data)
    ? Object.entries(data).flatMap(([key, value]) =>
        isFields(value) && Object.keys(value).length > 0
          ? variablesIn(value, `${prefix}${key}.`)
          : [variable(`${prefix}${key}`, value)],
      )
    : [];

/** Where Insomnia stores values that only one device can read. */
const vault = '__insomnia_vault';

/** An environment's disabled rows, which its data does not contain. */
const listDisabledRows = (one: Fields): ImportedEnvironment['variables'] =>
  objectsAt(one, 'kvPairData')
    .filter((row) => row.enabled === false && textAt(row, 'name') !== '')
    .map((row) => variable(textAt(row, 'name'), textAt(row, 'value'), false));

const variablesOf = (one: Fields): ImportedEnvironment['variables'] => {
  const data = isFields(one.data) ? { ...one.data, [vault]: undefined } : one.data;
  return [...variablesIn(data).filter(({ name }) => name !== vault), ...listDisabledRows(one)];
};

const colorOf = (one: Fields): Pick<ImportedEnvironment, 'color'> => {
  const color = textAt(one, 'color');
  return /^#[\da-f]{3,8}$/i.test(color) ? { color } : {};
};

/** The parts of an environment without a counterpart. */
export const describeEnvironmentLosses = (one: Fields): readonly string[] => {
  const hidden = Object.keys(fieldsAt(one.data, vault)).map((name) => `${vault}.${name}`);
  return [
    ...describeLostTemplates([one.data, one.kvPairData]),
    ...hidden.map((name) => `the value of ${name}, which only Insomnia can read`),
    ...(textAt(one, 'color') === '' || 'color' in colorOf(one)
      ? []
      : [`the color ${textAt(one, 'color').slice(0, 50)} of an environment`]),
  ];
};

/** A base environment and those that extend it. An empty base with others is left out. */
export const environmentsOf = (
  name: string,
  base: Fields,
  others: readonly Fields[],
): readonly ImportedEnvironment[] => {
  const variables = variablesOf(base);
  const isNeeded = variables.length > 0;
  const kept = others.map((one) => ({
    name: textAt(one, 'name') || 'Environment',
    ...(isNeeded ? { extends: name } : {}),
    ...colorOf(one),
    variables: variablesOf(one),
    secrets: [],
  }));
  return isNeeded ? [{ name, ...colorOf(base), variables, secrets: [] }, ...kept] : kept;
};
