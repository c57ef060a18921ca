import {
  type AuthOf,
  type AuthToken,
  type ExecutionFault,
  type OAuth2Config,
  listTokenSecrets,
  type TokenCall,
  type TokenFailure,
} from '@tandem/core';
import { isJsonObject, parseLenientJson } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';

import { createFault } from '../fault.js';
import { createFiller } from '../filling/filler.js';
import type { ExecutionContext, ExecutionState, Step, TokenAuth } from '../execution-state.js';
import { haltExecution } from '../execution-state.js';
import { getScope } from '../filling/scope.js';
import { createTokenRequestSender, createPageGuard } from './token-request.js';
import { createAuthFault, fillTokenAuth, hasOwnAuthorization, addToken } from './token-auth.js';

type Kind<T extends TokenAuth['type']> = AuthOf<T>;

/** Creates the error of an auth that this program cannot apply. */
export const createAuthUnsupportedFault = (name: string): ExecutionFault =>
  createFault('AUTH_UNSUPPORTED', `The auth "${name}" is not available here, so nothing was sent.`, { name });

/** The OAuth 2.0 config of the request, with its variables filled in; undefined for any other auth. */
export const fillOAuth2 = ({
  ports,
  environment,
  inherited,
  input,
  request,
}: Pick<ExecutionContext, 'ports' | 'environment' | 'inherited' | 'input' | 'request'>):
  OAuth2Config | undefined => {
  if (request.auth.type !== 'oauth2') return undefined;
  const { fill } = createFiller(getScope({ overrides: input.variables, inherited, environment }, ports));
  return fillTokenAuth(fill, request.auth) as Kind<'oauth2'>;
};

/** Creates the call that gets a token for this request. */
export const createTokenCall = (
  context: Parameters<typeof createTokenRequestSender>[0] & Pick<ExecutionContext, 'signal'>,
  config: OAuth2Config,
): TokenCall => ({
  scope: { workspaceId: context.workspace.id, environmentId: context.environment?.id ?? null },
  config,
  send: createTokenRequestSender(context, config),
  mayOpen: createPageGuard(context),
  signal: context.signal,
});

/** Picks the token to send from those that the server returned. */
export const selectToken = (
  { token = 'access_token' }: OAuth2Config,
  { accessToken, idToken }: AuthToken,
): E.Either<ExecutionFault, string> =>
  token === 'access_token'
    ? E.right(accessToken)
    : pipe(
        idToken,
        E.fromNullable(
          createAuthFault('The authorization server gave no ID token. Ask for the scope openid.', 'scope'),
        ),
      );

/** Ends the execution because no token could be fetched. */
export const endWithoutToken =
  (state: ExecutionState) =>
  ({ fault: why, steps }: TokenFailure): ExecutionState => ({
    ...state,
    steps: [...state.steps, ...steps],
    fault: why,
  });

const authorizeWithOAuth2 =
  (context: ExecutionContext, auth: Kind<'oauth2'>) =>
  (state: ExecutionState): TE.TaskEither<ExecutionState, ExecutionState> => {
    const { oauth2 } = context.ports;
    if (oauth2 === undefined) return haltExecution(state, createAuthUnsupportedFault('oauth2'));
    return pipe(
      oauth2.token(createTokenCall(context, auth)),
      TE.mapLeft(endWithoutToken(state)),
      TE.flatMap(({ token, steps }) => {
        context.secrets.add(listTokenSecrets(token));
        const known = { ...state, steps: [...state.steps, ...steps] };
        return pipe(
          TE.fromEither(selectToken(auth, token)),
          TE.matchE(
            (why) => haltExecution(known, why),
            (value) =>
              TE.right({
                ...known,
                prepared: addToken(state.prepared, auth, value),
                // If the server refuses a token that was just fetched, fetching another would not help.
                ...(steps.length > 0
                  ? {}
                  : { cachedToken: { accessToken: token.accessToken, before: state.prepared } }),
              }),
          ),
        );
      }),
    );
  };

/** Parses the fields of a JSON object. The message quotes no part of the text, because the text may contain a secret. */
const parseObjectField = (
  text: string | undefined,
  field: string,
): E.Either<ExecutionFault, Readonly<Record<string, unknown>>> => {
  if (text === undefined || text.trim() === '') return E.right({});
  try {
    const value: unknown = parseLenientJson(text);
    if (isJsonObject(value)) return E.right(value);
  } catch {
    // Text that is not JSON at all gets the same error as JSON that is not an object.
  }
  return E.left(
    createAuthFault(
      `The ${field} of the JWT must be a JSON object after its variables are replaced.`,
      `auth.${field}`,
    ),
  );
};

const authorizeWithJwt =
  (context: ExecutionContext, auth: Kind<'jwt'>) =>
  (state: ExecutionState): TE.TaskEither<ExecutionState, ExecutionState> => {
    const { signJwt, clock } = context.ports;
    if (signJwt === undefined) return haltExecution(state, createAuthUnsupportedFault('jwt'));
    const now = Math.floor(clock.now().getTime() / 1_000);
    const { algorithm, secret, expiresIn, secretIsBase64: isBase64 = false } = auth;
    const times = expiresIn === undefined ? {} : { iat: now, exp: now + expiresIn };
    return pipe(
      E.Do,
      E.bind('claims', () => parseObjectField(auth.claims, 'claims')),
      E.bind('header', () => parseObjectField(auth.header, 'header')),
      TE.fromEither,
      TE.flatMap(({ claims, header }) =>
        signJwt({ algorithm, secret, isBase64, header, claims: { ...times, ...claims } }),
      ),
      TE.matchE(
        (why) => haltExecution(state, why),
        (token) => {
          context.secrets.add([{ name: 'jwt', value: token }]);
          const prepared = { ...addToken(state.prepared, auth, token), signedWith: [secret] };
          return TE.right({ ...state, prepared });
        },
      ),
    );
  };

/** Step 6 of an execution: gets the token of the request's auth and adds it to the request. */
export const authorize: Step = (context) => (state) => {
  const { token: auth } = state.prepared;
  if (state.response !== null || auth === undefined || hasOwnAuthorization(state.prepared, auth))
    return TE.right(state);
  return auth.type === 'jwt'
    ? authorizeWithJwt(context, auth)(state)
    : authorizeWithOAuth2(context, auth)(state);
};
