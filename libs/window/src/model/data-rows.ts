import { loadPart } from '../served/load-part.js';
import { faultAt } from './json-fault.js';

/** The fields of a row, which are the variables of one call. */
export type DataRow = Readonly<Record<string, unknown>>;

/** The rows of a text, or why they cannot be read. */
export type DataRows = { readonly rows: readonly DataRow[] } | { readonly problem: string };

/** How many rows are sent at most. */
export const mostRows = 1_000;

const isRow = (u: unknown): u is DataRow => typeof u === 'object' && u !== null && !Array.isArray(u);

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

const notRow = (line: number): DataRows => ({
  problem: `Line ${line}: a row must be an object, such as {"id": 1}.`,
});

/** Where each element of a JSON array begins. */
const startsIn = (text: string): readonly number[] => {
  const starts: number[] = [];
  let depth = 0;
  let isNext = false;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{}\],]|[^\s"[\]{},]+/g)) {
    if (isNext && token !== ']') starts.push(index);
    isNext = false;
    if (token === ']' || token === '}') depth -= 1;
    else if (token === '[' || token === '{') {
      isNext = depth === 0;
      depth += 1;
    } else if (token === ',') isNext = depth === 1;
  }
  return starts;
};

const readArray = (text: string): DataRows => {
  try {
    const all = JSON.parse(text) as readonly unknown[];
    const wrong = all.findIndex((one) => !isRow(one));
    return wrong < 0 ? { rows: all as readonly DataRow[] } : notRow(lineAt(text, startsIn(text)[wrong] ?? 0));
  } catch {
    return { problem: `Line ${lineAt(text, faultAt(text))}: this is not JSON.` };
  }
};

const readLines = (text: string): DataRows => {
  const rows: DataRow[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      const row: unknown = JSON.parse(line);
      if (!isRow(row)) return notRow(index + 1);
      rows.push(row);
    } catch {
      return { problem: `Line ${index + 1}: this is not JSON. Each line must be one object.` };
    }
  }
  return { rows };
};

/** Loaded when the first CSV is read. */
const csv = () => loadPart(() => import('csv-parse/browser/esm/sync'));

const headerProblem = (names: readonly string[]): string | undefined => {
  if (names.includes('')) return 'Line 1: a column has no name.';
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : `Line 1: the column "${twice}" is there twice.`;
};

const readCsv = async (text: string): Promise<DataRows> => {
  const { parse, CsvError } = await csv();
  try {
    let problem: string | undefined;
    const columns = (header: readonly string[]): string[] => {
      const names = header.map((name) => name.trim());
      problem = headerProblem(names);
      return names;
    };
    const rows = parse<DataRow>(text, { columns, bom: true, skip_empty_lines: true });
    return problem === undefined ? { rows } : { problem };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines);
    return { problem: `${Number.isNaN(line) ? '' : `Line ${line}: `}${error.message}` };
  }
};

const readAny = (text: string): DataRows | Promise<DataRows> => {
  const start = text.trimStart();
  if (start.startsWith('[')) return readArray(text);
  return start.startsWith('{') ? readLines(text) : readCsv(text);
};

/** Reads rows from a JSON array of objects, from JSON lines, or from CSV with a header. */
export const readDataRows = async (text: string): Promise<DataRows> => {
  const read = await readAny(text.replace(/^\uFEFF/, ''));
  if ('problem' in read) return read;
  if (read.rows.length === 0)
    return { problem: 'There are no rows. CSV needs a header and a line for each row.' };
  return read.rows.length > mostRows
    ? { problem: `There are ${read.rows.length} rows, and at most ${mostRows} are sent. Split the file.` }
    : read;
};

/** The names of the fields in the order in which they appear. */
export const fieldsOfRows = (rows: readonly DataRow[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
];

/** A value as a cell shows it. */
export const cellText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
