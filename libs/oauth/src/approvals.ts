import { setTimeout as wait } from 'node:timers/promises';
import {
  type Approval,
  type AuthToken,
  type Clock,
  defaultCallbackUrl,
  type Ids,
  type OAuth2Config,
  type ObtainedToken,
  type TokenFailure,
} from '@tandem/core';
import { E } from '@tandem/core/fp';
import * as oauth from 'oauth4webapi';
import { createListeners, type Listeners, parseCallbackUrl } from './callback-listener.js';
import { createClient, createClientAuth, createFetchOptions } from './client.js';
import { createAuthFailure, getOAuthErrorCode, OAuthFailure, toTokenFault } from './fault.js';
import { addIssuer, getScope, listRequestParameters, requestToken, type GrantContext } from './grants.js';
import { parseWebUrl } from './server.js';
import { createTokenFetch } from './token-fetch.js';

/** Default polling interval in seconds. A `slow_down` response adds as much to the interval. */
const defaultInterval = 5;

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** Polls until the person has approved or denied the request (RFC 8628, section 3.4). */
const pollToken = async (
  conversation: GrantContext,
  deviceCode: string,
  interval: number,
): Promise<AuthToken> => {
  let seconds = interval;
  for (;;) {
    await wait(seconds * 1_000, undefined, { signal: conversation.signal }).catch(() => {
      throw createAuthFailure('Nobody approved in time, or the approval was stopped. Begin again.');
    });
    try {
      return await requestToken(conversation, deviceGrant, [['device_code', deviceCode]]);
    } catch (error) {
      const code = getOAuthErrorCode(error);
      if (code === 'slow_down') seconds += defaultInterval;
      else if (code !== 'authorization_pending') throw error;
    }
  }
};

/** Starts the device grant, for devices without a browser (RFC 8628). */
const startDeviceGrant = async (conversation: GrantContext): Promise<PendingGrant> => {
  const { config, send, signal, steps } = conversation;
  const server = addIssuer(await conversation.serverFor(['device_authorization_endpoint', 'token_endpoint']));
  const client = createClient(config);
  const fields = [...getScope(config), ...listRequestParameters(config, 'authorization').body];
  const response = await oauth.deviceAuthorizationRequest(
    server,
    client,
    await createClientAuth(config),
    new URLSearchParams(fields),
    createFetchOptions(createTokenFetch(send, signal, steps)),
  );
  const answer = await oauth.processDeviceAuthorizationResponse(server, client, response);
  const open = parseWebUrl(
    answer.verification_uri_complete ?? answer.verification_uri,
    'deviceAuthorizationUrl',
    'the device URL',
  ).href;
  const token = pollToken(conversation, answer.device_code, answer.interval ?? defaultInterval);
  token.catch(() => undefined);
  return {
    open,
    userCode: answer.user_code,
    expiresInMs: answer.expires_in * 1_000,
    token,
  };
};

/** Returns the result of `work`, or `otherwise` if the signal aborts first. The work continues for other callers that wait for it. */
export const resolveOnAbort = <A, B>(work: Promise<A>, signal: AbortSignal, otherwise: B): Promise<A | B> =>
  new Promise((resolve, reject) => {
    const stop = () => resolve(otherwise);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

/** Time limit for an approval, in milliseconds. */
const approvalMs = 600_000;

/** Maximum number of pending approvals. A further one replaces the oldest. */
const maxApprovals = 16;

/** A grant that waits for a person's consent, with the promise of the resulting token. */
interface PendingGrant {
  readonly open: string;
  readonly userCode?: string;
  readonly expiresInMs?: number;
  readonly token: Promise<AuthToken>;
}

type Outcome = E.Either<TokenFailure, ObtainedToken>;

interface PendingApproval {
  readonly stop: AbortController;
  readonly outcome: Promise<Outcome>;
}

/** The pending approvals. */
export interface Approvals {
  /**
   * @param store stores the token as soon as it is issued, even if nobody waits for it
   * @throws OAuthFailure, or an error of the library
   */
  readonly begin: (
    conversation: GrantContext,
    store: (token: AuthToken) => Promise<void>,
  ) => Promise<Approval>;
  /** Waits for the outcome of an approval. A caller that stops waiting may wait again later. */
  readonly finish: (id: string, signal: AbortSignal) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

const unknownApprovalFailure: TokenFailure = {
  fault: createAuthFailure('This approval is over, or there was none with this id. Begin again.').fault,
  steps: [],
};

const callCancelledFailure: TokenFailure = {
  fault: {
    code: 'CANCELLED',
    message: 'The call was cancelled; the approval goes on, and can be waited for again.',
  },
  steps: [],
};

const toOutcome = (
  { steps }: GrantContext,
  token: Promise<AuthToken>,
  store: (token: AuthToken) => Promise<void>,
): Promise<Outcome> =>
  token
    .then(async (got) => {
      await store(got);
      return E.right({ token: got, steps });
    })
    .catch((error: unknown) => E.left({ fault: toTokenFault(error, steps.at(-1)?.url ?? ''), steps }));

/** Stores pending approvals for up to ten minutes. Each outcome is stored until a caller has received it, or newer approvals replace it. */
export const createApprovals = ({ clock, ids }: { readonly clock: Clock; readonly ids: Ids }): Approvals => {
  const pending = new Map<string, PendingApproval>();
  const listeners = createListeners();
  const end = (id: string): void => {
    pending.get(id)?.stop.abort();
    pending.delete(id);
  };
  return {
    begin: async (conversation, store) => {
      for (const id of [...pending.keys()].slice(0, Math.max(0, pending.size - maxApprovals + 1))) end(id);
      const stop = new AbortController();
      const whole = { ...conversation, signal: stop.signal };
      const waiting =
        conversation.config.grant === 'device_code'
          ? await startDeviceGrant(whole)
          : await startBrowserGrant(whole, listeners);
      const id = ids.next();
      const lasts = Math.min(waiting.expiresInMs ?? approvalMs, approvalMs);
      const timer = setTimeout(() => stop.abort(), lasts);
      timer.unref();
      const outcome = toOutcome(whole, waiting.token, store).finally(() => clearTimeout(timer));
      pending.set(id, { stop, outcome });
      return {
        id,
        open: waiting.open,
        ...(waiting.userCode === undefined ? {} : { userCode: waiting.userCode }),
        expiresAt: new Date(clock.now().getTime() + lasts).toISOString(),
      };
    },
    finish: async (id, signal) => {
      const found = pending.get(id);
      if (found === undefined) return E.left(unknownApprovalFailure);
      const outcome = await resolveOnAbort(found.outcome, signal, undefined);
      if (outcome === undefined) return E.left(callCancelledFailure);
      pending.delete(id);
      return outcome;
    },
    close: async () => {
      const all = [...pending.values()];
      for (const id of [...pending.keys()]) end(id);
      await Promise.all(all.map(({ outcome }) => outcome));
      listeners.close();
    },
  };
};

const createChallenge = async (method: 'S256' | 'plain', verifier: string): Promise<[string, string][]> => [
  ['code_challenge', method === 'S256' ? await oauth.calculatePKCECodeChallenge(verifier) : verifier],
  ['code_challenge_method', method],
];

/** Creates the nonce parameter, which binds an ID token to this request (OpenID Connect Core 1.0, section 3.1.2.1). */
const createNonceParameter = ({ scope = '' }: OAuth2Config): [string, string][] =>
  scope.split(/\s+/).includes('openid') ? [['nonce', oauth.generateRandomNonce()]] : [];

/** Reads the authorization server's response from the parameters of the callback. The issuer is only checked if it is known. */
const readAuthorizationCode = (
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  received: URLSearchParams,
  state: string,
): string => {
  const parameters = new URLSearchParams(received);
  if (server.issuer === '') parameters.delete('iss');
  const checked = oauth.validateAuthResponse(addIssuer(server), client, parameters, state);
  const code = checked.get('code');
  if (code === null)
    throw createAuthFailure('The authorization server sent the browser back without a code.');
  return code;
};

/** Starts the grant with an authorization code and PKCE (RFC 6749, section 4.1; RFC 7636). */
const startBrowserGrant = async (conversation: GrantContext, listeners: Listeners): Promise<PendingGrant> => {
  const { config, signal } = conversation;
  const { callbackUrl = '' } = config;
  const redirectUri = callbackUrl === '' ? defaultCallbackUrl : callbackUrl;
  const callback = parseCallbackUrl(redirectUri);
  const server = await conversation.serverFor(['authorization_endpoint', 'token_endpoint']);
  const client = createClient(config);
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
  const pkce = config.pkce ?? 'S256';
  const open = new URL(server.authorization_endpoint ?? '');
  for (const [name, value] of [
    ['response_type', 'code'],
    ['client_id', client.client_id],
    ['redirect_uri', redirectUri],
    ['state', state],
    ...(pkce === 'none' ? [] : await createChallenge(pkce, verifier)),
    ...createNonceParameter(config),
    ...getScope(config),
    ...Object.values(listRequestParameters(config, 'authorization')).flat(),
  ] as [string, string][])
    open.searchParams.set(name, value);
  const refusal = await conversation.mayOpen(open.href);
  if (refusal !== undefined) throw new OAuthFailure(refusal);
  let settle: { resolve: (token: AuthToken) => void; reject: (why: Error) => void } | undefined;
  const token = new Promise<AuthToken>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const leave = await listeners.wait(callback, state, async (parameters) => {
    try {
      const code = readAuthorizationCode(server, client, parameters, state);
      const proof: [string, string][] = pkce === 'none' ? [] : [['code_verifier', verifier]];
      const fields: [string, string][] = [['code', code], ['redirect_uri', redirectUri], ...proof];
      const nonce = open.searchParams.get('nonce') ?? '';
      settle?.resolve(await requestToken(conversation, 'authorization_code', fields, { nonce }));
      return { ok: true, text: 'Tandem has the token. You can close this page.' };
    } catch (error) {
      settle?.reject(error as Error);
      return { ok: false, text: toTokenFault(error, conversation.steps.at(-1)?.url ?? open.origin).message };
    }
  });
  signal.addEventListener('abort', () => {
    leave();
    settle?.reject(createAuthFailure('Nobody approved in time, or the approval was stopped. Begin again.'));
  });
  token.catch(() => undefined);
  return { open: open.href, token };
};
