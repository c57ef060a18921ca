import type { AppResult } from '../errors.js';
import type { TE } from '../fp.js';

/** A GraphQL server's response to introspection. */
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

/** A part of a schema as SDL, and whether it was truncated. */
export interface CutSchema {
  readonly sdl: string;
  readonly truncated: boolean;
}

/** Reads GraphQL schemas. A large one takes about a second, so do not run this on the thread that serves requests. */
export interface GraphqlSchemas {
  /** The schema in a response as SDL, or the reason there is none on the left. */
  readonly read: (answer: SchemaAnswer) => TE.TaskEither<string, string>;
  /** A part of a schema with at most `maxBytes`. If the whole schema is larger, an outline. */
  readonly cut: (sdl: string, part: SchemaPart, maxBytes: number) => AppResult<CutSchema>;
}
