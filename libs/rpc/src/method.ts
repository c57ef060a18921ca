import type { CallContext, Effects, HintTopic, UseCases } from '@tandem/application';
import type { AppResult } from '@tandem/core';
import type { t } from '@tandem/core/codec';

export { adds, reads, replaces, sends } from '@tandem/application';

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

/** Infers the types of a method. */
export const method = <N extends string, P, R>(definition: Method<N, P, R>) => ({
  ...definition,
  arguments: definition.params,
});
