import { type ChildProcess, spawn, spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { quietPort } from './program.js';

export interface PostgresServer {
  readonly port: number;
  /** The folder with the files of the server. */
  readonly data: string;
  /** The file with the key of the store. */
  readonly keyFile: string;
  /** The options for a store in the first database of the server. */
  readonly storeOf: () => { readonly url: string; readonly keyFile: string };
  /** The URL of a database. By default the database is `postgres`, for a user without a password. */
  readonly urlOf: (database?: string, user?: string) => string;
  /** Runs SQL as the owner of the server. */
  readonly sql: (statements: string, database?: string) => Promise<void>;
  readonly start: () => Promise<void>;
  /** Stops the server and closes every connection. SIGINT lets it flush its data first. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** The folder that contains a folder for each version of PostgreSQL that Debian installs. */
const debian = '/usr/lib/postgresql';

const folders = (): readonly string[] => [
  ...(process.env.PATH ?? '').split(delimiter),
  ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []),
];

const programs = ['initdb', 'postgres', 'pg_isready', 'psql'] as const;

type Program = (typeof programs)[number];

const find = (program: Program): string | undefined =>
  folders()
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

/** Returns the path of a program. If it is not found, returns its name, so that starting it fails. */
const findProgramPath = (program: Program): string => find(program) ?? program;

/** Whether a PostgreSQL server can be started on this machine. In CI, it is an error if not. */
export const hasPostgres = (): boolean => {
  const missing = programs.filter((program) => find(program) === undefined);
  if (missing.length === 0) return true;
  if (process.env.CI)
    throw new Error('there is no PostgreSQL for the tests of its store; install postgresql');
  process.stderr.write(`the tests of the PostgreSQL store are left out: ${missing.join(', ')} not found\n`);
  return false;
};

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The account that runs PostgreSQL. PostgreSQL refuses to run as root, so root uses `postgres` or `nobody`. */
const findAccount = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] =
    lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
};

const runProgram = (program: Program, args: readonly string[], options: SpawnSyncOptions): void => {
  const { status, stderr, error } = spawnSync(findProgramPath(program), args, {
    ...options,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
};

const isAcceptingConnections = (port: number): boolean =>
  spawnSync(findProgramPath('pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status === 0;

/** Access rules: the user `tandem` needs a password, other users do not. */
const access = `host all tandem 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
local all all trust
`;

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'max_connections=60',
];

/** Starts a PostgreSQL server in a temporary folder, only on 127.0.0.1. */
export const startPostgres = async (): Promise<PostgresServer> => {
  const account = findAccount();
  const folder = await mkdtemp(join(tmpdir(), 'tandem-postgres-'));
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  const env = { PATH: process.env.PATH ?? '', HOME: folder, LC_ALL: 'C' };
  const options = { ...account, cwd: folder, env };
  const data = join(folder, 'data');
  runProgram(
    'initdb',
    ['-D', data, '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    options,
  );
  await writeFile(join(data, 'pg_hba.conf'), access);
  let port = await quietPort();
  let server: ChildProcess;
  let exited: Promise<unknown>;
  /** Starts the server, and returns whether it accepts connections. It does not if another process has taken its port. */
  const begin = async (): Promise<boolean> => {
    const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    server = spawn(findProgramPath('postgres'), args, { ...options, stdio: 'ignore' });
    exited = new Promise((resolve) => server.once('close', resolve));
    while (server.exitCode === null) {
      if (isAcceptingConnections(port)) return true;
      await pause(50);
    }
    return false;
  };
  const start = async (isFirst = false): Promise<void> => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if (await begin()) return;
      if (isFirst) port = await quietPort();
      await pause(200);
    }
    throw new Error(`postgres ended with ${String(server.exitCode)}`);
  };
  const stop = async (signal: NodeJS.Signals = 'SIGINT'): Promise<void> => {
    server.kill(signal);
    await exited;
  };
  await start(true);
  const urlOf = (database = 'postgres', user = 'admin'): string =>
    `postgres://${user}@127.0.0.1:${port}/${database}`;
  const keyFile = join(folder, 'store.key');
  return {
    port,
    data,
    keyFile,
    urlOf,
    storeOf: () => ({ url: urlOf(), keyFile }),
    sql: (statements, database = 'postgres') => {
      const args = ['-h', '127.0.0.1', '-p', String(port), '-U', 'admin', '-d', database];
      runProgram('psql', [...args, '-q', '-v', 'ON_ERROR_STOP=1', '-c', statements], options);
      return Promise.resolve();
    },
    start: () => start(),
    stop,
    remove: async () => {
      if (server.exitCode === null && server.signalCode === null) await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
