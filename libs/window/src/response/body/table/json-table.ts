import { isExactNumber, isJsonObject, parseJson, stringifyJson } from '@tandem/core/codec';

/** Maximum depth at which objects are searched for tables. */
const maxDepth = 8;

/** Maximum number of tables that are offered. */
const maxTables = 50;

/** Maximum length of the text in a cell, in characters. */
export const maxCellLength = 300;

/** Number of rows that determine the width of a column. */
const measuredRows = 200;

/** The minimum and maximum width of a column, in characters. */
const [minWidth, maxWidth] = [6, 40];

type Row = Readonly<Record<string, unknown>>;

/** An array of objects in a JSON text. */
export interface JsonTable {
  /** The JSONPath of the array. */
  readonly path: string;
  readonly rows: readonly Row[];
  /** The names of all fields, in the order of their first appearance. */
  readonly columns: readonly string[];
}

/** How rows are sorted. */
export interface SortOrder {
  readonly column: string;
  readonly isDescending: boolean;
}

/** The text of a cell, and whether the text is gray because it is not the value itself. */
export interface Cell {
  readonly text: string;
  readonly kind: 'text' | 'number' | 'none';
}

const formatStep = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;

const listColumns = (rows: readonly Row[]): readonly string[] => {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names];
};

/** Finds the arrays of objects in a value, those with the most rows first. Arrays inside of rows are shown in cells. */
const findArrays = (value: unknown): readonly Pick<JsonTable, 'path' | 'rows'>[] => {
  const found: Pick<JsonTable, 'path' | 'rows'>[] = [];
  const visit = (one: unknown, path: string, depth: number): void => {
    if (Array.isArray(one)) {
      if (one.length > 0 && one.every(isJsonObject)) found.push({ path, rows: one });
    } else if (isJsonObject(one) && depth < maxDepth)
      for (const [name, inner] of Object.entries(one)) visit(inner, path + formatStep(name), depth + 1);
  };
  visit(value, '$', 0);
  return found.toSorted((a, b) => b.rows.length - a.rows.length).slice(0, maxTables);
};

/** Finds the arrays of objects in a JSON text; none if the text is not valid JSON. */
export const findTables = (json: string): readonly JsonTable[] => {
  let value: unknown;
  try {
    value = parseJson(json);
  } catch {
    return [];
  }
  return findArrays(value).map((one) => ({ ...one, columns: listColumns(one.rows) }));
};

const isNumber = (value: unknown): boolean => typeof value === 'number' || isExactNumber(value);

/** Formats a value without a maximum length, for searching and exporting. */
const formatValue = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
};

/** Returns the value of a row's own field. Inherited names such as `constructor` have no value. */
const getValue = (row: Row, column: string): unknown =>
  Object.hasOwn(row, column) ? row[column] : undefined;

/** Formats the value of a cell. */
export const toCell = (row: Row, column: string): Cell => {
  const value = getValue(row, column);
  if (value === undefined) return { text: '', kind: 'none' };
  if (value === null) return { text: 'null', kind: 'none' };
  const text = formatValue(value);
  return {
    text: text.length > maxCellLength ? `${text.slice(0, maxCellLength)}…` : text,
    kind: isNumber(value) ? 'number' : 'text',
  };
};

/** The width of the arrow beside the name of a sorted column, in characters. */
const arrowWidth = 4;

/** Measures the widths of the columns in characters, from their names and first values. */
export const measureColumns = ({ rows, columns }: JsonTable): readonly number[] =>
  columns.map((name) => {
    const longest = rows
      .slice(0, measuredRows)
      .reduce((most, row) => Math.max(most, toCell(row, name).text.length), name.length + arrowWidth);
    return Math.min(maxWidth, Math.max(minWidth, longest));
  });

const { compare: compareTexts } = new Intl.Collator('en', { numeric: true });

/** Compares two values. Numbers come before other values. */
const compareValues = (a: unknown, b: unknown): number => {
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1;
  return isNumber(a) ? Number(a) - Number(b) : compareTexts(formatValue(a), formatValue(b));
};

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Sorts the rows. Rows without a value are last in both directions, and equal rows keep their order. */
export const sortRows = (rows: readonly Row[], { column, isDescending }: SortOrder): readonly Row[] => {
  const keyed = rows.map((row) => ({ row, value: getValue(row, column) }));
  const sign = isDescending ? -1 : 1;
  return keyed
    .toSorted((a, b) => {
      if (isMissing(a.value) || isMissing(b.value))
        return Number(isMissing(a.value)) - Number(isMissing(b.value));
      return sign * compareValues(a.value, b.value);
    })
    .map(({ row }) => row);
};

/** Returns the rows in which a value contains the text, ignoring case. */
export const filterRows = (rows: readonly Row[], typed: string): readonly Row[] => {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) =>
    Object.values(row).some((value) => formatValue(value).toLowerCase().includes(wanted)),
  );
};

/**
 * Matches beginnings that make a spreadsheet run a text as a formula, including full-width characters (OWASP,
 * CSV Injection).
 */
const formulaStart = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/;

/** Matches values that must be quoted in CSV (RFC 4180), and spaces that some readers would drop. */
const quotedField = /[",\r\n]|^\s|\s$/;

/**
 * Formats a CSV field. A text that a spreadsheet would run as a formula gets an apostrophe, so that the spreadsheet
 * treats it as text.
 */
const toCsvField = (value: unknown): string => {
  const text = formatValue(value);
  const safe = !isNumber(value) && formulaStart.test(text) ? `'${text}` : text;
  return quotedField.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Formats rows as CSV with a header (RFC 4180). */
export const formatCsv = (columns: readonly string[], rows: readonly Row[]): string =>
  [columns, ...rows.map((row) => columns.map((name) => getValue(row, name)))]
    .map((fields) => `${fields.map(toCsvField).join(',')}\r\n`)
    .join('');
