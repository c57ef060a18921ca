import { parentPort } from 'node:worker_threads';

import { compare, evaluate, type Comparison, type Query } from './evaluate.js';

parentPort?.on('message', (query: Query | Comparison) =>
  parentPort?.postMessage('ignore' in query ? compare(query) : evaluate(query)),
);
parentPort?.postMessage('ready');
