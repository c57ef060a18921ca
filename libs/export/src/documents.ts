import {
  type AppError,
  type DocumentFormat,
  documentFormats,
  type Documents,
  type ExportedDocument,
  createInvalidInput,
} from '@tandem/core';
import { E, pipe, TE } from '@tandem/core/fp';
import { createWorkers, findWorkerFile, type WorkerLimits, type WorkerOutcome } from '@tandem/node';

import { isLarge, iterateParts, removeLists } from './parts.js';
import type { WriteTask } from './worker.js';

/** The limits of the thread that writes one document. */
export const defaultWritingLimits: WorkerLimits = { timeMs: 9_000, memoryMb: 1_024, workers: 2 };

interface Answer {
  readonly kind: 'document';
  readonly document: ExportedDocument;
}

const workerFile = findWorkerFile(
  new URL('./worker.js', import.meta.url),
  new URL('../dist/worker.js', import.meta.url),
);

const createRefusal = (advice: string, format: DocumentFormat): E.Either<AppError, never> =>
  E.left(
    createInvalidInput('format', `${advice}; export fewer requests at a time`, {
      expected: `one of ${documentFormats.join(', ')}`,
      got: format,
    }),
  );

/**
 * Writes requests as documents of other tools. Writers are loaded on first use. Large exports are written in a worker thread
 * with limits.
 */
export const createDocuments = (more: Partial<WorkerLimits> = {}): Documents => {
  const limits = { ...defaultWritingLimits, ...more };
  const ask = createWorkers<WriteTask, Answer>(workerFile, limits);
  return {
    write: (format, content) => {
      if (!isLarge(content))
        return TE.fromTask(async () => (await import('./render-export.js')).renderExport(format, content));
      return pipe(
        TE.fromTask<WorkerOutcome<Answer>, AppError>(() =>
          ask({ format, content: removeLists(content) }, iterateParts(content)),
        ),
        TE.flatMapEither((answer) => {
          switch (answer.kind) {
            case 'document':
              return E.right(answer.document);
            case 'timeout':
              return createRefusal(`takes longer than ${limits.timeMs / 1_000} s to write`, format);
            case 'memory':
              return createRefusal(`needs more than ${limits.memoryMb} MB to write`, format);
          }
        }),
      );
    },
  };
};
