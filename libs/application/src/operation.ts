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
 * Runs the tasks of each workspace one after the other, regardless of the caller.
 * @param among takes turns among the processes that share the store
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

/** Creates a store whose changes are recorded as those of an author, and as part of a group, an import, a copy or an undo. */
export type StoreFor = (
  occasion: Author & {
    readonly group?: string | undefined;
    readonly imported?: true;
    readonly copied?: true;
    readonly moved?: true;
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
  /** The ports, with a store that records changes in the caller's name. */
  readonly ports: Ports;
  readonly author: Author;
  readonly storeFor: StoreFor;
  /** The revisions that the caller has seen. It may update these. */
  readonly view: SessionView;
  /** Records that a person agrees to the settings that the person makes. */
  readonly agree: Agreements;
  readonly takeBack: TakeBackAgreements;
}

/** Creates a use case whose changes get a new group for each call, so that they can be undone together. */
export const groupChanges =
  ({ ports, storeFor }: OperationScope, more: Omit<Parameters<StoreFor>[0], 'group'> = {}) =>
  <I extends readonly unknown[], A>(useCase: (grouped: Ports, group: string) => (...input: I) => A) =>
  (...input: I): A => {
    const group = ports.ids.next();
    return useCase({ ...ports, store: storeFor({ group, ...more }) }, group)(...input);
  };

/** The effects of an operation. Clients decide by them whether to ask a person first. */
export interface Effects {
  readonly readOnly: boolean;
  /** Whether it may replace or remove existing data. */
  readonly destructive: boolean;
  readonly idempotent: boolean;
  /** Whether it reaches anything except the workspaces on this machine. */
  readonly openWorld: boolean;
}

const closedWorld = { openWorld: false } as const;

/** The effects of an operation that changes nothing. */
export const readEffects: Effects = { ...closedWorld, readOnly: true, destructive: false, idempotent: true };
/** The effects of an operation that only adds something. */
export const addEffects: Effects = { ...closedWorld, readOnly: false, destructive: false, idempotent: false };
/** The effects of an operation that replaces or removes something. */
export const replaceEffects: Effects = {
  ...closedWorld,
  readOnly: false,
  destructive: true,
  idempotent: true,
};
/** The effects of executing saved requests, which can do anything on their servers. */
export const sendEffects: Effects = {
  readOnly: false,
  destructive: true,
  idempotent: false,
  openWorld: true,
};

type NotFound = Extract<AppError, { readonly kind: 'not-found' }>;

/** The topic of an error: its kind, or the kind of entity that was not found. */
export type HintTopic = Exclude<AppError['kind'], 'not-found' | 'invalid-input'> | NotFound['entity'];

/** The description of an operation, and the data by which interfaces offer it. */
interface Description {
  readonly title: string;
  /** The list of tools contains the text up to the first semicolon, and the guide contains all of it. */
  readonly description: string;
  readonly effects: Effects;
  /** `person` if agents must not call it. Default: anyone may. */
  readonly audience?: 'person';
  /** `core` if even clients with a small context get its tool. Default: `all`. */
  readonly toolSet?: 'core';
  /** The operation that replaced this one. This one is no longer listed, but agents that know its name can still call it. */
  readonly successor?: string;
  /**
   * If true, the operation redacts its result itself where the context requires that. It then adds each secret that it uses to the secrets
   * of the context before an error or its progress can contain the value.
   */
  readonly redactsOwnResult?: true;
  /** Whether its result contains only what people and agents have saved. Values of cookies are then not redacted in it. */
  readonly showsSaved?: true;
  /** Whether its running calls are listed by the request in their argument `id`, and anyone can cancel them. */
  readonly watched?: true;
  /** Hints for callers after an error, also after an error that another operation caused. */
  readonly hints?: Readonly<Partial<Record<HintTopic, string>>>;
}

/** A call of an operation with unchecked arguments. */
export type UncheckedCall = (params: unknown, context: CallContext) => AppResult<unknown>;

/** An operation of any type, for code that treats all operations the same. */
export interface AnyOperation extends Description {
  readonly name: string;
  readonly arguments: t.Any;
  readonly result: t.Any;
  /** Binds the operation to a caller. The bound call decodes the arguments, runs the use case and encodes its result. */
  readonly bind: (scope: OperationScope) => UncheckedCall;
}

/** The use case of an operation. It ignores the context if it does not need one. */
type UseCase<P, R> = (input: P, context: CallContext) => AppResult<R>;

/** @typeParam U the path of the use case in the application, such as `cookies.remove` */
interface Definition<N extends string, U extends string, P, R, H> extends Description {
  readonly name: N;
  /** The path of the use case in the application. Missing if the application does not have it, or only in another form. */
  readonly useCase?: U;
  readonly arguments: t.Type<P, unknown>;
  readonly result: t.Type<R, unknown>;
  readonly run: (scope: OperationScope) => H;
}

/** An operation with its types. */
export interface Operation<N extends string, U extends string, P, R, H> extends Definition<N, U, P, R, H> {
  readonly bind: AnyOperation['bind'];
}

/** Defines an operation in one place. The interfaces for people, agents and scripts are derived from it. */
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
