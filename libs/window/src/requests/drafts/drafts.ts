import { createListeners } from '@tandem/core';
import { parseJson } from '@tandem/core/codec';
import { RpcRefusal } from '@tandem/rpc/client';

import {
  type Draft,
  type DraftEvent,
  isClean,
  isTouched,
  reduceDraft,
  openDraft,
  selectSavableEdits,
  type Part,
} from './draft.js';
import { type Field, type RequestId, type SavedRequest, isRequestId, type Edits } from '../saved-request.js';
import { describeProblem } from '../../link/problem-words.js';

/** Edits, and the workspace of their request, which need not be the active one. */
type PlacedEdits = Edits & Pick<SavedRequest, 'workspaceId'>;

const addWorkspace = (edits: Edits, { stored: { workspaceId } }: Draft): PlacedEdits => ({
  ...edits,
  workspaceId,
});

/** The effects that storing needs. */
interface SaverEffects {
  readonly store: (id: RequestId, edits: PlacedEdits, ifRevision: number) => Promise<SavedRequest>;
  /** Runs `work` after `ms` milliseconds, unless the returned function is called first. */
  readonly later: (ms: number, work: () => void) => () => void;
}

/** How long after the last keystroke edits are stored, in milliseconds. */
const quietMs = 250;

/** How often a store is retried while others change the same request. */
const maxTries = 8;

const getPresentRequest = (error: unknown): SavedRequest | undefined =>
  error instanceof RpcRefusal && error.error.code === 'REVISION_CONFLICT'
    ? (error.error.details as { readonly present: SavedRequest }).present
    : undefined;

const isMissing = (error: unknown): boolean =>
  error instanceof RpcRefusal && error.error.code === 'NOT_FOUND';

/** Stores the edits of drafts shortly after the last keystroke. Retries while others change the request. */
const createSaver = (
  { store, later }: SaverEffects,
  { states, put }: DraftStore,
  tell: (id: RequestId, event: DraftEvent) => void,
) => {
  const waiting = new Map<RequestId, () => void>();
  const saving = new Map<RequestId, Promise<void>>();
  const sent = new Map<RequestId, Edits>();
  const once = async (id: RequestId, draft: Draft): Promise<boolean> => {
    const edits = selectSavableEdits(draft);
    if (Object.keys(edits).length === 0) return true;
    sent.set(id, edits);
    try {
      const request = await store(id, addWorkspace(edits, draft), draft.stored.revision);
      tell(id, { kind: 'stored', request, sent: edits });
      sent.delete(id);
    } catch (error) {
      if (isMissing(error)) {
        tell(id, { kind: 'gone' });
        return true;
      }
      const present = getPresentRequest(error);
      if (present === undefined) {
        const problem = describeProblem(error);
        put(id, { draft: states.get(id)?.draft ?? draft, problem });
        return true;
      }
      // If the server already has the edits, the previous page may have sent them before it closed.
      tell(id, { kind: 'stored', request: present, sent: edits });
    }
    return false;
  };
  const all = async (id: RequestId): Promise<void> => {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const state = states.get(id);
      if (state === undefined || (await once(id, state.draft))) return;
    }
  };
  const save = (id: RequestId): Promise<void> => {
    const running = saving.get(id) ?? all(id).finally(() => saving.delete(id));
    saving.set(id, running);
    return running;
  };
  const flush = async (id: RequestId): Promise<void> => {
    waiting.get(id)?.();
    waiting.delete(id);
    await save(id);
    const rest = states.get(id);
    if (rest && rest.problem === undefined && Object.keys(selectSavableEdits(rest.draft)).length > 0)
      await save(id);
  };
  return {
    /** Returns the edits that were sent and not answered yet. They may be stored already. */
    sentOf: (id: RequestId): Edits => sent.get(id) ?? {},
    /** Stores the valid edits without conflicts now. */
    flush,
    /** Stores edits shortly after the last call. */
    soon: (id: RequestId): void => {
      waiting.get(id)?.();
      const stop = later(quietMs, () => void flush(id));
      waiting.set(id, stop);
    },
  };
};

/** A draft, and the reason why it could not be stored, if any. */
export interface DraftState {
  readonly draft: Draft;
  readonly problem: string | undefined;
}

/** Stores unsaved drafts as a JSON list, so that they survive a reload. */
export interface DraftStorage {
  readonly read: () => string | null;
  readonly write: (drafts: readonly Draft[]) => void;
}

/** Holds the drafts, notifies listeners, and stores unsaved drafts so that they survive a reload. */
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

/** Parses the drafts in `kept`, which this or an earlier version of the page has stored. Ignores everything else. */
export const readDrafts = (kept: unknown): readonly Draft[] =>
  (Array.isArray(kept) ? kept : []).filter(isDraft).map((one) => ({ ...openDraft(one.stored), ...one }));

/** Parses stored text as JSON; undefined if it is not valid. */
export const parseStoredList = (text: string | null): unknown => {
  try {
    return parseJson(text ?? '[]');
  } catch {
    return [];
  }
};

/** Opens a store with the drafts that an earlier page has stored. */
const createDraftStore = (kept: DraftStorage): DraftStore => {
  const states = new Map(
    readDrafts(parseStoredList(kept.read())).map((draft): [RequestId, DraftState] => [
      draft.stored.id,
      { draft, problem: undefined },
    ]),
  );
  const { notify, subscribe } = createListeners();
  const tell = (): void => {
    kept.write([...states.values()].map(({ draft }) => draft).filter((draft) => !isClean(draft)));
    notify();
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
    subscribe,
  };
};

/** The effects that drafts need. */
export interface DraftsEffects extends SaverEffects {
  readonly kept: DraftStorage;
}

/** The requests that are edited in this page. Edits are stored shortly after the last keystroke. */
export interface Drafts {
  readonly get: (id: RequestId) => DraftState | undefined;
  /**
   * Restores drafts that another window or the application has stored. Drafts of this page are newer and take
   * precedence.
   */
  readonly restore: (drafts: readonly Draft[]) => void;
  /** Lists the requests of a workspace that have edits which a reload or a restart has interrupted. */
  readonly interrupted: (workspaceId: string) => readonly RequestId[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Applies a request that was read from the server. */
  readonly receive: (request: SavedRequest) => void;
  readonly edit: (id: RequestId, field: Field, value: unknown) => void;
  /** Sets the text of a part, which may not be a valid value yet. */
  readonly type: (id: RequestId, part: Part, text: string) => void;
  readonly choose: (id: RequestId, field: Field, side: 'mine' | 'theirs') => void;
  /** Records that a request was deleted, but not by {@link deleteWith}. Its draft stays, and can become a request again. */
  readonly markDeleted: (id: RequestId) => void;
  /** Discards the draft of a request. The draft returns only if the request is restored. */
  readonly discard: (id: RequestId) => void;
  /** Removes a draft that is no longer shown from memory, unless it has unsaved edits. */
  readonly release: (id: RequestId) => void;
  /** Deletes the requests with `work`, and discards their drafts. If `work` rejects, the drafts are restored and the returned promise rejects too. */
  readonly deleteWith: (ids: readonly RequestId[], work: () => Promise<unknown>) => Promise<void>;
  /** Continues the draft of a deleted request with `request`, which replaces it. */
  readonly replace: (id: RequestId, request: SavedRequest) => void;
  /** Calls `listener` each time a request is replaced, until the returned function is called. */
  readonly onReplaced: (listener: (from: RequestId, to: RequestId) => void) => () => void;
  /** Stores the valid edits without conflicts now. */
  readonly flush: (id: RequestId) => Promise<void>;
  /** Stores all pending edits, for example when a lost connection has returned. */
  readonly flushAll: () => void;
}

/** Tracks the requests that had unsaved edits when this page was opened, by workspace. */
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

/** Tracks deleted requests, their drafts, and the requests that replace them. */
const createReplacementTracker = (
  { states, put, drop }: DraftStore,
  tell: (id: RequestId, event: DraftEvent) => void,
): Pick<Drafts, 'markDeleted' | 'discard' | 'deleteWith' | 'replace' | 'onReplaced'> => {
  const discarded = new Map<RequestId, DraftState>();
  const leaving = new Set<RequestId>();
  const replaced = createListeners<[from: RequestId, to: RequestId]>();
  const discard = (id: RequestId): void => {
    const state = states.get(id);
    if (state === undefined) return;
    discarded.set(id, state);
    drop(id);
  };
  return {
    discard,
    // The event of the deletion may arrive before the response to the call.
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
      replaced.notify(id, request.id);
      drop(id);
    },
    onReplaced: replaced.subscribe,
  };
};

/** Opens the page's drafts, including those interrupted by a reload. */
export const createDrafts = (outside: DraftsEffects): Drafts => {
  const store = createDraftStore(outside.kept);
  const { states, put } = store;
  const interrupted = createInterrupted([...states.values()].map(({ draft }) => draft));
  const tell = (id: RequestId, event: DraftEvent): void => {
    const state = states.get(id);
    if (state) put(id, { draft: reduceDraft(state.draft, event), problem: undefined });
  };
  const { flush, soon, sentOf } = createSaver(outside, store, tell);
  const replacing = createReplacementTracker(store, tell);
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
        if (Object.keys(selectSavableEdits(states.get(id)?.draft ?? openDraft(request))).length > 0) soon(id);
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
    release: (id) => {
      const state = states.get(id);
      if (state !== undefined && isClean(state.draft)) store.drop(id);
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
