import { parentPort, workerData } from 'node:worker_threads';

import type { FolderLimits } from './limits.js';
import { runTask, type Task } from './task.js';

const limits = workerData as FolderLimits;

parentPort?.on('message', ({ id, task }: { readonly id: number; readonly task: Task }) => {
  try {
    parentPort?.postMessage({ id, value: runTask(task, limits) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
});
