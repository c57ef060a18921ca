import { createListeners, type Folder, FolderId } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';

import {
  isEquivalent,
  type UnfinishedTexts,
  getPartField,
  createFieldValue,
  type Part,
  readPart,
} from '../requests/drafts/draft.js';
import { describeProblem } from '../link/problem-words.js';

/** The folder fields that can be edited here. */
export type FolderEdits = Partial<
  Pick<
    Folder,
    'description' | 'headers' | 'auth' | 'variables' | 'script' | 'foreign' | 'settings' | 'connections'
  >
>;

/** A field that can be edited here. */
export type FolderField = keyof FolderEdits;

/** The stored folder, and its unsaved edits. */
export interface FolderDraft {
  readonly stored: Folder;
  readonly edits: FolderEdits;
  /** Values of edited fields that someone else has changed too. The person has to choose between both values. */
  readonly theirs: FolderEdits;
  /** Texts that are not valid values yet, exactly as they were typed. */
  readonly unfinished: UnfinishedTexts;
}

/** The state of a folder that is being edited, and the reason why it could not be stored. */
export interface FolderState extends FolderDraft {
  readonly problem?: string | undefined;
  /** Whether the folder was deleted, so that nothing can be stored. */
  readonly isGone?: boolean;
}

interface Effects {
  /** Stores edits that are based on `ifRevision`. Rejects with `REVISION_CONFLICT` if the server has a newer revision. */
  readonly store: (edits: FolderEdits, ifRevision: number) => Promise<Folder>;
  /** Runs `work` after `ms` milliseconds, unless the returned function is called first. */
  readonly later: (ms: number, work: () => void) => () => void;
  readonly onChange: (state: FolderState) => void;
}

/** Creates the state of a folder without edits. */
export const openFolder = (stored: Folder): FolderDraft => ({
  stored,
  edits: {},
  theirs: {},
  unfinished: {},
});

const isFolderDraft = (u: unknown): u is Pick<FolderDraft, 'stored'> & Partial<FolderDraft> =>
  FolderId.is((u as { readonly stored?: { readonly id?: unknown } | null } | null)?.stored?.id);

/** Parses the folders in `kept`, which this or an earlier version of the page has stored. Ignores everything else. */
export const parseFolderDrafts = (kept: unknown): readonly FolderDraft[] =>
  (Array.isArray(kept) ? kept : [])
    .filter(isFolderDraft)
    .map((one) => ({ ...openFolder(one.stored), ...one }));

/** Whether a folder has no unsaved edits. */
export const isStored = ({ edits, unfinished }: FolderDraft): boolean =>
  Object.keys(edits).length + Object.keys(unfinished).length === 0;

/** How long after the last keystroke edits are stored, in milliseconds. */
const quietMs = 250;

/** How often a store is retried while others change the same folder. */
const maxTries = 8;

const getPresentFolder = (cause: unknown): Folder | undefined =>
  cause instanceof RpcRefusal && cause.error.code === 'REVISION_CONFLICT'
    ? (cause.error.details as { readonly present: Folder }).present
    : undefined;

const isMissing = (cause: unknown): boolean =>
  cause instanceof RpcRefusal && cause.error.code === 'NOT_FOUND';

const listFields = (edits: FolderEdits): readonly FolderField[] => Object.keys(edits) as FolderField[];

const pick = (edits: FolderEdits, isKept: (field: FolderField) => boolean): FolderEdits =>
  Object.fromEntries(listFields(edits).flatMap((field) => (isKept(field) ? [[field, edits[field]]] : [])));

/**
 * Applies a newly stored folder. An edit equal to the stored value is dropped; an edit of a field that someone else
 * changed waits for a choice.
 * @param sent the edits that are being sent to the server
 */
const receiveFolder = (state: FolderState, now: Folder, sent: FolderEdits = {}): FolderState => {
  if (now.revision < state.stored.revision) return state;
  const edits = pick(state.edits, (field) => !isEquivalent(state.edits[field], now[field]));
  const isTheirs = (field: FolderField): boolean => {
    const isOurs = field in sent && isEquivalent(sent[field], now[field]);
    return field in state.theirs || !(isOurs || isEquivalent(state.stored[field], now[field]));
  };
  const theirs = Object.fromEntries(
    listFields(edits).flatMap((field) => (isTheirs(field) ? [[field, now[field]]] : [])),
  ) as FolderEdits;
  return { ...state, stored: now, edits, theirs };
};

const keepParts = (unfinished: UnfinishedTexts, isKept: (part: Part) => boolean): UnfinishedTexts =>
  Object.fromEntries(Object.entries(unfinished).filter(([part]) => isKept(part as Part)));

const typePart = (state: FolderState, part: Part, text: string): FolderState => {
  const reading = readPart(part, text);
  const others = keepParts(state.unfinished, (one) => one !== part);
  if (reading.kind === 'problem') return { ...state, unfinished: { ...others, [part]: text } };
  const shown = { ...state.stored, ...state.edits };
  const settings = createFieldValue(part, shown, reading.value) as Folder['settings'];
  return { ...state, unfinished: others, edits: { ...state.edits, settings } };
};

const chooseSide = (state: FolderState, field: FolderField, side: 'mine' | 'theirs'): FolderState => {
  const theirs = pick(state.theirs, (one) => one !== field);
  if (side === 'mine') return { ...state, theirs };
  const unfinished = keepParts(state.unfinished, (part) => getPartField(part) !== field);
  return { ...state, theirs, unfinished, edits: pick(state.edits, (one) => one !== field) };
};

/** Stores the edits of a folder shortly after the last keystroke. Sends only the edited fields. */
export const createFolderSaver = (start: FolderDraft, { store, later, onChange }: Effects) => {
  let state: FolderState = start;
  let sent: FolderEdits = {};
  let stop = (): void => undefined;
  let running: Promise<void> | undefined;
  const put = (next: FolderState): void => {
    state = next;
    onChange(state);
  };
  const savable = (): FolderEdits => pick(state.edits, (field) => !(field in state.theirs));
  const once = async (): Promise<boolean> => {
    sent = savable();
    if (listFields(sent).length === 0) return false;
    try {
      const now = await store(sent, state.stored.revision);
      put({ ...receiveFolder(state, now, sent), problem: undefined, isGone: false });
    } catch (cause) {
      const present = getPresentFolder(cause);
      if (present === undefined) put({ ...state, problem: describeProblem(cause), isGone: isMissing(cause) });
      // The server may have the edits already, because the previous page may have sent them before it closed.
      else put({ ...receiveFolder(state, present, sent), problem: undefined });
      return present !== undefined;
    } finally {
      sent = {};
    }
    return true;
  };
  const all = async (): Promise<void> => {
    for (let tries = 0; tries < maxTries && (await once()); tries += 1);
  };
  const flush = (): Promise<void> => {
    stop();
    running ??= all().finally(() => {
      running = undefined;
    });
    return running;
  };
  const soon = (): void => {
    stop();
    stop = later(quietMs, () => void flush());
  };
  const change = (next: FolderState): void => {
    put(next);
    soon();
  };
  return {
    get: (): FolderState => state,
    edit: (edits: FolderEdits): void => change({ ...state, edits: { ...state.edits, ...edits } }),
    /** Sets the text of a part. A valid text becomes the part's value; an invalid one is only remembered. */
    type: (part: Part, text: string): void => change(typePart(state, part, text)),
    /** Applies a folder that was read from the server. */
    receive: (now: Folder): void => {
      if (state.isGone) soon();
      if (now.revision > state.stored.revision) put(receiveFolder(state, now, sent));
    },
    /** Resolves the conflict of one field with one of the two values. */
    choose: (field: FolderField, side: 'mine' | 'theirs'): void => change(chooseSide(state, field, side)),
    /** Stores unsaved edits now. */
    flush,
  };
};

/** The effects that folder edits need. */
export interface FolderEditsEffects {
  /** Stores edits that are based on `ifRevision`. Rejects with `REVISION_CONFLICT` if the server has a newer revision. */
  readonly store: (folder: Folder, edits: FolderEdits, ifRevision: number) => Promise<Folder>;
  readonly later: (ms: number, work: () => void) => () => void;
  readonly kept: FolderStorage;
}

/** Stores unsaved folder edits, so that they survive a reload. */
export interface FolderStorage {
  readonly readFolders: () => readonly FolderDraft[];
  readonly writeFolders: (folders: readonly FolderDraft[]) => void;
}

/** All folders edited in this page. */
export type AllFolderEdits = ReturnType<typeof createFolderEdits>;

/** Opens the folder edits of a page, including those that a reload has interrupted. */
export const createFolderEdits = ({ store, later, kept }: FolderEditsEffects) => {
  const savers = new Map<string, ReturnType<typeof createFolderSaver>>();
  const { notify, subscribe } = createListeners();
  const tell = (): void => {
    const states = [...savers.values()].map(({ get }) => get());
    // Edits of a deleted folder are remembered for Undo, but only until the page closes.
    kept.writeFolders(states.filter((one) => !isStored(one) && one.isGone !== true));
    notify();
  };
  const open = (start: FolderDraft) => {
    const saver = createFolderSaver(start, {
      store: (edits, ifRevision) => store(start.stored, edits, ifRevision),
      later,
      onChange: tell,
    });
    savers.set(start.stored.id, saver);
    return saver;
  };
  const interrupted = new Map<string, Folder>();
  const takeUp = (one: FolderDraft) => {
    interrupted.set(one.stored.id, one.stored);
    return open(one);
  };
  kept.readFolders().forEach(takeUp);
  return {
    /** Lists the folders of a workspace that have edits which a reload or a restart has interrupted. */
    interrupted: (workspaceId: string): readonly Folder[] =>
      [...interrupted.values()].filter((one) => one.workspaceId === workspaceId),
    /** Returns the saver of a folder. It still exists when the folder's tab has closed. */
    of: (folder: Folder) => savers.get(folder.id) ?? open(openFolder(folder)),
    /**
     * Restores edits that another window or the application has stored. Edits of this page are newer and take
     * precedence.
     */
    restore: (folders: readonly FolderDraft[]): void => {
      for (const one of folders.filter(({ stored }) => !savers.has(stored.id))) void takeUp(one).flush();
      if (folders.length > 0) tell();
    },
    subscribe,
    /** Whether a folder has edits in this page that are not stored. */
    isEdited: (id: string): boolean => {
      const saver = savers.get(id);
      return saver !== undefined && !isStored(saver.get());
    },
    /** Stores all pending edits, for example when a lost connection has returned. */
    flushAll: async (): Promise<void> => {
      const waiting = [...savers.values()].filter(({ get }) => !isStored(get()));
      await Promise.all(waiting.map(({ flush }) => flush()));
    },
  };
};
