import {
  type AppError,
  type AppResult,
  createCallSecrets,
  createInvalidInput,
  type Redactor,
  RequestId,
  type StorageFailed,
} from '@tandem/core';
import { attempt, pipe, taskEither, TE } from '@tandem/core/fp';

import type { Presence } from './agents/presence.js';
import type { Application } from './application.js';
import type { CallContext } from './call-context.js';
import type { AnyOperation, UncheckedCall } from './operation.js';
import { anyOperations } from './operations.js';

/** The id of the request that a call has read, taken from its result. */
const getReadRequestId = ({ effects }: AnyOperation, result: unknown): string | undefined => {
  const id = (result as { readonly id?: unknown } | null | undefined)?.id;
  return effects.readOnly && RequestId.is(id) ? id : undefined;
};

/** Shows people each call of an agent, with the request that it reads or executes, and lets them cancel it. */
const showAgentCalls =
  ({ agents }: Pick<Presence, 'agents'>) =>
  (operation: AnyOperation, next: UncheckedCall): UncheckedCall =>
  (params, context) => {
    if (context.kind !== 'mcp') return next(params, context);
    const { by, kind, session } = context;
    const author = { by, kind, session };
    return taskEither(function* () {
      const call = agents.begin(author, operation.name);
      const called = {
        ...context,
        signal: AbortSignal.any([context.signal, call.signal]),
        executes: (requestId: string) => {
          call.update({ requestId });
          agents.note(author, { requestId, did: 'ran' });
          context.executes?.(requestId);
        },
        progress: (done: number, total: number, step: string) => {
          call.update({ step });
          context.progress(done, total, step);
        },
      };
      try {
        const result = yield* attempt(next(params, called));
        const requestId = getReadRequestId(operation, result);
        if (requestId !== undefined) agents.note(author, { requestId, did: 'read' });
        return result;
      } finally {
        call.end();
      }
    });
  };

/** Redacts secrets in a storage error, except in its cause, which is only logged: the log redacts secrets itself. */
const redactStorageError = (redactor: Redactor, { cause, ...shown }: StorageFailed): StorageFailed => {
  const { kind, reason } = shown;
  return { ...(redactor.json(shown) as Omit<StorageFailed, 'cause'>), kind, reason, cause };
};

const hideInError = (redactor: Redactor, error: AppError): AppError =>
  error.kind === 'storage-failed'
    ? redactStorageError(redactor, error)
    : ({ ...(redactor.json(error) as object), kind: error.kind } as AppError);

/** The workspace in which a call's result is shown: that of its argument `workspaceId`, or else the active one. */
const getDisplayScope = ({ showsSaved }: AnyOperation, params: unknown) => {
  const workspace = (params as { readonly workspaceId?: unknown } | undefined)?.workspaceId;
  return { workspace: typeof workspace === 'string' ? workspace : undefined, isSaved: showsSaved === true };
};

/** Redacts secret values in the outcome of a call, except in the result of an operation that redacts it itself (`redactsOwnResult`). */
const redactOutcome =
  (operation: AnyOperation, prepareRedactor: AppResult<Redactor>) =>
  (outcome: AppResult<unknown>): AppResult<unknown> =>
    pipe(
      outcome,
      TE.matchE(
        (error) =>
          pipe(
            prepareRedactor,
            TE.flatMap((redactor) => TE.left(hideInError(redactor, error))),
          ),
        (result) =>
          operation.redactsOwnResult
            ? TE.right(result)
            : pipe(
                prepareRedactor,
                TE.flatMapTask((redactor) => () => redactor.asInSlices(operation.result)(result)),
              ),
      ),
    );

/**
 * Redacts secret values in the result, error and progress of a call whose caller may not see them: secrets that were stored before or after
 * the call, and those that an execution used meanwhile. If the secrets cannot be read, refuses the call with storage-failed. Does not
 * search the result of an operation that redacts it itself.
 */
export const redactSecretsInCall =
  ({ hiddenSecrets }: Pick<Application, 'hiddenSecrets'>) =>
  (operation: AnyOperation, call: UncheckedCall): UncheckedCall =>
  (params, context) => {
    if (context.redactsSecrets !== true) return call(params, context);
    const secrets = createCallSecrets(context.secrets);
    const scope = getDisplayScope(operation, params);
    const addStored = taskEither(function* () {
      secrets.add(yield* attempt(hiddenSecrets(context.by, scope)));
    });
    const prepareRedactor = pipe(
      addStored,
      TE.flatMapTask(() => () => secrets.prepareRedactor()),
    );
    const progress = (done: number, total: number, name: string): void => {
      context.progress(done, total, secrets.redactor().text(name));
    };
    const isReadOnly = operation.effects.readOnly || operation.redactsOwnResult;
    return pipe(
      isReadOnly ? TE.right(undefined) : addStored,
      TE.flatMap(() => call(params, { ...context, redactsSecrets: true, secrets, progress })),
      redactOutcome(operation, prepareRedactor),
    );
  };

interface Mark {
  readonly path: string;
  readonly text: string;
  /** The name of the secret that the marker contains. Empty if the name was redacted too. */
  readonly name: string;
}

const secretMarkerPattern = /‹(?:secret(?::([^‹›]*))?|cookie:[^‹›]*)›/;

/** Finds the first string in the arguments that contains the marker of a redacted secret. */
const findMark = (value: unknown, path: string): Mark | undefined => {
  if (typeof value === 'string') {
    const found = secretMarkerPattern.exec(value);
    return found === null ? undefined : { path, text: value, name: found[1] ?? '' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, one] of Object.entries(value)) {
    const step = Array.isArray(value) ? `[${key}]` : path === '' ? key : `.${key}`;
    const found = findMark(one, path + step);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Why arguments with a marker are refused. Undefined if they contain none. */
export const findMarkerProblem = (params: unknown): AppError | undefined => {
  const found = findMark(params, '');
  if (found === undefined) return undefined;
  const instead = found.name === '' ? 'a variable' : `{{${found.name}}}`;
  return createInvalidInput(
    found.path,
    `contains the marker of a hidden secret; write ${instead} in its place, or omit the field to keep it`,
    { expected: `text with ${instead} in place of the marker`, got: found.text },
  );
};

/** Refuses to store markers: a caller that writes back what it has read would replace secrets by their markers. */
const refuseMarkers =
  ({ effects }: AnyOperation, call: UncheckedCall): UncheckedCall =>
  (params, context) => {
    const problem =
      context.redactsSecrets === true && !effects.readOnly ? findMarkerProblem(params) : undefined;
    return problem === undefined ? call(params, context) : TE.left(problem);
  };

/** A running execution, whoever started it. */
export interface RunningExecution {
  /** The id of this execution, not of its request. It is valid until the execution ends. */
  readonly id: string;
  readonly requestId: string;
  /** The current step, as named in progress. */
  readonly step?: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly by?: string;
}

/** The running executions. */
export interface RunningExecutions {
  readonly list: () => readonly RunningExecution[];
  /** Calls `listener` with the list at each change, until the returned function is called. */
  readonly subscribe: (listener: (running: readonly RunningExecution[]) => void) => () => void;
  /** Cancels the execution with that id. Returns false if no such execution is running. */
  readonly stop: (id: string) => boolean;
}

/** The id of the request that a call executes. Undefined if it executes none. */
const getExecutedRequestId = (
  { watched }: Pick<AnyOperation, 'watched'>,
  params: unknown,
): string | undefined => {
  const id = (params as { readonly id?: unknown } | null | undefined)?.id;
  return watched && typeof id === 'string' ? id : undefined;
};

interface Entry {
  readonly shown: RunningExecution;
  readonly controller: AbortController;
}

/** Lists the running executions and lets anyone cancel them. */
export const createExecutionRegistry = () => {
  const entries = new Map<string, Entry>();
  const listeners = new Set<(running: readonly RunningExecution[]) => void>();
  const list = () => [...entries.values()].map(({ shown }) => shown);
  const notify = (): void => {
    for (const listener of listeners) listener(list());
  };
  const running: RunningExecutions = {
    list,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: (id) => {
      entries.get(id)?.controller.abort();
      return entries.has(id);
    },
  };
  const enter = (requestId: string, { by }: CallContext): Entry => {
    const startedAt = new Date().toISOString();
    const shown = { id: crypto.randomUUID(), requestId, startedAt, ...(by === undefined ? {} : { by }) };
    return { shown, controller: new AbortController() };
  };
  /** Runs a call, and lists it meanwhile if its operation is `watched`. */
  const watch = async <A>(
    operation: Pick<AnyOperation, 'watched'>,
    params: unknown,
    context: CallContext,
    work: (context: CallContext) => Promise<A>,
  ): Promise<A> => {
    const requestId = getExecutedRequestId(operation, params);
    if (requestId === undefined) return work(context);
    const { shown, controller } = enter(requestId, context);
    entries.set(shown.id, { shown, controller });
    notify();
    const update = (more: Partial<RunningExecution>): void => {
      const entry = entries.get(shown.id);
      if (entry !== undefined) entries.set(shown.id, { ...entry, shown: { ...entry.shown, ...more } });
      notify();
    };
    try {
      return await work({
        ...context,
        // The call may have named the request by its path, so the list has no id until now.
        executes: (id) => {
          if (id !== requestId) update({ requestId: id });
        },
        signal: AbortSignal.any([context.signal, controller.signal]),
        progress: (done, total, step) => {
          update({ step });
          context.progress(done, total, step);
        },
      });
    } finally {
      entries.delete(shown.id);
      notify();
    }
  };
  return { running, watch };
};

/**
 * A step between an interface and an operation. It may change the context of a call, refuse it, or inspect its
 * result.
 */
type Middleware = (operation: AnyOperation, next: UncheckedCall) => UncheckedCall;

/** The calls of all operations, as made by interfaces. */
export interface Calls {
  readonly byName: ReadonlyMap<string, UncheckedCall>;
  /** The running executions of all callers. */
  readonly running: RunningExecutions;
}

/** Prepares the calls of an application. */
export const createCalls = (application: Application): Calls => {
  const { running, watch } = createExecutionRegistry();
  const listRunning: Middleware = (operation, next) => (params, context) => () =>
    watch(operation, params, context, (watched) => next(params, watched)());
  /** In the order in which a call passes them. After the last, the operation decodes the arguments, runs, and encodes its result. */
  const middlewares: readonly Middleware[] = [
    listRunning,
    showAgentCalls(application.present),
    redactSecretsInCall(application),
    refuseMarkers,
  ];
  const byName = new Map(
    anyOperations.map((operation) => [
      operation.name,
      middlewares.reduceRight(
        (next, middleware) => middleware(operation, next),
        application.perform(operation),
      ),
    ]),
  );
  return { byName, running };
};
