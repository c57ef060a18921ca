import { type AppError, type DifferenceList, createInvalidInput, type JsonPath } from '@tandem/core';
import { parseJson } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';
import { createWorkers, findWorkerFile, type WorkerLimits, type WorkerOutcome } from '@tandem/node';

import type { Outcome, Comparison, Query } from './evaluate.js';

const defaultLimits: WorkerLimits = { timeMs: 5_000, memoryMb: 512, workers: 2 };

type QueryOutcome = WorkerOutcome<Outcome>;

const workerFile = findWorkerFile(
  new URL('./worker.js', import.meta.url),
  new URL('../../dist/json-path/worker.js', import.meta.url),
);

const expectedPath = 'a JSONPath of RFC 9535 such as $.items[0].name';
const refuseQuery = (advice: string, got: string, wanted = expectedPath) =>
  E.left(createInvalidInput('select', advice, { expected: wanted, got }));

const readSelection = (
  path: string,
  maxCharacters: number,
  answer: QueryOutcome,
  { timeMs }: WorkerLimits,
) => {
  switch (answer.kind) {
    case 'outline':
    case 'compared':
    case 'not-json':
      return refuseQuery(
        'needs a JSON body that was stored whole; use offset and length',
        path,
        'no select for such a body',
      );
    case 'selected':
      return E.right(parseJson(answer.json) as readonly unknown[]);
    case 'too-much':
      return refuseQuery(
        'selects too much for one result; select less, or use offset and length',
        path,
        `at most ${maxCharacters} characters`,
      );
    case 'refused':
      return refuseQuery(`must be ${expectedPath}: ${answer.why}`, path);
    case 'timeout':
      return refuseQuery(
        `took longer than ${timeMs / 1_000} s on this body; name more of the path and use fewer .. and nested filters`,
        path,
        'a query that finishes in time',
      );
    case 'memory':
      return refuseQuery('needs too much memory on this body; select less, or use offset and length', path);
  }
};

const refuseComparison = (advice: string, ignore: readonly string[]) =>
  E.left(
    createInvalidInput('ignore', advice, {
      expected: 'JSONPaths of RFC 9535 such as $.items[*].at',
      got: ignore,
    }),
  );

const readDifferences = (
  ignore: readonly string[],
  answer: QueryOutcome,
  { timeMs }: WorkerLimits,
): E.Either<AppError, DifferenceList> => {
  switch (answer.kind) {
    case 'compared':
      return E.right(parseJson(answer.json) as DifferenceList);
    case 'refused':
      return refuseComparison(`must be a list of JSONPaths: ${answer.why}`, ignore);
    case 'timeout':
      return refuseComparison(
        `took longer than ${timeMs / 1_000} s; select what you need from each body`,
        ignore,
      );
    default:
      return refuseComparison(
        'cannot be used, because the bodies need too much memory; select from each',
        ignore,
      );
  }
};

/** Evaluates JSONPath (RFC 9535) with json-p3, which compiles no code, in worker threads with a time limit. */
export const createJsonPath = (more: Partial<WorkerLimits> = {}): JsonPath => {
  const limits = { ...defaultLimits, ...more };
  const ask = createWorkers<Query | Comparison, Outcome>(workerFile, limits);
  return {
    select: (path, json, maxCharacters) => {
      if (path.trim() === '')
        return TE.fromEither(refuseQuery(`must be ${expectedPath}; $ is the whole body`, path));
      return pipe(
        TE.fromTask<QueryOutcome, AppError>(() => ask({ path, json, maxCharacters })),
        TE.flatMapEither((answer) => readSelection(path, maxCharacters, answer, limits)),
      );
    },
    outline: (json) =>
      pipe(
        TE.fromTask<QueryOutcome, AppError>(() => ask({ json, maxCharacters: 0 })),
        TE.map((answer) => (answer.kind === 'outline' ? answer.outline : null)),
      ),
    compare: (before, after, ignore, offset = 0) =>
      pipe(
        TE.fromTask<QueryOutcome, AppError>(() => ask({ before, after, ignore, offset })),
        TE.flatMapEither((answer) => readDifferences(ignore, answer, limits)),
      ),
  };
};

export const jsonPath: JsonPath = createJsonPath();
