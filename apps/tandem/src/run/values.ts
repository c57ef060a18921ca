import { stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';

import { getPromptVariable, readDataRows, runLimits, type RunRow } from '@tandem/core';
import { readCsv } from '@tandem/core/csv';
import { resolveReferences } from '@tandem/folder';
import { keychainSecrets } from '@tandem/workbench/files';

import { readInputFile, requireFileText } from '../input-file.js';
import { CommandRefusal } from '../refusal.js';

/** Maximum size of a file with rows or variables, in bytes. */
const maxBytes = 50 * 1024 * 1024;

const readText = async (file: string): Promise<string> =>
  requireFileText(await readInputFile(file, { bytes: maxBytes }), file);

/** The data rows of a file: a JSON array, JSON lines or CSV with a header, independent of the file's name. */
export const readRows = async (file: string): Promise<readonly RunRow[]> => {
  const read = await readDataRows(await readText(file), readCsv, runLimits.iterations);
  if ('rows' in read) return read.rows;
  throw new CommandRefusal(`${file}: ${read.problem}`);
};

/** The values of a `.env` file by name. */
export const readEnvFile = async (file: string): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    Object.entries(parseEnv(await readText(file))).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

const othersMask = 0o077;

/** The values of a file with secrets, including those in the keychain, and a warning if other users can read the file. */
export const readSecrets = async (file: string) => {
  const read = { values: await readEnvFile(file), problems: [] };
  const { values, problems } = await resolveReferences(read, file, keychainSecrets.get);
  const [problem] = problems;
  if (problem !== undefined) throw new CommandRefusal(problem);
  const { mode } = await stat(file);
  const isOpen = process.platform !== 'win32' && (mode & othersMask) !== 0;
  return {
    values,
    warning: isOpen ? `${file} can be read by other users; run "chmod 600 ${file}".` : undefined,
  };
};

/** Parses variables from `name=value` strings. */
export const parseAssignments = (texts: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
  );

/** Parses the answers to prompts from `label=value` strings, as variables. */
export const parsePromptAnswers = (texts: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(parseAssignments(texts)).map(([label, value]) => [getPromptVariable(label.trim()), value]),
  );
