import { type Draft, type DraftEvent, isClean, isTouched, reduceDraft, openDraft, savable } from './draft.js';
import type { Part } from './parts.js';
import type { Field, RequestId, SavedRequest } from '../saved-request.js';
import { createSaver, type SaverEffects } from './saver.js';
import { createDraftStore, type DraftState, type DraftStorage, type DraftStore } from './draft-store.js';

/** The effects that drafts need. */
export interface DraftsEffects extends SaverEffects {
  readonly kept: DraftStorage;
}

/** The edited requests of this page; what is typed is stored a moment later. */
export interface Drafts {
  readonly get: (id: RequestId) => DraftState | undefined;
  /** Takes in drafts that were kept elsewhere; those that this page holds itself are newer. */
  readonly restore: (drafts: readonly Draft[]) => void;
  /** The requests of a workspace whose edits a reload or a restart interrupted. */
  readonly interrupted: (workspaceId: string) => readonly RequestId[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Takes in what is stored now. */
  readonly receive: (request: SavedRequest) => void;
  readonly edit: (id: RequestId, field: Field, value: unknown) => void;
  /** Takes in the text of a part, which need not be a value of it yet. */
  readonly type: (id: RequestId, part: Part, text: string) => void;
  readonly choose: (id: RequestId, field: Field, side: 'mine' | 'theirs') => void;
  /** The request was deleted, but not by {@link deleteWith}: its draft is kept, and can be made a request again. */
  readonly markDeleted: (id: RequestId) => void;
  /** The person gave the request up; its draft comes back only with the request. */
  readonly discard: (id: RequestId) => void;
  /** Deletes the requests by `work`, as given up by the person; rejects, with the drafts as they were, when `work` does. */
  readonly deleteWith: (ids: readonly RequestId[], work: () => Promise<unknown>) => Promise<void>;
  /** Goes on with `request` where the request of that id was. */
  readonly replace: (id: RequestId, request: SavedRequest) => void;
  /** Calls `listener` when one request took the place of another, until the returned function is called. */
  readonly onReplaced: (listener: (from: RequestId, to: RequestId) => void) => () => void;
  /** Stores what can be stored now. */
  readonly flush: (id: RequestId) => Promise<void>;
  /** Stores everything that waits, such as after a cut. */
  readonly flushAll: () => void;
}

/** The requests whose edits were kept from before this page, with their workspaces. */
const createInterrupted = (drafts: readonly Draft[]) => {
  const workspaces = new Map<RequestId, string>();
  const add = (draft: Draft): void => {
    const { id, workspaceId } = draft.stored;
    if (isTouched(draft)) workspaces.set(id, workspaceId);
  };
  drafts.forEach(add);
  const of = (workspaceId: string): readonly RequestId[] =>
    [...workspaces].flatMap(([id, workspace]) => (workspace === workspaceId ? [id] : []));
  return { add, of };
};

/** Drafts of requests that were deleted, and of those that took their places. */
const createReplacing = (
  { states, put, drop }: DraftStore,
  tell: (id: RequestId, event: DraftEvent) => void,
): Pick<Drafts, 'markDeleted' | 'discard' | 'deleteWith' | 'replace' | 'onReplaced'> => {
  const discarded = new Map<RequestId, DraftState>();
  const leaving = new Set<RequestId>();
  const listeners = new Set<(from: RequestId, to: RequestId) => void>();
  const discard = (id: RequestId): void => {
    const state = states.get(id);
    if (state === undefined) return;
    discarded.set(id, state);
    drop(id);
  };
  return {
    discard,
    // The event of the deletion may arrive before the answer.
    markDeleted: (id) => {
      if (!leaving.has(id)) tell(id, { kind: 'gone' });
    },
    deleteWith: async (ids, work) => {
      for (const id of ids) leaving.add(id);
      try {
        await work();
        ids.forEach(discard);
      } finally {
        for (const id of ids) leaving.delete(id);
      }
    },
    replace: (id, request) => {
      const before = (states.get(id) ?? discarded.get(id))?.draft ?? openDraft(request);
      const draft = reduceDraft(before, { kind: 'replaced', request });
      put(request.id, { draft, problem: undefined });
      discarded.delete(id);
      if (request.id === id) return;
      for (const listener of listeners) listener(id, request.id);
      drop(id);
    },
    onReplaced: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Opens the drafts of a page, with those that a reload interrupted. */
export const createDrafts = (outside: DraftsEffects): Drafts => {
  const store = createDraftStore(outside.kept);
  const { states, put } = store;
  const interrupted = createInterrupted([...states.values()].map(({ draft }) => draft));
  const tell = (id: RequestId, event: DraftEvent): void => {
    const state = states.get(id);
    if (state) put(id, { draft: reduceDraft(state.draft, event), problem: undefined });
  };
  const { flush, soon, sentOf } = createSaver(outside, store, tell);
  const replacing = createReplacing(store, tell);
  const change = (id: RequestId, event: DraftEvent): void => {
    tell(id, event);
    soon(id);
  };
  return {
    get: (id) => states.get(id),
    interrupted: interrupted.of,
    restore: (drafts) => {
      for (const draft of drafts.filter(({ stored }) => !states.has(stored.id))) {
        interrupted.add(draft);
        put(draft.stored.id, { draft, problem: undefined });
        soon(draft.stored.id);
      }
    },
    subscribe: store.subscribe,
    receive: (request) => {
      const { id } = request;
      if (!states.has(id)) put(id, { draft: openDraft(request), problem: undefined });
      else if (states.get(id)?.draft.stored !== request) {
        tell(id, { kind: 'stored', request, sent: sentOf(id) });
        if (Object.keys(savable(states.get(id)?.draft ?? openDraft(request))).length > 0) soon(id);
      }
    },
    edit: (id, field, value) => {
      change(id, { kind: 'edited', field, value, sent: sentOf(id) });
    },
    type: (id, part, text) => {
      change(id, { kind: 'typed', part, text, sent: sentOf(id) });
    },
    choose: (id, field, side) => {
      change(id, { kind: 'chosen', field, side });
    },
    ...replacing,
    replace: (id, request) => {
      replacing.replace(id, request);
      soon(request.id);
    },
    flush,
    flushAll: () => {
      for (const [id, { draft }] of states) if (!isClean(draft)) void flush(id);
    },
  };
};
