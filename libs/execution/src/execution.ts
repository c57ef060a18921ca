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

/** Fills in the request. Gets the token first if the request uses its token as a variable. */
const interpolateWithToken: Step = (context) => (state) =>
  pipe(fetchTokenForVariables(context)(state), TE.flatMap(interpolateRequest(context)));

/** Faults that can occur after the response head and part of the body have arrived. */
const bodyFaults: readonly FaultCode[] = ['NETWORK_ERROR', 'TIMEOUT'];

/** If only the body failed, scripts see the response without it. The fault remains the error of the execution. */
const continueWithHead =
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

/** The steps of an execution in order. Any step may end the execution; the state so far is still reported. */
export const steps: readonly (readonly [name: string, step: Step])[] = [
  ['interpolate', interpolateWithToken],
  ['onRequest', callOnRequest],
  ['auth', authorize],
  ['send', continueWithHead(sendAuthorized)],
  ['onResponse', callOnResponse],
  ['persist', persistEnvironment],
  ['onTest', callOnTest],
];

/** The steps that run scripts on a response, without storing what they set. */
const scriptsOnResponse: typeof steps = [
  ['onResponse', callOnResponse],
  ['onTest', callOnTest],
];

/** Called as each step begins, with its 0-based number, the number of steps, and its name. */
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
 * Runs the scripts of other tools, which change the request and the variables for the steps. Then runs the steps,
 * until one ends the execution or the call is cancelled.
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

/** Executes a request. */
export const executeSteps = (
  context: ExecutionContext,
  progress: Progress,
  first: ExecutionState,
): Promise<ExecutionState> => executeStepList(steps, context, progress, first);

/** Runs the steps before the request is sent. The port in the context fetches tokens, or only reports what it would fetch. */
export const executeStepsToSend = (
  context: ExecutionContext,
  progress: Progress,
  first: ExecutionState,
): Promise<ExecutionState> => executeStepList(steps.slice(0, 3), context, progress, first);

/**
 * Runs onResponse and onTest on the response in the state. The scripts before the request do not run, and what the scripts set is only
 * in the returned state.
 */
export const executeScriptsOnResponse = (
  context: ExecutionContext,
  progress: Progress,
  first: ExecutionState,
): Promise<ExecutionState> => followSteps(scriptsOnResponse, context, progress, first);
