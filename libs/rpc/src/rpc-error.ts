import type { PublicError } from './surfaces.js';

/** A refused call, with the public error. */
export class RpcRefusal extends Error {
  readonly error: PublicError;
  constructor(error: PublicError) {
    super(error.message);
    this.error = error;
  }
}

/** A bug, which is logged under this id. The caller only receives the id. */
export class RpcDefect extends Error {
  readonly errorId: string;
  constructor(errorId: string) {
    super('Internal error');
    this.errorId = errorId;
  }
}
