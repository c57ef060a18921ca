import type { Differences } from '../synchronization/difference.js';
import type { AppError } from '../errors.js';
import type { TE } from '../fp.js';

/** Finds values in JSON by JSONPath (RFC 9535). */
export interface JsonPath {
  /**
   * Returns the values that `path` selects from a JSON text in UTF-8, in order. invalid-input if the path is invalid,
   * the text is not JSON, the query takes too long, or the values exceed `most` characters as JSON.
   */
  readonly select: (
    path: string,
    json: Uint8Array,
    most: number,
  ) => TE.TaskEither<AppError, readonly unknown[]>;
  /** The type of each place in a JSON text by its JSONPath, of lists their first entry; null if it is not JSON or too large. */
  readonly outline: (json: Uint8Array) => TE.TaskEither<AppError, Readonly<Record<string, string>> | null>;
  /**
   * Compares two texts in UTF-8: JSON by the JSONPath of each place, anything else by its lines. What a path in `ignore`
   * selects in either is left out. invalid-input if one of these is no JSONPath, or the comparison takes too long.
   */
  readonly compare: (
    before: Uint8Array,
    after: Uint8Array,
    ignore: readonly string[],
  ) => TE.TaskEither<AppError, Differences>;
}
