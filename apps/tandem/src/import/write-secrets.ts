import { randomBytes } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { findSecretValue, getSecretVariable, secretPrefix } from '@tandem/core';
import {
  envFileName,
  formatEnvLine,
  formatKeychainReference,
  parseEnvFile,
  resolveReferences,
} from '@tandem/folder';
import { runGit } from '@tandem/folder/git';
import { replaceFile } from '@tandem/node';
import {
  type EnvironmentSecret,
  type KeychainSecrets,
  keychainSecrets,
  UnusableKeychain,
} from '@tandem/workbench/files';

import { CommandRefusal, exitCodes } from '../refusal.js';
import type { ImportFlags } from './flags.js';

/** The location where an import wrote the values of secrets, and the values that it could not write. */
export interface WrittenSecrets {
  /** The path of the file with the values, or with references to them. */
  readonly file: string;
  /** Whether all values are in the keychain. */
  readonly isInKeychain: boolean;
  /** The names of secrets whose values cannot be written to a `.env` file. */
  readonly notWritten: readonly string[];
}

/** The keychain in which values of secrets are stored; undefined if they are stored in a file. */
export type SecretStore = KeychainSecrets | undefined;

const createId = (): string => randomBytes(16).toString('hex');

/** Opens the keychain, if it works and the flags allow it. Refuses the import if the keychain is locked. */
export const openSecretStore = async (
  { keychain }: Pick<ImportFlags, 'keychain'>,
  secrets: KeychainSecrets = keychainSecrets,
): Promise<SecretStore> => {
  if (keychain === 'no') return undefined;
  try {
    await secrets.probe(createId());
    return secrets;
  } catch (error) {
    if (!(error instanceof UnusableKeychain && error.isLocked)) return undefined;
    throw new CommandRefusal(
      `nothing was imported, because ${error.message}. Unlock it, or pass --keychain no, which writes the secrets of the document to ${envFileName}, or --no-secrets.`,
      exitCodes.unreadable,
    );
  }
};

const readIfPresent = async (path: string): Promise<string | undefined> => {
  try {
    // Do not replace a link with a file, or follow it out of the folder.
    if (!(await lstat(path)).isFile())
      throw new CommandRefusal(
        `${path} is no regular file, so the secrets of the document cannot be written; replace it, or import with --no-secrets.`,
        exitCodes.unreadable,
      );
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof CommandRefusal) throw error;
    throw new CommandRefusal(
      `${path} cannot be read: ${(error as Error).message}. Correct that, or import with --no-secrets.`,
      exitCodes.unreadable,
    );
  }
};

/** Whether git tracks the file and would commit it although `.gitignore` lists it. */
const isTracked = async (folder: string): Promise<boolean> => {
  // Git would start the program that `core.fsmonitor` names, and the configuration may come from somebody
  // else.
  const noMonitor = ['-c', 'core.fsmonitor=false'];
  const { code } = await runGit(folder, [...noMonitor, 'ls-files', '--error-unmatch', '--', envFileName]);
  return code === 0;
};

const ignoreLines = new Set([envFileName, `/${envFileName}`, `${envFileName}*`, `/${envFileName}*`, '*.env']);

/** Appends lines to a text, each with a line break. */
const appendLines = (text: string, lines: readonly string[]): string =>
  `${text === '' || text.endsWith('\n') ? text : `${text}\n`}${lines.map((line) => `${line}\n`).join('')}`;

/** Adds the file to the folder's `.gitignore`, unless it is already there. */
const ignoreEnvFile = async (folder: string): Promise<void> => {
  const path = join(folder, '.gitignore');
  const text = (await readIfPresent(path)) ?? '';
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const isNamed =
    lines.some((line) => ignoreLines.has(line)) && !lines.some((line) => /^!.*\.env/.test(line));
  if (!isNamed) await replaceFile(path, appendLines(text, [envFileName]), 0o644);
};

/** The line for a secret: its variable and its value. */
interface NeededLine {
  readonly variable: string;
  readonly secret: EnvironmentSecret;
}

/**
 * Chooses variables for secrets: one for all environments with the same value, otherwise one for each environment. No variable changes the
 * value of another secret, or gives one to a secret that has none, because it may belong to another import.
 */
const nameVariables = (
  secrets: readonly EnvironmentSecret[],
  existing: Readonly<Record<string, string>>,
): { readonly lines: readonly NeededLine[]; readonly taken: readonly string[] } => {
  let values = existing;
  const lines: NeededLine[] = [];
  const taken: string[] = [];
  const isUnchanged = (next: typeof existing, { name, environment, value }: EnvironmentSecret): boolean => {
    const found = findSecretValue(next, name, environment);
    return found === findSecretValue(values, name, environment) || (value !== '' && found === value);
  };
  for (const [at, secret] of secrets.entries()) {
    const { name, environment, value } = secret;
    if (value === '' || findSecretValue(values, name, environment) === value) continue;
    const ofAnyCase = getSecretVariable(name);
    const ofThisCase = /^[\w.-]+$/.test(name) ? [`${secretPrefix}${name}`] : [];
    const isOnlyCase = secrets.every((one) => one.name === name || getSecretVariable(one.name) !== ofAnyCase);
    const ofAll = isOnlyCase ? [ofAnyCase, ...ofThisCase] : [...ofThisCase, ofAnyCase];
    const candidates = [...ofAll, getSecretVariable(name, environment)];
    // Secrets of other names whose turn is yet to come get variables that fit.
    const others = secrets.filter((one, of) => one.name === name || of <= at || one.value === '');
    const variable = candidates.find((one) => {
      const next = { ...values, [one]: value };
      const isFree = !Object.hasOwn(values, one) && findSecretValue(next, name, environment) === value;
      return isFree && others.every((other) => isUnchanged(next, other));
    });
    if (variable === undefined) taken.push(name);
    else {
      values = { ...values, [variable]: value };
      lines.push({ variable, secret });
    }
  }
  return { lines, taken };
};

/**
 * The secrets without a value that would get the one of another environment: those of environments that the import made, if a variable for
 * all environments has the value of an environment that was there before. A password for tests would go to production, for example.
 */
const listUnshared = (
  secrets: readonly EnvironmentSecret[],
  existing: Readonly<Record<string, string>>,
  made: ReadonlySet<string>,
): readonly EnvironmentSecret[] =>
  secrets.filter(
    ({ name, environment, value }) =>
      value === '' &&
      made.has(environment) &&
      (findSecretValue(existing, name, environment) ?? '') !== '' &&
      secrets.some((one) => one.name === name && !made.has(one.environment)),
  );

/** A line for `.env`, and the id of its value in the keychain. */
interface WrittenLine {
  readonly name: string;
  /** Undefined if the value cannot be written in a line. */
  readonly line: string | undefined;
  readonly id?: string;
}

/** Creates the line for a secret, with its value or with a reference to the keychain, in which the value is stored first. */
const storeSecret = async ({ variable, secret }: NeededLine, store: SecretStore): Promise<WrittenLine> => {
  const { name, value } = secret;
  const id = createId();
  // The keychain refuses values that exceed its maximum length. They are written to the file instead.
  if (store !== undefined && (await store.set(id, value)))
    return { name, id, line: `${variable}=${formatKeychainReference(id)}` };
  return { name, line: await formatEnvLine(variable, value) };
};

const readExistingValues = async (file: string, text: string, store: SecretStore) => {
  const parsed = await parseEnvFile(text, file);
  const { values } = store === undefined ? parsed : await resolveReferences(parsed, file, store.get);
  return values;
};

/** Adds lines to the file once git ignores it. If that fails, the values are removed from the keychain. */
const addLines = async (
  file: string,
  before: string,
  lines: readonly WrittenLine[],
  store: SecretStore,
): Promise<void> => {
  const added = lines.flatMap(({ line }) => line ?? []);
  try {
    await ignoreEnvFile(dirname(file));
    if (added.length > 0) await replaceFile(file, appendLines(before, added));
  } catch (error) {
    for (const { id } of lines) if (id !== undefined) await store?.remove(id).catch(() => undefined);
    if (error instanceof CommandRefusal) throw error;
    throw new CommandRefusal(
      `the secrets of the document cannot be written: ${(error as Error).message}. Correct that, or import with --no-secrets.`,
      exitCodes.unreadable,
    );
  }
};

/**
 * Adds lines for the secrets of an import to `.env` in a workspace's folder, where `tandem run` and the window find them. The lines
 * contain the values, or references to the keychain. The file is added to `.gitignore` first.
 * @param secrets those of the workspace; the value of those that the import did not bring is ""
 * @param made the names of the environments that the import made
 * @returns where the values are; undefined if the import brought none, unless the file has them all
 */
export const writeSecrets = async (
  folder: string,
  secrets: readonly EnvironmentSecret[],
  store: SecretStore,
  made: ReadonlySet<string> = new Set(),
): Promise<WrittenSecrets | undefined> => {
  if (secrets.length === 0) return undefined;
  const file = join(folder, envFileName);
  const before = (await readIfPresent(file)) ?? '';
  const existing = await readExistingValues(file, before, store);
  const unshared = listUnshared(secrets, existing, made).map(({ name, environment }): WrittenLine => ({
    name,
    line: `${getSecretVariable(name, environment)}=`,
  }));
  if (secrets.every(({ value }) => value === '')) {
    if (unshared.length > 0) await addLines(file, before, unshared, store);
    const isKnown = secrets.every(
      ({ name, environment }) => findSecretValue(existing, name, environment) !== undefined,
    );
    return isKnown && unshared.length === 0
      ? { file, isInKeychain: before.includes('=keychain:'), notWritten: [] }
      : undefined;
  }
  const { lines, taken } = nameVariables(secrets, existing);
  const written: WrittenLine[] = [];
  // One after another, because a keychain may ask for consent.
  for (const one of lines) written.push(await storeSecret(one, store));
  await addLines(file, before, [...written, ...unshared], store);
  return {
    file,
    isInKeychain: written.length > 0 && written.every(({ id }) => id !== undefined),
    notWritten: [...taken, ...written.flatMap(({ name, line }) => (line === undefined ? [name] : []))],
  };
};

/** Refuses an import if {@link writeSecrets} could not write its secrets, before anything is written. */
export const checkSecretsFile = async (folder: string): Promise<void> => {
  const before = await readIfPresent(join(folder, envFileName));
  if (before !== undefined && (await isTracked(folder)))
    throw new CommandRefusal(
      `${join(folder, envFileName)} is in git, and the secrets of the document would be written into it. Take it out with "git rm --cached ${envFileName}", or import with --no-secrets.`,
      exitCodes.unreadable,
    );
  await readIfPresent(join(folder, '.gitignore'));
};
