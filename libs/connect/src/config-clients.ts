import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type AgentClient,
  type AgentClientId,
  type AgentClients,
  type AppError,
  createInvalidInput,
} from '@tandem/core';
import { createUnifiedDiff } from '@tandem/core/diff';
import { TE } from '@tandem/core/fp';
import {
  backUp,
  type ConfigText,
  dropBackup,
  isReadOnly,
  readBackup,
  readConfig,
  writeConfig,
} from './config-file.js';
import { isSameEntry, putChecked, readEntry, removeChecked } from './entries.js';
import { ConfigProblem, type Entry, type EntryPath } from './formats/format.js';
import { type KnownClient, knownClients } from './known-clients.js';
import { getCurrentMachine, createLaunch, type Machine, type StartedProgram } from './launch.js';

const maxLineLength = 160;

/** The length of the common prefix of two texts. */
const countCommonStart = (a: string, b: string): number => {
  let count = 0;
  while (count < Math.min(a.length, b.length) && a[count] === b[count]) count += 1;
  return count;
};

/** Cuts a line of a diff to fit a screen, from shortly before `offset`. */
const clipLine = (line: string, offset: number): string => {
  const [mark, text] = [line.slice(0, 1), line.slice(1)];
  const from = text.length > maxLineLength ? Math.max(0, offset - maxLineLength / 4) : 0;
  const part = text.slice(from, from + maxLineLength);
  return `${mark}${from > 0 ? '…' : ''}${part}${from + part.length < text.length ? '…' : ''}`;
};

const toUnixLines = (text: string): string => text.replaceAll('\r\n', '\n');

/**
 * Creates a unified diff of two texts. Ignores changes between LF and CRLF. Of a long line, as in a file with a single line, it shows only
 * the part that differs.
 */
const createClippedDiff = (file: string, before: string, after: string): string => {
  const names = { before: before === '' ? '/dev/null' : file, after: after === '' ? '/dev/null' : file };
  const [head = '', old = '', ...lines] = (
    createUnifiedDiff(names, toUnixLines(before), toUnixLines(after)) ?? ''
  ).split('\n');
  const first = (mark: string): string => lines.find((line) => line.startsWith(mark))?.slice(1) ?? '';
  const differs = countCommonStart(first('-'), first('+'));
  return [head, old, ...lines.map((line) => clipLine(line, /^[-+]/.test(line) ? differs : 0))].join('\n');
};

export type Action = 'connect' | 'disconnect';

/** The MCP clients on a machine, found by their configuration files. */
export interface ConfigClients {
  readonly list: () => Promise<readonly AgentClient[]>;
  readonly look: (id: AgentClientId) => Promise<AgentClient>;
  /**
   * Adds or removes Tandem's entry.
   * @param revision the revision of the file that the person saw the change of
   * @throws ConfigProblem if the file was changed meanwhile, or cannot be used
   */
  readonly change: (id: AgentClientId, action: Action, revision: string) => Promise<AgentClient>;
}

/** The name of Tandem's entry. */
const entryName = 'tandem';

const isPresent = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

interface FoundClient {
  readonly client: KnownClient;
  readonly file: string;
  readonly isFound: boolean;
  readonly path: EntryPath;
  readonly entry: Entry;
}

const locateClient = async (client: KnownClient, machine: Machine, entry: Entry): Promise<FoundClient> => {
  const files = client.files(machine);
  const path = { container: client.container, name: entryName };
  for (const file of files) if (await isPresent(file)) return { client, file, isFound: true, path, entry };
  // The home folder exists for every client, so it does not show that a client is installed.
  const folders = [...files.map((file) => dirname(file)).filter((folder) => folder !== machine.home)];
  for (const folder of [...folders, ...(client.folders?.(machine) ?? [])]) {
    if (!(await isPresent(folder))) continue;
    const file = files.find((one) => dirname(one) === folder) ?? files.at(-1) ?? '';
    return { client, file, isFound: true, path, entry };
  }
  return { client, file: files.at(-1) ?? '', isFound: false, path, entry };
};

/**
 * Finds the content that the file had before connecting, if connecting was the only change since. Null if there was no file, undefined if
 * there were other changes.
 */
const findOriginalText = async (
  { client, file, path }: FoundClient,
  present: ConfigText,
): Promise<string | null | undefined> => {
  const entry = present.text === null ? undefined : readEntry(client.format, present.text, path);
  if (entry === undefined) return undefined;
  const { text, revision } = await readBackup(file);
  try {
    if (text !== null && readEntry(client.format, text, path) !== undefined) return undefined;
    const again = client.format.put(text ?? '', path, entry as Entry);
    // The backup of an empty file has a revision other than `none`, which means that there is no backup.
    return again === present.text ? (revision === 'none' ? null : text) : undefined;
  } catch {
    return undefined;
  }
};

/** The text of the file after an action; null if the file is to be removed, undefined if nothing changes. */
const applyAction = async (
  found: FoundClient,
  present: ConfigText,
  action: Action,
): Promise<string | null | undefined> => {
  const { client, path, entry } = found;
  const text = present.text ?? '';
  const before = readEntry(client.format, text, path);
  if (action === 'connect')
    return isSameEntry(before, entry) ? undefined : putChecked(client.format, text, path, entry);
  if (before === undefined) return undefined;
  const restored = await findOriginalText(found, present);
  return restored === undefined ? removeChecked(client.format, text, path) : restored;
};

const createActionDiff = async (
  found: FoundClient,
  present: ConfigText,
  action: Action,
): Promise<string | null> => {
  const text = await applyAction(found, present, action);
  return text === undefined ? null : createClippedDiff(found.file, present.text ?? '', text ?? '');
};

const readUsable = async (file: string): Promise<ConfigText> => {
  const present = await readConfig(file);
  if (isReadOnly(present)) throw new ConfigProblem('is read-only');
  return present;
};

const describeClient = async (found: FoundClient): Promise<AgentClient> => {
  const { client, file, isFound, path, entry } = found;
  const { id, name: title, format } = client;
  const fixed = {
    id,
    name: title,
    file,
    isFound,
    entry: format.put('', path, entry),
    installLink: client.installLink?.(entryName, entry) ?? null,
  };
  try {
    const present = await readUsable(file);
    const has = readEntry(format, present.text ?? '', path);
    const state = has === undefined ? 'none' : isSameEntry(has, entry) ? 'connected' : 'outdated';
    return {
      ...fixed,
      state,
      reason: null,
      connect: await createActionDiff(found, present, 'connect'),
      disconnect: await createActionDiff(found, present, 'disconnect'),
      revision: present.revision,
    };
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    const reason = `${file} ${error.message}.`;
    return { ...fixed, state: 'unusable', reason, connect: null, disconnect: null, revision: '' };
  }
};

const changeConfig = async (found: FoundClient, action: Action, revision: string): Promise<void> => {
  const present = await readUsable(found.file);
  if (present.revision !== revision)
    throw new ConfigProblem('was changed meanwhile; look at the change again');
  const text = await applyAction(found, present, action);
  if (text === undefined) return;
  const restored = await findOriginalText(found, present);
  try {
    // If only the entry has changed since the backup, the backup still contains the file without Tandem.
    if (restored === undefined) await backUp(found.file, present);
    await writeConfig(found.file, present, text);
    if (action === 'disconnect' && restored !== undefined) await dropBackup(found.file);
  } catch (error) {
    throw new ConfigProblem(`cannot be written: ${(error as Error).message}`);
  }
};

/** Finds the MCP clients on this machine and manages their entries, which start the provided program. */
export const createConfigClients = (
  started: StartedProgram,
  machine: Machine = getCurrentMachine(),
): ConfigClients => {
  const find = (client: KnownClient): Promise<FoundClient> =>
    locateClient(client, machine, client.entry(createLaunch(machine, started)));
  const known = (id: AgentClientId): KnownClient => {
    const client = knownClients.find((one) => one.id === id);
    if (client === undefined) throw new Error(`there is no client ${id}`);
    return client;
  };
  return {
    list: () => Promise.all(knownClients.map(async (client) => describeClient(await find(client)))),
    look: async (id) => describeClient(await find(known(id))),
    change: async (id, action, revision) => {
      const found = await find(known(id));
      await changeConfig(found, action, revision);
      return describeClient(found);
    },
  };
};

const createRefusalMapper =
  (id: AgentClientId | undefined) =>
  (cause: unknown): AppError => {
    if (!(cause instanceof ConfigProblem)) throw cause;
    return createInvalidInput('id', `cannot be changed: its file ${cause.message}`, {
      expected: 'a client whose file can be changed',
      got: id,
    });
  };

/** Creates the port to the MCP clients on this machine. */
export const createAgentClients = (
  started: StartedProgram,
  machine: Machine = getCurrentMachine(),
): AgentClients => {
  const clients = createConfigClients(started, machine);
  return {
    list: () => TE.tryCatch(() => clients.list(), createRefusalMapper(undefined)),
    change: (id, action, revision) =>
      TE.tryCatch(() => clients.change(id, action, revision), createRefusalMapper(id)),
  };
};
