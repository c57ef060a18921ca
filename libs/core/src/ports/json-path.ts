import type { AppError } from '../domain/errors.js';
import type { E } from '../fp.js';

/** Finds values in JSON by JSONPath (RFC 9535). */
export interface JsonPath {
  /** The values that `path` selects, in order; invalid-input for a path that cannot be read or selects too much. */
  readonly select: (path: string, value: unknown) => E.Either<AppError, readonly unknown[]>;
}
