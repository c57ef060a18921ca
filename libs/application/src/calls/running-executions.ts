import type { CallContext } from '../call-context.js';
import type { AnyOperation } from '../operation.js';

/** A running execution, whoever started it. */
export interface RunningExecution {
  /** The id of the run, not of the request. Valid until it ends. */
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
  /** Cancels the run with that id. Returns false if there is none. */
  readonly stop: (id: string) => boolean;
}

/** The request that a call executes, if any. */
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
export const createRunning = () => {
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
  /** Runs a call and lists it meanwhile if its operation is watched. */
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
        // The call may have named the request by its path.
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
