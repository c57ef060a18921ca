import { pipe, TE } from '@tandem/core/fp';

import type { Step } from './run.js';
import { heard } from './run.js';
import { notingLongBody, requestView, responseView } from './script-view.js';

/** Runs onResponse; a failure is reported and discards its changes to the environment. */
export const onResponse: Step = (context) => (run) => {
  if (run.response === null) return TE.right(run);
  const request = requestView(context, run.prepared);
  const response = responseView(context, run.response);
  return pipe(
    TE.fromTask(() => context.session.onResponse(request, response)),
    TE.map((answer) => {
      const noted = notingLongBody(run, answer.present);
      const next = heard({ ...noted, postResponse: answer }, 'onResponse', answer);
      return { ...next, changes: answer.error ? [] : [...run.changes, ...answer.changes] };
    }),
  );
};
