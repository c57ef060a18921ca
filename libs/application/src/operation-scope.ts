import { type Activity, type Author, type Ports, type Store } from '@tandem/core';

import type { Presence } from './agents/presence.js';
import type { StoredBodies } from './executions/stored-body.js';
import type { Approvals } from './guards/guardian.js';
import type { SchemaCache } from './schemas/kept-schemas.js';
import type { SeenRevisions, SessionView } from './seen-revisions.js';
import type { Turns } from './synchronization/turns.js';
import type { Agreements } from './trust/agree-by-setting.js';
import type { TakeBackAgreements } from './trust/take-back-agreements.js';

/** A store whose changes belong to a group or to an undo. */
export type StoreFor = (
  occasion: Author & {
    readonly group?: string | undefined;
    readonly imported?: true;
    readonly undone?: readonly Activity[];
  },
) => Store;

/** What is shared by all callers of an application. */
export interface SharedState {
  readonly seen: SeenRevisions;
  readonly turns: Turns;
  readonly storedBodies: StoredBodies;
  readonly schemas: SchemaCache;
  readonly approvals: Approvals;
  readonly presence: Presence;
}

/** What the operations of one caller work with. */
export interface OperationScope extends SharedState {
  /** Its store records changes as the caller's. */
  readonly ports: Ports;
  readonly author: Author;
  readonly storeFor: StoreFor;
  /** What the caller has seen, and may therefore update. */
  readonly sight: SessionView;
  /** Records what a person agrees to by setting it. */
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
