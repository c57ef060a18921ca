import { createDynamicVariables } from '@tandem/core/dynamic';

import { getRandomInteger } from '../random.js';
import type { ShimParts } from '../shim.js';
import type { Values } from '../stored.js';

const token = /\{\{([^}]+)\}\}/g;
const dynamicToken = /\{\{(\$\w+)\}\}/g;

/** Maximum number of passes over values that contain tokens. */
const maxPasses = 20;

/** The value at a path such as `user.name`, or of a variable with that name. */
const getValueAt = (values: Values, path: string): unknown => {
  if (Object.hasOwn(values, path)) return values[path];
  return path
    .split(/[.[\]]+/)
    .filter((key) => key !== '')
    .reduce<unknown>(
      (node, key) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, key)
          ? (node as Record<string, unknown>)[key]
          : undefined,
      values,
    );
};

const toInterpolatedText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** Fills in tokens like Bruno does in scripts. Those without a value stay. */
export const createInterpolate = ({ now, uuid }: ShimParts, read: () => Values) => {
  const dynamic = createDynamicVariables({ now, uuid, random: getRandomInteger });
  const filled = (text: string): string => {
    const values = read();
    let next = text;
    for (let pass = 0; pass < maxPasses; pass++) {
      const before = next;
      next = before
        .replace(dynamicToken, (whole, name: string) =>
          Object.hasOwn(dynamic, name) ? (dynamic[name]?.() ?? whole) : whole,
        )
        .replace(token, (whole, name: string) => {
          const value = getValueAt(values, name);
          return value === undefined ? whole : toInterpolatedText(value);
        });
      if (next === before) break;
    }
    return next;
  };
  return (given: unknown): unknown => {
    if (typeof given === 'string') return filled(given);
    if (typeof given !== 'object' || given === null) return given;
    return JSON.parse(filled(JSON.stringify(given))) as unknown;
  };
};
