import {
  type Activity,
  type AppError,
  type AppResult,
  type Author,
  createTaskQueue,
  type Ports,
  type SharedStore,
  type Store,
  type TaskQueue,
} from '@tandem/core';
import { decode, type t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import type { Presence } from './agents/presence.js';
import type { CallContext } from './call-context.js';
import type { StoredBodies } from './executions/stored-bodies.js';
import type { PendingPrompter } from './environments/prompts.js';
import type { Approvals } from './guards/guardian.js';
import type { SchemaCache } from './schemas/stored-schemas.js';
import type { SeenRevisions, SessionView } from './seen-revisions.js';
import type { Agreements, TakeBackAgreements } from './trust/agree-by-setting.js';

/**
 * Runs one task at a time for each workspace, whoever calls.
 * @param among takes turns among the processes that use the same store
 */
export const createTurns = (among: SharedStore['inTurn'] = (_, work) => work) => {
  const lanes = new Map<string, TaskQueue>();
  return <A>(id: string, work: AppResult<A>): AppResult<A> =>
    () => {
      const lane = lanes.get(id) ?? createTaskQueue();
      lanes.set(id, lane);
      return lane(among(id, work));
    };
};

export type Turns = ReturnType<typeof createTurns>;

/** A store whose changes belong to a group or to an undo. */
export type StoreFor = (
  occasion: Author & {
    readonly group?: string | undefined;
    readonly imported?: true;
    readonly copied?: true;
    readonly undone?: readonly Activity[];
  },
) => Store;

/** The state that all callers of an application share. */
export interface SharedState {
  readonly seen: SeenRevisions;
  readonly turns: Turns;
  readonly storedBodies: StoredBodies;
  readonly schemas: SchemaCache;
  readonly approvals: Approvals;
  readonly prompter: PendingPrompter;
  readonly presence: Presence;
}

/** The context of one caller's operations. */
export interface OperationScope extends SharedState {
  /** The ports. Their store records changes in the caller's name. */
  readonly ports: Ports;
  readonly author: Author;
  readonly storeFor: StoreFor;
  /** The revisions that the caller has seen, and may therefore update. */
  readonly view: SessionView;
  /** Records settings that a person agrees to by making them. */
  readonly agree: Agreements;
  readonly takeBack: TakeBackAgreements;
}

/** A use case whose changes share a new group per call, so that they can be undone together. */
export const groupChanges =
  ({ ports, storeFor }: OperationScope, more: Omit<Parameters<StoreFor>[0], 'group'> = {}) =>
  <I extends readonly unknown[], A>(useCase: (grouped: Ports, group: string) => (...input: I) => A) =>
  (...input: I): A => {
    const group = ports.ids.next();
    return useCase({ ...ports, store: storeFor({ group, ...more }) }, group)(...input);
  };

/** The effects of an operation, for clients that ask a person before calling it. */
export interface Effects {
  readonly readOnly: boolean;
  /** Whether it may replace or remove existing data. */
  readonly destructive: boolean;
  readonly idempotent: boolean;
  /** Whether it reaches beyond this machine's workspaces. */
  readonly openWorld: boolean;
}

const closedWorld = { openWorld: false } as const;

/** The effects of an operation that changes nothing. */
export const reads: Effects = { ...closedWorld, readOnly: true, destructive: false, idempotent: true };
/** The effects of an operation that only adds something. */
export const adds: Effects = { ...closedWorld, readOnly: false, destructive: false, idempotent: false };
/** The effects of an operation that replaces or removes something. */
export const replaces: Effects = { ...closedWorld, readOnly: false, destructive: true, idempotent: true };
/** A saved request can have any effect on its server. */
export const sendsRequests: Effects = {
  readOnly: false,
  destructive: true,
  idempotent: false,
  openWorld: true,
};

type NotFound = Extract<AppError, { readonly kind: 'not-found' }>;

/** The cause of an error: its kind, or the entity whose id was wrong. */
export type HintTopic = Exclude<AppError['kind'], 'not-found' | 'invalid-input'> | NotFound['entity'];

/** The description of an operation, and the data that interfaces need to call it. */
interface Description {
  readonly title: string;
  /** The list of tools has the text before the first semicolon, and the guide all of it. */
  readonly description: string;
  readonly effects: Effects;
  /** `person` if agents may not call it. Default: anyone. */
  readonly audience?: 'person';
  /** `core` for tools offered to clients with a small context. Default: `all`. */
  readonly toolSet?: 'core';
  /** The operation that replaces this one. This one is not listed, but agents that know the old name may still call it. */
  readonly mergedInto?: string;
  /**
   * Whether it hides secrets in its result itself if the context requires it, and adds each secret it uses to those
   * of the context before an error or its progress can show the value.
   */
  readonly hidesSecrets?: true;
  /**
   * Whether its result contains only what people and agents saved, which is shown as written regardless of cookies.
   */
  readonly showsSaved?: true;
  /** Whether running calls are listed, by the request in the argument `id`, and can be cancelled by anyone. */
  readonly watched?: true;
  /** A hint for callers after an error, which may be an error of another operation. */
  readonly hints?: Readonly<Partial<Record<HintTopic, string>>>;
}

/** A call of an operation with unchecked arguments. */
export type UncheckedCall = (params: unknown, context: CallContext) => AppResult<unknown>;

/** An operation of any type, as interfaces handle it. */
export interface AnyOperation extends Description {
  readonly name: string;
  readonly arguments: t.Any;
  readonly result: t.Any;
  /** Decodes the arguments, runs the use case and encodes its result. */
  readonly bind: (scope: OperationScope) => UncheckedCall;
}

/** A use case with the arguments and the result of its operation. The context is omitted if it needs none. */
type UseCase<P, R> = (input: P, context: CallContext) => AppResult<R>;

/** @typeParam U where the application has the use case, such as `cookies.remove` */
interface Definition<N extends string, U extends string, P, R, H> extends Description {
  readonly name: N;
  /** Where the application has the use case. Missing if it has a different form there, or none. */
  readonly useCase?: U;
  readonly arguments: t.Type<P, unknown>;
  readonly result: t.Type<R, unknown>;
  readonly run: (scope: OperationScope) => H;
}

/** An operation with its types. */
export interface Operation<N extends string, U extends string, P, R, H> extends Definition<N, U, P, R, H> {
  readonly bind: AnyOperation['bind'];
}

/** Defines what people, agents and scripts can do in one place. The interfaces derive their form from it. */
export const operation = <N extends string, P, R, H extends UseCase<P, NoInfer<R>>, U extends string = never>(
  definition: Definition<N, U, P, R, H>,
): Operation<N, U, P, R, H> => ({
  ...definition,
  bind: (scope) => {
    const useCase = definition.run(scope);
    return (params, context) =>
      pipe(
        TE.fromEither(decode(definition.arguments)(params ?? {})),
        TE.mapLeft((issues): AppError => ({ kind: 'invalid-input', issues })),
        TE.flatMap((input) => useCase(input, context)),
        TE.map((result): unknown => definition.result.encode(result)),
      );
  },
});
