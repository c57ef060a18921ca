import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { createFault } from './parse.js';
import type { FolderLimits } from './limits.js';
import type { Task } from './task.js';

/** Memory limit of the thread that processes documents, in megabytes. */
const maxMemoryMb = 1_024;

/** The path of the built worker: next to this file in a build, and in `dist` if the sources run. */
const findWorkerFile = (): string => {
  const beside = fileURLToPath(new URL('./worker.js', import.meta.url));
  if (existsSync(beside)) return beside;
  return fileURLToPath(new URL('../../dist/yaml/worker.js', import.meta.url));
};

interface PendingTask {
  readonly task: Task;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: unknown;
}

const startWorker = (limits: FolderLimits): Worker => {
  const worker = new Worker(findWorkerFile(), {
    workerData: limits,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  });
  worker.unref();
  return worker;
};

/** A thread that runs tasks in order. It starts with the first task. */
export interface Thread {
  readonly run: (task: Task) => Promise<unknown>;
  /** Stops the thread. Promises of unfinished tasks never settle. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a thread for documents. If a document takes too long or too much memory, its file is reported as faulty, and a new thread does
 * the remaining tasks.
 */
export const createThread = (limits: FolderLimits): Thread => {
  const owed = new Map<number, PendingTask>();
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let nextId = 0;

  const giveUpFirst = (failed: Worker, message: string): void => {
    if (worker !== failed) return;
    worker = undefined;
    clearTimeout(timer);
    void failed.terminate();
    const [first] = owed;
    if (first === undefined) return;
    owed.delete(first[0]);
    first[1].resolve(createFault(1, 1, message));
    for (const [id, { task }] of owed) started().postMessage({ id, task });
    watch();
  };
  const watch = (): void => {
    clearTimeout(timer);
    const watched = worker;
    if (owed.size > 0 && watched !== undefined)
      timer = setTimeout(() => {
        giveUpFirst(watched, `it takes longer than ${limits.fileMs / 1_000} s to read; make it smaller`);
      }, limits.fileMs);
  };
  const settle = ({ id, value, error }: Reply): void => {
    const one = owed.get(id);
    owed.delete(id);
    watch();
    if (error === undefined) one?.resolve(value);
    else one?.reject(error);
  };
  const started = (): Worker => {
    if (worker !== undefined) return worker;
    const made = startWorker(limits);
    made.on('message', settle);
    made.on('error', () => {
      giveUpFirst(made, 'it takes too much memory to read; make it smaller');
    });
    worker = made;
    return made;
  };
  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        owed.set(id, { task, resolve, reject });
        started().postMessage({ id, task });
        if (owed.size === 1) watch();
      }),
    close: async () => {
      const ended = worker;
      worker = undefined;
      clearTimeout(timer);
      owed.clear();
      await ended?.terminate();
    },
  };
};
