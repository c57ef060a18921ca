import type { PublicError } from './surfaces.js';

/** The error of a refused call, with what callers may see of the reason. */
export class RpcRefusal extends Error {
  readonly error: PublicError;
  constructor(error: PublicError) {
    super(error.message);
    this.error = error;
  }
}

/** The error of a call that hit a bug. The bug is logged under this id; the caller gets only the id. */
export class RpcDefect extends Error {
  readonly errorId: string;
  constructor(errorId: string) {
    super('Internal error');
    this.errorId = errorId;
  }
}
