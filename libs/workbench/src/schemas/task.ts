import type {
  AppError,
  CutSchema,
  DocumentProblem,
  SchemaAnswer,
  SchemaPart,
  SchemaRange,
} from '@tandem/core';
import type { E } from '@tandem/core/fp';

/** The work of a worker. */
export type SchemaTask =
  | { readonly kind: 'read'; readonly answer: SchemaAnswer }
  | { readonly kind: 'cut'; readonly sdl: string; readonly part: SchemaPart; readonly range: SchemaRange }
  | { readonly kind: 'check'; readonly sdl: string; readonly documents: readonly string[] };

/** The result of a worker's task. */
export type SchemaOutcome =
  | { readonly kind: 'read'; readonly found: E.Either<string, string> }
  | { readonly kind: 'cut'; readonly found: E.Either<AppError, CutSchema> }
  | { readonly kind: 'check'; readonly found: E.Either<AppError, readonly (readonly DocumentProblem[])[]> };
