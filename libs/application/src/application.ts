import {
  type Author,
  type Change,
  type Changes,
  createChangeBus,
  type Ports,
  watchedStore,
} from '@tandem/core';

import { recordChanges } from './activity/record-changes.js';
import { createApprovals } from './approvals/guardian.js';
import { createSentSecrets } from './approvals/sent-secrets.js';
import { createKeptSchemas } from './graphql/kept-schemas.js';
import type { CallContext } from './usecases/call-context.js';
import { hiddenFrom } from './usecases/cookies.js';
import type { knownSecrets } from './usecases/secrets.js';
import { createSeenRevisions } from './usecases/seen-revisions.js';
import { createStoredBodies } from './usecases/stored-body.js';
import { createTurns } from './usecases/synchronize.js';
import { holdingFor, type WaitingCall } from './presence/holding-store.js';
import { createPresence, noteChange, type Presence } from './presence/presence.js';
import { type Shared, type StoreFor, type UseCases, useCases } from './use-cases.js';

export type { CallContext } from './usecases/call-context.js';
export type { UseCases } from './use-cases.js';

/** A context for callers that neither watch nor cancel. */
export const quietly = (): CallContext => ({
  signal: new AbortController().signal,
  progress: () => undefined,
});

/** What the interfaces call and libraries import. */
export interface Application extends UseCases {
  /** Reports every change after its commit, made here or by another process on the same store. */
  readonly changes: Changes;
  /** What persons and agents see of each other, for interfaces that can push. */
  readonly present: Presence;
  /** The same use cases; changes are marked with the name of the caller. With `call`, those of an agent may wait for a person. */
  readonly as: (author: string | Author, call?: WaitingCall) => UseCases;
  /**
   * What is hidden from agents, in logs and in what is stored: the secrets of every workspace, and its cookies that the
   * caller `by` did not receive.
   */
  readonly hiddenSecrets: (by?: string) => ReturnType<typeof knownSecrets>;
  /** Tells that a window is open, in which a person can be asked, until the returned function is called. */
  readonly attend: () => () => void;
}

/** Creates the use cases over `ports`, and the bus that reports their changes. */
export const createApplication = (ports: Ports): Application => {
  const bus = createChangeBus();
  ports.store.shared?.subscribe(bus.emit);
  const shared: Shared = {
    turns: createTurns(ports.store.shared?.inTurn),
    storedBodies: createStoredBodies(),
    schemas: createKeptSchemas(),
    seen: createSeenRevisions(),
    approvals: createApprovals(ports, bus.emit),
    presence: createPresence(ports),
    sentSecrets: createSentSecrets(),
  };
  bus.subscribe(shared.presence.held.end);
  const forCaller = (author: Author = {}, call?: WaitingCall): UseCases => {
    const { by, kind, session } = author;
    const isAgent = kind === 'mcp' && call !== undefined;
    const holding = isAgent ? holdingFor(ports.store, shared.presence.held, author, call) : undefined;
    const note = noteChange(shared.presence, author);
    const emit = (change: Change): void => {
      bus.emit(change);
      note(change);
    };
    const storeFor: StoreFor = (occasion) => {
      const record = recordChanges(ports, { by, kind, session, ...occasion });
      return watchedStore(holding?.store ?? ports.store, emit, {
        by,
        record: holding?.recording(record) ?? record,
      });
    };
    const { approvals: guardian, sentSecrets } = shared;
    return useCases({ ...ports, store: storeFor({}), guardian, sentSecrets }, shared, storeFor, author);
  };
  return {
    ...forCaller(),
    changes: { subscribe: bus.subscribe },
    present: shared.presence,
    as: (author, call) => forCaller(typeof author === 'string' ? { by: author } : author, call),
    hiddenSecrets: (by) => hiddenFrom(ports, by),
    attend: shared.approvals.attend,
  };
};
