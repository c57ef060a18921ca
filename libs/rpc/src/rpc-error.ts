import type { PublicError } from './surfaces.js';

/** A call that was refused, with the public error. */
export class RpcRefusal extends Error {
  readonly error: PublicError;
  constructor(error: PublicError) {
    super(error.message);
    this.error = error;
  }
}

/** A bug, logged under this id; the caller gets only the id. */
export class RpcDefect extends Error {
  readonly errorId: string;
  constructor(errorId: string) {
    super('Internal error');
    this.errorId = errorId;
  }
}
