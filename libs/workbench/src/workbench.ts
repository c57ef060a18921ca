import { readdir, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { type Application, createApplication, createQuietContext } from '@tandem/application';
import { createAgentClients } from '@tandem/connect';
import {
  describe,
  type Reports,
  type RunEvent,
  type RunPlan,
  type RunReport,
  type Store,
  type Workspace,
} from '@tandem/core';
import { E } from '@tandem/core/fp';
import { createFolderSync, createMergeDriver, createScriptFiles, readFolderLimits } from '@tandem/folder';
import { createBrunoConverter, createDocumentReader } from '@tandem/import';
import { defaultDataFolder, getDataFilePaths, isDataFile, keepPrivate, makeFolder } from '@tandem/node';
import {
  type Claim,
  claim,
  createWorkspaceLocations,
  importMemories,
  jsonPath,
  type OpenedStore,
  openSqliteStore,
  type Recovery,
  requestFiles,
} from '@tandem/persistence';
import { createDynamicValues, createScriptRuntime, readScriptLimits } from '@tandem/scripting';
import { createTransport } from '@tandem/transport';

import { hashContent, systemClock, systemIds } from './ambient.js';
import { readStorageLimits, readCallLimits, readMaxSchemaBytes, readMaxStoredBodiesBytes } from './limits.js';
import { listOwnHosts } from './own-hosts.js';
import {
  createLazyOAuth,
  createOwnPorts,
  createVariables,
  documents,
  type OwnPorts,
  readBodyBudget,
  readProvidedSecrets,
} from './own-ports.js';
import { createSchemas } from './schemas/schemas.js';
import { createGitPorts } from './git.js';
import { createSecretCommand } from './secret-command.js';
import { createFolderReader, type FolderReader } from './folder-reader.js';

/** Warnings about environment variables of Node that Tandem ignores. */
export const findIgnoredSettings = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  env.NODE_TLS_REJECT_UNAUTHORIZED === '0'
    ? [
        'NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored: certificates are always verified. Unset it; to trust your own CA, name its file in NODE_EXTRA_CA_CERTS.',
      ]
    : [];

/** Writes run reports; each format is loaded on first use. */
const reports: Reports = {
  render: async (format, report) => (await import('@tandem/report')).renderReport(format, report),
};

/**
 * Returns how long a write waits for other processes that write to the same database, in milliseconds: `TANDEM_BUSY_TIMEOUT_MS`, up to ten
 * minutes. Invalid values are ignored.
 */
export const readBusyTimeout = (
  env: Readonly<Record<string, string | undefined>>,
): { readonly busyTimeoutMs?: number } => {
  const text = env.TANDEM_BUSY_TIMEOUT_MS ?? '';
  return /^\d{1,9}$/.test(text) ? { busyTimeoutMs: Math.min(Number(text), 600_000) } : {};
};

/** Options for following a run. */
export interface RunOptions {
  /** Id, name, path or folder name of a workspace; the active workspace by default. */
  readonly workspaceId?: string;
  /** Receives events in order, with redacted secrets. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Stops the run; its report is then marked as interrupted. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a plan and returns its report.
 * @throws Error if the plan is rejected, before anything is sent
 */
export type RunPlanned = (plan: RunPlan, options?: RunOptions) => Promise<RunReport>;

const createRunPlanned =
  ({ runs }: Pick<Application, 'runs'>): RunPlanned =>
  async (plan, { workspaceId, onEvent, signal } = {}) => {
    const context = {
      ...createQuietContext(),
      wantsExchanges: onEvent !== undefined,
      ...(signal === undefined ? {} : { signal }),
    };
    const input = { plan, ...(workspaceId === undefined ? {} : { workspaceId }) };
    const outcome = await runs.run(input, context, onEvent)();
    if (E.isLeft(outcome)) throw new Error(describe(outcome.left));
    return outcome.right;
  };

/**
 * Claims a data folder for its only window, until released or until this process ends.
 * @returns undefined if another process has claimed it
 * @throws the system's error if the folder cannot be used
 */
export const claimDataFolder = (folder: string): Promise<Claim | undefined> =>
  claim(getDataFilePaths(folder).windowClaim);

/** Says whether a folder contains only files of Tandem. If not, other programs may use the folder, so its permissions stay unchanged. */
const hasOnlyOwnFiles = async (folder: string): Promise<boolean> => (await readdir(folder)).every(isDataFile);

/**
 * Creates a data folder that only its owner can access. Access for others to an existing folder is removed if this user owns it and it
 * contains only files of Tandem.
 * @returns a warning if others can still access it
 */
const preparePrivateFolder = async (folder: string): Promise<string | undefined> => {
  await makeFolder(folder);
  const { uid } = await stat(folder);
  const isOurs = process.getuid === undefined || process.getuid() === uid;
  return keepPrivate(folder, 0o700, isOurs && (await hasOnlyOwnFiles(folder)));
};

/** How long a start waits for folders to be read, in milliseconds; enough for small folders. */
const maxWaitMs = 1_500;

/** Resolves when all of `work` is done, or after {@link maxWaitMs}. */
export const waitUpToLimit = async (work: readonly Promise<unknown>[]): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxWaitMs);
  });
  await Promise.race([Promise.all(work), timeout]);
  clearTimeout(timer);
};

/** Opens a store. `notice` is called with warnings about it. */
export type StoreOpener = (notice: (message: string) => void) => Promise<OpenedStore>;

/** Options for opening a workbench. */
export interface WorkbenchOptions {
  /** The folder of the database, unless `store` is set, and of all other files; created if it does not exist. */
  readonly dataFolder: string;
  /** Opens the store, which is closed with the workbench. Defaults to a SQLite file in the data folder. */
  readonly store?: StoreOpener;
  readonly version: string;
  /** Built-in variables, such as `echo_base_url`; read at each execution. */
  readonly builtIns?: () => Readonly<Record<string, string>>;
  /**
   * If true, the encryption key for secrets is stored in the platform's keychain. Otherwise, and by default, it is in a file of the data
   * folder.
   */
  readonly keychain?: boolean;
  /** Whether to encrypt all secrets with a new key. */
  readonly rotateKey?: boolean;
  /** Replaces a damaged database, which is kept beside the new one. If omitted, the workbench does not start with a damaged database. */
  readonly recover?: Recovery;
  /** Called with warnings about the data folder or an opened folder. */
  readonly notice?: (message: string) => void;
  /** Called with the progress of reading a large folder. */
  readonly progress?: (message: string) => void;
  /** Called with an unexpected exception, which is a bug, and the file that caused it; other work continues. */
  readonly onDefect?: (error: unknown, path: string) => void;
  /** The command that git and MCP clients run, with absolute paths. If omitted, neither can be set up. */
  readonly tandemProgram?: readonly [node: string, script: string];
  /** Environment variables with settings, such as `TANDEM_SCRIPT_CPU_MS`, and `TANDEM_SECRET_<NAME>`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Names of secrets whose values in `env` every workspace may use, or `all`. Other values can be used only after a person
   * has allowed them for a workspace.
   */
  readonly allowProvidedSecrets?: readonly string[];
  /** Whether the scripts of every workspace may send requests; otherwise a person has to allow it for each workspace. */
  readonly allowScriptRequests?: boolean;
  /** Whether the scripts of every folder are trusted; otherwise imported ones wait until a person approves them. */
  readonly trustScripts?: boolean;
  /**
   * If true, settings that determine who can read sent requests are trusted. Otherwise those of agents and files wait until a person agrees
   * to them.
   */
  readonly trustConnections?: boolean;
  /** The user's command to read secrets, with `{name}` in it; read at each execution that lacks a secret. */
  readonly secretCommand?: () => Promise<string | undefined>;
}

/** An opened workspace, and a promise that resolves when its data folder has been read. */
export interface StartedFolder {
  readonly workspace: Workspace;
  readonly folderRead: Promise<void>;
}

/** An application with the real adapters. */
export interface Workbench {
  readonly application: Application;
  /** Runs the requests of a plan. */
  readonly run: RunPlanned;
  /** Opens the workspace of a folder, creating both if needed, makes it active and reads its data folder. */
  readonly openFolder: (folder: string) => Promise<Workspace>;
  /** Like `openFolder`, but does not wait until the data folder is read: `folderRead` resolves then and never rejects. */
  readonly startFolder: (folder: string) => Promise<StartedFolder>;
  /** Registers the ports of this application's own servers, to which no request may be sent. */
  readonly ownPorts: OwnPorts;
  /** Closes everything in reverse order. */
  readonly close: () => Promise<void>;
}

const createFolderStarter =
  (application: Application, reader: FolderReader) =>
  async (folder: string): Promise<StartedFolder> => {
    const wanted = resolve(folder);
    await makeFolder(wanted);
    const outcome = await application.workspaces.open({ path: await realpath(wanted) })();
    if (E.isLeft(outcome)) throw new Error(describe(outcome.left));
    const { workspace } = outcome.right;
    return { workspace, folderRead: reader.start(application, workspace) };
  };

/**
 * Permanently deletes what can no longer be restored, and ends session cookies, unless other processes of a shared
 * store still use them. The next start retries if it fails.
 */
const deleteExpired = async (
  { workspaces, cookies }: Application,
  { shared }: Store,
  notice: (message: string) => void,
): Promise<void> => {
  const work = [workspaces.dropDeleted(), ...(shared === undefined ? [cookies.endSessions()] : [])];
  for (const one of work) {
    const outcome = await one();
    if (E.isLeft(outcome)) notice(describe(outcome.left));
  }
};

/** Opens the SQLite file in the data folder. */
const createSqliteOpener =
  ({ dataFolder, recover, keychain = false, rotateKey = false, env = {} }: WorkbenchOptions): StoreOpener =>
  (notice) =>
    openSqliteStore({
      file: getDataFilePaths(dataFolder).database,
      notice,
      ...{ keychain, rotateKey },
      ...readBusyTimeout(env),
      ...readMaxStoredBodiesBytes(env),
      ...(recover === undefined ? {} : { recover }),
    });

/** Creates the ports that run other programs, or that put the command which starts `tandem` into their configuration. */
const createProgramPorts = (options: WorkbenchOptions) => {
  const { tandemProgram: program, dataFolder: given } = options;
  const git = createGitPorts(options);
  if (program === undefined) return git;
  const dataFolder = given === defaultDataFolder() ? {} : { dataFolder: given };
  return {
    ...git,
    mergeDriver: createMergeDriver(program),
    agentClients: createAgentClients({ program, ...dataFolder }),
  };
};

/** Reads the permissions that were granted at the start. */
const readPermissions = ({ env = {}, secretCommand, ...allowed }: WorkbenchOptions) => ({
  providedSecrets: readProvidedSecrets(env, allowed.allowProvidedSecrets),
  scriptsMaySend: allowed.allowScriptRequests ?? false,
  ...(allowed.trustScripts === true ? {} : { contentHash: hashContent }),
  ...(allowed.trustConnections === true ? {} : { settingHash: hashContent }),
  ...(secretCommand === undefined ? {} : { secretProvider: createSecretCommand(secretCommand) }),
});

/** Opens the adapters that access the network, and the ports that they must not access. */
const openNetwork = (dataFolder: string, { authTokens }: Store) => {
  const ownPorts = createOwnPorts(dataFolder);
  const http = createTransport({ isOwnPort: ownPorts.has });
  const { oauth2, signJwt } = createLazyOAuth({ authTokens, clock: systemClock, ids: systemIds });
  const closeNetwork = async (): Promise<void> => {
    await oauth2.close();
    await http.close();
  };
  return { ownPorts, http, oauth2, signJwt, closeNetwork };
};

/**
 * Opens the store and everything that uses it.
 * @throws an error whose message says which folder cannot be used, or that the database is from a newer version
 */
export const openWorkbench = async (options: WorkbenchOptions): Promise<Workbench> => {
  const { notice = () => undefined, env = {} } = options;
  for (const message of findIgnoredSettings(env)) notice(message);
  const warning = await preparePrivateFolder(options.dataFolder);
  if (warning !== undefined) notice(warning);
  const { store, close: closeStore } = await (options.store ?? createSqliteOpener(options))(notice);
  const scripts = createScriptRuntime({ limits: readScriptLimits(env) });
  const { ownPorts, http, oauth2, signJwt, closeNetwork } = openNetwork(options.dataFolder, store);
  const { workspaces } = getDataFilePaths(options.dataFolder);
  const closing = new AbortController();
  const { signal } = closing;
  const reader = createFolderReader({ notice, progress: options.progress ?? (() => undefined), signal });
  const application = createApplication({
    store,
    requestFiles,
    scriptFiles: createScriptFiles(),
    workspaceLocations: createWorkspaceLocations(workspaces, options.dataFolder),
    jsonPath,
    graphqlSchemas: createSchemas(),
    ...{ readDocument: createDocumentReader(), convertBruno: createBrunoConverter(), importMemories },
    folderSync: createFolderSync(undefined, {
      limits: readFolderLimits(env),
      onDefect: options.onDefect ?? (() => undefined),
      onRead: reader.onRead,
      signal,
    }),
    ...createProgramPorts(options),
    ...{ scripts, http, oauth2, signJwt, ownHosts: listOwnHosts, reports, documents },
    ...{ clock: systemClock, ids: systemIds },
    dynamicValues: createDynamicValues(systemClock, env.TANDEM_LOCALE),
    product: { name: 'Tandem', version: options.version },
    keep: readStorageLimits(env),
    ...readMaxSchemaBytes(env),
    ...readCallLimits(env),
    bodies: readBodyBudget(env),
    ...readPermissions(options),
    ...createVariables(env),
    builtIns: options.builtIns ?? (() => ({})),
  });
  await deleteExpired(application, store, notice);
  const startFolder = createFolderStarter(application, reader);
  return {
    application,
    run: createRunPlanned(application),
    ownPorts,
    startFolder,
    openFolder: async (folder) => {
      const { workspace, folderRead } = await startFolder(folder);
      await folderRead;
      return workspace;
    },
    close: async () => {
      closing.abort();
      await closeNetwork();
      await scripts.close();
      await reader.idle();
      await closeStore();
    },
  };
};
