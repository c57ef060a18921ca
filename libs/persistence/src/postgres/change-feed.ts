import { setTimeout as pause } from 'node:timers/promises';

import { Change, type SharedChanges, type WorkspaceId } from '@tandem/core';
import { decode, struct, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import type { DataSource } from 'typeorm';

import type { Access } from '../access.js';
import { getQuery, queryDecoded, select, tryStorage } from '../rows/stored-rows.js';
import { workspaces } from '../schema/tables.js';
import { connectClient, type TextClient } from './connection.js';

/** The channel of notifications about changes. A notification contains only the id of the process that made the changes. */
const channel = 'tandem_changes';

/** Notifies the other processes that there are new changes. */
export const announce = async (
  db: { readonly query: (sql: string, values: unknown[]) => Promise<unknown> },
  origin: string,
): Promise<void> => {
  await db.query('SELECT pg_notify($1, $2)', [channel, origin]);
};

/** Maximum number of stored changes. Processes that have lost their connection read them later. */
const maxStoredChanges = 10_000;

const insertChangesSql = `INSERT INTO "shared_changes" ("origin", "change")
  SELECT $1, value FROM json_array_elements(CAST($2 AS json)) WITH ORDINALITY AS each(value, place) ORDER BY place`;

const deleteOldestSql = `DELETE FROM "shared_changes"
  WHERE "position" <= (SELECT max("position") FROM "shared_changes") - ${maxStoredChanges}`;

/**
 * Stores changes as rows in the transaction that makes them. Therefore, a change that is rolled back is never announced, and a committed
 * change is never missed. The notification is sent with the commit.
 * @param origin identifies this process
 */
export const createSharedChanges =
  (origin: string) =>
  ({ write }: Access): SharedChanges => ({
    add: (changes: readonly Change[]) =>
      tryStorage('telling other processes of a change')(() =>
        write(async (db) => {
          await db.query(insertChangesSql, [origin, JSON.stringify(changes)]);
          await db.query(deleteOldestSql);
          await announce(db, origin);
        }),
      ),
  });

/** Listens until it is closed, and reconnects if the connection is lost. */
export interface ChangeListener {
  readonly close: () => Promise<void>;
}

interface Options {
  readonly url: string;
  readonly origin: string;
  /** Called for each notification from another process, and each time that listening starts or resumes. */
  readonly onNews: () => Promise<void>;
  readonly notice: (message: string) => void;
  /** The name of the database in notices. */
  readonly shown: string;
}

const firstRetryMs = 250;
const lastRetryMs = 5_000;

/** How often an idle connection is checked, in milliseconds. */
const heartbeatMs = 30_000;

interface Connection {
  readonly client: TextClient;
  readonly ended: Promise<void>;
}

const listen = async ({ url, origin, onNews }: Options): Promise<Connection> => {
  const client = await connectClient(url);
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => {
      resolve();
    });
  });
  client.on('notification', ({ payload }) => {
    // Changes that cannot be read now are read after the next notification, or at the next heartbeat.
    if (payload !== origin) onNews().catch(() => undefined);
  });
  try {
    await client.query(`LISTEN ${channel}`);
    await onNews();
    return { client, ended };
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
};

/** Whether a signal is aborted. This is a function because TypeScript would narrow a property that was checked before. */
const isAborted = ({ aborted }: AbortSignal): boolean => aborted;

/** Connects again, and retries until that succeeds. Returns undefined once `signal` is aborted. */
const listenAgain = async (options: Options, signal: AbortSignal): Promise<Connection | undefined> => {
  for (let waitMs = firstRetryMs; ; waitMs = Math.min(waitMs * 2, lastRetryMs)) {
    await pause(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (isAborted(signal)) return undefined;
    const connection = await listen(options).catch(() => undefined);
    if (isAborted(signal)) {
      void connection?.client.end().catch(() => undefined);
      return undefined;
    }
    if (connection !== undefined) return connection;
  }
};

/**
 * Listens for changes made by other processes.
 * @throws the error of the first connection; later ones are retried until `close`
 */
export const startListening = async (options: Options): Promise<ChangeListener> => {
  const closing = new AbortController();
  const { signal } = closing;
  let current = await listen(options);
  let isWaiting = false;
  const end = (): void => {
    void current.client.end().catch(() => undefined);
  };
  const beat = async (): Promise<void> => {
    // A connection that has not answered since the last check is dead, even if nothing has closed it.
    if (isWaiting) end();
    isWaiting = true;
    await current.client.query('SELECT 1').catch(() => undefined);
    isWaiting = false;
    await options.onNews().catch(() => undefined);
  };
  const heartbeat = setInterval(() => void beat(), heartbeatMs).unref();
  const keepListening = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      if (signal.aborted) return;
      options.notice(`${options.shown} closed the connection on which changes are heard; connecting again`);
      const next = await listenAgain(options, signal);
      if (next === undefined) return;
      current = next;
      options.notice(`connected to ${options.shown} again`);
    }
  };
  const done = keepListening();
  return {
    close: async () => {
      closing.abort();
      clearInterval(heartbeat);
      end();
      await done;
    },
  };
};

type Listener = (change: Change) => void;

/** The changes made by other processes since the last read. */
export interface ChangeFeed {
  /** Reads and publishes new changes. Calls during a read share one read after it. */
  readonly read: () => Promise<void>;
  readonly subscribe: (listener: Listener) => () => void;
}

const ChangeRow = struct('a stored change', { position: t.number, origin: t.string, change: t.string });
const LastPosition = struct('the last position', { last: t.union([t.number, t.null], 'a number or null') });

/** Maximum number of changes per read. */
const maxChangesPerRead = 1_000;

const selectNextSql = `SELECT "position", "origin", "change" FROM "shared_changes" WHERE "position" > $1
  ORDER BY "position" LIMIT ${maxChangesPerRead}`;

const decodeChange = decode(Change);

const parseChange = (text: string): Change | undefined => {
  const change = decodeChange(JSON.parse(text));
  // A newer version of Tandem may have other kinds of changes.
  return E.isRight(change) ? change.right : undefined;
};

const readLastPosition = async (source: DataSource): Promise<number> => {
  const [row] = await queryDecoded(
    getQuery(source.manager),
    LastPosition,
    'SELECT max("position") AS "last" FROM "shared_changes"',
  );
  return row?.last ?? 0;
};

/** Whether changes after `last` have already been deleted. */
const hasMissed = async (source: DataSource, last: number): Promise<boolean> =>
  (await readLastPosition(source)) - last > maxStoredChanges;

/** Reports every workspace as changed, because the changes themselves are lost. */
const listAllChanges = async (source: DataSource): Promise<readonly Change[]> => {
  const rows = await select(getQuery(source.manager), workspaces, ['id'], '');
  return rows.map((row) => {
    const id = row.id as WorkspaceId;
    return { workspaceId: id, entity: 'workspace', id, op: 'updated' };
  });
};

/**
 * Creates a feed that starts after the existing changes.
 * @param origin identifies this process, whose own changes are skipped
 */
export const createChangeFeed = async (source: DataSource, origin: string): Promise<ChangeFeed> => {
  const listeners = new Set<Listener>();
  const tell = (change: Change): void => {
    for (const listener of [...listeners]) listener(change);
  };
  let last = await readLastPosition(source);
  const readOnce = async (): Promise<void> => {
    if (await hasMissed(source, last)) (await listAllChanges(source)).forEach(tell);
    for (;;) {
      const rows = await queryDecoded(getQuery(source.manager), ChangeRow, selectNextSql, [last]);
      for (const row of rows) {
        last = row.position;
        const change = row.origin === origin ? undefined : parseChange(row.change);
        if (change !== undefined) tell(change);
      }
      if (rows.length < maxChangesPerRead) return;
    }
  };
  let running: Promise<void> | undefined;
  let again: Promise<void> | undefined;
  const start = (): Promise<void> => {
    running = readOnce().finally(() => (running = undefined));
    return running;
  };
  return {
    read: () => {
      if (running === undefined) return start();
      again ??= running.catch(() => undefined).then(() => ((again = undefined), start()));
      return again;
    },
    subscribe: (listener) => {
      const own: Listener = (change) => {
        listener(change);
      };
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
  };
};
