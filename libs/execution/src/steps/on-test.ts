import { pipe, TE } from '@tandem/core/fp';

import { cancelledFault } from '../fault.js';
import { graphqlTests } from './graphql-tests.js';
import type { Step } from '../execution-state.js';
import { halt, addHandlerAnswer } from '../execution-state.js';
import { noteLongBody, requestView, responseView } from '../scripts/script-view.js';

/** Runs the script's tests on the same response; their changes to the environment are discarded. */
export const callOnTest: Step = (context) => (run) => {
  if (run.response === null) return TE.right(run);
  const own = graphqlTests(context, run.response);
  const request = requestView(context, run.prepared);
  const response = responseView(context, run.response);
  return pipe(
    TE.fromTask(() => context.session.onTest(request, response)),
    TE.flatMap((answer) => {
      const tests = { ...answer, tests: [...own, ...answer.tests] };
      const next = addHandlerAnswer({ ...noteLongBody(run, answer.present), tests }, 'onTest', answer);
      return context.signal.aborted ? halt(next, cancelledFault) : TE.right(next);
    }),
  );
};
