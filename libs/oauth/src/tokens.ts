import { createHash } from 'node:crypto';

import type {
  AppResult,
  Approval,
  AuthStep,
  AuthToken,
  AuthTokens,
  Clock,
  Ids,
  OAuth2,
  OAuth2Config,
  ObtainedToken,
  TokenCall,
  TokenFailure,
  EnvironmentScope,
} from '@tandem/core';
import { describe } from '@tandem/core';
import { E, pipe, type T, TE } from '@tandem/core/fp';

import { type Approvals, createApprovals, resolveOnAbort } from './approvals.js';
import { createDiscoveryFetch } from './token-fetch.js';
import { createAuthFailure, OAuthFailure, toTokenFault } from './fault.js';
import { fetchUnattended, toTokenKey, refreshAuthToken, type GrantContext } from './grants.js';
import { createServer } from './server.js';

/** How long before its expiry a token is refreshed, in milliseconds. */
export const refreshAheadMs = 30_000;

/** Timeout for getting one token, in milliseconds. */
export const tokenTimeoutMs = 30_000;

export interface OAuth2Options {
  readonly authTokens: AuthTokens;
  readonly clock: Clock;
  readonly ids: Ids;
}

interface SharedTokens extends OAuth2Options {
  readonly running: Map<string, Promise<E.Either<TokenFailure, ObtainedToken>>>;
}

/** Returns the value of a store result, and throws an error if the store failed. */
const unwrapStoreResult = <A>(result: AppResult<A>): Promise<A> => {
  const value = pipe(
    result,
    TE.getOrElse((error): T.Task<A> => {
      throw createAuthFailure(`The token could not be read or kept: ${describe(error)}`);
    }),
  );
  return value();
};

const isFresh = ({ expiresAt }: AuthToken, now: Date): boolean =>
  expiresAt === undefined || Date.parse(expiresAt) - refreshAheadMs > now.getTime();

/** Runs `work` with a conversation. If it fails, adds the requests that were sent to the failure. */
const withConversation = async <A>(
  clock: Clock,
  { config, send, mayOpen }: TokenCall,
  signal: AbortSignal,
  work: (conversation: GrantContext) => Promise<A>,
): Promise<E.Either<TokenFailure, A>> => {
  const steps: AuthStep[] = [];
  const server = createServer(config, createDiscoveryFetch(send, signal, steps));
  try {
    return E.right(await work({ config, send, mayOpen, signal, steps, ...server, now: () => clock.now() }));
  } catch (error) {
    const where = steps.at(-1)?.url ?? config.accessTokenUrl ?? config.issuer ?? '';
    return E.left({ fault: toTokenFault(error, where), steps });
  }
};

/** Whether a grant needs no person. */
const isUnattendedGrant = ({ grant }: OAuth2Config): boolean =>
  grant === 'client_credentials' || grant === 'password';

/** Fetches a new token: with the refresh token if there is one, otherwise with the grant. */
const renewToken = async (conversation: GrantContext, old: AuthToken | null): Promise<AuthToken> => {
  const { config } = conversation;
  const { autoFetch = true, autoRefresh = true } = config;
  if (old?.refreshToken !== undefined && autoRefresh) {
    try {
      return await refreshAuthToken(conversation, old);
    } catch (error) {
      if (
        !isUnattendedGrant(config) ||
        !autoFetch ||
        (error instanceof OAuthFailure && error.fault.code === 'CANCELLED')
      )
        throw error;
    }
  }
  if (!autoFetch)
    throw createAuthFailure(
      'There is no valid token, and this request does not fetch one by itself. Choose "Get token" under Auth.',
    );
  return fetchUnattended(conversation);
};

const fetchAndStore =
  ({ authTokens, clock }: SharedTokens, { scope, config }: TokenCall) =>
  async (conversation: GrantContext): Promise<ObtainedToken> => {
    const { steps } = conversation;
    const stored = await unwrapStoreResult(authTokens.find(scope, toTokenKey(config)));
    if (stored !== null && stored.accessToken !== '' && isFresh(stored, clock.now()))
      return { token: stored, steps };
    const token = await renewToken(conversation, stored);
    await unwrapStoreResult(authTokens.put(scope, token));
    return { token, steps };
  };

/** Returns a key that identical fetches share. A fetch with other credentials has another key, even for the same token. */
const toFetchKey = ({ workspaceId, environmentId }: EnvironmentScope, config: OAuth2Config): string => {
  const { clientSecret, password, privateKey, clientAuth } = config;
  const parts = [
    workspaceId,
    environmentId,
    toTokenKey(config),
    clientSecret,
    password,
    privateKey,
    clientAuth,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
};

const cancelledFailure: TokenFailure = {
  fault: { code: 'CANCELLED', message: 'The execution was cancelled while its token was fetched.' },
  steps: [],
};

const obtainToken = (
  shared: SharedTokens,
  call: TokenCall,
): Promise<E.Either<TokenFailure, ObtainedToken>> => {
  const where = toFetchKey(call.scope, call.config);
  const present = shared.running.get(where);
  if (present !== undefined) {
    const shownOnce = present.then(E.map(({ token }) => ({ token, steps: [] })));
    return resolveOnAbort(shownOnce, call.signal, E.left(cancelledFailure));
  }
  const deadline = AbortSignal.timeout(tokenTimeoutMs);
  const work = withConversation(shared.clock, call, deadline, fetchAndStore(shared, call)).finally(() =>
    shared.running.delete(where),
  );
  shared.running.set(where, work);
  return resolveOnAbort(work, call.signal, E.left(cancelledFailure));
};

const beginGrant =
  ({ authTokens, clock }: SharedTokens, approvals: Approvals) =>
  (call: TokenCall): Promise<E.Either<TokenFailure, Approval | ObtainedToken>> =>
    withConversation<Approval | ObtainedToken>(clock, call, call.signal, async (conversation) => {
      const store = (token: AuthToken) => unwrapStoreResult(authTokens.put(call.scope, token));
      if (!isUnattendedGrant(call.config)) return approvals.begin(conversation, store);
      const token = await fetchUnattended(conversation);
      await store(token);
      return { token, steps: conversation.steps };
    });

/** OAuth 2.0 with pending approvals, until it is closed. */
export interface OpenedOAuth2 extends OAuth2 {
  /** Cancels pending approvals. */
  readonly close: () => Promise<void>;
}

/** Creates an adapter for OAuth 2.0 (RFC 6749). It sends its requests with the connection settings of each call. */
export const createOAuth2 = (options: OAuth2Options): OpenedOAuth2 => {
  const shared: SharedTokens = {
    ...options,
    running: new Map(),
  };
  const approvals = createApprovals(options);
  return {
    token: (call) => () => obtainToken(shared, call),
    findFresh: ({ scope, config }) =>
      pipe(
        options.authTokens.find(scope, toTokenKey(config)),
        TE.map((stored) =>
          stored !== null && stored.accessToken !== '' && isFresh(stored, options.clock.now())
            ? stored
            : null,
        ),
      ),
    forget: ({ scope, config }, accessToken) =>
      pipe(
        options.authTokens.find(scope, toTokenKey(config)),
        TE.flatMap((stored): AppResult<void> => {
          if (stored?.accessToken !== accessToken) return TE.right(undefined);
          if (stored.refreshToken === undefined)
            return pipe(
              options.authTokens.remove(scope, stored.key),
              TE.map(() => undefined),
            );
          return options.authTokens.put(scope, { ...stored, accessToken: '' });
        }),
      ),
    begin: (call) => () => beginGrant(shared, approvals)(call),
    finish: (id, signal) => () => approvals.finish(id, signal),
    close: approvals.close,
  };
};
