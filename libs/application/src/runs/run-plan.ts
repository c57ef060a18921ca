import type { AppResult, Ports, RunReport } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { CallContext } from '../call-context.js';
import { answerRun } from './answer-run.js';
import { checkPlan, type RunInput } from './check-plan.js';
import { followPlan, type RunListener } from './follow-plan.js';

/**
 * Runs a plan: checks it, executes its requests and reports each to the listener. Refuses the call before anything is sent if a name is
 * unknown, the selection is empty, requests depend on each other in a cycle, or a prompt has no answer. The report contains all later
 * failures.
 */
export const runPlan =
  (ports: Ports) =>
  (input: RunInput, context: CallContext, listener: RunListener = () => undefined): AppResult<RunReport> =>
    pipe(
      checkPlan(ports, input),
      TE.bindTo('checked'),
      TE.bind('answers', ({ checked }) => answerRun(ports, input.plan, checked, context)),
      TE.flatMapTask(
        ({ checked, answers = context.answers }) =>
          () =>
            followPlan(
              ports,
              input,
              checked,
              answers === undefined ? context : { ...context, answers },
              listener,
            ),
      ),
    );
