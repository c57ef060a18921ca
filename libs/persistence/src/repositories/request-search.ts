import { setImmediate } from 'node:timers/promises';

import {
  findSearchHit,
  type ListQuery,
  maxSearchedLength,
  type RequestKind,
  type RequestSummary,
  searchedFields,
} from '@tandem/core';
import { parseJson } from '@tandem/core/codec';
import type { EntitySchema } from 'typeorm';

import type { Dialect } from '../dialect.js';
import type { UndecodedRow } from '../rows/select.js';
import type { RequestRow } from '../schema/tables.js';

const commonColumns = { id: 'r.id', name: 'r.name', folder: 'r.folder', url: 'r.url' } as const;

/** The sources of a summary of each kind, as SQL over the table `r`. */
export const summaryColumns: Readonly<Record<RequestKind, Readonly<Record<keyof RequestSummary, string>>>> = {
  rest: { ...commonColumns, method: 'r.method' },
  graphql: { ...commonColumns, method: `'POST'` },
};

/** The prefix of searched columns in the rows of a search. */
const prefix = 'searched_';

/** Minimum number of rows per query of a search, and how many are checked before yielding to other work. */
const batch = { rows: 100, checked: 10 } as const;

type Search = Pick<ListQuery, 'search' | 'shown' | 'take'>;

/** How many rows one query reads. */
export const getBatchSize = ({ search = '', take }: Search): number =>
  search === '' ? take + 1 : Math.max(take + 1, batch.rows);

const listSearchedColumns = (table: EntitySchema<RequestRow>): readonly string[] =>
  searchedFields.filter((name) => Object.hasOwn(table.options.columns, name));

/** The columns in which a search looks besides name and URL, as SQL over the table `r`. */
export const selectSearchedColumns = (
  table: EntitySchema<RequestRow>,
  { search = '' }: Partial<Search>,
): readonly string[] =>
  search === ''
    ? []
    : listSearchedColumns(table).map(
        (name) => `substr(r.${name}, 1, ${maxSearchedLength}) AS "${prefix}${name}"`,
      );

/** Text that JSON never escapes. */
const plain = /[a-z0-9](?:[a-z0-9 _./-]*[a-z0-9])?|[_./-]+/g;

/**
 * A condition that preselects rows, and the text that it looks for: the longest plain part of the search, because columns contain
 * JSON, and databases ignore case for ASCII only. Undefined if there is none.
 */
export const createHitCondition = (
  table: EntitySchema<RequestRow>,
  dialect: Dialect,
  { search = '' }: Partial<Search>,
): readonly [sql: string, values: { readonly part: string }] | undefined => {
  const [part] = (search.toLowerCase().match(plain) ?? []).toSorted((a, b) => b.length - a.length);
  if (part === undefined) return undefined;
  const places = ['r.searched', ...listSearchedColumns(table).map((name) => `lower(r.${name})`)];
  return [`(${places.map((place) => `${dialect.find(place, ':part')} > 0`).join(' OR ')})`, { part }];
};

const parseJsonOrText = (text: unknown): unknown => {
  try {
    return parseJson(String(text));
  } catch {
    return text;
  }
};

/** The row without the searched columns, and with `found`, which tells where the match is; undefined if there is none. */
const findHit = (
  row: UndecodedRow,
  json: readonly string[],
  { search = '', shown }: Search,
): UndecodedRow | undefined => {
  const columns = Object.entries(row);
  const fields = columns
    .filter(([column]) => column.startsWith(prefix))
    .map(([column, value]) => {
      const name = column.slice(prefix.length);
      return [name, json.includes(name) ? parseJsonOrText(value) : value] as const;
    });
  const found = findSearchHit({ name: row.name, url: row.url, ...Object.fromEntries(fields) }, search, shown);
  if (found === undefined) return undefined;
  const rest = Object.fromEntries(columns.filter(([column]) => !column.startsWith(prefix)));
  return found === null ? rest : { ...rest, found };
};

/** The rows that match a search, until there are more than fit on a page. */
export const filterHits = async (
  rows: readonly UndecodedRow[],
  json: readonly string[],
  search: Search,
): Promise<readonly UndecodedRow[]> => {
  if ((search.search ?? '') === '') return rows;
  const found: UndecodedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % batch.checked === 0) await setImmediate();
    const hit = findHit(row, json, search);
    if (hit) found.push(hit);
    if (found.length > search.take) return found;
  }
  return found;
};
