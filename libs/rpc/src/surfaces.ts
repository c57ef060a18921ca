import type { AppError } from '@tandem/core';

import { errorOf, type PublicError } from './error-codes.js';
import { hintFor } from './hints.js';

export { type PublicError, rpcCodeOf, surfaces } from './error-codes.js';

/** A refusal in its public form. */
export const publicError = (error: AppError): PublicError => {
  const hint = hintFor(error);
  const { code, message, ...details } = errorOf(error);
  return { code, message, ...(hint === undefined ? {} : { hint }), ...details };
};
