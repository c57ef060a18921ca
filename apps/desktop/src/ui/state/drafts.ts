import { RpcRefusal } from '@tandem/rpc/client';

import { type Draft, type DraftEvent, isClean, nextDraft, openDraft, savable } from '../model/draft.js';
import type { Part } from '../model/parts.js';
import type { Edits, Field, RequestId, SavedRequest } from '../model/saved-request.js';
import { createShelf, type DraftState, type Kept, type Shelf } from './shelf.js';

/** What drafts reach the world through. */
export interface DraftsOutside {
  readonly store: (id: RequestId, edits: Edits, ifRevision: number) => Promise<SavedRequest>;
  /** Does `work` after `ms` milliseconds, unless the returned function is called before. */
  readonly later: (ms: number, work: () => void) => () => void;
  readonly kept: Kept;
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
  /** Stores what can be stored now. */
  readonly flush: (id: RequestId) => Promise<void>;
  /** Stores everything that waits, such as after a cut. */
  readonly flushAll: () => void;
}

/** How long after the last key the edits are stored, in milliseconds. */
const quietMs = 250;

/** How often one store is tried against others who change the same request. */
const mostTries = 8;

const presentIn = (error: unknown): SavedRequest | undefined =>
  error instanceof RpcRefusal && error.error.code === 'REVISION_CONFLICT'
    ? (error.error.details as { readonly present: SavedRequest }).present
    : undefined;

/** Stores the edits of a draft, again and again while others change the request. */
const createSaver = (
  { store }: DraftsOutside,
  { states, put }: Shelf,
  tell: (id: RequestId, event: DraftEvent) => void,
) => {
  const saving = new Map<RequestId, Promise<void>>();
  const sent = new Map<RequestId, Edits>();
  const once = async (id: RequestId, draft: Draft): Promise<boolean> => {
    const edits = savable(draft);
    if (Object.keys(edits).length === 0) return true;
    sent.set(id, edits);
    try {
      tell(id, { kind: 'stored', request: await store(id, edits, draft.stored.revision), sent: edits });
      sent.delete(id);
    } catch (error) {
      const present = presentIn(error);
      if (present === undefined) {
        const problem = error instanceof Error ? error.message : String(error);
        put(id, { draft: states.get(id)?.draft ?? draft, problem });
        return true;
      }
      tell(id, { kind: 'stored', request: present });
    }
    return false;
  };
  const all = async (id: RequestId): Promise<void> => {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const state = states.get(id);
      if (state === undefined || (await once(id, state.draft))) return;
    }
  };
  return {
    /** What was sent and never answered; it may be stored all the same. */
    sentOf: (id: RequestId): Edits => sent.get(id) ?? {},
    save: (id: RequestId): Promise<void> => {
      const running = saving.get(id) ?? all(id).finally(() => saving.delete(id));
      saving.set(id, running);
      return running;
    },
  };
};

/** The requests whose edits were kept from before this page, with their workspaces. */
const createInterrupted = (drafts: readonly Draft[]) => {
  const workspaces = new Map<RequestId, string>();
  const add = ({ stored }: Draft): void => {
    workspaces.set(stored.id, stored.workspaceId);
  };
  drafts.forEach(add);
  const of = (workspaceId: string): readonly RequestId[] =>
    [...workspaces].flatMap(([id, workspace]) => (workspace === workspaceId ? [id] : []));
  return { add, of };
};

/** Opens the drafts of a page, with those that a reload interrupted. */
export const createDrafts = (outside: DraftsOutside): Drafts => {
  const shelf = createShelf(outside.kept);
  const { states, put } = shelf;
  const interrupted = createInterrupted([...states.values()].map(({ draft }) => draft));
  const waiting = new Map<RequestId, () => void>();
  const tell = (id: RequestId, event: DraftEvent): void => {
    const state = states.get(id);
    if (state) put(id, { draft: nextDraft(state.draft, event), problem: undefined });
  };
  const { save, sentOf } = createSaver(outside, shelf, tell);
  const flush = async (id: RequestId): Promise<void> => {
    waiting.get(id)?.();
    waiting.delete(id);
    await save(id);
    const rest = states.get(id);
    if (rest && rest.problem === undefined && Object.keys(savable(rest.draft)).length > 0) await save(id);
  };
  const soon = (id: RequestId): void => {
    waiting.get(id)?.();
    const stop = outside.later(quietMs, () => void flush(id));
    waiting.set(id, stop);
  };
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
    subscribe: shelf.subscribe,
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
    flush,
    flushAll: () => {
      for (const [id, { draft }] of states) if (!isClean(draft)) void flush(id);
    },
  };
};
