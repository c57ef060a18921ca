import pg from 'pg';
import { DataSource } from 'typeorm';

import { postgresTables } from '../schema/tables.js';
import { postgresHistory } from '../schema/upgrade.js';
import { getErrorCode, UnusableDatabase } from '../storage-fault.js';

/** The address of a PostgreSQL database for messages. */
export interface Address {
  /** The URL without user and password. */
  readonly shown: string;
  readonly database: string;
  /** The user in the URL; missing if the URL contains no user. */
  readonly user?: string;
}

const createInvalidAddressError = (): UnusableDatabase =>
  new UnusableDatabase(
    'invalid-address',
    'the store is not the URL of a PostgreSQL database, such as postgres://user@127.0.0.1:5432/tandem',
  );

const parseUrl = (url: string): URL => {
  try {
    return new URL(url);
  } catch {
    throw createInvalidAddressError();
  }
};

/**
 * Parses the URL of a database. Messages contain no part of an invalid URL, because it may contain a password.
 * @throws UnusableDatabase if it is not the URL of a PostgreSQL database
 */
export const parseAddress = (url: string): Address => {
  const { protocol, hostname, port, pathname, searchParams, username } = parseUrl(url);
  const name = pathname.slice(1);
  if (!['postgres:', 'postgresql:'].includes(protocol) || name === '' || name.includes('/'))
    throw createInvalidAddressError();
  const host = hostname === '' ? (searchParams.get('host') ?? 'localhost') : hostname;
  try {
    const database = decodeURIComponent(name);
    const user = decodeURIComponent(username);
    return {
      shown: `postgres://${host}:${port === '' ? '5432' : port}/${database}`,
      database,
      ...(user === '' ? {} : { user }),
    };
  } catch {
    throw createInvalidAddressError();
  }
};

const [nul, escape] = ['\u0000', '\u0010'];

/** Encodes a text for PostgreSQL, which does not allow U+0000: U+0000 becomes U+0010 and 0, U+0010 becomes U+0010 and 1. */
export const encodeNul = (text: string): string =>
  text.includes(nul) || text.includes(escape)
    ? text.replaceAll(escape, `${escape}1`).replaceAll(nul, `${escape}0`)
    : text;

/** Reverses {@link encodeNul}. */
export const decodeNul = (text: string): string =>
  text.includes(escape) ? text.replaceAll(`${escape}0`, nul).replaceAll(`${escape}1`, escape) : text;

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.TEXT, decodeNul],
  // Counts, revisions and positions, which stay below 2^53.
  [pg.types.builtins.INT8, Number],
]);

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

const types: pg.CustomTypesConfig = {
  getTypeParser: (id: TypeId, format?: 'text' | 'binary'): unknown =>
    (format === 'binary' ? undefined : parsers.get(id)) ?? (pg.types.getTypeParser(id, format) as unknown),
};

const encodeValues = (values: unknown): unknown =>
  Array.isArray(values)
    ? values.map((value: unknown) => (typeof value === 'string' ? encodeNul(value) : value))
    : values;

type Query = (this: pg.Client, ...args: readonly unknown[]) => unknown;

/** A connection that can store any text. */
export class TextClient extends pg.Client {
  // pg declares overloads without a common type, so that none of them can be called with all arguments.
  override query = ((...[text, values, ...more]: readonly unknown[]): unknown =>
    (pg.Client.prototype.query as Query).call(
      this,
      text,
      encodeValues(values),
      ...more,
    )) as pg.Client['query'];
}

/** Timeout for a connection, in milliseconds. */
const connectMs = 5_000;

/** Maximum time that a transaction may be idle, in milliseconds. Otherwise a process that hangs would block all others. */
const idleInTransactionMs = 60_000;

/** Creates the configuration of all connections to a database. */
const createClientConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: connectMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
  keepAlive: true,
  application_name: 'tandem',
  // Lets the server notice within a minute that a machine is gone, and release the locks of its processes.
  options: '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
  types,
});

/** A connection outside the pool; the caller closes it. */
export const connectClient = async (url: string): Promise<TextClient> => {
  const client = new TextClient(createClientConfig(url));
  // Without a listener, an error of an idle connection would end the process. The next query on it reports the error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** The oldest supported version of PostgreSQL, in the form of `server_version_num`. */
const minServerVersion = 130_000;

const unreachableCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ENOENT',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // The server is starting or stopping.
  '57P01',
  '57P02',
  '57P03',
]);

/** Whether a connection was lost or could not be made; pg has no code for timeouts and closed sockets. */
export const isUnreachable = (error: unknown): boolean =>
  unreachableCodes.has(getErrorCode(error)) ||
  getErrorCode(error).startsWith('08') ||
  (error instanceof Error &&
    /^(timeout expired|timeout exceeded|Connection terminated|Client was closed|Client has encountered|Query read timeout|read ECONNRESET)/.test(
      error.message,
    ));

/** The error for the user if `address` cannot be opened; other errors are unchanged. */
export const toOpenError = ({ shown, database, user }: Address, error: unknown): unknown => {
  if (error instanceof UnusableDatabase) return error;
  const code = getErrorCode(error);
  const refuse = (reason: UnusableDatabase['reason'], text: string): UnusableDatabase =>
    new UnusableDatabase(reason, `${shown} ${text}`, error);
  const who = user === undefined ? 'the user' : `the user ${user}`;
  if (isUnreachable(error))
    return refuse(
      'unreachable',
      'does not answer; check that the server is running and that the address is right',
    );
  switch (code) {
    case '28P01':
    case '28000':
      return refuse('not-allowed', `does not let ${who} in; check the user, the password and pg_hba.conf`);
    case '3D000':
      return refuse('missing', `does not exist; create it with: createdb ${database}`);
    case '42501':
      return refuse(
        'not-allowed',
        `does not let ${who} read or create its tables; grant it CREATE on the schema`,
      );
    case '25006':
      return refuse('read-only', 'is read-only, such as a standby; use the primary server');
    case '53300':
      return refuse('busy', 'has no connection left; raise max_connections or end other programs');
    default:
      return error instanceof Error && error.message.includes('password must be a string')
        ? refuse('not-allowed', `asks for a password; put it into the URL, PGPASSWORD or ~/.pgpass`)
        : error;
  }
};

/** Why a server cannot be used for a store; undefined if it can. */
export const findServerProblem = (
  { shown }: Address,
  version: number,
  encoding: string,
): UnusableDatabase | undefined => {
  if (version < minServerVersion) {
    const running = `${Math.floor(version / 10_000)}`;
    const text = `${shown} is PostgreSQL ${running}; Tandem needs ${minServerVersion / 10_000} or newer`;
    return new UnusableDatabase('too-old', text);
  }
  if (encoding === 'UTF8') return undefined;
  const text = `${shown} has the encoding ${encoding}; create a database with: createdb --encoding=UTF8 --template=template0`;
  return new UnusableDatabase('not-a-database', text);
};

/** Maximum number of pooled connections of a process. Connections that listen or hold locks are not pooled. */
const poolSize = 8;

/**
 * Opens a pool of connections to a PostgreSQL database.
 * @param lockMs how long to wait for locks held by other processes, in milliseconds
 */
export const connectPool = async (url: string, lockMs: number): Promise<DataSource> => {
  const source = new DataSource({
    type: 'postgres',
    driver: pg,
    entities: postgresTables,
    migrations: [...postgresHistory.migrations],
    migrationsTableName: postgresHistory.table,
    installExtensions: false,
    poolSize,
    // An idle connection that is lost is replaced by the next query.
    poolErrorHandler: () => undefined,
    // The default logger prints failed migrations to stdout, which may belong to an MCP client.
    logger: 'debug',
    extra: { ...createClientConfig(url), Client: TextClient, lock_timeout: lockMs },
  });
  return source.initialize();
};
