import { TE } from '../fp.js';
import type { OnTestAnswer } from '../ports/scripts.js';
import type { Step } from './run.js';
import { heard } from './run.js';
import { requestView, responseView } from './script-view.js';

/** Runs the script's tests on the same response; what they change of the environment is never written. */
export const onTest: Step = (context) => (run) => {
  if (run.answer === null) return TE.right(run);
  const request = requestView(context, run.prepared);
  const response = responseView(context, run.answer);
  return TE.map((answer: OnTestAnswer) => heard({ ...run, tests: answer }, 'onTest', answer))(
    TE.fromTask(() => context.session.onTest(request, response)),
  );
};
