import { integerFlag, listFlag, type Logger, runServer, type Started, textFlag } from '@tandem/cli';
import { listen } from '@tandem/http';
import { createMcpApp } from '@tandem/mcp';
import { createRpcServer } from '@tandem/rpc';
import { defaultDataFolder, openWorkbench } from '@tandem/workbench';

import { version } from './version.js';

const flags = {
  port: integerFlag({
    flags: '--port <n>',
    description: 'Port to listen on, 0 for any',
    env: 'TANDEM_MCP_PORT',
    fallback: 0,
    minimum: 0,
    maximum: 65_535,
  }),
  dataDir: textFlag({
    flags: '--data-dir <folder>',
    description: "Where the database lives (default: the platform's folder for application data)",
    env: 'TANDEM_DATA_DIR',
    fallback: undefined,
  }),
  workspace: {
    ...listFlag({
      flags: '--workspace <folder>',
      description: 'Open the workspace of this folder, made if need be; the last one becomes active',
      env: 'TANDEM_WORKSPACE',
    }),
  },
} as const;

interface Values {
  readonly port: number;
  readonly dataDir: string | undefined;
  readonly workspace: readonly string[];
}

const start = async ({ port, dataDir, workspace }: Values, log: Logger): Promise<Started> => {
  const dataFolder = dataDir ?? defaultDataFolder();
  const workbench = await openWorkbench({
    dataFolder,
    version,
    env: process.env,
    notice: (message) => {
      log.warn(message);
    },
  });
  try {
    for (const folder of workspace) await workbench.openFolder(folder);
    const app = await createMcpApp(createRpcServer(workbench.application, log), { log, version });
    const listening = await listen(app.callback(), { port });
    return {
      lines: [`mcp-server listening on ${listening.url}/`],
      close: async () => {
        app.endStreams();
        await listening.close();
        await app.close();
        await workbench.close();
      },
    };
  } catch (error) {
    await workbench.close();
    throw error;
  }
};

/** The standalone MCP server from its command line to its end. */
export const run = (argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  runServer(
    {
      name: 'mcp-server',
      version,
      description:
        'Lets an agent work on Tandem workspaces over the Model Context Protocol, on 127.0.0.1 only.',
      flags,
      logLevelEnv: 'TANDEM_LOG_LEVEL',
      start,
    },
    argv,
    env,
  );
