import type { Differences } from '../synchronization/difference.js';
import type { AppError } from '../errors.js';
import type { TE } from '../fp.js';

/** Finds values in JSON by JSONPath (RFC 9535). */
export interface JsonPath {
  /**
   * Returns the values that `path` selects from JSON text in UTF-8, in order. Fails with invalid-input if the path is
   * invalid, the text is not JSON, the query takes too long, or the values exceed `most` characters as JSON.
   */
  readonly select: (
    path: string,
    json: Uint8Array,
    most: number,
  ) => TE.TaskEither<AppError, readonly unknown[]>;
  /** The types in JSON text by JSONPath; for lists, of their first entry. Null if it is not JSON or too large. */
  readonly outline: (json: Uint8Array) => TE.TaskEither<AppError, Readonly<Record<string, string>> | null>;
  /**
   * Compares two UTF-8 texts: JSON by the JSONPath of each place, anything else by lines. Omits what a path in
   * `ignore` selects in either. Fails with invalid-input if one of these is not a JSONPath, or the comparison takes
   * too long.
   */
  readonly compare: (
    before: Uint8Array,
    after: Uint8Array,
    ignore: readonly string[],
  ) => TE.TaskEither<AppError, Differences>;
}
