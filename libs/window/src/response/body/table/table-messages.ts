import type { Cell, SortOrder } from './json-table.js';

/** Which rows of which table are wanted, in which order. */
export interface TableQuery {
  /** The index of the table. */
  readonly table: number;
  readonly filter: string;
  readonly sorting: SortOrder | undefined;
}

/** A message to the worker. Each has a number, which its answer repeats. */
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
  /** How many columns the table has, shown or not. */
  readonly columnCount: number;
}

/** A part of the rows that match the filter. */
export interface TablePart {
  readonly from: number;
  /** How many rows match. */
  readonly total: number;
  readonly rows: readonly (readonly Cell[])[];
}

/** The worker's answers by the kind of message. */
export interface TableAnswers {
  readonly open: readonly TableHead[];
  readonly rows: TablePart;
  readonly csv: Blob;
}
