import { setTimeout as pause } from 'node:timers/promises';

import { connectClient, type TextClient } from './client.js';
import { channel } from './shared-changes.js';

/** Listens until it is closed, and reconnects if the connection is lost. */
export interface ChangeListener {
  readonly close: () => Promise<void>;
}

interface Options {
  readonly url: string;
  readonly origin: string;
  /** Called for each notification of another process, and each time that listening starts. */
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

/** A function, because TypeScript would narrow a property that was checked once. */
const isEnded = ({ aborted }: AbortSignal): boolean => aborted;

/** Undefined if `signal` has ended the attempts. */
const listenAgain = async (options: Options, signal: AbortSignal): Promise<Connection | undefined> => {
  for (let waitMs = firstRetryMs; ; waitMs = Math.min(waitMs * 2, lastRetryMs)) {
    await pause(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (isEnded(signal)) return undefined;
    const connection = await listen(options).catch(() => undefined);
    if (isEnded(signal)) {
      void connection?.client.end().catch(() => undefined);
      return undefined;
    }
    if (connection !== undefined) return connection;
  }
};

/**
 * Listens for changes of other processes.
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
