import { fileURLToPath } from 'node:url';

import { type Logger, findProgram } from '@tandem/node/cli';
import type { EchoServer } from '@tandem/echo';
import { startMcpServer } from '@tandem/mcp';
import { getDataFilePaths } from '@tandem/node';
import { createRpcServer } from '@tandem/rpc';
import {
  createBodyRoute,
  createFilesRoute,
  type PreferencesFile,
  openPreferencesFile,
  type RaiseAnswer,
  createRaiseRoute,
  readStatus,
  startPageServer,
  openUnsavedFile,
  loadWindowKey,
} from '@tandem/window-server';
import {
  type AutomaticSynchronization,
  ensurePlayground,
  waitUpToLimit,
  openWorkbench,
  type Recovery,
  startAutomaticSynchronization,
  type Workbench,
} from '@tandem/workbench';

import { startEchoThread } from './echo/start-echo-thread.js';
import { version } from './version.js';

export interface ShellOptions {
  readonly dataFolder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
  readonly echoPort: number;
  readonly mcpPort: number;
  /** Folders to open as workspaces; the last one becomes active. */
  readonly workspace: readonly string[];
  readonly keepRunning: boolean;
  /** Names of secrets whose `TANDEM_SECRET_` values every workspace may use, or `all`. */
  readonly allowEnvSecrets: readonly string[];
  readonly recover: 'no' | Recovery;
  readonly keychain: 'yes' | 'no';
  readonly rotateKey: boolean;
  readonly log: Logger;
  /** The key for processes that may ask to raise the window. */
  readonly raiseKey: string;
  /** Brings a window to the front, or opens one. */
  readonly show: () => Promise<RaiseAnswer['shown']>;
}

/** The servers of one start: the page's server, the echo server and the MCP server. */
export interface Shell {
  /** The page's address with the token of this start. */
  readonly pageUrl: string;
  /** Returns the page's address with a single-use token. */
  readonly ticketUrl: () => string;
  readonly echoUrl: string;
  readonly mcpUrl: string;
  /** Stops the servers in reverse order. */
  readonly close: () => Promise<void>;
}

type CloseAction = () => Promise<unknown>;

const closeAll = async (closings: readonly CloseAction[]): Promise<void> => {
  for (const close of [...closings].reverse()) await close();
};

/** Opens folders as workspaces, and returns the result for each. */
const openFolders = async (
  workbench: Workbench,
  folders: readonly string[],
): Promise<Pick<RaiseAnswer, 'opened' | 'refused'>> => {
  const [opened, refused]: [string[], string[]] = [[], []];
  const started: Promise<void>[] = [];
  for (const folder of folders) {
    try {
      const { workspace, folderRead } = await workbench.startFolder(folder);
      opened.push(workspace.name);
      started.push(folderRead);
    } catch (error) {
      refused.push(`the workspace ${folder} cannot be opened: ${(error as Error).message}`);
    }
  }
  await waitUpToLimit(started);
  return { opened, refused };
};

/** Blocks requests to a server of this process. */
const blockOwnServer = ({ ownPorts }: Workbench, url: string, closings: CloseAction[]): void => {
  const allow = ownPorts.add(Number(new URL(url).port));
  closings.push(() => {
    allow();
    return Promise.resolve();
  });
};

/** Synchronizes folders automatically, if the preferences of the page allow it. */
const startSynchronization = (
  application: Workbench['application'],
  preferences: PreferencesFile,
  log: Logger,
): AutomaticSynchronization =>
  startAutomaticSynchronization({
    application,
    settings: async () => {
      const { savesFolder = true, watchesFolder = true } = await preferences.read();
      return { writes: savesFolder, reads: watchesFolder };
    },
    notice: (message) => {
      log.warn(message);
    },
  });

/** Wraps the preferences, so that the folder is synchronized as soon as automatic synchronization is turned on. */
const synchronizeWhenEnabled = (
  preferences: PreferencesFile,
  { catchUp }: AutomaticSynchronization,
): PreferencesFile => ({
  read: preferences.read,
  write: async (value) => {
    const before = await preferences.read();
    const after = await preferences.write(value);
    const isOn = (name: 'savesFolder' | 'watchesFolder'): boolean =>
      before[name] === false && after !== undefined && after[name] !== false;
    if (isOn('savesFolder') || isOn('watchesFolder')) catchUp();
    return after;
  },
});

const startServers = async (
  workbench: Workbench,
  echo: EchoServer,
  options: ShellOptions,
  closings: CloseAction[],
) => {
  const { log } = options;
  const { application } = workbench;
  const files = getDataFilePaths(options.dataFolder);
  const preferences = openPreferencesFile(files.preferences);
  await ensurePlayground(application, options.dataFolder);
  const started: Promise<void>[] = [];
  for (const folder of options.workspace) started.push((await workbench.startFolder(folder)).folderRead);
  await waitUpToLimit(started);
  const automatic = startSynchronization(application, preferences, log);
  closings.push(automatic.close);
  const rpc = createRpcServer(application, log);
  const { dataFolder, mcpPort: port } = options;
  const mcp = await startMcpServer(rpc, { dataFolder, port, log, version });
  blockOwnServer(workbench, mcp.url, closings);
  closings.push(() => mcp.close());
  const mcpUrl = mcp.url;
  const addresses = { echo: echo.url, mcp: mcpUrl };
  const status = readStatus(application, { version, ...addresses }, mcp.clients);
  const unsaved = openUnsavedFile(files.unsavedEdits);
  const raise = createRaiseRoute(options.raiseKey, async (call) => ({
    ...addresses,
    page: page.pageUrl,
    pid: process.pid,
    version,
    keepRunning: options.keepRunning,
    logLevel: log.level,
    ...(await openFolders(workbench, call.workspaces)),
    shown: call.window ? await options.show() : 'unasked',
  }));
  const portFile = files.windowPort;
  const page = await startPageServer({
    rpc,
    status,
    unsaved,
    raise,
    portFile,
    log,
    preferences: synchronizeWhenEnabled(preferences, automatic),
    body: createBodyRoute(application),
    files: createFilesRoute(application),
    port: options.port,
    key: await loadWindowKey(files.windowKey),
  });
  blockOwnServer(workbench, page.pageUrl, closings);
  closings.push(() => page.close(500));
  return { pageUrl: page.pageUrl, ticketUrl: page.ticketUrl, echoUrl: echo.url, mcpUrl };
};

/** Finds the path of the `tandem` command. Git starts it to merge files, and MCP clients start it to serve agents. */
const findTandemScript = (): string => fileURLToPath(findProgram(new URL('../../tandem/', import.meta.url)));

/** Starts the echo server, the MCP server and the page's server on one workbench. The echo server runs in its own thread. */
export const startShell = async (options: ShellOptions): Promise<Shell> => {
  const closings: CloseAction[] = [];
  try {
    const starting = startEchoThread({
      port: options.echoPort,
      onDefect: (error) => {
        options.log.error({ err: error }, 'internal error of the echo server');
      },
      onCrash: (error) => {
        options.log.error({ err: error }, 'the echo server stopped and is being restarted');
      },
    });
    const started = starting.catch(() => undefined); // an error of the start is thrown below, once the workbench is open
    closings.push(async () => (await started)?.stop(500));
    let echoUrl = '';
    const workbench = await openWorkbench({
      dataFolder: options.dataFolder,
      version,
      env: options.env,
      allowProvidedSecrets: options.allowEnvSecrets,
      ...(options.recover === 'no' ? {} : { recover: options.recover }),
      keychain: options.keychain === 'yes',
      rotateKey: options.rotateKey,
      secretCommand: async () =>
        (await openPreferencesFile(getDataFilePaths(options.dataFolder).preferences).read()).secretCommand,
      builtIns: () => ({ echo_base_url: echoUrl }),
      tandemProgram: [process.execPath, findTandemScript()],
      notice: (message) => {
        options.log.warn(message);
      },
      progress: (message) => {
        options.log.info(message);
      },
      onDefect: (error, path) => {
        options.log.error({ err: error, path }, 'internal error while synchronizing a file');
      },
    });
    closings.push(() => workbench.close());
    const echo = await starting;
    echoUrl = echo.url;
    const urls = await startServers(workbench, echo, options, closings);
    return { ...urls, close: () => closeAll(closings) };
  } catch (error) {
    await closeAll(closings);
    throw error;
  }
};
