import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import {
  defineIntegerFlag,
  type Logger,
  runServer,
  type StartedServer,
  defineSwitchFlag,
  type ValuesOf,
  workbenchFlags,
} from '@tandem/node/cli';
import { getDataFilePaths, defaultDataFolder } from '@tandem/node';
import type { RaiseAnswer } from '@tandem/window-server';

import { startShell } from './shell.js';
import {
  formatAddressLines,
  formatSecondStart,
  formatSecondStartNotes,
} from './single-instance/second-start.js';
import { removeState, writeState, claimInstance } from './single-instance/claim-instance.js';
import { version } from './version.js';
import { listStartAdapters, listWindowAdapters, openWindows, type Windows } from './window/windows.js';

const definePortFlag = (flags: string, description: string, env: string) =>
  defineIntegerFlag({ flags, description, env, fallback: 0, minimum: 0, maximum: 65_535 });

const flags = {
  ...workbenchFlags,
  port: definePortFlag(
    '--port <n>',
    'Port of the page; 0 for the previous port, or any if that is taken',
    'TANDEM_PORT',
  ),
  echoPort: definePortFlag('--echo-port <n>', 'Port of the echo server; 0 for any', 'TANDEM_ECHO_PORT'),
  mcpPort: definePortFlag(
    '--mcp-port <n>',
    'Port of the MCP server; 0 for the previous port, or any if that is taken',
    'TANDEM_MCP_PORT',
  ),
  noWindow: defineSwitchFlag({
    flags: '--no-window',
    description: 'Open no window',
    env: 'TANDEM_NO_WINDOW',
  }),
  keepRunning: defineSwitchFlag({
    flags: '--keep-running',
    description: 'Keep running when the window is closed',
    env: 'TANDEM_KEEP_RUNNING',
  }),
} as const;

type Values = ValuesOf<typeof flags>;

const noFlags: Pick<StartedServer, 'close' | 'ended'> = {
  close: () => Promise.resolve(),
  ended: Promise.resolve(),
};

/** Prints what a second start did before its process exits. */
const printSecondStart = (answer: RaiseAnswer, values: Values, log: Logger): StartedServer => {
  for (const note of formatSecondStartNotes(answer, { ...values, logLevel: log.level }))
    process.stderr.write(`desktop: ${note}\n`);
  return { ...noFlags, lines: formatSecondStart(answer, version) };
};

const startFirstInstance = async (
  dataFolder: string,
  values: Values,
  env: NodeJS.ProcessEnv,
  log: Logger,
): Promise<StartedServer> => {
  const opened: { windows?: Windows } = {};
  const key = randomBytes(24).toString('base64url');
  const shell = await startShell({
    ...values,
    dataFolder,
    env,
    log,
    raiseKey: key,
    show: async () => (await opened.windows?.show()) ?? 'none',
  });
  const later = listWindowAdapters(process.platform, env);
  const windows = openWindows({
    atStart: values.noWindow ? [] : listStartAdapters(later),
    later,
    profileFolder: getDataFilePaths(dataFolder).windowProfile,
    url: shell.ticketUrl,
    onFailure: (error) => {
      log.warn({ err: error }, 'no window could be opened');
    },
  });
  opened.windows = windows;
  await writeState(dataFolder, { url: shell.pageUrl.split('#')[0] ?? '', key, pid: process.pid });
  return {
    lines: formatAddressLines({ page: shell.pageUrl, echo: shell.echoUrl, mcp: shell.mcpUrl }),
    close: async () => {
      await removeState(dataFolder);
      await windows.close();
      await shell.close();
    },
    ...(values.keepRunning ? {} : { ended: windows.closed }),
  };
};

const start =
  (env: NodeJS.ProcessEnv) =>
  async (flagValues: Values, log: Logger): Promise<StartedServer> => {
    const values = { ...flagValues, workspace: flagValues.workspace.map((folder) => resolve(folder)) };
    const dataFolder = resolve(values.dataDir ?? defaultDataFolder());
    const instance = await claimInstance(dataFolder, {
      window: !values.noWindow,
      workspaces: values.workspace,
    });
    if (instance.kind === 'second') return printSecondStart(instance.answer, values, log);
    const { release } = instance.claim;
    try {
      const started = await startFirstInstance(dataFolder, values, env, log);
      return { ...started, close: () => started.close().finally(release) };
    } catch (error) {
      await release();
      throw error;
    }
  };

/** Runs the desktop application from its command line. */
export const run = (argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  runServer(
    {
      name: 'desktop',
      version,
      description:
        'Tandem: the window, the echo server and the MCP server in one process, on 127.0.0.1 only.',
      flags,
      logLevelEnv: 'TANDEM_LOG_LEVEL',
      start: start(env),
    },
    argv,
    env,
  );
