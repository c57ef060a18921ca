import { pipe, TE } from '@tandem/core/fp';

import { cancelledFault } from '../fault.js';
import { createGraphqlTests } from './graphql-tests.js';
import type { Step } from '../execution-state.js';
import { haltExecution, addHandlerAnswer } from '../execution-state.js';
import { noteLongBody, requestView, toScriptResponse } from '../scripts/script-view.js';

/** Runs the script's tests on the same response. Their changes to the environment are discarded. */
export const callOnTest: Step = (context) => (state) => {
  if (state.response === null) return TE.right(state);
  const own = createGraphqlTests(context, state.response);
  const request = requestView(context, state.prepared);
  const response = toScriptResponse(context, state.response);
  return pipe(
    TE.fromTask(() => context.session.onTest(request, response)),
    TE.flatMap((answer) => {
      const tests = { ...answer, tests: [...own, ...answer.tests] };
      const next = addHandlerAnswer(
        context,
        { ...noteLongBody(state, answer.present), tests },
        'onTest',
        answer,
      );
      return context.signal.aborted ? haltExecution(next, cancelledFault) : TE.right(next);
    }),
  );
};
