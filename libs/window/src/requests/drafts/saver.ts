import { RpcRefusal } from '@tandem/rpc/client';

import { type Draft, type DraftEvent, savable } from './draft.js';
import type { Edits, RequestId, SavedRequest } from '../saved-request.js';
import { describeProblem } from '../../link/problem-words.js';
import type { DraftStore } from './draft-store.js';

/** The effects that storing needs. */
export interface SaverEffects {
  readonly store: (id: RequestId, edits: Edits, ifRevision: number) => Promise<SavedRequest>;
  /** Does `work` after `ms` milliseconds, unless the returned function is called before. */
  readonly later: (ms: number, work: () => void) => () => void;
}

/** How long after the last key the edits are stored, in milliseconds. */
const quietMs = 250;

/** How often one store is tried against others who change the same request. */
const maxTries = 8;

const presentIn = (error: unknown): SavedRequest | undefined =>
  error instanceof RpcRefusal && error.error.code === 'REVISION_CONFLICT'
    ? (error.error.details as { readonly present: SavedRequest }).present
    : undefined;

const isMissing = (error: unknown): boolean =>
  error instanceof RpcRefusal && error.error.code === 'NOT_FOUND';

/** Stores the edits of drafts a moment after the last key, again and again while others change the request. */
export const createSaver = (
  { store, later }: SaverEffects,
  { states, put }: DraftStore,
  tell: (id: RequestId, event: DraftEvent) => void,
) => {
  const waiting = new Map<RequestId, () => void>();
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
      if (isMissing(error)) {
        tell(id, { kind: 'gone' });
        return true;
      }
      const present = presentIn(error);
      if (present === undefined) {
        const problem = describeProblem(error);
        put(id, { draft: states.get(id)?.draft ?? draft, problem });
        return true;
      }
      // What was sent may be stored already: the page that was open before may have sent it, too.
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
    if (rest && rest.problem === undefined && Object.keys(savable(rest.draft)).length > 0) await save(id);
  };
  return {
    /** What was sent and never answered; it may be stored all the same. */
    sentOf: (id: RequestId): Edits => sent.get(id) ?? {},
    /** Stores what can be stored now. */
    flush,
    /** Stores it a moment after the last call. */
    soon: (id: RequestId): void => {
      waiting.get(id)?.();
      const stop = later(quietMs, () => void flush(id));
      waiting.set(id, stop);
    },
  };
};
