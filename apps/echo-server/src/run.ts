import { readFileSync } from 'node:fs';
import { defaultEchoOptions, startEchoServer } from '@tandem/echo';
import {
  defineIntegerFlag,
  defineTextFlag,
  type Logger,
  runServer,
  type StartedServer,
  defineSwitchFlag,
  type ValuesOf,
} from '@tandem/node/cli';
import { isWorker, startWorkers } from './workers.js';

const manifest = new URL('../package.json', import.meta.url);

/** The version in the package's manifest. */
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };

const maxBytes = 4 * 1024 * 1024 * 1024;
const createBytesFlag = (flags: string, description: string, env: string, fallback: number) =>
  defineIntegerFlag({ flags, description, env, fallback, minimum: 0, maximum: maxBytes });

const limitFlags = {
  maxBody: createBytesFlag(
    '--max-body <bytes>',
    'Longest body',
    'TANDEM_ECHO_MAX_BODY',
    defaultEchoOptions.maxBody,
  ),
  maxUpload: createBytesFlag(
    '--max-upload <bytes>',
    'Longest multipart body',
    'TANDEM_ECHO_MAX_UPLOAD',
    defaultEchoOptions.maxUpload,
  ),
  maxParts: defineIntegerFlag({
    flags: '--max-parts <n>',
    description: 'Maximum number of parts in a multipart body',
    env: 'TANDEM_ECHO_MAX_PARTS',
    fallback: defaultEchoOptions.maxParts,
    minimum: 0,
    maximum: 10_000_000,
  }),
  maxBodiesInFlight: createBytesFlag(
    '--max-bodies-in-flight <bytes>',
    'Maximum total size of all bodies and responses in memory, in bytes',
    'TANDEM_ECHO_MAX_BODIES_IN_FLIGHT',
    defaultEchoOptions.maxBodiesInFlight,
  ),
  maxConnections: defineIntegerFlag({
    flags: '--max-connections <n>',
    description: 'Maximum number of connections',
    env: 'TANDEM_ECHO_MAX_CONNECTIONS',
    fallback: 4_096,
    minimum: 1,
    maximum: 1_000_000,
  }),
  requestTimeoutMs: defineIntegerFlag({
    flags: '--request-timeout <ms>',
    description: 'Maximum time to receive a request, including its body',
    env: 'TANDEM_ECHO_REQUEST_TIMEOUT',
    fallback: 300_000,
    minimum: 1_000,
    maximum: 2_147_483_647,
  }),
  maxDelay: defineIntegerFlag({
    flags: '--max-delay <ms>',
    description: 'Maximum delay; longer delays are shortened to it',
    env: 'TANDEM_ECHO_MAX_DELAY',
    fallback: defaultEchoOptions.maxDelay,
    minimum: 0,
    maximum: 2_147_483_647,
  }),
} as const;

const createFlags = (port: number) => ({
  host: defineTextFlag({
    flags: '--host <host>',
    description: 'Address to listen on',
    env: 'TANDEM_ECHO_HOST',
    fallback: '127.0.0.1',
  }),
  port: defineIntegerFlag({
    flags: '--port <n>',
    description: 'Port to listen on; 0 for any',
    env: 'TANDEM_ECHO_PORT',
    fallback: port,
    minimum: 0,
    maximum: 65_535,
  }),
  ...limitFlags,
  trustProxy: defineSwitchFlag({
    flags: '--trust-proxy',
    description: 'Believe X-Forwarded-* headers',
    env: 'TANDEM_ECHO_TRUST_PROXY',
  }),
  corsCredentials: defineSwitchFlag({
    flags: '--cors-credentials',
    description: 'Mirror origins and allow credentials; any web page can then read localhost cookies',
    env: 'TANDEM_ECHO_CORS_CREDENTIALS',
  }),
  workers: defineIntegerFlag({
    flags: '--workers <n>',
    description: 'Processes that share the port, such as one per core',
    env: 'TANDEM_ECHO_WORKERS',
    fallback: 1,
    minimum: 1,
    maximum: 256,
  }),
});

type Options = ValuesOf<ReturnType<typeof createFlags>>;

const serveAlone = async (options: Options, log: Logger): Promise<StartedServer> => {
  const server = await startEchoServer({
    ...options,
    onDefect: (error) => {
      log.error({ err: error }, 'internal error');
    },
    ...(log.isLevelEnabled('debug')
      ? {
          onAnswer: (answered) => {
            log.debug(answered, 'answered');
          },
        }
      : {}),
  });
  const lines = isWorker() ? [] : [`echo-server listening on ${server.url}`];
  return { lines, close: () => server.stop() };
};

const serveWithWorkers = async (options: Options, log: Logger): Promise<StartedServer> => {
  const workers = await startWorkers(options, (code) => {
    log.error({ code }, 'a worker stopped and is being replaced');
  });
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  const lines = [`echo-server listening on http://${host}:${workers.port}`];
  return { lines, ended: workers.ended, close: workers.close };
};

/**
 * Runs the standalone echo server from its command line.
 * @param port the default of `--port`: any free port in the repository, 8080 in the package
 */
export const run = (argv: readonly string[], env: NodeJS.ProcessEnv, port = 0): Promise<number> =>
  runServer(
    {
      name: 'echo-server',
      version,
      description:
        'Answers any HTTP request with a description of it. Can simulate delays, status codes and failures.',
      flags: createFlags(port),
      logLevelEnv: 'TANDEM_ECHO_LOG_LEVEL',
      start: (options, log) =>
        options.workers > 1 && !isWorker() ? serveWithWorkers(options, log) : serveAlone(options, log),
    },
    argv,
    env,
  );
