import type { AppError } from '../domain/errors.js';
import type { TE } from '../fp.js';

/** Finds values in JSON by JSONPath (RFC 9535). */
export interface JsonPath {
  /**
   * The values that `path` selects from a JSON text in UTF-8, in order. invalid-input for a path that cannot be read,
   * a text that is no JSON, a query that takes too long, or values of more than `most` characters as JSON.
   */
  readonly select: (
    path: string,
    json: Uint8Array,
    most: number,
  ) => TE.TaskEither<AppError, readonly unknown[]>;
}
