import { stringifyJson } from '@tandem/core/codec';

import { isSameJson, type Draft } from './draft.js';
import { readDrafts, type DraftStorage, parseStoredList } from './drafts.js';
import { type FolderStorage, parseFolderDrafts, type FolderDraft } from '../../folders/folder-edits.js';

/** Writes a list to the browser's storage as JSON. The list changes with every keystroke. */
interface ListWriter {
  readonly write: (list: readonly unknown[]) => void;
}

/**
 * Maximum length of a list that is written at every keystroke, in characters. A browser takes tens of milliseconds to store a megabyte.
 */
const maxImmediateLength = 100_000;

/** Estimates the length of a value's JSON without serializing it. */
const estimateLength = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, one) => sum + estimateLength(one), 0);
};

const isLong = (list: readonly unknown[]): boolean => estimateLength(list) > maxImmediateLength;

/**
 * Writes a short list immediately, and a long list when the person leaves the page. Until then the storage is empty, because an
 * outdated list would be wrong.
 */
const createListWriter = (
  storage: { readonly write: (text: string) => void },
  onLeave: (work: () => void) => void,
): ListWriter => {
  let waiting: readonly unknown[] | undefined;
  const put = (list: readonly unknown[]): void => {
    try {
      storage.write(stringifyJson(list));
    } catch {
      // The list is too long for the browser's storage; the application stores it.
    }
  };
  onLeave(() => {
    if (waiting) put(waiting);
  });
  return {
    write: (list) => {
      const wasWaiting = waiting !== undefined;
      waiting = isLong(list) ? list : undefined;
      if (waiting === undefined) put(list);
      else if (!wasWaiting) put([]);
    },
  };
};

/** A request or folder with unsaved edits, as it is stored. */
type UnsavedItem = Draft | FolderDraft;

/** The effects that unsaved edits need. */
export interface UnsavedEffects {
  /** The browser's storage of this tab; throws if it is full. */
  readonly session: { readonly read: () => string | null; readonly write: (text: string) => void };
  /**
   * Merges edits into those that the application stores, by request or folder. Null removes the edits of an item. Rejects if they could
   * not be stored. If the page is being left, the edits must be sent before `send` returns.
   */
  readonly send: (edits: Readonly<Record<string, UnsavedItem | null>>, isLeaving: boolean) => Promise<void>;
  /** The edits that the application stores, by request or folder. */
  readonly fetch: () => Promise<Readonly<Record<string, unknown>>>;
  readonly later: (ms: number, work: () => void) => () => void;
  /** Calls `work` when the page is being left. */
  readonly onLeave: (work: () => void) => void;
}

/**
 * Stores edits twice: in the browser, which is fast, and in the application, from which other windows and addresses can
 * load them.
 */
export interface UnsavedStore extends DraftStorage, FolderStorage {
  /** Loads the edits that the application stores. */
  readonly fetch: () => Promise<{
    readonly drafts: readonly Draft[];
    readonly folders: readonly FolderDraft[];
  }>;
}

/**
 * Edits are sent this long after the last keystroke, and again this long after a failure, in milliseconds. Long edits are sent later,
 * because they are usually saved by then and need not be sent at all.
 */
const sendDelays = { quiet: 300, long: 1_500, again: 3_000 } as const;

type UnsavedById = ReadonlyMap<string, UnsavedItem>;

const indexById = (all: readonly UnsavedItem[]): UnsavedById =>
  new Map(all.map((one) => [one.stored.id as string, one]));

/** Finds the items whose edits the application still stores although they have been saved. */
const findObsoleteIds = (known: ReadonlyMap<string, unknown>, present: UnsavedById): readonly string[] =>
  [...known.keys()].filter((id) => !present.has(id));

/** Returns the edits that the application has to store, and null for those that it can remove. */
const findDifference = (
  known: ReadonlyMap<string, unknown>,
  present: UnsavedById,
): Readonly<Record<string, UnsavedItem | null>> =>
  Object.fromEntries([
    ...[...present].filter(([id, one]) => !isSameJson(known.get(id), one)),
    ...findObsoleteIds(known, present).map((id) => [id, null] as const),
  ]);

/** Stores unsaved edits in the tab's storage and in the application. */
export const createUnsaved = ({ session, send, fetch, later, onLeave }: UnsavedEffects): UnsavedStore => {
  const writer = createListWriter(session, onLeave);
  const known = new Map<string, unknown>();
  const before = parseStoredList(session.read());
  let drafts: readonly Draft[] = readDrafts(before);
  let folders: readonly FolderDraft[] = parseFolderDrafts(before);
  let isSending = false;
  let stopWaiting = (): void => undefined;
  const present = (): UnsavedById => indexById([...drafts, ...folders]);
  const difference = () => findDifference(known, present());
  const plan = (ms: number): void => {
    stopWaiting();
    stopWaiting = later(ms, () => void tell());
  };
  const tell = async (): Promise<void> => {
    const edits = difference();
    if (isSending || Object.keys(edits).length === 0) return;
    isSending = true;
    const isKept = await send(edits, false).then(
      () => true,
      () => false,
    );
    isSending = false;
    if (isKept)
      for (const [id, one] of Object.entries(edits)) {
        if (one === null) known.delete(id);
        else known.set(id, one);
      }
    if (Object.keys(difference()).length > 0) plan(isKept ? sendDelays.quiet : sendDelays.again);
  };
  onLeave(() => {
    const edits = difference();
    if (Object.keys(edits).length > 0) void send(edits, true).catch(() => undefined);
  });
  const keep = (): void => {
    const all = [...drafts, ...folders];
    writer.write(all);
    // Send immediately if the application stores obsolete edits, which a reloaded page would show as unsaved.
    if (findObsoleteIds(known, present()).length > 0) plan(0);
    else plan(isLong(all) ? sendDelays.long : sendDelays.quiet);
  };
  return {
    read: session.read,
    write: (next) => {
      drafts = next;
      keep();
    },
    readFolders: () => folders,
    writeFolders: (next) => {
      folders = next;
      keep();
    },
    fetch: async () => {
      const kept = await fetch();
      for (const [id, edits] of Object.entries(kept)) known.set(id, edits);
      const all = Object.values(kept);
      return { drafts: readDrafts(all), folders: parseFolderDrafts(all) };
    },
  };
};
