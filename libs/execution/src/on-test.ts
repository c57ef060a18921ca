import { pipe, TE } from '@tandem/core/fp';

import { cancelled } from './fault.js';
import { graphqlTests } from './graphql-tests.js';
import type { Step } from './run.js';
import { halt, heard } from './run.js';
import { notingLongBody, requestView, responseView } from './script-view.js';

/** Runs the script's tests on the same response; their changes to the environment are discarded. */
export const onTest: Step = (context) => (run) => {
  if (run.response === null) return TE.right(run);
  const own = graphqlTests(context, run.response);
  const request = requestView(context, run.prepared);
  const response = responseView(context, run.response);
  return pipe(
    TE.fromTask(() => context.session.onTest(request, response)),
    TE.flatMap((answer) => {
      const tests = { ...answer, tests: [...own, ...answer.tests] };
      const next = heard({ ...notingLongBody(run, answer.present), tests }, 'onTest', answer);
      return context.signal.aborted ? halt(next, cancelled) : TE.right(next);
    }),
  );
};
