import {
  type AppError,
  type DocumentReader,
  type ForeignDocument,
  importLimits,
  createInvalidInput,
  importTooLongProblem,
} from '@tandem/core';
import { E, pipe, TE } from '@tandem/core/fp';
import { createWorkers, findWorkerFile, type WorkerLimits, type WorkerOutcome } from '@tandem/node';

import { type DocumentPart, join, removeTexts, splitDocument } from './parts.js';
import type { ReadResult } from './read-document.js';

/** Limits for reading one document, so that a caller waits at most 10 s. */
export const defaultReadingLimits: WorkerLimits = { timeMs: 8_000, memoryMb: 1_024, workers: 2 };

/** The worker's reply. The lists of its document are sent in parts. */
type Answer = ReadResult & { readonly parts?: readonly DocumentPart[] };

const workerFile = findWorkerFile(
  new URL('./worker.js', import.meta.url),
  new URL('../dist/worker.js', import.meta.url),
);

const createRefusal = (advice: string, got: string) =>
  E.left(
    createInvalidInput('text', advice, {
      expected: 'a document in one of the formats',
      got: got.slice(0, 80),
    }),
  );

/** Reads documents of other tools in a separate thread, with a time limit. */
export const createDocumentReader = (more: Partial<WorkerLimits> = {}): DocumentReader => {
  const limits = { ...defaultReadingLimits, ...more };
  const ask = createWorkers<ForeignDocument, Answer>(workerFile, limits);
  return (document) => {
    const { text } = document;
    if (Buffer.byteLength(text) > importLimits.bytes)
      return TE.fromEither(createRefusal(importTooLongProblem, text));
    return pipe(
      TE.fromTask<WorkerOutcome<Answer>, AppError>(() => ask(removeTexts(document), splitDocument(document))),
      TE.flatMapEither((answer) => {
        switch (answer.kind) {
          case 'document':
            return E.right(join(answer.document, answer.parts ?? []));
          case 'refused':
            return createRefusal(answer.why, text);
          case 'timeout':
            return createRefusal(`took longer than ${limits.timeMs / 1_000} s to read; split it`, text);
          case 'memory':
            return createRefusal(`needs more than ${limits.memoryMb} MB to read; split it`, text);
        }
      }),
    );
  };
};
