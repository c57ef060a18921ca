import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import type { Outcome, Query } from './evaluate.js';

export interface WorkerLimits {
  /** Timeout of one query, from when the worker receives it. */
  readonly timeMs: number;
  readonly memoryMb: number;
  /** Maximum number of concurrent queries; others wait. */
  readonly workers: number;
}

/** The result of a query: its outcome, or the limit that ended it. */
export type QueryOutcome = Outcome | { readonly kind: 'timeout' } | { readonly kind: 'memory' };

/** How long an idle worker is kept. */
const idleMs = 10_000;

/** The built worker: beside this file if that is built, otherwise in dist. */
const workerFile = (): string => {
  const beside = fileURLToPath(new URL('./worker.js', import.meta.url));
  return existsSync(beside)
    ? beside
    : fileURLToPath(new URL('../../dist/json-path/worker.js', import.meta.url));
};

const start = ({ memoryMb }: WorkerLimits): Promise<Worker> =>
  new Promise((resolve, reject) => {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb };
    const worker = new Worker(workerFile(), { env: {}, execArgv: [], resourceLimits });
    worker.once('error', reject);
    worker.once('message', () => {
      worker.off('error', reject);
      // An error of an idle worker affects only that worker.
      worker.on('error', () => undefined);
      resolve(worker);
    });
  });

const isMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Sends the query and waits for the answer or a limit. */
const asked = (worker: Worker, query: Query, timeMs: number): Promise<QueryOutcome> =>
  new Promise((resolve, reject) => {
    const settled = () => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('error', onError);
    };
    const onMessage = (outcome: Outcome) => {
      settled();
      resolve(outcome);
    };
    const onError = (error: Error) => {
      settled();
      if (isMemory(error)) resolve({ kind: 'memory' });
      else reject(error);
    };
    const timer = setTimeout(() => {
      settled();
      resolve({ kind: 'timeout' });
    }, timeMs);
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.postMessage(query);
  });

/** Evaluates queries in worker threads, so that none blocks the process. */
export const createWorkers = (limits: WorkerLimits) => {
  let running = 0;
  let idle: Worker | undefined;
  let idling: NodeJS.Timeout | undefined;
  const waiting: (() => void)[] = [];

  const takeTurn = (): Promise<void> => {
    running += 1;
    return running <= limits.workers ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
  };
  const giveTurn = (): void => {
    running -= 1;
    waiting.shift()?.();
  };
  const takeIdle = (): Worker | undefined => {
    const worker = idle;
    clearTimeout(idling);
    idle = undefined;
    worker?.ref();
    return worker;
  };
  const keep = (worker: Worker): void => {
    if (idle !== undefined) {
      void worker.terminate();
      return;
    }
    idle = worker;
    worker.unref();
    idling = setTimeout(() => void takeIdle()?.terminate(), idleMs).unref();
  };

  const started = async (): Promise<Worker> => {
    const worker = await start(limits);
    worker.once('exit', () => {
      if (idle === worker) idle = undefined;
    });
    return worker;
  };

  return async (query: Query): Promise<QueryOutcome> => {
    await takeTurn();
    try {
      const worker = takeIdle() ?? (await started());
      const answer = await asked(worker, query, limits.timeMs);
      if (answer.kind === 'timeout' || answer.kind === 'memory') void worker.terminate();
      else keep(worker);
      return answer;
    } finally {
      giveTurn();
    }
  };
};
