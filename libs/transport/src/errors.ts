import type { ExecutionFault } from '@tandem/core';

interface ErrorLike {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** undici's error codes, with Node's codes for the same errors. */
const equivalentCodes: ReadonlyMap<string, string> = new Map([['UND_ERR_SOCKET', 'ECONNRESET']]);

/** The code of an error or of its cause; HPE_INVALID for any violation of HTTP. */
export const getErrorCode = (error: unknown): string => {
  const { code, cause, errors, name } = (error ?? {}) as ErrorLike;
  if (name === 'HTTPParserError') return 'HPE_INVALID';
  // If several addresses fail, a refused connection says more than an unreachable address.
  if (Array.isArray(errors) && errors.length > 0) {
    const codes = errors.map(getErrorCode);
    return codes.find((one) => one === 'ECONNREFUSED') ?? codes[0] ?? '';
  }
  if (typeof code === 'string' && code !== '') return equivalentCodes.get(code) ?? code;
  return cause === undefined ? '' : getErrorCode(cause);
};

/** Thrown if the server closed a connection before it sent any byte of a response. */
export class UnansweredConnection extends Error {
  readonly code: string;
  /** Whether the connection was open, including TLS if the URL requires TLS. */
  readonly isOpen: boolean;
  constructor(cause: unknown, isOpen: boolean) {
    super('the connection was closed without an answer', { cause });
    this.code = getErrorCode(cause);
    this.isOpen = isOpen;
  }
}

/** Thrown for a request that no HTTP client can send; the message says why. */
export class Unsendable extends Error {
  readonly fault: ExecutionFault;
  constructor(fault: ExecutionFault) {
    super(fault.message);
    this.fault = fault;
  }
}
