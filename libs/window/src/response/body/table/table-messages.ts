import type { Cell, SortOrder } from './json-table.js';

/** Selects rows of one table, and their order. */
export interface TableQuery {
  /** The index of the table. */
  readonly table: number;
  readonly filter: string;
  readonly sorting: SortOrder | undefined;
}

/** A message to the worker. Its number is repeated in the answer. */
export type TableRequest = { readonly number: number } & (
  | { readonly kind: 'open'; readonly json: string }
  | { readonly kind: 'rows'; readonly query: TableQuery; readonly from: number; readonly to: number }
  | { readonly kind: 'csv'; readonly query: TableQuery }
);

/** A table without its rows. */
export interface TableHead {
  /** The JSONPath of the array. */
  readonly path: string;
  readonly rowCount: number;
  /** The shown columns, with their widths in characters. */
  readonly columns: readonly { readonly name: string; readonly width: number; readonly isNumeric: boolean }[];
  /** The number of the table's columns, including those that are not shown. */
  readonly columnCount: number;
}

/** A part of the rows that match the filter. */
export interface TablePart {
  readonly from: number;
  /** The number of matching rows. */
  readonly total: number;
  readonly rows: readonly (readonly Cell[])[];
}

/** The worker's answers, by the kind of message. */
export interface TableAnswers {
  readonly open: readonly TableHead[];
  readonly rows: TablePart;
  readonly csv: Blob;
}
