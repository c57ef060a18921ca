import { stat } from 'node:fs/promises';

import {
  getPromptVariable,
  parsePrompt,
  readDataRows,
  runLimits,
  type RunRow,
  secretPrefix,
} from '@tandem/core';
import { readCsv } from '@tandem/core/csv';
import { toVisibleLine } from '@tandem/core/visible';
import { parseEnvFile, type ReadKeychain, resolveReferences } from '@tandem/folder';
import { keychainSecrets } from '@tandem/workbench/files';

import { readInputFile, requireFileText } from '../input-file.js';
import { CommandRefusal } from '../refusal.js';

/** Maximum size of a file with rows or variables, in bytes. */
const maxBytes = 50 * 1024 * 1024;

const readText = async (file: string): Promise<string> =>
  requireFileText(await readInputFile(file, { bytes: maxBytes }), file);

/** Reads the data rows of a file: a JSON array, JSON lines or CSV with a header, independent of the file's name. */
export const readRows = async (file: string): Promise<readonly RunRow[]> => {
  const read = await readDataRows(await readText(file), readCsv, runLimits.iterations);
  if ('rows' in read) return read.rows;
  throw new CommandRefusal(`${file}: ${read.problem}`);
};

type Values = Readonly<Record<string, string>>;

/** Reads a file with the syntax of `.env`. A line that cannot be read refuses the file, because its value would be missing. */
const readEnvValues = async (file: string): Promise<Values> => {
  const { values, problems } = await parseEnvFile(await readText(file), file);
  if (problems.length > 0) throw new CommandRefusal(`${problems.join(' ')} Correct it, and run it again.`);
  return values;
};

const isSecretVariable = (name: string): boolean => name.startsWith(secretPrefix);

const filterNames = (values: Values, isWanted: (name: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));

/** Reads the variables in a `.env` file, except for values of secrets. */
export const readEnvFile = async (file: string): Promise<Values> =>
  filterNames(await readEnvValues(file), (name) => !isSecretVariable(name));

/** Replaces ids of values in the keychain with the values. */
const readKeychainValues = async (
  values: Values,
  file: string,
  readKeychain: ReadKeychain = keychainSecrets.get,
): Promise<Values> => {
  const resolved = await resolveReferences({ values, problems: [] }, file, readKeychain);
  const [problem] = resolved.problems;
  if (problem !== undefined) throw new CommandRefusal(problem);
  return resolved.values;
};

/** Reads the values of secrets in a `.env` file, by the names of their variables. */
export const readEnvFileSecrets = async (file: string, readKeychain?: ReadKeychain): Promise<Values> =>
  readKeychainValues(filterNames(await readEnvValues(file), isSecretVariable), file, readKeychain);

const othersMask = 0o077;

/**
 * Reads a file of secrets, and looks up the values that it keeps in the keychain. Also returns a warning if other users can read the file.
 */
export const readSecrets = async (file: string) => {
  const values = await readKeychainValues(await readEnvValues(file), file);
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

/** Reads the label of a prompt as it was passed, which may be written as in its token: `password!`. */
const readLabel = (text: string): string => {
  const label = text.trim();
  return parsePrompt(getPromptVariable(label))?.label ?? label;
};

/** Parses the answers to prompts from `label=value` strings, as variables. */
export const parsePromptAnswers = (texts: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(parseAssignments(texts)).map(([label, value]) => [
      getPromptVariable(readLabel(label)),
      value,
    ]),
  );

/** Lists a warning for each answer that no prompt of a run takes, with the labels that the run has. */
export const listUnusedAnswers = (texts: readonly string[], labels: readonly string[]): readonly string[] => {
  const has = labels.length === 0 ? 'nothing in this run asks' : `this run asks for ${labels.join(', ')}`;
  return Object.keys(parseAssignments(texts))
    .map(readLabel)
    .filter((label) => !labels.includes(label))
    .map((label) => toVisibleLine(`--prompt ${label} answers nothing: ${has}.`));
};
