import { pipe, T, TE } from '@tandem/core/fp';

import { cancelled } from './fault.js';
import { interpolateRequest } from './interpolate-request.js';
import { onRequest } from './on-request.js';
import { onResponse } from './on-response.js';
import { onTest } from './on-test.js';
import { persistEnvironment } from './persist-environment.js';
import type { Context, Run, Step } from './run.js';
import { halt } from './run.js';
import { send } from './send.js';

/** The order an execution follows. A step may halt it; what was learnt up to then is still reported. */
export const steps: readonly (readonly [name: string, step: Step])[] = [
  ['interpolate', interpolateRequest],
  ['onRequest', onRequest],
  ['send', send],
  ['onResponse', onResponse],
  ['persist', persistEnvironment],
  ['onTest', onTest],
];

/** Told as each step begins: its number from 0, how many there are, its name. */
export type Progress = (done: number, total: number, name: string) => void;

/** Takes the steps one after the other until one halts or the call is cancelled. */
export const follow =
  (context: Context, progress: Progress) =>
  (first: Run): T.Task<Run> =>
    pipe(
      steps.reduce(
        (sofar: TE.TaskEither<Run, Run>, [name, step], index) =>
          pipe(
            sofar,
            TE.flatMap((run) => {
              if (context.signal.aborted) return halt(run, cancelled);
              progress(index, steps.length, name);
              return step(context)(run);
            }),
          ),
        TE.right(first),
      ),
      T.map((end) => (end._tag === 'Left' ? end.left : end.right)),
    );
