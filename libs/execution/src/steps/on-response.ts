import { pipe, T, TE } from '@tandem/core/fp';

import type { Step } from '../execution-state.js';
import { addHandlerAnswer } from '../execution-state.js';
import { storeCookies, applyCookieEdits } from '../scripts/script-cookies.js';
import { noteLongBody, requestView, responseView } from '../scripts/script-view.js';

/** Runs onResponse; a failure is reported and discards its changes to the environment and to cookies. */
export const callOnResponse: Step = (context) => (run) => {
  if (run.response === null) return TE.right(run);
  const request = requestView(context, run.prepared);
  const response = responseView(context, run.response);
  return pipe(
    TE.fromTask(() => context.session.onResponse(request, response)),
    TE.flatMapTask((answer) => {
      const noted = noteLongBody(run, answer.present);
      const next = addHandlerAnswer({ ...noted, postResponse: answer }, 'onResponse', answer);
      if (answer.error) return T.of({ ...next, changes: [] });
      const after = { ...next, changes: [...run.changes, ...answer.changes] };
      if (answer.cookieEdits === undefined) return T.of(after);
      return storeCookies(context)(applyCookieEdits(context, after, 'onResponse', answer));
    }),
  );
};
