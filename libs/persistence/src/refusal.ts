import type { AppError } from '@tandem/core';

/** An error that is thrown through a transaction to roll it back. */
export class Refusal extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.kind);
    this.error = error;
  }
}
