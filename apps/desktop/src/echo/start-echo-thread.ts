import { existsSync } from 'node:fs';
import { setTimeout as passing } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import type { EchoServer } from '@tandem/echo';

import { toError, readMessage, type Stop, type ThreadData } from './messages.js';

export interface EchoThreadOptions {
  /** 0 means any port. */
  readonly port: number;
  /** Called with errors that are bugs in the echo server. */
  readonly onDefect: (error: unknown) => void;
  /** Called with the reason why the thread ended, before it is restarted. */
  readonly onCrash: (error: unknown) => void;
  /** The program that the thread runs. */
  readonly program?: URL;
}

/** Maximum JavaScript memory of the thread, in MiB. A thread that exceeds it ends; the process keeps running. */
const maxMebibytes = 1_024;

/** Delay before the first restart of a thread, and the maximum to which it grows, in milliseconds. */
const restartDelays = { first: 100, max: 5_000 } as const;

/** How long a thread may take to end after its grace period, in milliseconds. */
const maxShutdownMs = 2_000;

/** The built program of the thread: next to this file if this file is built, otherwise in dist. */
const findBuiltProgram = (): URL => {
  const beside = new URL('./thread.js', import.meta.url);
  return existsSync(beside) ? beside : new URL('../../dist/echo/thread.js', import.meta.url);
};

interface Thread {
  readonly worker: Worker;
  readonly url: string;
  readonly port: number;
  readonly ended: Promise<unknown>;
}

/** Starts a thread and waits until its server is listening. */
const startThread = async (options: EchoThreadOptions, port: number): Promise<Thread> => {
  const worker = new Worker(options.program ?? findBuiltProgram(), {
    workerData: { port } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: maxMebibytes },
  });
  const ended = new Promise<unknown>((resolve) => {
    worker.on('error', resolve);
    worker.once('exit', (code) => {
      resolve(new Error(`its thread ended with ${String(code)}`));
    });
  });
  const listening = new Promise<Pick<Thread, 'url' | 'port'>>((resolve, reject) => {
    worker.on('message', (message) => {
      const said = readMessage(message);
      if (said?.kind === 'listening') resolve(said);
      else if (said?.kind === 'failed') reject(toError(said.error));
      else if (said?.kind === 'defect') options.onDefect(toError(said.error));
    });
    void ended.then(reject);
  });
  return { worker, ended, ...(await listening) };
};

/** Restarts the thread on the port of the first one, and retries until it is running. */
const restartThread = async (
  options: EchoThreadOptions,
  port: number,
  signal: AbortSignal,
): Promise<Thread | undefined> => {
  for (let ms: number = restartDelays.first; !signal.aborted; ms = Math.min(2 * ms, restartDelays.max)) {
    const waited = await passing(ms, true, { signal }).catch(() => false);
    if (!waited) return undefined;
    try {
      return await startThread(options, port);
    } catch (error) {
      options.onCrash(error);
    }
  }
  return undefined;
};

const stopThread = async ({ worker, ended }: Thread, graceMs: number): Promise<void> => {
  worker.postMessage({ kind: 'stop', graceMs } satisfies Stop);
  const late = setTimeout(() => void worker.terminate(), graceMs + maxShutdownMs);
  await ended;
  clearTimeout(late);
};

/**
 * Starts the echo server in a separate thread, so that expensive requests do not delay the rest of the application. If the thread ends,
 * it is restarted on the same port.
 * @throws the error of the socket, such as EADDRINUSE
 */
export const startEchoThread = async (options: EchoThreadOptions): Promise<EchoServer> => {
  const first = await startThread(options, options.port);
  const { url, port } = first;
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let present: Thread | undefined = first;
  const watch = async (): Promise<void> => {
    while (present !== undefined) {
      const why = await present.ended;
      if (isStopping()) return;
      options.onCrash(why);
      present = await restartThread(options, port, stopping.signal);
      // The server may have been stopped while the thread was starting.
      if (present !== undefined && isStopping()) await stopThread(present, 0);
    }
  };
  const watching = watch();
  return {
    url,
    port,
    stop: async (graceMs = 5_000) => {
      stopping.abort();
      if (present !== undefined) await stopThread(present, graceMs);
      await watching;
    },
  };
};
