import {
  type AppError,
  type AppResult,
  ExecutionId,
  getExecutionOutcome,
  type ExecutionSummary,
  createInvalidInput,
  type Ports,
  type StoredExecution,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

interface Word {
  readonly accepts: (one: ExecutionSummary) => boolean;
  readonly none: string;
}

const keywords: Readonly<Record<string, Word>> = {
  previous: { accepts: () => true, none: 'has no match: no earlier execution of the request is kept' },
  lastPassed: {
    accepts: (one) => getExecutionOutcome(one) === 'passed',
    none: 'has no match: no earlier execution of the request is kept in which tests passed',
  },
};

/** The keywords for an earlier execution of the same request. */
export const earlierExecutionKeywords: readonly string[] = Object.keys(keywords);

/** How many executions are read at once. */
const take = 100;

/** The executions of the same request that started before this one, page by page, until one is accepted. */
const findEarlier = (
  ports: Ports,
  stored: StoredExecution,
  word: Word,
  from: { readonly after?: string; readonly isBelow: boolean } = { isBelow: false },
): AppResult<ExecutionId | undefined> => {
  const { requestId, id } = stored.summary;
  const { isBelow, ...page } = from;
  return pipe(
    ports.store.executions.list(stored.workspaceId, { requestId, take, ...page }),
    TE.flatMap(({ items, next }) => {
      const place = isBelow ? 0 : items.findIndex((one) => one.id === id) + 1;
      const below = isBelow || place > 0 ? items.slice(place) : [];
      const found = below.find(word.accepts);
      return found !== undefined || next === undefined
        ? TE.right(found?.id)
        : findEarlier(ports, stored, word, { after: next, isBelow: isBelow || place > 0 });
    }),
  );
};

const refuseReference = (b: string, advice: string): AppResult<never> =>
  TE.left<AppError>(
    createInvalidInput('b', advice, { expected: 'an executionId, previous or lastPassed', got: b }),
  );

/** The execution that `b` refers to, by its id or by a keyword for an earlier one of the same request. */
export const resolveOtherExecution = (
  ports: Ports,
  one: StoredExecution,
  b: string,
): AppResult<ExecutionId> => {
  const word = getOwnValue(keywords, b);
  if (word === undefined)
    return ExecutionId.is(b)
      ? TE.right(b)
      : refuseReference(b, 'must be an executionId, previous or lastPassed');
  return pipe(
    findEarlier(ports, one, word),
    TE.flatMap((id) =>
      id === undefined
        ? refuseReference(b, `${word.none}; pass the id of another execution, from executions_list`)
        : TE.right(id),
    ),
  );
};
