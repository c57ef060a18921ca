import type { ExecutionFault } from '@tandem/core';

interface ErrorLike {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** For codes of undici, Node's code for the same error. */
const equivalentCodes: ReadonlyMap<string, string> = new Map([['UND_ERR_SOCKET', 'ECONNRESET']]);

/** The code of an error or of its cause. HPE_INVALID if the response violates HTTP in any way. */
export const getErrorCode = (error: unknown): string => {
  const { code, cause, errors, name } = (error ?? {}) as ErrorLike;
  if (name === 'HTTPParserError') return 'HPE_INVALID';
  // If several addresses failed, a refused connection says more than an unreachable address.
  const codes = Array.isArray(errors) ? errors.map(getErrorCode) : [];
  const [first] = codes;
  if (first !== undefined) return codes.includes('ECONNREFUSED') ? 'ECONNREFUSED' : first;
  if (typeof code === 'string' && code !== '') return equivalentCodes.get(code) ?? code;
  return cause === undefined ? '' : getErrorCode(cause);
};

/** Thrown if the server closed the connection before it sent a byte of a response. */
export class UnansweredConnection extends Error {
  readonly code = 'ECONNRESET';
  /** Whether the connection was open, including TLS if the URL requires that. */
  readonly isOpen: boolean;
  constructor(isOpen: boolean) {
    super();
    this.isOpen = isOpen;
  }
}

/** Thrown for a request that cannot be sent. The message says why. */
export class UnsendableError extends Error {
  readonly fault: ExecutionFault;
  constructor(fault: ExecutionFault) {
    super(fault.message);
    this.fault = fault;
  }
}
