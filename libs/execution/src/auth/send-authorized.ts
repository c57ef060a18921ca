import type { Diagnostic, ExecutionFault } from '@tandem/core';
import { pipe, T, TE } from '@tandem/core/fp';

import type { Context, Run, Step } from '../run.js';
import { send } from '../send.js';
import { authorize, tokenCallOf } from './authorize.js';

const note = (code: string, message: string): Diagnostic => ({ code, message, where: 'auth' });

const renewed = note(
  'TOKEN_RENEWED',
  'The server answered 401 to a kept token, so a new one was fetched and the request was sent again.',
);

const notRenewed = ({ message }: ExecutionFault): Diagnostic =>
  note('TOKEN_REFUSED', `The server answered 401 to a kept token, and there is no new one: ${message}`);

/** Whether a redirect to another origin went there without the token. */
const leftBehind = ({ redirects }: Run): boolean =>
  redirects.some(({ droppedHeaders }) =>
    droppedHeaders.some((name) => name.toLowerCase() === 'authorization'),
  );

const sentAgain =
  (context: Context, first: Run) =>
  (authorized: Run): TE.TaskEither<Run, Run> =>
    send(context)({
      ...first,
      ...{ prepared: authorized.prepared, steps: authorized.steps, tokens: authorized.tokens },
      response: null,
      redirects: [],
      diagnostics: [...first.diagnostics, renewed],
    });

/**
 * Sends the request. If the server refuses a kept token with 401, the token is forgotten, a new one fetched, and the request sent
 * once more; without a new token, the refusal is the response.
 */
export const sendAuthorized: Step = (context) => (run) => {
  const { keptToken: kept } = run;
  const { oauth2 } = context.ports;
  return pipe(
    send(context)(run),
    TE.flatMap((first) => {
      const auth = kept?.before.token;
      if (kept === undefined || auth?.type !== 'oauth2' || oauth2 === undefined) return TE.right(first);
      if (first.response?.status !== 401 || leftBehind(first)) return TE.right(first);
      const call = tokenCallOf(context, auth);
      return pipe(
        oauth2.refused(call, kept.accessToken),
        T.map(() => undefined),
        TE.fromTask,
        TE.flatMap(() => authorize(context)({ ...run, prepared: kept.before, diagnostics: [] })),
        TE.matchE(
          ({ fault, steps, tokens }) =>
            TE.right({
              ...first,
              ...{ steps, tokens },
              diagnostics: fault === null ? first.diagnostics : [...first.diagnostics, notRenewed(fault)],
            }),
          sentAgain(context, first),
        ),
      );
    }),
  );
};
