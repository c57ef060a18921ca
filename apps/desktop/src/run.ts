import { join, resolve } from 'node:path';

import { integerFlag, type Logger, runServer, type Started, switchFlag, textFlag } from '@tandem/cli';
import { defaultDataFolder } from '@tandem/workbench';

import { startShell } from './shell.js';
import { version } from './version.js';
import { openWindow, windowAdapters } from './window/open-window.js';
import { type OpenWindow, unwatched } from './window/window.js';

const port = (flags: string, description: string, env: string) =>
  integerFlag({ flags, description, env, fallback: 0, minimum: 0, maximum: 65_535 });

const flags = {
  dataDir: textFlag({
    flags: '--data-dir <folder>',
    description: "Where everything is kept (default: the platform's folder for application data)",
    env: 'TANDEM_DATA_DIR',
    fallback: undefined,
  }),
  port: port('--port <n>', "Port of the window's page, 0 for any", 'TANDEM_PORT'),
  echoPort: port('--echo-port <n>', 'Port of the echo server, 0 for any', 'TANDEM_ECHO_PORT'),
  mcpPort: port('--mcp-port <n>', 'Port of the MCP server, 0 for any', 'TANDEM_MCP_PORT'),
  noWindow: switchFlag({ flags: '--no-window', description: 'Open no window', env: 'TANDEM_NO_WINDOW' }),
  keepRunning: switchFlag({
    flags: '--keep-running',
    description: 'Go on when the window is closed',
    env: 'TANDEM_KEEP_RUNNING',
  }),
} as const;

interface Values {
  readonly dataDir: string | undefined;
  readonly port: number;
  readonly echoPort: number;
  readonly mcpPort: number;
  readonly noWindow: boolean;
  readonly keepRunning: boolean;
}

/** Resolves when the window is closed, if that is to end the application. */
const endOf = async (window: Promise<OpenWindow | undefined>): Promise<void> =>
  (await window)?.closed ?? unwatched.closed;

const start =
  (env: NodeJS.ProcessEnv) =>
  async (values: Values, log: Logger): Promise<Started> => {
    const dataFolder = resolve(values.dataDir ?? defaultDataFolder());
    const shell = await startShell({ ...values, dataFolder, env, log });
    const adapters = values.noWindow ? [] : windowAdapters(process.platform, env);
    const ending = new AbortController();
    const window = openWindow(adapters, {
      url: shell.ticketUrl,
      profileFolder: join(dataFolder, 'window'),
      ending: ending.signal,
    }).catch((error: unknown) => {
      log.warn({ err: error }, 'no window could be opened');
      return undefined;
    });
    return {
      lines: [
        `tandem window   ${shell.pageUrl}`,
        `tandem echo     ${shell.echoUrl}`,
        `tandem mcp      ${shell.mcpUrl}`,
      ],
      close: async () => {
        ending.abort();
        await (await window)?.close();
        await shell.close();
      },
      ...(values.keepRunning ? {} : { ended: endOf(window) }),
    };
  };

/** The desktop application from its command line to its end. */
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
