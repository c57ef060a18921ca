import { parentPort, workerData } from 'node:worker_threads';

import { startEchoServer } from '@tandem/echo';

import { toFailure, type FromThread, type Stop, type ThreadData } from './messages.js';

const postMessage = (message: FromThread): void => parentPort?.postMessage(message);

const start = async (): Promise<void> => {
  try {
    const server = await startEchoServer({
      port: (workerData as ThreadData).port,
      onDefect: (error) => {
        postMessage({ kind: 'defect', error: toFailure(error) });
      },
    });
    parentPort?.once('message', ({ graceMs }: Stop) => {
      void server.stop(graceMs).then(() => parentPort?.close());
    });
    postMessage({ kind: 'listening', url: server.url, port: server.port });
  } catch (error) {
    postMessage({ kind: 'failed', error: toFailure(error) });
  }
};

// A bundled thread is a CommonJS module, which cannot await.
void start();
