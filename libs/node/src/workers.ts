import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export interface WorkerLimits {
  /** Timeout of one query, in milliseconds from when the worker receives it. */
  readonly timeMs: number;
  readonly memoryMb: number;
  /** Maximum number of concurrent queries. Further queries wait. */
  readonly workers: number;
}

/** The answer to a query, or the limit that ended it. */
export type WorkerOutcome<Answer> = Answer | { readonly kind: 'timeout' } | { readonly kind: 'memory' };

/** Time after which an idle worker is stopped, in milliseconds. */
const idleMs = 10_000;

/**
 * Finds the built file of a worker: next to the module that starts it if that is built, otherwise in `dist`.
 * @param beside the worker's file next to the module; as `new URL('./…', import.meta.url)`, it is also found in an application's bundle
 * @param built the same file in `dist`, seen from the source of the module
 */
export const findWorkerFile = (beside: URL, built: URL): string => {
  const file = fileURLToPath(beside);
  return existsSync(file) ? file : fileURLToPath(built);
};

const startWorker = (file: string, { memoryMb }: WorkerLimits): Promise<Worker> =>
  new Promise((resolve, reject) => {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb };
    const worker = new Worker(file, { env: {}, execArgv: [], resourceLimits });
    worker.once('error', reject);
    worker.once('message', () => {
      worker.off('error', reject);
      // An error of an idle worker concerns no query, so it must not end the process.
      worker.on('error', () => undefined);
      resolve(worker);
    });
  });

const isMemoryLimit = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const isLimit = (outcome: unknown): boolean =>
  typeof outcome === 'object' &&
  outcome !== null &&
  'kind' in outcome &&
  (outcome.kind === 'timeout' || outcome.kind === 'memory');

/** A part of an answer that is too long to be read at once. */
interface Part {
  readonly kind: 'part';
  readonly part: unknown;
}

/** Whether a message is a part of a longer message. */
export const isPart = (message: unknown): message is Part =>
  typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'part';

const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Sends the parts of a query, and yields after each part. */
const sendParts = async (worker: Worker, parts: Iterable<unknown>): Promise<void> => {
  for (const part of parts) {
    worker.postMessage({ kind: 'part', part } satisfies Part);
    await yieldToEventLoop();
  }
};

/** Sends a query after its parts, and waits for the answer or a limit. */
const askWorker = <Answer>(
  worker: Worker,
  query: unknown,
  sent: Iterable<unknown>,
  timeMs: number,
): Promise<WorkerOutcome<Answer>> =>
  new Promise((resolve, reject) => {
    const parts: unknown[] = [];
    let isOver = false;
    const settled = () => {
      isOver = true;
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('error', onError);
    };
    const onMessage = (message: Answer | Part) => {
      if (isPart(message)) {
        parts.push(message.part);
        // Yield before reading the next part.
        setImmediate(() => {
          worker.postMessage(nextPart);
        });
        return;
      }
      settled();
      resolve(parts.length === 0 ? message : { ...message, parts });
    };
    const onError = (error: Error) => {
      settled();
      if (isMemoryLimit(error)) resolve({ kind: 'memory' });
      else reject(error);
    };
    let timer: NodeJS.Timeout | undefined;
    worker.on('message', onMessage);
    worker.on('error', onError);
    sendParts(worker, sent).then(() => {
      if (isOver) return;
      timer = setTimeout(() => {
        settled();
        resolve({ kind: 'timeout' });
      }, timeMs);
      worker.postMessage(query);
    }, reject);
  });

/** The message that tells a worker to send the next part of its answer, because the last one has been read. */
export const nextPart = 'next part';

/** Sends a query to a worker, after its parts if it has any, and returns its answer. */
export type Workers<Query, Answer> = (
  query: Query,
  parts?: Iterable<unknown>,
) => Promise<WorkerOutcome<Answer>>;

/**
 * Answers queries in worker threads, so that queries do not block the process. A worker posts `ready` once it is loaded, and then one
 * answer for each message. The first query starts a worker, which ends after being idle for a while. Reading a long message blocks the
 * process. Therefore, a worker may post a long answer in parts, `{kind: 'part', part}`, and waits for {@link nextPart} after each part. The
 * final answer contains all parts in its field `parts`. Writing a long message blocks for as long, so a query may have parts too. The
 * worker receives them as messages of the same form before the query.
 * @param file the program of the workers; it gets no environment
 */
export const createWorkers = <Query, Answer>(file: string, limits: WorkerLimits): Workers<Query, Answer> => {
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
    const worker = await startWorker(file, limits);
    worker.once('exit', () => {
      if (idle === worker) idle = undefined;
    });
    return worker;
  };

  return async (query, parts = []) => {
    await takeTurn();
    try {
      const worker = takeIdle() ?? (await started());
      const answer = await askWorker<Answer>(worker, query, parts, limits.timeMs);
      if (isLimit(answer)) void worker.terminate();
      else keep(worker);
      return answer;
    } catch (error) {
      // A worker may end while it is still starting.
      if (isMemoryLimit(error)) return { kind: 'memory' };
      throw error;
    } finally {
      giveTurn();
    }
  };
};
