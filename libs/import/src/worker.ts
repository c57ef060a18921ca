import { parentPort } from 'node:worker_threads';

import type { ForeignDocument } from '@tandem/core';

import { readDocument } from './read-document.js';

// Libraries print warnings about documents, and nobody reads them here.
Object.assign(globalThis.console, { warn: () => undefined });

parentPort?.on('message', (document: ForeignDocument) => parentPort?.postMessage(readDocument(document)));
parentPort?.postMessage('ready');
