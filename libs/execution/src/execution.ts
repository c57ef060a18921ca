import type { FaultCode } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { authorize } from './auth/authorize.js';
import { fetchTokenForVariables } from './auth/named-token.js';
import { sendAuthorized } from './auth/send-authorized.js';
import { callBeforeRequest } from './steps/before-request.js';
import { cancelledFault } from './fault.js';
import { interpolateRequest } from './steps/interpolate-request.js';
import { callOnRequest } from './steps/on-request.js';
import { callOnResponse, callOnTest, persistEnvironment } from './steps/after-response.js';
import type { ExecutionContext, ExecutionState, Step } from './execution-state.js';

/** Fills in the request. If it refers to its token by a variable, gets the token first. */
const interpolateWithToken: Step = (context) => (state) =>
  pipe(fetchTokenForVariables(context)(state), TE.flatMap(interpolateRequest(context)));

/** The errors that can occur after the head of the response and a part of its body have arrived. */
const bodyFaults: readonly FaultCode[] = ['NETWORK_ERROR', 'TIMEOUT'];

/** If only the body failed, runs the scripts on the response without its body. The error remains that of the execution. */
const runScriptsOnHead =
  (step: Step): Step =>
  (context) =>
  (state) =>
    pipe(
      step(context)(state),
      TE.orElse((end) =>
        end.response !== null && end.fault !== null && bodyFaults.includes(end.fault.code)
          ? TE.right(end)
          : TE.left(end),
      ),
    );

/** The steps of an execution in order. Any of them may end the execution, and what is known by then is still reported. */
export const steps: readonly (readonly [name: string, step: Step])[] = [
  ['interpolate', interpolateWithToken],
  ['onRequest', callOnRequest],
  ['auth', authorize],
  ['send', runScriptsOnHead(sendAuthorized)],
  ['onResponse', callOnResponse],
  ['persist', persistEnvironment],
  ['onTest', callOnTest],
];

/** The steps that run scripts on a response, except the one that stores what they set. */
const scriptsOnResponse: typeof steps = [
  ['onResponse', callOnResponse],
  ['onTest', callOnTest],
];

/** Called when a step begins, with the number of the steps before it, the number of all steps, and its name. */
export type Progress = (done: number, total: number, name: string) => void;

/** Runs the steps until one ends the execution or the call is cancelled. */
const followSteps = async (
  list: typeof steps,
  context: ExecutionContext,
  progress: Progress,
  initial: ExecutionState,
): Promise<ExecutionState> => {
  let state = initial;
  for (const [index, [name, step]] of list.entries()) {
    if (context.signal.aborted) return { ...state, fault: cancelledFault };
    progress(index, list.length, name);
    const run = step(context)(state);
    const outcome = await run();
    if (outcome._tag === 'Left') return outcome.left;
    state = outcome.right;
  }
  return state;
};

/**
 * Runs first the scripts of other tools, which change the request and the variables that the steps use. Then runs the steps until one ends
 * the execution or the call is cancelled.
 */
const executeStepList = async (
  list: typeof steps,
  first: ExecutionContext,
  progress: Progress,
  initial: ExecutionState,
): Promise<ExecutionState> => {
  const begin = callBeforeRequest(first)(initial);
  const begun = await begin();
  if (begun._tag === 'Left') return begun.left;
  const { context, state } = begun.right;
  return followSteps(list, context, progress, state);
};

/** Executes a request by all steps. */
export const executeSteps = (
  context: ExecutionContext,
  progress: Progress,
  first: ExecutionState,
): Promise<ExecutionState> => executeStepList(steps, context, progress, first);

/** Runs the steps before the request is sent. Whether tokens are really fetched depends on the port in the context. */
export const executeStepsToSend = (
  context: ExecutionContext,
  progress: Progress,
  first: ExecutionState,
): Promise<ExecutionState> => executeStepList(steps.slice(0, 3), context, progress, first);

/**
 * Runs onResponse and onTest on the response in the state, but no script that precedes the request. What the scripts set is only in the
 * returned state.
 */
export const executeScriptsOnResponse = (
  context: ExecutionContext,
  progress: Progress,
  first: ExecutionState,
): Promise<ExecutionState> => followSteps(scriptsOnResponse, context, progress, first);
