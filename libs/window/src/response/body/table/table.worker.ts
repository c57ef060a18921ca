import {
  filterRows,
  findTables,
  formatCsv,
  type JsonTable,
  measureColumns,
  sortRows,
  toCell,
} from './json-table.js';
import type { TableHead, TablePart, TableQuery, TableRequest } from './table-messages.js';

/** Maximum number of columns that are shown. CSV contains all columns. */
const maxColumns = 100;

let tables: readonly JsonTable[] = [];

/** The last query and its rows, which the page loads in parts. */
let last: { readonly key: string; readonly rows: JsonTable['rows'] } | undefined;

const toHead = (table: JsonTable): TableHead => {
  const shown = { ...table, columns: table.columns.slice(0, maxColumns) };
  const widths = measureColumns(shown);
  const [first = {}] = table.rows;
  return {
    path: table.path,
    rowCount: table.rows.length,
    columnCount: table.columns.length,
    columns: shown.columns.map((name, index) => ({
      name,
      width: widths[index] ?? 0,
      isNumeric: toCell(first, name).kind === 'number',
    })),
  };
};

const selectRows = (query: TableQuery): JsonTable['rows'] => {
  const key = JSON.stringify(query);
  if (last?.key === key) return last.rows;
  const filtered = filterRows(tables[query.table]?.rows ?? [], query.filter);
  const rows = query.sorting ? sortRows(filtered, query.sorting) : filtered;
  last = { key, rows };
  return rows;
};

const readPart = (query: TableQuery, from: number, to: number): TablePart => {
  const rows = selectRows(query);
  const columns = tables[query.table]?.columns.slice(0, maxColumns) ?? [];
  const cells = rows.slice(from, to).map((row) => columns.map((name) => toCell(row, name)));
  return { from, total: rows.length, rows: cells };
};

const answer = (request: TableRequest): readonly TableHead[] | TablePart | Blob => {
  if (request.kind === 'open') {
    tables = findTables(request.json);
    return tables.map(toHead);
  }
  if (request.kind === 'rows') return readPart(request.query, request.from, request.to);
  const csv = formatCsv(tables[request.query.table]?.columns ?? [], selectRows(request.query));
  return new Blob([csv], { type: 'text/csv' });
};

addEventListener('message', ({ data }: MessageEvent<TableRequest>) => {
  postMessage({ number: data.number, answer: answer(data) });
});
