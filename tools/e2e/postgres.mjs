import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { quietPort } from './port.mjs';

/** Debian installs each version in its own folder. */
const debian = '/usr/lib/postgresql';

const folders = () => [
  ...(process.env.PATH ?? '').split(delimiter),
  ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []),
];

/** @param {string} program */
const find = (program) =>
  folders()
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

const programs = ['initdb', 'postgres', 'pg_isready', 'psql'];

/** Whether a PostgreSQL server can be started on this machine. In CI it is an error if not. */
export const hasPostgres = () => {
  const missing = programs.filter((program) => find(program) === undefined);
  if (missing.length === 0) return true;
  if (process.env.CI)
    throw new Error('there is no PostgreSQL for the tests of its store; install postgresql');
  process.stderr.write(`the tests of the PostgreSQL store are left out: ${missing.join(', ')} not found\n`);
  return false;
};

/** PostgreSQL does not run as root: then it runs as `postgres` or `nobody`. */
const account = () => {
  if (process.getuid?.() !== 0) return {};
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] =
    lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
};

const run = (program, args, options) => {
  const { status, stderr, error } = spawnSync(find(program), args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
};

const isAcceptingConnections = (port) =>
  spawnSync(find('pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status === 0;

/** The user `tandem` needs a password, other users do not. */
const access = `host all tandem 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
local all all trust
`;

/** Starts a PostgreSQL server in a temporary folder, on 127.0.0.1 only. */
export const startPostgres = async () => {
  const as = account();
  const folder = await mkdtemp(join(tmpdir(), 'tandem-postgres-'));
  if (as.uid !== undefined) await chown(folder, as.uid, as.gid);
  const options = { ...as, cwd: folder, env: { PATH: process.env.PATH ?? '', HOME: folder, LC_ALL: 'C' } };
  const data = join(folder, 'data');
  run('initdb', ['-D', data, '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], options);
  await writeFile(join(data, 'pg_hba.conf'), access);
  let port = await quietPort();
  let server;
  let exited;
  /** Starts it and returns whether it accepts connections; false if the port was taken meanwhile. */
  const begin = async () => {
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
      'max_connections=60',
    ];
    const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    server = spawn(find('postgres'), args, { ...options, stdio: 'ignore' });
    exited = new Promise((resolve) => server.once('close', resolve));
    while (server.exitCode === null) {
      if (isAcceptingConnections(port)) return true;
      await pause(50);
    }
    return false;
  };
  const start = async (isFirst = false) => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if (await begin()) return;
      if (isFirst) port = await quietPort();
      await pause(200);
    }
    throw new Error(`postgres ended with ${server.exitCode}`);
  };
  const stop = async (signal = 'SIGINT') => {
    server.kill(signal);
    await exited;
  };
  await start(true);
  const urlOf = (database = 'postgres', user = 'admin') => `postgres://${user}@127.0.0.1:${port}/${database}`;
  const keyFile = join(folder, 'store.key');
  return {
    port,
    data,
    keyFile,
    /** @param {string} [database] @param {string} [user] with its password */
    urlOf,
    storeOf: () => ({ url: urlOf(), keyFile }),
    /** @param {string} statements @param {string} [database] */
    sql: (statements, database = 'postgres') => {
      const args = ['-h', '127.0.0.1', '-p', String(port), '-U', 'admin', '-d', database];
      run('psql', [...args, '-q', '-v', 'ON_ERROR_STOP=1', '-c', statements], options);
      return Promise.resolve();
    },
    start: () => start(),
    /** Stops the server and closes every connection; SIGINT lets it write everything first. */
    stop,
    remove: async () => {
      if (server.exitCode === null && server.signalCode === null) await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
