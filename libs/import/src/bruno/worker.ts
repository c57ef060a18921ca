import { parentPort } from 'node:worker_threads';

import { type BruFile, convertFiles } from './convert.js';

// The library also prints the errors that it throws.
const doNothing = (): undefined => undefined;
Object.assign(globalThis.console, { log: doNothing, warn: doNothing, error: doNothing });

parentPort?.on('message', (files: readonly BruFile[]) =>
  parentPort?.postMessage({ kind: 'converted', files: convertFiles(files) }),
);
parentPort?.postMessage('ready');
