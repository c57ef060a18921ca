import { parentPort } from 'node:worker_threads';

import type { DocumentFormat, ExportContent } from '@tandem/core';
import { isPart } from '@tandem/node';

import { type ContentPart, join } from './parts.js';
import { renderExport } from './render-export.js';

/** The task of a thread, sent after the parts of the content. */
export interface WriteTask {
  readonly format: DocumentFormat;
  readonly content: ExportContent;
}

const port = parentPort;
let parts: readonly ContentPart[] = [];

port?.on('message', (message: WriteTask) => {
  if (isPart(message)) {
    parts = [...parts, message.part as ContentPart];
    return;
  }
  const content = join(message.content, parts);
  parts = [];
  try {
    port.postMessage({ kind: 'document', document: renderExport(message.format, content) });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    port.postMessage({ kind: 'memory' });
  }
});
port?.postMessage('ready');
