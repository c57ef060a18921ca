import {
  type ActivityField,
  type Change,
  type Clock,
  type Ids,
  isRequestKind,
  type WorkspaceId,
} from '@tandem/core';

import { createListeners } from './listeners.js';

/** A change by an agent that waits until a person allows it. */
export interface PendingWrite {
  readonly id: string;
  /** The name of the agent. */
  readonly by: string;
  readonly workspaceId: WorkspaceId;
  readonly requestId: string;
  /** The name of the request. */
  readonly name: string;
  readonly op: Change['op'];
  /** What it would set. */
  readonly fields: readonly ActivityField[];
  /** ISO 8601, UTC. */
  readonly askedAt: string;
}

/** A request that a person took over from an agent. */
export interface TakenOver {
  /** The agent's name, because its session changes when it reconnects. */
  readonly by: string;
  readonly requestId: string;
}

export type PendingWriteOutcome = 'allowed' | 'denied' | 'unanswered' | 'deleted';

/** The requests that people took over, and the changes waiting on them. */
export interface PendingWrites {
  /** Takes a request over from an agent. Handing it back allows the waiting changes. */
  readonly takeOver: (taken: TakenOver, isTaken: boolean) => void;
  /** Whether the agent's changes to the request must wait: it was taken over, and a person is editing it. */
  readonly isHeld: (taken: TakenOver) => boolean;
  /** Asks the person, and waits for the answer as long as the setting allows. */
  readonly ask: (
    write: Omit<PendingWrite, 'id' | 'askedAt'>,
    signal: AbortSignal,
  ) => Promise<PendingWriteOutcome>;
  /** Answers a waiting change. Returns false if none has that id. */
  readonly answer: (id: string, isAllowed: boolean) => boolean;
  /** Ends the waiting changes of a deleted request or workspace. */
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

/** Holds changes to requests that a person has taken over. */
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
    isHeld: (one) => taken.has(toWriteKey(one)) && isEdited(one.requestId),
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
