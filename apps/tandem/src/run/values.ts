import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { parseEnv } from 'node:util';

import { RunRow } from '@tandem/core';
import { decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import { Refused } from '../refused.js';

/** Maximum size of a file with rows or variables, in bytes. */
const mostBytes = 50 * 1024 * 1024;

const read = async (file: string): Promise<string> => {
  try {
    const { size } = await stat(file);
    if (size > mostBytes) throw new Refused(`${file} is larger than ${mostBytes} bytes.`);
    return (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(`${file} cannot be read: ${(error as Error).message}`);
  }
};

const rowOf = (value: unknown, where: string): RunRow => {
  const row = decode(RunRow)(value);
  if (E.isRight(row)) return row.right;
  throw new Refused(`${where} is no row: it has to be an object such as {"id": 1}.`);
};

const parsed = (text: string, where: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Refused(`${where} is not valid JSON: ${(error as Error).message}`);
  }
};

const jsonRows = (text: string, file: string): readonly RunRow[] => {
  const value = parsed(text, file);
  if (!Array.isArray(value)) throw new Refused(`${file} holds no list of rows, such as [{"id": 1}].`);
  return value.map((row, index) => rowOf(row, `${file}: row ${index + 1}`));
};

const lineRows = (text: string, file: string): readonly RunRow[] =>
  text.split(/\r?\n/).flatMap((line, index) => {
    const where = `${file}:${index + 1}`;
    return line.trim() === '' ? [] : [rowOf(parsed(line, where), where)];
  });

/** The data rows of a file: a JSON list or JSON lines. */
export const readRows = async (file: string): Promise<readonly RunRow[]> => {
  const text = await read(file);
  const kind = extname(file).toLowerCase();
  if (kind === '.jsonl' || kind === '.ndjson') return lineRows(text, file);
  if (kind === '.json') return jsonRows(text, file);
  throw new Refused(`${file} is of an unknown kind; rows are read from .json and .jsonl files.`);
};

/** The values of a `.env` file by name. */
export const readEnvFile = async (file: string): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    Object.entries(parseEnv(await read(file))).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

const othersMayRead = 0o077;

/** The values of a file with secrets, and a warning if other users can read it. */
export const readSecrets = async (file: string) => {
  const values = await readEnvFile(file);
  const { mode } = await stat(file);
  const isOpen = process.platform !== 'win32' && (mode & othersMayRead) !== 0;
  return {
    values,
    warning: isOpen ? `${file} can be read by other users; run "chmod 600 ${file}".` : undefined,
  };
};

/** The variables of `name=value` texts. */
export const assigned = (texts: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
  );
