import type { CallContext, UseCases } from '@tandem/application';
import type { AppError, AppResult } from '@tandem/core';
import type { t } from '@tandem/core/codec';

/** The effects of a method, for clients that ask a person before calling it. */
export interface Effects {
  readonly readOnly: boolean;
  /** Whether it may replace or remove existing data. */
  readonly destructive: boolean;
  readonly idempotent: boolean;
  /** Whether it reaches beyond this machine's workspaces. */
  readonly openWorld: boolean;
}

type NotFound = Extract<AppError, { readonly kind: 'not-found' }>;

/** The cause of an error: its kind, or the entity whose id was wrong. */
export type HintTopic = Exclude<AppError['kind'], 'not-found' | 'invalid-input'> | NotFound['entity'];

/** One method, with everything that any interface shows or checks. */
export interface Method<N extends string, P, R> {
  readonly name: N;
  readonly title: string;
  readonly description: string;
  readonly params: t.Type<P, unknown>;
  readonly result: t.Type<R, unknown>;
  readonly effects: Effects;
  /** `person` if agents may not call it; default: anyone. */
  readonly audience?: 'person';
  /** `core` for tools offered to clients with a small context; default `all`. */
  readonly toolSet?: 'core';
  /**
   * Whether it hides secrets in its result itself if the context says so, and reports each secret it meets through the
   * context's `met` before an error or its progress can show its value.
   */
  readonly hidesSecrets?: true;
  /** Whether its result is only what people and agents have saved, which is shown as they wrote it whatever cookies there are. */
  readonly showsSaved?: true;
  /** Whether running calls are listed, by the request in `params.id`, and can be cancelled by anyone. */
  readonly watched?: true;
  /** How this method helps a caller after an error, possibly of another method. */
  readonly hints?: Readonly<Partial<Record<HintTopic, string>>>;
  readonly handle: (application: UseCases) => (params: P, context: CallContext) => AppResult<R>;
}

/** A method bound to an application. */
export type BoundMethod = (params: unknown, context: CallContext) => AppResult<unknown>;

/** Infers the types of a method. */
export const method = <N extends string, P, R>(definition: Method<N, P, R>): Method<N, P, R> => definition;

const closedWorld = { openWorld: false } as const;

export const reads: Effects = { ...closedWorld, readOnly: true, destructive: false, idempotent: true };
export const adds: Effects = { ...closedWorld, readOnly: false, destructive: false, idempotent: false };
export const replaces: Effects = { ...closedWorld, readOnly: false, destructive: true, idempotent: true };
/** A saved request can have any effect on its server. */
export const sends: Effects = { readOnly: false, destructive: true, idempotent: false, openWorld: true };
