import { parseJson } from '@tandem/core/codec';

import { type Draft, isClean, openDraft } from './draft.js';
import { isRequestId, type RequestId } from '../saved-request.js';

/** A draft, and why it is not stored, if it should be. */
export interface DraftState {
  readonly draft: Draft;
  readonly problem: string | undefined;
}

/** Where drafts that are not stored outlive a reload, as JSON of a list. */
export interface DraftStorage {
  readonly read: () => string | null;
  readonly write: (drafts: readonly Draft[]) => void;
}

/** Holds drafts, notifies listeners, and persists the drafts that are not stored on the server. */
export interface DraftStore {
  readonly states: ReadonlyMap<RequestId, DraftState>;
  readonly put: (id: RequestId, state: DraftState) => void;
  readonly drop: (id: RequestId) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

const isDraft = (u: unknown): u is Pick<Draft, 'stored'> & Partial<Draft> => {
  const id = (u as { readonly stored?: { readonly id?: unknown } } | null)?.stored?.id;
  return typeof id === 'string' && isRequestId(id);
};

/** The drafts in `kept`, which this or an earlier version of the page wrote. Anything else is left out. */
export const draftsIn = (kept: unknown): readonly Draft[] =>
  (Array.isArray(kept) ? kept : []).filter(isDraft).map((one) => ({ ...openDraft(one.stored), ...one }));

/** What a kept text holds; nothing if it is not JSON. */
export const parseStoredList = (text: string | null): unknown => {
  try {
    return parseJson(text ?? '[]');
  } catch {
    return [];
  }
};

/** Opens a store with the drafts that were kept. */
export const createDraftStore = (kept: DraftStorage): DraftStore => {
  const states = new Map(
    draftsIn(parseStoredList(kept.read())).map((draft): [RequestId, DraftState] => [
      draft.stored.id,
      { draft, problem: undefined },
    ]),
  );
  const listeners = new Set<() => void>();
  const tell = (): void => {
    kept.write([...states.values()].map(({ draft }) => draft).filter((draft) => !isClean(draft)));
    for (const listener of listeners) listener();
  };
  return {
    states,
    put: (id, state) => {
      states.set(id, state);
      tell();
    },
    drop: (id) => {
      states.delete(id);
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
