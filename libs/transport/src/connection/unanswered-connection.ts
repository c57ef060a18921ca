import { getErrorCode } from '../error-code.js';

/** A server that closed a connection before it sent any response byte. */
export class UnansweredConnection extends Error {
  readonly code: string;
  /** Whether the connection was open, including TLS if the URL requires it. */
  readonly isOpen: boolean;
  constructor(cause: unknown, isOpen: boolean) {
    super('the connection was closed without an answer', { cause });
    this.code = getErrorCode(cause);
    this.isOpen = isOpen;
  }
}
