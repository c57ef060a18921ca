import type { Diagnostic, ExecutionFault, OAuth2Config } from '@tandem/core';
import { pipe, T, TE } from '@tandem/core/fp';

import type { ExecutionContext, ExecutionState, Step } from '../execution-state.js';
import { send } from '../steps/send.js';
import { authorize, createTokenCall } from './authorize.js';
import { fetchTokenForVariables, replaceTokenValues } from './named-token.js';

const createAuthDiagnostic = (code: string, message: string): Diagnostic => ({
  code,
  message,
  where: 'auth',
});

const renewedDiagnostic = createAuthDiagnostic(
  'TOKEN_RENEWED',
  'The server answered 401 to a kept token, so a new one was fetched and the request was sent again.',
);

const createTokenRefusedDiagnostic = ({ message }: ExecutionFault): Diagnostic =>
  createAuthDiagnostic(
    'TOKEN_REFUSED',
    `The server answered 401 to a kept token, and there is no new one: ${message}`,
  );

/** Whether a redirect to another origin removed the token from the request. */
const isTokenDropped = ({ redirects }: ExecutionState): boolean =>
  redirects.some(({ droppedHeaders }) =>
    droppedHeaders.some((name) => name.toLowerCase() === 'authorization'),
  );

const sendAgain =
  (context: ExecutionContext, first: ExecutionState) =>
  (authorized: ExecutionState): TE.TaskEither<ExecutionState, ExecutionState> =>
    send(context)({
      ...first,
      prepared: authorized.prepared,
      steps: authorized.steps,
      response: null,
      redirects: [],
      diagnostics: [...first.diagnostics, renewedDiagnostic],
    });

interface CachedToken {
  readonly config: OAuth2Config;
  readonly accessToken: string;
  /** Gets a new token and returns the state with it. */
  readonly renewed: () => TE.TaskEither<ExecutionState, ExecutionState>;
}

/** The token that was sent, if it came from the cache. */
const findCachedToken = (context: ExecutionContext, state: ExecutionState): CachedToken | undefined => {
  const { named, cachedToken } = state;
  if (named !== undefined) {
    const { config, accessToken, isCached, values } = named;
    const renewed = () =>
      pipe(
        fetchTokenForVariables(context)({ ...state, diagnostics: [] }),
        TE.map((next) => ({
          ...next,
          prepared: replaceTokenValues(state.prepared, values, next.named?.values ?? {}),
        })),
      );
    return isCached ? { config, accessToken, renewed } : undefined;
  }
  const config = cachedToken?.before.token;
  if (cachedToken === undefined || config?.type !== 'oauth2') return undefined;
  const renewed = () => authorize(context)({ ...state, prepared: cachedToken.before, diagnostics: [] });
  return { config, accessToken: cachedToken.accessToken, renewed };
};

/**
 * Sends the request. If the server answers a cached token with 401, forgets that token, fetches another and sends the request once more. If
 * none can be fetched, the 401 is the response.
 */
export const sendAuthorized: Step = (context) => (state) => {
  const { oauth2 } = context.ports;
  const cached = findCachedToken(context, state);
  return pipe(
    send(context)(state),
    TE.flatMap((first) => {
      if (cached === undefined || oauth2 === undefined) return TE.right(first);
      if (first.response?.status !== 401 || isTokenDropped(first)) return TE.right(first);
      return pipe(
        oauth2.forget(createTokenCall(context, cached.config), cached.accessToken),
        T.map(() => undefined),
        TE.fromTask,
        TE.flatMap(cached.renewed),
        TE.matchE(
          ({ fault, steps }) =>
            TE.right({
              ...first,
              steps,
              diagnostics:
                fault === null
                  ? first.diagnostics
                  : [...first.diagnostics, createTokenRefusedDiagnostic(fault)],
            }),
          sendAgain(context, first),
        ),
      );
    }),
  );
};
