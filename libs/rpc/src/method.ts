import type { CallContext, UseCases } from '@tandem/application';
import type { AppError, AppResult } from '@tandem/core';
import type { t } from '@tandem/core/codec';

/** What a method does to the world, for a client that asks a person first. */
export interface Effects {
  readonly readOnly: boolean;
  /** Whether it may replace or remove what is there. */
  readonly destructive: boolean;
  readonly idempotent: boolean;
  /** Whether it reaches beyond this machine's workspaces. */
  readonly openWorld: boolean;
}

type NotFound = Extract<AppError, { readonly kind: 'not-found' }>;

/** What went wrong with a call: the kind of its error, or the entity whose id was wrong. */
export type HintTopic = Exclude<AppError['kind'], 'not-found' | 'invalid-input'> | NotFound['entity'];

/** One method: everything that any surface says or checks about it. */
export interface Method<N extends string, P, R> {
  readonly name: N;
  readonly title: string;
  readonly description: string;
  readonly params: t.Type<P, unknown>;
  readonly result: t.Type<R, unknown>;
  readonly effects: Effects;
  /** `person` for what no agent may call; default anybody. */
  readonly audience?: 'person';
  /** `core` for the tools that a client with little room is offered; default `all`. */
  readonly toolSet?: 'core';
  /** Whether it reports each secret it meets by the context's `met` before it shows anything of it. */
  readonly reportsSecrets?: true;
  /** Whether its calls are listed while they run, by the request in `params.id`, and can be cancelled by anyone. */
  readonly watched?: true;
  /** How this method helps a caller after an error, which may be another method's. */
  readonly hints?: Readonly<Partial<Record<HintTopic, string>>>;
  readonly handle: (application: UseCases) => (params: P, context: CallContext) => AppResult<R>;
}

/** A method bound to an application. */
export type BoundMethod = (params: unknown, context: CallContext) => AppResult<unknown>;

/** Keeps the types of a method while it is written down. */
export const method = <N extends string, P, R>(definition: Method<N, P, R>): Method<N, P, R> => definition;

const closed = { openWorld: false } as const;

export const reads: Effects = { ...closed, readOnly: true, destructive: false, idempotent: true };
export const adds: Effects = { ...closed, readOnly: false, destructive: false, idempotent: false };
export const replaces: Effects = { ...closed, readOnly: false, destructive: true, idempotent: true };
/** A saved request can do anything at the other end. */
export const sends: Effects = { readOnly: false, destructive: true, idempotent: false, openWorld: true };
