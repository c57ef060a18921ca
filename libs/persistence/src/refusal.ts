import type { AppError } from '@tandem/core';

/** A refusal thrown through a transaction, so that it is undone. */
export class Refusal extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.kind);
    this.error = error;
  }
}
