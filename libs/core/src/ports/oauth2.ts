import type { ExecutionFault } from '../executions/execution.js';
import type { AuthStep } from '../executions/execution-network.js';
import type { AppResult } from '../errors.js';
import type { AuthToken, OAuth2Config } from '../auth/oauth2.js';
import type { TE } from '../fp.js';
import type { IncomingResponse, OutgoingRequest, SendFailure } from './http.js';
import type { EnvironmentPlace } from './tokens.js';

/** Sends a request to an authorization server, over the connections of the workspace. */
export type SendTokenRequest = (
  request: OutgoingRequest,
  signal: AbortSignal,
) => TE.TaskEither<SendFailure, IncomingResponse>;

/** Whose token is wanted, and how it is obtained. */
export interface TokenCall {
  readonly place: EnvironmentPlace;
  /** With its variables filled in. */
  readonly config: OAuth2Config;
  readonly send: SendTokenRequest;
  /** Decides whether a person's browser may be led to a URL. */
  readonly mayOpen: (url: string) => Promise<ExecutionFault | undefined>;
  readonly signal: AbortSignal;
}

/** A token, and the requests that were sent to get it. */
export interface ObtainedToken {
  readonly token: AuthToken;
  readonly steps: readonly AuthStep[];
}

/** Why there is no token: AUTH_FAILED or CANCELLED. */
export interface TokenFailure {
  readonly fault: ExecutionFault;
  readonly steps: readonly AuthStep[];
}

/** What a person has to do before there is a token. */
export interface Approval {
  readonly id: string;
  /** The URL to open in a browser. */
  readonly open: string;
  /** The code to enter there. */
  readonly userCode?: string;
  /** When it is too late, as ISO 8601 in UTC. */
  readonly expiresAt: string;
}

/** Tokens by OAuth 2.0 (RFC 6749). */
export interface OAuth2 {
  /** A token that is valid for a while: a kept one, a refreshed one, or a new one; one fetch serves all who wait for it. */
  readonly token: (call: TokenCall) => TE.TaskEither<TokenFailure, ObtainedToken>;
  /** The kept token if it is valid for a while; null if one would have to be fetched. Sends nothing. */
  readonly kept: (call: Pick<TokenCall, 'place' | 'config'>) => AppResult<AuthToken | null>;
  /** Forgets the kept token if it is still `accessToken`: a server has refused it. A refresh token is kept. */
  readonly refused: (call: TokenCall, accessToken: string) => AppResult<void>;
  /** Starts what a person has to approve; a token at once for a grant that needs nobody. */
  readonly begin: (call: TokenCall) => TE.TaskEither<TokenFailure, Approval | ObtainedToken>;
  /** Waits until it is approved, refused or too late. */
  readonly finish: (id: string, signal: AbortSignal) => TE.TaskEither<TokenFailure, ObtainedToken>;
}
