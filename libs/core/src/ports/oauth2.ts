import type { AuthToken, OAuth2Config } from '../auth/auth.js';
import type { AppResult } from '../errors.js';
import type { AuthStep, ExecutionFault } from '../executions/execution.js';
import type { TE } from '../fp.js';
import type { EnvironmentId, WorkspaceId } from '../ids.js';
import type { IncomingResponse, OutgoingRequest, SendFailure } from './http.js';

/** The contents of a JSON Web Token, and its signing key. */
export interface JwtToSign {
  /** The name of the algorithm in RFC 7518, section 3.1, or RFC 8037, such as `HS256`. */
  readonly algorithm: string;
  /** A shared secret, or a private key in PEM. */
  readonly secret: string;
  /** Whether the shared secret is Base64-encoded; default false. */
  readonly isBase64?: boolean;
  /** Added to the header `{"typ": "JWT", "alg": …}`. */
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Signs a JSON Web Token (RFC 7519). Fails with AUTH_FAILED if the key does not fit. */
export type JwtSigner = (jwt: JwtToSign) => TE.TaskEither<ExecutionFault, string>;

/** The workspace and environment that data is stored for; the environment is null for executions without one. */
export interface EnvironmentScope {
  readonly workspaceId: WorkspaceId;
  readonly environmentId: EnvironmentId | null;
}

/**
 * The tokens of each workspace and environment, one per configuration. They are deleted with their workspace or
 * environment, and count as secrets of all workspaces.
 */
export interface AuthTokens {
  /** Oldest first. */
  readonly list: (scope: EnvironmentScope) => AppResult<readonly AuthToken[]>;
  /** The token with this key; null if it is not stored. */
  readonly find: (scope: EnvironmentScope, key: string) => AppResult<AuthToken | null>;
  /** Stores a token and replaces the stored token with the same key. */
  readonly put: (scope: EnvironmentScope, token: AuthToken) => AppResult<void>;
  /** Deletes the token with this key, or all tokens. Returns how many were deleted. */
  readonly remove: (scope: EnvironmentScope, key?: string) => AppResult<number>;
}

/** Sends a request to an authorization server, using the workspace's connection settings. */
export type SendTokenRequest = (
  request: OutgoingRequest,
  signal: AbortSignal,
) => TE.TaskEither<SendFailure, IncomingResponse>;

/** A call for a token: the environment and configuration that it is for, and how its requests are sent. */
export interface TokenCall {
  readonly scope: EnvironmentScope;
  /** The configuration, with its variables filled in. */
  readonly config: OAuth2Config;
  readonly send: SendTokenRequest;
  /** Decides whether a URL may be opened in a person's browser; returns the error if not. */
  readonly mayOpen: (url: string) => Promise<ExecutionFault | undefined>;
  readonly signal: AbortSignal;
}

/** A token, and the requests that were sent to get it. */
export interface ObtainedToken {
  readonly token: AuthToken;
  readonly steps: readonly AuthStep[];
}

/** Why there is no token: an error with the code AUTH_FAILED or CANCELLED. */
export interface TokenFailure {
  readonly fault: ExecutionFault;
  readonly steps: readonly AuthStep[];
}

/** A page on which a person must consent before the authorization server issues a token. */
export interface Approval {
  readonly id: string;
  /** The URL to open in a browser. */
  readonly open: string;
  /** The code to enter on that page. */
  readonly userCode?: string;
  /** The expiry time, as ISO 8601 in UTC. */
  readonly expiresAt: string;
}

/** Gets tokens with OAuth 2.0 (RFC 6749). */
export interface OAuth2 {
  /** A token that stays valid for a while: stored, refreshed or new. Concurrent callers share one fetch. */
  readonly token: (call: TokenCall) => TE.TaskEither<TokenFailure, ObtainedToken>;
  /** The stored token if it stays valid for a while; null if a token would have to be fetched. Sends nothing. */
  readonly findFresh: (call: Pick<TokenCall, 'scope' | 'config'>) => AppResult<AuthToken | null>;
  /** Forgets the stored token if it is still `accessToken`, because a server refused it. Keeps its refresh token. */
  readonly forget: (call: TokenCall, accessToken: string) => AppResult<void>;
  /**
   * Starts an authorization that a person must approve. Returns a token at once for a grant that needs no approval.
   */
  readonly begin: (call: TokenCall) => TE.TaskEither<TokenFailure, Approval | ObtainedToken>;
  /** Waits until the authorization is approved, refused or expired. */
  readonly finish: (id: string, signal: AbortSignal) => TE.TaskEither<TokenFailure, ObtainedToken>;
}
