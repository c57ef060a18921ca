import type { Folder } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';

import { alike } from '../model/alike.js';
import { problemWords } from '../model/problem-words.js';

/** The fields of a folder that a person edits here. */
export type FolderEdits = Partial<
  Pick<Folder, 'description' | 'headers' | 'auth' | 'variables' | 'script' | 'settings' | 'connections'>
>;

/** A field that a person edits here. */
export type FolderField = keyof FolderEdits;

/** What is stored, what is not stored yet, and why the last try failed. */
export interface FolderState {
  readonly stored: Folder;
  readonly edits: FolderEdits;
  /** Fields that somebody else changed meanwhile, with their values; they wait for a choice. */
  readonly theirs: FolderEdits;
  readonly problem?: string | undefined;
}

interface Effects {
  /** Stores edits of that revision; rejects with `REVISION_CONFLICT` when there is a newer one. */
  readonly store: (edits: FolderEdits, ifRevision: number) => Promise<Folder>;
  /** Does `work` after `ms` milliseconds, unless the returned function is called before. */
  readonly later: (ms: number, work: () => void) => () => void;
  readonly onChange: () => void;
}

/** How long after the last key the edits are stored, in milliseconds. */
const quietMs = 250;

/** How often edits are tried against others who change the same folder. */
const mostTries = 8;

const presentIn = (cause: unknown): Folder | undefined =>
  cause instanceof RpcRefusal && cause.error.code === 'REVISION_CONFLICT'
    ? (cause.error.details as { readonly present: Folder }).present
    : undefined;

const fieldsOf = (edits: FolderEdits): readonly FolderField[] => Object.keys(edits) as FolderField[];

const pick = (edits: FolderEdits, isKept: (field: FolderField) => boolean): FolderEdits =>
  Object.fromEntries(fieldsOf(edits).flatMap((field) => (isKept(field) ? [[field, edits[field]]] : [])));

/**
 * Takes in a folder that is stored now: an edit equal to it is done with, and one that somebody overtook waits for a choice.
 * @param sent what is on its way to the server
 */
const received = (state: FolderState, now: Folder, sent: FolderEdits = {}): FolderState => {
  if (now.revision < state.stored.revision) return state;
  const edits = pick(state.edits, (field) => !alike(state.edits[field], now[field]));
  const isTheirs = (field: FolderField): boolean => {
    const isOurs = field in sent && alike(sent[field], now[field]);
    return field in state.theirs || !(isOurs || alike(state.stored[field], now[field]));
  };
  const theirs = Object.fromEntries(
    fieldsOf(edits).flatMap((field) => (isTheirs(field) ? [[field, now[field]]] : [])),
  ) as FolderEdits;
  return { ...state, stored: now, edits, theirs };
};

/** Stores the edits of a folder a moment after the last key, field by field; fields that nobody edited are left alone. */
export const createFolderSaver = (start: Folder, { store, later, onChange }: Effects) => {
  let state: FolderState = { stored: start, edits: {}, theirs: {} };
  let sent: FolderEdits = {};
  let stop = (): void => undefined;
  let running: Promise<void> | undefined;
  const put = (next: FolderState): void => {
    state = next;
    onChange();
  };
  const savable = (): FolderEdits => pick(state.edits, (field) => !(field in state.theirs));
  const once = async (): Promise<boolean> => {
    sent = savable();
    if (fieldsOf(sent).length === 0) return false;
    try {
      const now = await store(sent, state.stored.revision);
      put({ ...received(state, now, sent), problem: undefined });
    } catch (cause) {
      const present = presentIn(cause);
      if (present === undefined) put({ ...state, problem: problemWords(cause) });
      else put({ ...received(state, present), problem: undefined });
      return present !== undefined;
    } finally {
      sent = {};
    }
    return true;
  };
  const all = async (): Promise<void> => {
    for (let tries = 0; tries < mostTries && (await once()); tries += 1);
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
  return {
    get: (): FolderState => state,
    edit: (edits: FolderEdits): void => {
      put({ ...state, edits: { ...state.edits, ...edits } });
      soon();
    },
    /** Takes in what is stored now, known from a read. */
    receive: (now: Folder): void => {
      if (now.revision > state.stored.revision) put(received(state, now, sent));
    },
    /** Keeps one of both values of a field. */
    choose: (field: FolderField, side: 'mine' | 'theirs'): void => {
      const theirs = pick(state.theirs, (one) => one !== field);
      const edits = side === 'mine' ? state.edits : pick(state.edits, (one) => one !== field);
      put({ ...state, edits, theirs });
      soon();
    },
    /** Stores now what is not stored yet. */
    flush,
  };
};
