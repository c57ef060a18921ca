import { setTimeout as pause } from 'node:timers/promises';

import { connectClient, type TextClient } from './client.js';
import { channel } from './shared-changes.js';

/** Listens until it is closed, and reconnects when the connection is lost. */
export interface Listening {
  readonly close: () => Promise<void>;
}

interface Options {
  readonly url: string;
  readonly origin: string;
  /** Called for each notification of another process, and each time that listening begins. */
  readonly onNews: () => Promise<void>;
  readonly notice: (message: string) => void;
  /** What the notices call the database. */
  readonly shown: string;
}

const firstRetryMs = 250;
const lastRetryMs = 5_000;

/** How often a connection on which nothing comes is tried, in milliseconds. */
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
    // What cannot be read now is read after the next notification, at the latest at the next heartbeat.
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

/** A function, because TypeScript would take a property that it has checked once for unchanged. */
const isEnded = ({ aborted }: AbortSignal): boolean => aborted;

/** Undefined when `signal` has ended the attempts. */
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
 * Hears when other processes have changed something.
 * @throws the error of the first connection; later ones are tried again until `close`
 */
export const startListening = async (options: Options): Promise<Listening> => {
  const closing = new AbortController();
  const { signal } = closing;
  let current = await listen(options);
  let isWaiting = false;
  const end = (): void => {
    void current.client.end().catch(() => undefined);
  };
  const beat = async (): Promise<void> => {
    // A connection that has not answered since the last time is dead, though nothing has closed it.
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
