import { parentPort } from 'node:worker_threads';

import type { ForeignDocument } from '@tandem/core';
import { isPart, nextPart } from '@tandem/node';

import { type DocumentPart, joinPieces, split, type TextPiece } from './parts.js';
import { type ReadResult, readDocument } from './read-document.js';

// Libraries print warnings about documents here, which nobody reads.
Object.assign(globalThis.console, { warn: () => undefined });

/** The reply for a document that is nested more deeply than the stack allows, or whose text exceeds the maximum string length. */
const tooLargeReply: ReadResult = {
  kind: 'refused',
  why: 'is nested too deeply, or too long once what it repeats is written out; split it',
};

const tryReadDocument = (document: ForeignDocument): ReadResult => {
  try {
    return readDocument(document);
  } catch (error) {
    if (error instanceof RangeError) return tooLargeReply;
    const name = error instanceof Error ? error.name : 'an error';
    return { kind: 'refused', why: `cannot be read: its reader failed with ${name}` };
  }
};

const port = parentPort;
let pieces: TextPiece[] = [];
let waitingParts: readonly DocumentPart[] = [];
let answer: ReadResult | undefined;

const sendNextPart = (): void => {
  const [part, ...others] = waitingParts;
  waitingParts = others;
  port?.postMessage(part === undefined ? answer : { kind: 'part', part });
};

port?.on('message', (message: ForeignDocument | typeof nextPart) => {
  if (isPart(message)) {
    pieces.push(message.part as TextPiece);
    return;
  }
  if (message !== nextPart) {
    const reading = tryReadDocument(joinPieces(message, pieces));
    pieces = [];
    answer = reading;
    if (reading.kind === 'document') {
      const { rest, parts } = split(reading.document);
      [answer, waitingParts] = [{ kind: 'document', document: rest }, parts];
    }
  }
  sendNextPart();
});
port?.postMessage('ready');
