import {
  type ActivityField,
  type AppError,
  type AppResult,
  type Author,
  type Change,
  type Clock,
  type Ids,
  isRequestKind,
  type PendingChange,
  type RecordChanges,
  type Store,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { findChangedFields } from '../activity/field-values.js';

/** Creates a set of listeners that are called at each change of a state. */
export const createListeners = () => {
  const listeners = new Set<() => void>();
  return {
    notify: (): void => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return (): void => {
        listeners.delete(listener);
      };
    },
  };
};

/** A change by an agent that waits for a person's approval. */
export interface PendingWrite {
  readonly id: string;
  /** The name of the agent. */
  readonly by: string;
  readonly workspaceId: WorkspaceId;
  readonly requestId: string;
  /** The name of the request. */
  readonly name: string;
  readonly op: Change['op'];
  /** The values that the change would set. */
  readonly fields: readonly ActivityField[];
  /** ISO 8601, UTC. */
  readonly askedAt: string;
}

/** A request that a person took over from an agent. */
export interface TakenOver {
  /** The name of the agent. Its session would not do, because it changes when the agent reconnects. */
  readonly by: string;
  readonly requestId: string;
}

export type PendingWriteOutcome = 'allowed' | 'denied' | 'unanswered' | 'deleted';

/** The requests that people took over, and the changes that agents want to make to them. */
export interface PendingWrites {
  /** Takes a request over from an agent, or hands it back, which allows its pending changes. */
  readonly takeOver: (taken: TakenOver, isTaken: boolean) => void;
  /** Whether the agent's changes to the request must wait: it was taken over, and a person is editing it. */
  readonly mustWait: (taken: TakenOver) => boolean;
  /** Asks the person whether the change may be made, and waits until the configured timeout. */
  readonly ask: (
    write: Omit<PendingWrite, 'id' | 'askedAt'>,
    signal: AbortSignal,
  ) => Promise<PendingWriteOutcome>;
  /** Answers a pending change. Returns false if no pending change has that id. */
  readonly answer: (id: string, isAllowed: boolean) => boolean;
  /** Ends the pending changes of a request if `change` deleted it or its workspace. */
  readonly end: (change: Change) => void;
  readonly taken: () => readonly TakenOver[];
  readonly waiting: () => readonly PendingWrite[];
  /** Calls `listener` at each change until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

interface UnsettledWrite {
  readonly write: PendingWrite;
  readonly settle: (outcome: PendingWriteOutcome) => void;
}

const toWriteKey = ({ by, requestId }: TakenOver): string => `${requestId} ${by}`;

export interface PendingWritesOptions {
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly isEdited: (requestId: string) => boolean;
  readonly waitMs: number;
}

/** Keeps the pending changes in memory. */
export const createPendingWrites = ({
  clock,
  ids,
  isEdited,
  waitMs,
}: PendingWritesOptions): PendingWrites => {
  const taken = new Map<string, TakenOver>();
  const waiting = new Map<string, UnsettledWrite>();
  const listeners = createListeners();
  const ask: PendingWrites['ask'] = (write, signal) =>
    new Promise((resolve) => {
      const id = ids.uuid();
      const settle = (outcome: PendingWriteOutcome): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        if (!waiting.delete(id)) return;
        resolve(outcome);
        listeners.notify();
      };
      const abort = (): void => settle('unanswered');
      const timer = setTimeout(abort, waitMs);
      waiting.set(id, { write: { ...write, id, askedAt: clock.now().toISOString() }, settle });
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
      else listeners.notify();
    });
  return {
    takeOver: (one, isTaken) => {
      if (isTaken) taken.set(toWriteKey(one), { by: one.by, requestId: one.requestId });
      else taken.delete(toWriteKey(one));
      listeners.notify();
      if (isTaken) return;
      for (const { write, settle } of [...waiting.values()])
        if (toWriteKey(write) === toWriteKey(one)) settle('allowed');
    },
    mustWait: (one) => taken.has(toWriteKey(one)) && isEdited(one.requestId),
    ask,
    answer: (id, isAllowed) => {
      const found = waiting.get(id);
      found?.settle(isAllowed ? 'allowed' : 'denied');
      return found !== undefined;
    },
    end: ({ entity, id, op }) => {
      if (op !== 'deleted' || !(isRequestKind(entity) || entity === 'workspace')) return;
      for (const { write, settle } of [...waiting.values()])
        if (write.requestId === id || write.workspaceId === id) settle('deleted');
    },
    taken: () => [...taken.values()],
    waiting: () => [...waiting.values()].map(({ write }) => write),
    subscribe: listeners.subscribe,
  };
};

/** The call of an agent whose changes wait for a person: it can be cancelled, and reports that it waits. */
export interface PendingCall {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, name: string) => void;
}

/** Makes an agent's changes wait if a person took over the request. */
export interface PendingWriteGate {
  /** A store that asks the person and repeats a transaction once it is allowed. */
  readonly store: Store;
  /** Wraps `record` so that it refuses changes that must wait, which rolls their transaction back. */
  readonly recording: (record: RecordChanges) => RecordChanges;
}

/** Maximum total length of the values that the window shows of a change, in UTF-16 units of their JSON. */
const maxDisplayedLength = 20_000;

const getDisplayedFields = (change: PendingChange): PendingWrite['fields'] => {
  if (!isRequestKind(change.entity)) return [];
  const fields = findChangedFields(change.entity, change);
  return JSON.stringify(fields).length > maxDisplayedLength ? fields.map(({ name }) => ({ name })) : fields;
};

type PersonEditingError = Extract<AppError, { readonly kind: 'person-editing' }>;

const getName = ({ before, after }: PendingChange): string =>
  ((before ?? after) as { readonly name?: string } | undefined)?.name ?? '';

/**
 * Creates the store for one call of an agent. Whether a transaction must wait is known only at its end. It is then rolled back before the
 * person is asked, so that it blocks nobody meanwhile.
 */
export const createPendingWriteGate = (
  store: Store,
  pendingWrites: PendingWrites,
  author: Author,
  { signal, progress }: PendingCall,
): PendingWriteGate => {
  const { by = 'mcp' } = author;
  const allowed = new Set<string>();
  let asked: Omit<PendingWrite, 'id' | 'askedAt'> | undefined;
  const mustWait = ({ entity, id, op, script }: PendingChange): boolean =>
    isRequestKind(entity) &&
    op !== 'created' &&
    script !== true &&
    !allowed.has(id) &&
    pendingWrites.mustWait({ by, requestId: id });
  const refused = (change: PendingChange): AppResult<never> => {
    const { workspaceId, id: requestId, op } = change;
    const [name, fields] = [getName(change), getDisplayedFields(change)];
    asked = { by, workspaceId, requestId, name, op, fields };
    return TE.left({
      kind: 'person-editing',
      id: requestId,
      name,
      fields: fields.map((one) => one.name),
      isDenied: false,
    });
  };
  /** Asks the person, and repeats the work if they allow it. */
  const askFirst = <A>(again: () => AppResult<A>, error: PersonEditingError): AppResult<A> => {
    const write = asked;
    if (write === undefined) return TE.left(error);
    progress(0, 1, 'waiting for a person');
    return pipe(
      TE.fromTask<Awaited<ReturnType<PendingWrites['ask']>>, AppError>(() =>
        pendingWrites.ask(write, signal),
      ),
      TE.flatMap((outcome) => {
        // The repeated work itself reports that the request no longer exists.
        if (outcome === 'deleted') return again();
        if (outcome !== 'allowed') return TE.left<AppError, A>({ ...error, isDenied: outcome === 'denied' });
        allowed.add(write.requestId);
        return again();
      }),
    );
  };
  const transaction: Store['transaction'] = (work) =>
    pipe(
      store.transaction(work),
      TE.orElse((error) =>
        error.kind === 'person-editing' ? askFirst(() => transaction(work), error) : TE.left(error),
      ),
    );
  return {
    store: { ...store, transaction },
    recording: (record) => (repositories, changes) => {
      const change = changes.find(mustWait);
      return change === undefined ? record(repositories, changes) : refused(change);
    },
  };
};
