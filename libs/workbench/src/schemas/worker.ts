import { parentPort } from 'node:worker_threads';

import { readSchemas } from '@tandem/application/schemas';

import type { SchemaOutcome, SchemaTask } from './task.js';

const performTask = async (task: SchemaTask): Promise<SchemaOutcome> => {
  switch (task.kind) {
    case 'read':
      return { kind: 'read', found: await readSchemas.read(task.answer)() };
    case 'cut':
      return { kind: 'cut', found: await readSchemas.cut(task.sdl, task.part, task.range)() };
    case 'check':
      return { kind: 'check', found: await readSchemas.check(task.sdl, task.documents)() };
  }
};

parentPort?.on('message', (task: SchemaTask) => {
  void performTask(task).then((outcome) => parentPort?.postMessage(outcome));
});
parentPort?.postMessage('ready');
