import { type AppError, type GraphqlSchemas, createInvalidInput } from '@tandem/core';
import { E, pipe, TE } from '@tandem/core/fp';
import { createWorkers, findWorkerFile, type WorkerLimits } from '@tandem/node';

import type { SchemaOutcome, SchemaTask } from './task.js';

const limits: WorkerLimits = { timeMs: 30_000, memoryMb: 1_024, workers: 1 };

const file = findWorkerFile(
  new URL('./worker.js', import.meta.url),
  new URL('../../dist/schemas/worker.js', import.meta.url),
);

const timeLimitMessage = `takes more than ${limits.timeMs / 1_000} s or ${limits.memoryMb} MB to read`;

const tooLong = createInvalidInput(
  'id',
  `has a schema that ${timeLimitMessage}; ask the server about a part of it in a query`,
  {
    expected: 'a request with a smaller schema',
    got: 'one that is too long',
  },
);

/** Reads GraphQL schemas in a separate thread, started on demand. */
export const createSchemas = (): GraphqlSchemas => {
  const ask = createWorkers<SchemaTask, SchemaOutcome>(file, limits);
  type Outcome = Awaited<ReturnType<typeof ask>>;
  return {
    read: (answer) =>
      pipe(
        TE.fromTask<Outcome, string>(() => ask({ kind: 'read', answer })),
        TE.flatMapEither((outcome) =>
          outcome.kind === 'read' ? outcome.found : E.left(`The schema of the server ${timeLimitMessage}.`),
        ),
      ),
    cut: (sdl, part, range) =>
      pipe(
        TE.fromTask<Outcome, AppError>(() => ask({ kind: 'cut', sdl, part, range })),
        TE.flatMapEither((outcome) => (outcome.kind === 'cut' ? outcome.found : E.left(tooLong))),
      ),
    check: (sdl, documents) =>
      pipe(
        TE.fromTask<Outcome, AppError>(() => ask({ kind: 'check', sdl, documents })),
        TE.flatMapEither((outcome) => (outcome.kind === 'check' ? outcome.found : E.left(tooLong))),
      ),
  };
};
