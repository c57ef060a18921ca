import type { ExecutionSummary } from '@tandem/core';

import type { RequestId, Summary } from '../requests/saved-request.js';
import type { Actions } from '../requests/actions.js';
import type { Runner } from '../requests/sending/runner.js';

/** A value that refers to a request, such as an execution. */
type RequestReference = Pick<ExecutionSummary, 'requestId'>;

/** Actions on an execution. */
export interface ExecutionActions {
  readonly idOf: (one: RequestReference) => RequestId;
  /** Whether the request of the execution still exists. */
  readonly isThere: (one: RequestReference) => boolean;
  readonly open: (one: RequestReference) => void;
  /** Sends the request in its current state, and shows it. */
  readonly sendAgain: (one: ExecutionSummary) => void;
  /** Creates a request from what the execution sent. */
  readonly save: (one: ExecutionSummary) => void;
}

/** The actions on executions within a workspace. */
export const createExecutionActions = (
  requests: readonly Summary[],
  runner: Runner,
  actions: Actions,
  show: (key: string) => void,
): ExecutionActions => {
  const known = new Set<string>(requests.map(({ id }) => id));
  // An execution always belongs to exactly one request.
  const idOf = ({ requestId }: RequestReference) => requestId as RequestId;
  return {
    idOf,
    isThere: ({ requestId }) => known.has(requestId),
    open: (one) => show(idOf(one)),
    sendAgain: (one) => {
      show(idOf(one));
      runner.start(idOf(one));
    },
    save: (one) => actions.fromExecution(one.id),
  };
};
