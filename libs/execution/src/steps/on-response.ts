import { pipe, T, TE } from '@tandem/core/fp';

import type { Step } from '../execution-state.js';
import { addHandlerAnswer } from '../execution-state.js';
import { storeCookies, applyCookieEdits } from '../scripts/script-cookies.js';
import { noteLongBody, requestView, toScriptResponse } from '../scripts/script-view.js';

/** Runs onResponse. A failure is reported and discards its changes to the environment and cookies. */
export const callOnResponse: Step = (context) => (state) => {
  if (state.response === null) return TE.right(state);
  const request = requestView(context, state.prepared);
  const response = toScriptResponse(context, state.response);
  return pipe(
    TE.fromTask(() => context.session.onResponse(request, response)),
    TE.flatMapTask((answer) => {
      const noted = noteLongBody(state, answer.present);
      const next = addHandlerAnswer(context, { ...noted, postResponse: answer }, 'onResponse', answer);
      if (answer.error) return T.of({ ...next, changes: [] });
      const after = { ...next, changes: [...state.changes, ...answer.changes] };
      if (answer.cookieEdits === undefined) return T.of(after);
      return storeCookies(context)(applyCookieEdits(context, after, 'onResponse', answer));
    }),
  );
};
