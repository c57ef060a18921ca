import { codeOf } from '../error-code.js';

/** A server that closed a connection before it sent a byte of its answer. */
export class UnansweredConnection extends Error {
  readonly code: string;
  /** Whether the connection was open, with TLS if the URL says so. */
  readonly isOpen: boolean;
  constructor(cause: unknown, isOpen: boolean) {
    super('the connection was closed without an answer', { cause });
    this.code = codeOf(cause);
    this.isOpen = isOpen;
  }
}
