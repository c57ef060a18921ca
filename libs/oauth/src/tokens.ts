import type {
  AppResult,
  AuthStep,
  AuthToken,
  AuthTokens,
  Clock,
  Ids,
  OAuth2,
  ObtainedToken,
  TokenCall,
  TokenFailure,
  TokenPlace,
} from '@tandem/core';
import { describe } from '@tandem/core';
import { E, pipe, TE } from '@tandem/core/fp';

import { type Approvals, createApprovals } from './approvals.js';
import { failed, Failed, faultFrom } from './fault.js';
import { fetchAlone, keyOf, refresh, type Talk } from './grants.js';
import { createServers, type Servers } from './server.js';

/** A token is refreshed this long before it expires, in milliseconds. */
export const refreshAheadMs = 30_000;

/** Maximum time for getting one token, in milliseconds. */
export const tokenTimeoutMs = 30_000;

export interface OAuth2Options {
  readonly authTokens: AuthTokens;
  readonly clock: Clock;
  readonly ids: Ids;
}

interface Shared extends OAuth2Options {
  readonly servers: Servers;
  readonly running: Map<string, Promise<E.Either<TokenFailure, ObtainedToken>>>;
}

/** The value of a result of the store. */
const stored = async <A>(result: AppResult<A>): Promise<A> => {
  const outcome = await result();
  if (E.isRight(outcome)) return outcome.right;
  throw failed(`The token could not be read or kept: ${describe(outcome.left)}`);
};

const isFresh = ({ expiresAt }: AuthToken, now: Date): boolean =>
  expiresAt === undefined || Date.parse(expiresAt) - refreshAheadMs > now.getTime();

/** Does `work` with a conversation, whose steps are in the outcome however it ends. */
const talking = async (
  { servers, clock }: Pick<Shared, 'servers' | 'clock'>,
  { config, send }: TokenCall,
  signal: AbortSignal,
  work: (talk: Talk) => Promise<AuthToken>,
): Promise<E.Either<TokenFailure, ObtainedToken>> => {
  const steps: AuthStep[] = [];
  const where = config.accessTokenUrl ?? config.issuer ?? '';
  try {
    const token = await work({ config, send, signal, steps, servers, now: () => clock.now() });
    return E.right({ token, steps });
  } catch (error) {
    return E.left({ fault: faultFrom(error, steps.at(-1)?.url ?? where), steps });
  }
};

/** A new token: by the refresh token if there is one, else by the grant. */
const renewed = async (talk: Talk, old: AuthToken | null): Promise<AuthToken> => {
  const { config } = talk;
  const isAlone = config.grant === 'client_credentials' || config.grant === 'password';
  if (old?.refreshToken !== undefined && config.autoRefresh !== false) {
    try {
      return await refresh(talk, old);
    } catch (error) {
      if (!isAlone || (error instanceof Failed && error.fault.code === 'CANCELLED')) throw error;
    }
  }
  return fetchAlone(talk);
};

const fetchAndKeep =
  (shared: Shared, call: TokenCall) =>
  async (talk: Talk): Promise<AuthToken> => {
    const { authTokens, clock } = shared;
    const { place, config } = call;
    const kept = await stored(authTokens.find(place, keyOf(config)));
    if (kept !== null && kept.accessToken !== '' && isFresh(kept, clock.now())) return kept;
    if (config.autoFetch === false)
      throw failed(
        'There is no valid token, and this request does not fetch one by itself. Choose "Get token" under Auth.',
      );
    const token = await renewed(talk, kept);
    await stored(authTokens.put(place, token));
    return token;
  };

const whereOf = ({ workspaceId, environmentId }: TokenPlace, key: string): string =>
  JSON.stringify([workspaceId, environmentId, key]);

const cancelled: TokenFailure = {
  fault: { code: 'CANCELLED', message: 'The execution was cancelled while its token was fetched.' },
  steps: [],
};

/** The outcome of `work`, or that the signal aborted; the work goes on for the others who wait for it. */
const orCancelled = (
  work: Promise<E.Either<TokenFailure, ObtainedToken>>,
  signal: AbortSignal,
): Promise<E.Either<TokenFailure, ObtainedToken>> =>
  new Promise((resolve, reject) => {
    const stop = () => resolve(E.left(cancelled));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

const wanted = (shared: Shared, call: TokenCall): Promise<E.Either<TokenFailure, ObtainedToken>> => {
  const where = whereOf(call.place, keyOf(call.config));
  const present = shared.running.get(where);
  if (present !== undefined) {
    return orCancelled(present.then(E.map(({ token }) => ({ token, steps: [] }))), call.signal);
  }
  const work = talking(shared, call, AbortSignal.timeout(tokenTimeoutMs), fetchAndKeep(shared, call)).finally(
    () => shared.running.delete(where),
  );
  shared.running.set(where, work);
  return orCancelled(work, call.signal);
};

const began = (shared: Shared, approvals: Approvals) => (call: TokenCall) => async () => {
  const { grant } = call.config;
  if (grant === 'authorization_code' || grant === 'device_code') {
    const steps: AuthStep[] = [];
    const { config, send, signal } = call;
    const { servers, clock } = shared;
    const talk = { config, send, signal, steps, servers, now: () => clock.now() };
    try {
      return E.right(await approvals.begin(call.place, talk));
    } catch (error) {
      return E.left({ fault: faultFrom(error, steps.at(-1)?.url ?? ''), steps });
    }
  }
  return talking(shared, call, call.signal, async (talk) => {
    const token = await fetchAlone(talk);
    await stored(shared.authTokens.put(call.place, token));
    return token;
  });
};

/** Tokens of OAuth 2.0, kept in the store. */
export interface OpenedOAuth2 extends OAuth2 {
  /** Ends what still waits for a person. */
  readonly close: () => Promise<void>;
}

/** OAuth 2.0 (RFC 6749) over the connections that each call brings. */
export const createOAuth2 = (options: OAuth2Options): OpenedOAuth2 => {
  const shared: Shared = {
    ...options,
    servers: createServers(() => options.clock.now().getTime()),
    running: new Map(),
  };
  const approvals = createApprovals(options);
  return {
    token: (call) => () => wanted(shared, call),
    refused: ({ place, config }, accessToken) =>
      pipe(
        options.authTokens.find(place, keyOf(config)),
        TE.flatMap((kept): AppResult<void> => {
          if (kept?.accessToken !== accessToken) return TE.right(undefined);
          if (kept.refreshToken === undefined)
            return pipe(
              options.authTokens.remove(place, kept.key),
              TE.map(() => undefined),
            );
          return options.authTokens.put(place, { ...kept, accessToken: '' });
        }),
      ),
    begin: (call) => began(shared, approvals)(call),
    finish: (id, signal) => async () => {
      const ended = await approvals.finish(id, signal);
      if (E.isLeft(ended)) return ended;
      const { place, token, steps } = ended.right;
      const kept = await options.authTokens.put(place, token)();
      return E.isLeft(kept)
        ? E.left({
            fault: failed(`The token could not be kept: ${describe(kept.left)}`).fault,
            steps,
          })
        : E.right({ token, steps });
    },
    close: approvals.close,
  };
};
