import pg from 'pg';

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
  // The overloads of pg have no type in common with which all of them could be called.
  override query = ((...[text, values, ...more]: readonly unknown[]): unknown =>
    (pg.Client.prototype.query as unknown as Query).call(
      this,
      text,
      encodeValues(values),
      ...more,
    )) as pg.Client['query'];
}

/** Timeout for a connection, in milliseconds. */
const connectMs = 5_000;

/** How long a transaction may be idle, in milliseconds: a process that hangs would block all others. */
const idleInTransactionMs = 60_000;

/** The configuration of all connections to a database. */
export const createClientConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: connectMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
  keepAlive: true,
  application_name: 'tandem',
  // The server notices within a minute that a machine is gone, and releases the locks of its processes.
  options: '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
  types,
});

/** A connection outside the pool; the caller closes it. */
export const connectClient = async (url: string): Promise<TextClient> => {
  const client = new TextClient(createClientConfig(url));
  // Without a listener, an error of an idle connection would end the process. Users of the client get it from their query.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};
