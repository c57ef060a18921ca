import { isJsonObject, parseJson, scanJson } from '../codec/index.js';
import type { RunRow } from './run.js';

/** The data rows, or why they cannot be read, with the line number. */
export type DataRows = { readonly rows: readonly RunRow[] } | { readonly problem: string };

const isRow = (u: unknown): u is RunRow => isJsonObject(u);

const getLineNumber = (text: string, at: number): number => text.slice(0, at).split('\n').length;

const createRowProblem = (line: number): DataRows => ({
  problem: `Line ${line}: a row must be an object, such as {"id": 1}.`,
});

/** The position of each element of a JSON array. */
const findElementStarts = (text: string): readonly number[] => {
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
    const all = parseJson(text) as readonly unknown[];
    const wrong = all.findIndex((one) => !isRow(one));
    return wrong < 0
      ? { rows: all as readonly RunRow[] }
      : createRowProblem(getLineNumber(text, findElementStarts(text)[wrong] ?? 0));
  } catch {
    return { problem: `Line ${getLineNumber(text, scanJson(text)?.at ?? text.length)}: this is not JSON.` };
  }
};

const readLines = (text: string): DataRows => {
  const rows: RunRow[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      const row: unknown = parseJson(line);
      if (!isRow(row)) return createRowProblem(index + 1);
      rows.push(row);
    } catch {
      return { problem: `Line ${index + 1}: this is not JSON. Each line must be one object.` };
    }
  }
  return { rows };
};

/**
 * Reads data rows from a JSON array of objects, from JSON Lines, or from CSV with a header.
 * @param readCsv reads CSV, which requires a library
 * @param maxRows maximum number of rows; more are refused
 */
export const readDataRows = async (
  text: string,
  readCsv: (text: string) => Promise<DataRows>,
  maxRows: number,
): Promise<DataRows> => {
  const whole = text.replace(/^\uFEFF/, '');
  const start = whole.trimStart();
  const read = start.startsWith('[')
    ? readArray(whole)
    : start.startsWith('{')
      ? readLines(whole)
      : await readCsv(whole);
  if ('problem' in read) return read;
  if (read.rows.length === 0)
    return { problem: 'There are no rows. CSV needs a header and a line for each row.' };
  return read.rows.length > maxRows
    ? { problem: `There are ${read.rows.length} rows, and at most ${maxRows} are sent. Split the file.` }
    : read;
};
