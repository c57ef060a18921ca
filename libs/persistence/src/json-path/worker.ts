import { parentPort } from 'node:worker_threads';

import { evaluate, type Query } from './evaluate.js';

parentPort?.on('message', (query: Query) => parentPort?.postMessage(evaluate(query)));
parentPort?.postMessage('ready');
