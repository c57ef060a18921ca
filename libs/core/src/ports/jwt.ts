import type { ExecutionFault } from '../executions/execution.js';
import type { TE } from '../fp.js';

/** The contents of a JSON Web Token, and its signing key. */
export interface JwtToSign {
  /** Its name in RFC 7518, section 3.1, or RFC 8037, such as `HS256`. */
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
