import {
  defineParsedFlag,
  defineIntegerFlag,
  defineListFlag,
  type Logger,
  runServer,
  type StartedServer,
  defineSwitchFlag,
  defineTextFlag,
  type ValuesOf,
  workbenchFlags,
} from '@tandem/node/cli';
import {
  findServer,
  openLines,
  parseToolSet,
  relayLines,
  serveStdio,
  startMcpServer,
  type ToolSet,
} from '@tandem/mcp';
import { createRpcServer } from '@tandem/rpc';
import { defaultDataFolder } from '@tandem/node';
import { waitUpToLimit, openWorkbench, createPostgresOpener } from '@tandem/workbench';

import { version } from './version.js';

const flags = {
  ...workbenchFlags,
  port: defineIntegerFlag({
    flags: '--port <n>',
    description: 'Port to listen on; 0 for the previous port, or any if that is taken',
    env: 'TANDEM_MCP_PORT',
    fallback: 0,
    minimum: 0,
    maximum: 65_535,
  }),
  store: defineTextFlag({
    flags: '--store <url>',
    description:
      'PostgreSQL database that holds everything for a team (default: a SQLite file in the data folder)',
    env: 'TANDEM_STORE',
    fallback: undefined,
  }),
  stdio: defineSwitchFlag({
    flags: '--stdio',
    description: 'Speak MCP on stdin and stdout: relay to the running server, or serve if none is running',
    env: 'TANDEM_MCP_STDIO',
  }),
  token: defineTextFlag({
    flags: '--token <text>',
    description: 'Require this token as Authorization: Bearer',
    env: 'TANDEM_MCP_TOKEN',
    fallback: undefined,
  }),
  allowHost: defineListFlag({
    flags: '--allow-host <name>',
    description: 'Also accept this Host and Origin; repeatable',
    env: 'TANDEM_MCP_ALLOW_HOST',
    shape: { pattern: /^[\w.-]+(:\d+)?$/, words: 'the name of a host, such as api.local' },
  }),
  maxBodiesInFlight: defineIntegerFlag({
    flags: '--max-bodies-in-flight <bytes>',
    description: 'Maximum total size of all request bodies in memory, in bytes',
    env: 'TANDEM_MCP_MAX_BODIES_IN_FLIGHT',
    fallback: 256 * 1024 * 1024,
    minimum: 0,
    maximum: 4 * 1024 * 1024 * 1024,
  }),
  maxConnections: defineIntegerFlag({
    flags: '--max-connections <n>',
    description: 'Maximum number of connections',
    env: 'TANDEM_MCP_MAX_CONNECTIONS',
    fallback: 1_024,
    minimum: 1,
    maximum: 1_000_000,
  }),
  trustScripts: defineSwitchFlag({
    flags: '--trust-scripts',
    description: 'Give secrets to scripts that come in by synchronization or import without asking a person',
    env: 'TANDEM_TRUST_SCRIPTS',
  }),
  trustConnections: defineSwitchFlag({
    flags: '--trust-connections',
    description:
      'Use proxies, CAs and client certificates that agents and files set, without asking a person',
    env: 'TANDEM_TRUST_CONNECTIONS',
  }),
  tools: defineParsedFlag<ToolSet>({
    flags: '--tools <set>',
    description: 'Tools to offer: all, core for clients with little context, or their names between commas',
    env: 'TANDEM_MCP_TOOLS',
    parse: parseToolSet,
    fallback: 'all',
  }),
} as const;

type Values = ValuesOf<typeof flags>;

/** Creates the shared store, if one is configured. */
const createStoreFrom = ({ store: url, rotateKey }: Values, dataFolder: string) =>
  url === undefined ? {} : { store: createPostgresOpener({ url, dataFolder, rotateKey, env: process.env }) };

const open = async (values: Values, log: Logger) => {
  const dataFolder = values.dataDir ?? defaultDataFolder();
  const workbench = await openWorkbench({
    dataFolder,
    version,
    env: process.env,
    allowProvidedSecrets: values.allowEnvSecrets,
    trustScripts: values.trustScripts,
    trustConnections: values.trustConnections,
    ...(values.recover === 'no' ? {} : { recover: values.recover }),
    keychain: values.keychain === 'yes',
    rotateKey: values.rotateKey,
    ...createStoreFrom(values, dataFolder),
    notice: (message) => {
      log.warn(message);
    },
    progress: (message) => {
      log.info(message);
    },
    onDefect: (error, path) => {
      log.error({ err: error, path }, 'internal error while synchronizing a file');
    },
  });
  const started: Promise<void>[] = [];
  for (const folder of values.workspace) {
    const { folderRead } = await workbench.startFolder(folder).catch(async (error: unknown) => {
      await workbench.close();
      throw error;
    });
    started.push(folderRead);
  }
  return { dataFolder, workbench, started, rpc: createRpcServer(workbench.application, log) };
};

const listenOnPort = async (values: Values, log: Logger): Promise<StartedServer> => {
  const { dataFolder, workbench, started, rpc } = await open(values, log);
  await waitUpToLimit(started);
  const { port, token, tools, allowHost: allowHosts, maxBodiesInFlight, maxConnections } = values;
  try {
    const limits = { maxBodiesInFlight, maxConnections };
    const options = { dataFolder, port, log, version, tools, allowHosts, ...limits };
    const server = await startMcpServer(rpc, { ...options, ...(token === undefined ? {} : { token }) });
    const allow = workbench.ownPorts.add(Number(new URL(server.url).port));
    return {
      lines: [`mcp-server listening on ${server.url}`],
      close: async () => {
        await server.close();
        allow();
        await workbench.close();
      },
    };
  } catch (error) {
    await workbench.close();
    throw error;
  }
};

/** Serves a client on stdin and stdout, directly or by relaying to the running server. */
const serveOnStdio = async (values: Values, log: Logger): Promise<StartedServer> => {
  const { token, tools } = values;
  const lines = openLines();
  const dataFolder = values.dataDir ?? defaultDataFolder();
  const running = await findServer(dataFolder);
  if (running === undefined) {
    const { workbench, started, rpc } = await open(values, log);
    await waitUpToLimit(started);
    const ended = serveStdio(rpc, { version, tools, log }, lines);
    return {
      lines: [],
      ended,
      close: async () => {
        lines.end();
        await ended;
        await workbench.close();
      },
    };
  }
  if (values.workspace.length > 0) {
    const { workbench, started } = await open(values, log);
    await Promise.all(started);
    await workbench.close();
  }
  if (values.store !== undefined) log.warn('--store is not applied, because the running server answers');
  if (values.allowEnvSecrets.length > 0)
    log.warn('--allow-env-secrets has no effect, because a server is already running');
  const find = async () => (await findServer(dataFolder))?.url;
  const ended = relayLines({ url: running.url, find, ...(token === undefined ? {} : { token }) }, lines);
  return {
    lines: [],
    ended,
    close: () => {
      lines.end();
      return ended;
    },
  };
};

/** Runs the standalone MCP server from its command line. */
export const run = (argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  runServer(
    {
      name: 'mcp-server',
      version,
      description:
        'Lets an agent work on Tandem workspaces over the Model Context Protocol, on 127.0.0.1 only.',
      flags,
      logLevelEnv: 'TANDEM_LOG_LEVEL',
      start: (values, log) => (values.stdio ? serveOnStdio(values, log) : listenOnPort(values, log)),
    },
    argv,
    env,
  );
