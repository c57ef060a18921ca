import { type DataRows, readDataRows as readRows, type RunRow } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

import { loadPart } from '../served/load-part.js';

/** How many rows a run of the window takes at most. */
export const maxRows = 10_000;

/** Reads rows from a JSON array of objects, from JSON lines, or from CSV with a header. */
export const readDataRows = (text: string): Promise<DataRows> =>
  readRows(text, async (csv) => (await loadPart(() => import('@tandem/core/csv'))).readCsv(csv), maxRows);

/** The names of the fields in the order in which they appear. */
export const fieldsOfRows = (rows: readonly RunRow[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
];

/** A value as a cell shows it. */
export const cellText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : stringifyJson(value);
