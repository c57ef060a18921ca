import type { ImportedEnvironment } from '@tandem/core';

import { type Fields, isFields, textAt, variable } from '../value.js';

/** Nested data as variables: `{ a: { b: 1 } }` is `a.b`, as Insomnia's templates name it. Values keep their types. */
export const variablesIn = (data: unknown, prefix = ''): ImportedEnvironment['variables'] =>
  isFields(data)
    ? Object.entries(data).flatMap(([key, value]) =>
        isFields(value) && Object.keys(value).length > 0
          ? variablesIn(value, `${prefix}${key}.`)
          : [variable(`${prefix}${key}`, value)],
      )
    : [];

/** A base environment, and those that add to it. A base that says nothing and has others is left out. */
export const environmentsOf = (
  name: string,
  base: Fields,
  others: readonly Fields[],
): readonly ImportedEnvironment[] => {
  const variables = variablesIn(base.data);
  const isNeeded = variables.length > 0;
  const kept = others.map((one) => ({
    name: textAt(one, 'name') || 'Environment',
    ...(isNeeded ? { extends: name } : {}),
    variables: variablesIn(one.data),
    secrets: [],
  }));
  return isNeeded ? [{ name, variables, secrets: [] }, ...kept] : kept;
};
