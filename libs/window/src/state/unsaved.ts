import type { Draft } from '../model/draft.js';
import { draftsIn, type DraftStorage } from './draft-store.js';

/** The effects that unsaved edits need. */
export interface UnsavedEffects {
  /** The browser's storage of this tab; throws when it is full. */
  readonly session: { readonly read: () => string | null; readonly write: (text: string) => void };
  /** Puts edits by request over those that the application keeps, null for none; rejects when they are not kept. */
  readonly send: (edits: Readonly<Record<string, Draft | null>>) => Promise<void>;
  /** The edits that the application keeps, by request. */
  readonly fetch: () => Promise<Readonly<Record<string, unknown>>>;
  readonly later: (ms: number, work: () => void) => () => void;
}

/** Drafts kept twice: in the browser at every key, and by the application, which outlives window and address. */
export interface Unsaved extends DraftStorage {
  /** The drafts that the application keeps. */
  readonly fetch: () => Promise<readonly Draft[]>;
}

/** How long after the last key the edits are sent, and how long after a failure they are sent again, in milliseconds. */
const waits = { quiet: 300, again: 3_000 } as const;

/** Opens both places. */
export const createUnsaved = ({ session, send, fetch, later }: UnsavedEffects): Unsaved => {
  const known = new Map<string, string>();
  let drafts: readonly Draft[] = [];
  let isSending = false;
  let stopWaiting = (): void => undefined;
  const difference = (): Readonly<Record<string, Draft | null>> => {
    const present = new Map(drafts.map((draft) => [draft.stored.id as string, draft]));
    const changed = [...present].filter(([id, draft]) => known.get(id) !== JSON.stringify(draft));
    const gone = [...known.keys()].filter((id) => !present.has(id)).map((id) => [id, null] as const);
    return Object.fromEntries([...changed, ...gone]);
  };
  const plan = (ms: number): void => {
    stopWaiting();
    stopWaiting = later(ms, () => void tell());
  };
  const tell = async (): Promise<void> => {
    const edits = difference();
    if (isSending || Object.keys(edits).length === 0) return;
    isSending = true;
    const isKept = await send(edits).then(
      () => true,
      () => false,
    );
    isSending = false;
    if (isKept)
      for (const [id, draft] of Object.entries(edits)) {
        if (draft === null) known.delete(id);
        else known.set(id, JSON.stringify(draft));
      }
    if (Object.keys(difference()).length > 0) plan(isKept ? waits.quiet : waits.again);
  };
  return {
    read: session.read,
    write: (next) => {
      drafts = next;
      try {
        session.write(JSON.stringify(next));
      } catch {
        // Too long for the browser; the application keeps it all the same.
      }
      plan(waits.quiet);
    },
    fetch: async () => {
      const kept = await fetch();
      for (const [id, edits] of Object.entries(kept)) known.set(id, JSON.stringify(edits));
      return draftsIn(Object.values(kept));
    },
  };
};
