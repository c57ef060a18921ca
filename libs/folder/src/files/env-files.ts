import { isUtf8 } from 'node:buffer';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';

import {
  emptyEnvFile,
  type EnvFileContent,
  type EnvFiles,
  type Secret,
  secretPrefix,
  type Workspace,
  type WorkspaceId,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { defaultFolderName } from './data-folder.js';
import { type FileOperations, fileOperations } from './operations.js';

/** The name of the file with values that belong to this machine, as in Bruno and in dotenv. */
export const envFileName = '.env';

/** The paths of a workspace's `.env` files, relative to its folder. Values in later files take precedence. */
const envFilePaths = [envFileName, `${defaultFolderName}/${envFileName}`];

/** The start of an assignment, as dotenv reads it. */
const assignmentPattern = /^\s*(?:export\s+)?([\w.-]+)(?:\s*=\s*|:\s+)(.*)$/s;

const quotes = ['"', "'", '`'];

/** A line that dotenv ignores, or reads in another way than its author meant. */
interface EnvFileProblem {
  readonly line: number;
  /** The variable's name; undefined if the line has none. */
  readonly name?: string;
  readonly message: string;
}

/** The index of the line on which a quoted value ends; undefined if the quote is never closed. */
const findEndOfQuote = (lines: readonly string[], at: number, value: string): number | undefined => {
  const quote = value.charAt(0);
  const end = new RegExp(`(?<!\\\\)${quote}(.*)$`);
  for (let line = at; line < lines.length; line += 1) {
    const rest = end.exec(line === at ? value.slice(1) : (lines[line] ?? ''))?.[1];
    // Text after the quote on the same line makes the quotes part of the value.
    if (rest !== undefined && (line === at || /^\s*(?:#.*)?$/.test(rest))) return line;
    if (rest !== undefined) return undefined;
  }
  return undefined;
};

/** Finds mistakes in a `.env` file. dotenv itself reports none. */
const findEnvFileProblems = (text: string): readonly EnvFileProblem[] => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const problems: EnvFileProblem[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const [, name, value = ''] = assignmentPattern.exec(line) ?? [];
    if (name === undefined) problems.push({ line: at + 1, message: 'is not NAME=value' });
    else if (quotes.includes(value.charAt(0))) {
      const end = findEndOfQuote(lines, at, value);
      if (end === undefined)
        problems.push({ line: at + 1, name, message: `has a quote ${value.charAt(0)} that does not end` });
      else at = end;
    }
  }
  return problems;
};

/** The values in one file, and problems in it. */
interface EnvFile {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
  /** Whether a value in the platform's keychain could not be read. */
  readonly isIncomplete?: boolean;
}

/** Parses the text of a `.env` file and finds its problems. */
export const parseEnvFile = async (text: string, file: string): Promise<EnvFile> => {
  // Most workspaces have no .env file, so dotenv is loaded only here. In the bundle, its functions are on the default export.
  const { default: dotenv } = await import('dotenv');
  const problems = findEnvFileProblems(text);
  const broken = new Set(problems.flatMap(({ name }) => name ?? []));
  return {
    values: Object.fromEntries(Object.entries(dotenv.parse(text)).filter(([name]) => !broken.has(name))),
    problems: problems.map(({ line, message }) => `Line ${line} of ${file} ${message}.`),
  };
};

/**
 * A line that assigns `value` to a variable, quoted if necessary.
 * @returns undefined if the value contains every kind of quote, so that no line can express it
 */
export const formatEnvLine = async (name: string, value: string): Promise<string | undefined> => {
  const escaped = value.replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  for (const text of [value, ...quotes.toReversed().map((quote) => quote + value + quote), `"${escaped}"`]) {
    const line = `${name}=${text}`;
    const { values, problems } = await parseEnvFile(`${line}\nA='b'\nC="d"\n`, envFileName);
    if (getOwnValue(values, name) === value && values.A === 'b' && values.C === 'd' && problems.length === 0)
      return line;
  }
  return undefined;
};

/** Matches names of variables whose values are always redacted. */
const credentialNamePattern = /pass|pwd|secret|token|key|auth|cred|sign|cookie|session|pin\b/i;

/** Values that are not credentials: booleans, short numbers, and URLs without credentials or parameters. */
const publicValuePattern =
  /^(?:true|false|null|yes|no|on|off|\d{1,5}|https?:\/\/[^\s/@?#]+(?:\/[^\s@?#]*)?)$/i;

const isEvidentlyPublic = (name: string, value: string): boolean =>
  value === '' || (publicValuePattern.test(value.trim()) && !credentialNamePattern.test(name));

/** The values of a file that must be redacted. A value for a secret has the secret's name. */
const toHiddenSecrets = ({ values }: EnvFile): readonly Secret[] =>
  Object.entries(values)
    .filter(([name, value]) => !isEvidentlyPublic(name, value))
    .map(([name, value]) => ({
      name: name.startsWith(secretPrefix) ? name.slice(secretPrefix.length) : name,
      value,
    }));

const describeFailure = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A value that is stored in the platform's keychain under this id. The file contains only the id. */
const keychainReference = /^keychain:([\da-f]{32})$/;

/** The text in a file that refers to a value in the platform's keychain. */
export const formatKeychainReference = (id: string): string => `keychain:${id}`;

/** Returns the id in a reference to the platform's keychain; undefined for any other value, and if the variable is not for a secret. */
export const parseKeychainReference = (name: string, value: string): string | undefined =>
  name.startsWith(secretPrefix) ? keychainReference.exec(value)?.[1] : undefined;

/** Reads a value from the platform's keychain by its id; undefined if there is no such value. Throws if the keychain cannot be read. */
export type ReadKeychain = (id: string) => Promise<string | undefined>;

const describeReferences = (names: readonly string[], file: string): string =>
  `${names.join(', ')} of ${file} ${names.length === 1 ? 'is' : 'are'}`;

/**
 * Replaces the references in a file with the values in the keychain. A keychain that cannot be read is tried only once, not for each value.
 */
export const resolveReferences = async (
  { values, problems }: EnvFile,
  file: string,
  readKeychain: ReadKeychain,
): Promise<EnvFile> => {
  const resolved = new Map(Object.entries(values));
  const missing: string[] = [];
  let failure: string | undefined;
  for (const [name, value] of Object.entries(values)) {
    const id = parseKeychainReference(name, value);
    if (id === undefined) continue;
    resolved.delete(name);
    try {
      const stored = failure === undefined ? await readKeychain(id) : undefined;
      if (stored === undefined) missing.push(name);
      else resolved.set(name, stored);
    } catch (error) {
      failure = describeFailure(error);
      missing.push(name);
    }
  }
  if (missing.length === 0) return { values: Object.fromEntries(resolved), problems };
  const why =
    failure === undefined
      ? 'not in the keychain of this user; put the values into the file'
      : `in the keychain, which cannot be read: ${failure}; unlock it, or put the values into the file`;
  return {
    values: Object.fromEntries(resolved),
    problems: [...problems, `${describeReferences(missing, file)} ${why}.`],
    isIncomplete: true,
  };
};

/** A text that differs after each change of the file; undefined if the file does not exist. */
const getStamp = (path: string): string | undefined => {
  const { mtimeNs, ctimeNs, size, ino, mode } =
    lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? {};
  return ino === undefined ? undefined : [mtimeNs, ctimeNs, size, ino, mode].join(' ');
};

const createProblem = (file: string, why: string): EnvFile => ({
  values: {},
  problems: [`${file} ${why}.`],
});

/** How `.env` files are read. */
interface EnvFileOptions {
  /** The maximum size of a file. */
  readonly maxBytes?: number;
  readonly operations?: FileOperations;
  readonly readKeychain?: ReadKeychain;
}

const readEnvFile = async (
  { operations, maxBytes, readKeychain }: Required<EnvFileOptions>,
  path: string,
  file: string,
): Promise<EnvFile> => {
  try {
    // A link could point to a file of another folder, or to this process's environment.
    if ((await operations.kindOf(path)) !== 'file')
      return createProblem(file, 'is no regular file, and is not read; replace it with the file itself');
    const bytes = await operations.read(path, maxBytes);
    if (bytes === null)
      return createProblem(file, `has more than ${maxBytes} bytes, the limit TANDEM_ENV_FILE_BYTES`);
    if (!isUtf8(bytes) || bytes.includes(0)) return createProblem(file, 'is not UTF-8 text');
    return await resolveReferences(await parseEnvFile(bytes.toString('utf8'), file), file, readKeychain);
  } catch (error) {
    return createProblem(file, `cannot be read: ${describeFailure(error)}`);
  }
};

const defaultMaxBytes = 1024 * 1024;

/** Reads the maximum size of a `.env` file, in bytes, from `TANDEM_ENV_FILE_BYTES`. It is at most 50 MB. */
export const readMaxEnvFileBytes = (env: Readonly<Record<string, string | undefined>>): number => {
  const text = env.TANDEM_ENV_FILE_BYTES;
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text)
    ? Math.min(Number(text), 50_000_000)
    : defaultMaxBytes;
};

const mergeFiles = (files: readonly (readonly [file: string, read: EnvFile])[]): EnvFileContent => ({
  values: Object.assign({}, ...files.map(([, { values }]) => values)) as Readonly<Record<string, string>>,
  files: Object.fromEntries(
    files.flatMap(([file, { values }]) => Object.keys(values).map((name) => [name, file] as const)),
  ),
  problems: files.flatMap(([, { problems }]) => problems),
});

/** How long an unreadable keychain is not tried again, in milliseconds. Otherwise a run would try it for each request. */
const keychainPauseMs = 10_000;

interface CachedContent {
  readonly stamps: string;
  readonly content: Promise<EnvFileContent>;
  /** The time, in milliseconds since 1970, from which on the content is read again although no file has changed. */
  staleAt: number;
}

/**
 * Reads the `.env` files of a workspace's folder and of its data folder. The data folder's values take precedence. Without `readKeychain`,
 * values in the keychain are missing.
 */
export const createEnvFiles = ({
  maxBytes = defaultMaxBytes,
  operations = fileOperations,
  readKeychain = () => Promise.resolve(undefined),
}: EnvFileOptions = {}): EnvFiles => {
  const contents = new Map<string, CachedContent>();
  /**
   * All values since the start that must be redacted. Includes previous values, because earlier responses and requests may contain them.
   */
  const hidden = new Map<WorkspaceId, Map<string, Secret>>();
  const readAll = async (
    { id, path: folder }: Pick<Workspace, 'id' | 'path'>,
    existing: readonly string[],
    onIncomplete: () => void,
  ): Promise<EnvFileContent> => {
    const options = { maxBytes, operations, readKeychain };
    const files = await Promise.all(
      existing.map(async (file) => [file, await readEnvFile(options, join(folder, file), file)] as const),
    );
    if (files.some(([, { isIncomplete }]) => isIncomplete)) onIncomplete();
    const ofWorkspace = hidden.get(id) ?? new Map<string, Secret>();
    for (const [, one] of files)
      for (const secret of toHiddenSecrets(one)) ofWorkspace.set(JSON.stringify(secret), secret);
    hidden.set(id, ofWorkspace);
    return mergeFiles(files);
  };
  return {
    all: (workspaceId) =>
      [...hidden].flatMap(([id, ofWorkspace]) =>
        workspaceId === undefined || workspaceId === id ? [...ofWorkspace.values()] : [],
      ),
    read:
      ({ id, path }) =>
      () => {
        const stamps = envFilePaths.map((file) => getStamp(join(path, file)));
        if (stamps.every((stamp) => stamp === undefined)) {
          contents.delete(path);
          return Promise.resolve(emptyEnvFile);
        }
        const before = contents.get(path);
        if (before?.stamps === stamps.join() && Date.now() < before.staleAt) return before.content;
        const existing = envFilePaths.filter((_, at) => stamps[at] !== undefined);
        const content = readAll({ id, path }, existing, () => {
          cached.staleAt = Date.now() + keychainPauseMs;
        });
        const cached: CachedContent = { stamps: stamps.join(), content, staleAt: Infinity };
        contents.set(path, cached);
        return content;
      },
  };
};
