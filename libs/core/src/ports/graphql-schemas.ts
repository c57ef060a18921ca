import type { AppResult } from '../errors.js';
import type { TE } from '../fp.js';

/** A response to the introspection of a GraphQL server. */
export interface SchemaAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly body: Uint8Array;
}

/** A part of a schema: a type, a field, or everything. */
export interface SchemaPart {
  readonly type?: string;
  readonly field?: string;
}

/** A part of a schema as SDL, and whether some of it was left out. */
export interface CutSchema {
  readonly sdl: string;
  readonly truncated: boolean;
}

/** Reads GraphQL schemas. A long one takes about a second, so that this is not for the thread that serves requests. */
export interface GraphqlSchemas {
  /** The schema in a response as SDL, or on the left why there is none. */
  readonly read: (answer: SchemaAnswer) => TE.TaskEither<string, string>;
  /** A part of a schema with at most `maxBytes`; of one that is longer as a whole, an outline. */
  readonly cut: (sdl: string, part: SchemaPart, maxBytes: number) => AppResult<CutSchema>;
}
