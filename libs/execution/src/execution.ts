import type { FaultCode } from '@tandem/core';
import { pipe, T, TE } from '@tandem/core/fp';

import { authorize } from './auth/authorize.js';
import { nameToken } from './auth/named-token.js';
import { sendAuthorized } from './auth/send-authorized.js';
import { callBeforeRequest } from './steps/before-request.js';
import { cancelledFault } from './fault.js';
import { interpolateRequest } from './steps/interpolate-request.js';
import { callOnRequest } from './steps/on-request.js';
import { callOnResponse } from './steps/on-response.js';
import { callOnTest } from './steps/on-test.js';
import { persistEnvironment } from './steps/persist-environment.js';
import type { Context, Run, Step } from './execution-state.js';
import { halt } from './execution-state.js';

/** Fills in the request, which may need its token for that. */
const interpolateWithToken: Step = (context) => (run) =>
  pipe(nameToken(context)(run), TE.flatMap(interpolateRequest(context)));

/** The faults of a response of which the head arrived, and some of the body. */
const bodyFaults: readonly FaultCode[] = ['NETWORK_ERROR', 'TIMEOUT'];

/** When only the body failed, scripts see the response; the fault stays the error of the execution. */
const goOnWithHead =
  (step: Step): Step =>
  (context) =>
  (run) =>
    pipe(
      step(context)(run),
      TE.orElse((end) =>
        end.response !== null && end.fault !== null && bodyFaults.includes(end.fault.code)
          ? TE.right(end)
          : TE.left(end),
      ),
    );

/** The steps of an execution in order. A step may end it; everything known so far is still reported. */
export const steps: readonly (readonly [name: string, step: Step])[] = [
  ['interpolate', interpolateWithToken],
  ['onRequest', callOnRequest],
  ['auth', authorize],
  ['send', goOnWithHead(sendAuthorized)],
  ['onResponse', callOnResponse],
  ['persist', persistEnvironment],
  ['onTest', callOnTest],
];

/** Called as each step begins, with its number from 0, the number of steps, and its name. */
export type Progress = (done: number, total: number, name: string) => void;

const executeSteps =
  (all: typeof steps) =>
  (context: Context, progress: Progress) =>
  (first: Run): T.Task<Run> =>
    pipe(
      all.reduce(
        (sofar: TE.TaskEither<Run, Run>, [name, step], index) =>
          pipe(
            sofar,
            TE.flatMap((run) => {
              if (context.signal.aborted) return halt(run, cancelledFault);
              progress(index, all.length, name);
              return step(context)(run);
            }),
          ),
        TE.right(first),
      ),
      T.map((end) => (end._tag === 'Left' ? end.left : end.right)),
    );

/** Scripts of other tools come first: they change the request and the variables that the steps see. */
const startWithForeignScripts =
  (follow: ReturnType<typeof executeSteps>): ReturnType<typeof executeSteps> =>
  (context, progress) =>
  (first) =>
    pipe(
      first,
      callBeforeRequest(context),
      TE.matchE(
        (ended) => T.of(ended),
        (begun) => follow(begun.context, progress)(begun.run),
      ),
    );

/** Runs the steps until one ends the execution or the call is cancelled. */
export const follow = startWithForeignScripts(executeSteps(steps));

/** Runs the steps up to sending. Tokens are fetched by the port of the context, which may say what it would fetch instead. */
export const followToSend = startWithForeignScripts(executeSteps(steps.slice(0, 3)));
