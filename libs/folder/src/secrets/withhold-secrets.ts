import { getOwnValue } from '@tandem/core/codec';
import type { FolderEntity } from '@tandem/core';

import { documentKinds } from '../document/entity-file.js';
import { type NamedEntry, toNamedEntries } from '../merge/entity.js';
import type { FindSecret } from './search.js';
import { toSomeFields, type SomeFields } from '../document/fields.js';

/**
 * Where a secret was found, and its name. `top` is the top-level field. `field` is the only pair in it that contains the secret, or else the
 * same as `top`.
 */
export interface Hit {
  readonly field: string;
  readonly top: string;
  readonly secret: string;
}

type SearchedEntity = Pick<FolderEntity, 'id' | 'kind'> & { readonly fields: SomeFields };

/** The fields of an entity without secret values. `restore` puts the withheld values back, for the database. */
export interface EntityWithoutSecrets {
  readonly fields: SomeFields;
  readonly hits: readonly Hit[];
  readonly restore: (merged: SomeFields) => SomeFields;
}

const collectLeaves = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...collectLeaves(inner)]);
};

const findInLeaves = (find: FindSecret, value: unknown): string | undefined => {
  for (const leaf of collectLeaves(value)) {
    const secret = find(leaf);
    if (secret !== undefined) return secret;
  }
  return undefined;
};

const countEarlierPairs = (list: readonly NamedEntry[], index: number): number =>
  list.slice(0, index).filter(({ name }) => name === list[index]?.name).length;

const findPairIndex = (list: readonly NamedEntry[], name: string, occurrence: number): number =>
  list.findIndex((pair, index) => pair.name === name && countEarlierPairs(list, index) === occurrence);

interface PairMask {
  readonly list: readonly NamedEntry[];
  readonly hits: readonly Hit[];
  readonly restore: (merged: readonly NamedEntry[]) => readonly NamedEntry[];
}

const withholdPairs = (
  find: FindSecret,
  top: string,
  own: readonly NamedEntry[],
  known: readonly NamedEntry[],
): PairMask => {
  const withheld = own.flatMap((pair, index) => {
    const secret = findInLeaves(find, pair);
    return secret === undefined ? [] : [{ pair, index, occurrence: countEarlierPairs(own, index), secret }];
  });
  const list = own.flatMap((pair, index) => {
    const hit = withheld.find((one) => one.index === index);
    if (!hit) return [pair];
    const there = known[findPairIndex(known, pair.name, hit.occurrence)];
    return there && findInLeaves(find, there) === undefined ? [there] : [];
  });
  const restore = (merged: readonly NamedEntry[]): readonly NamedEntry[] => {
    const result = [...merged];
    for (const { pair, index, occurrence } of withheld) {
      const at = findPairIndex(result, pair.name, occurrence);
      if (at >= 0) result[at] = pair;
      else result.splice(Math.min(index, result.length), 0, pair);
    }
    return result;
  };
  // The name of a withheld pair may itself be the secret.
  const hits = withheld.map(({ pair, secret }) => ({
    top,
    field: find(pair.name) === undefined ? `${top}[${pair.name}]` : top,
    secret,
  }));
  return { list, hits, restore };
};

const emptyValues: Readonly<Record<string, unknown>> = {
  body: { type: 'none' },
  auth: { type: 'none' },
  settings: {},
  examples: [],
  variables: {},
  operationName: null,
  method: 'GET',
};

/**
 * Replaces every value that contains a secret: in a list, the pair with the secret, otherwise the whole field.
 * @param known the values to use instead, from the file or the memory
 */
export const withholdSecrets = (
  find: FindSecret,
  entity: SearchedEntity,
  known: SomeFields,
): EntityWithoutSecrets => {
  const fields: Record<string, unknown> = { ...entity.fields };
  const hits: Hit[] = [];
  const restores: ((merged: Record<string, unknown>) => void)[] = [];
  for (const [field, shape] of Object.entries(documentKinds[entity.kind].merged)) {
    const value = getOwnValue(fields, field);
    const instead = getOwnValue(known, field);
    if (shape === 'pairs') {
      const pairs = withholdPairs(find, field, toNamedEntries(value), toNamedEntries(instead));
      if (pairs.hits.length === 0) continue;
      fields[field] = pairs.list;
      hits.push(...pairs.hits);
      restores.push((merged) => (merged[field] = pairs.restore(toNamedEntries(getOwnValue(merged, field)))));
      continue;
    }
    const secret = findInLeaves(find, value);
    if (secret === undefined) continue;
    const fallback =
      field === 'name'
        ? entity.id
        : (getOwnValue<unknown>(emptyValues, field) ?? (Object.hasOwn(emptyValues, field) ? null : ''));
    fields[field] = instead !== undefined && findInLeaves(find, instead) === undefined ? instead : fallback;
    hits.push({ top: field, field, secret });
    restores.push((merged) => (merged[field] = value));
  }
  return {
    fields: toSomeFields(fields),
    hits,
    restore: (merged) => {
      const next: Record<string, unknown> = { ...merged };
      for (const restore of restores) restore(next);
      return toSomeFields(next);
    },
  };
};
