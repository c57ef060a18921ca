import type { Folder } from '@tandem/core';

import { problemWords } from '../model/problem-words.js';

/** The fields of a folder that a person edits here. */
export type FolderEdits = Partial<
  Pick<Folder, 'description' | 'headers' | 'auth' | 'variables' | 'settings' | 'connections'>
>;

/** What is not stored yet, and why the last try failed. */
export interface FolderState {
  readonly edits: FolderEdits;
  readonly problem?: string | undefined;
}

interface Effects {
  readonly store: (edits: FolderEdits) => Promise<void>;
  /** Does `work` after `ms` milliseconds, unless the returned function is called before. */
  readonly later: (ms: number, work: () => void) => () => void;
  readonly onChange: () => void;
}

/** How long after the last key the edits are stored, in milliseconds. */
const quietMs = 250;

/** Stores the edits of a folder a moment after the last key, field by field; fields that nobody edited are left alone. */
export const createFolderSaver = ({ store, later, onChange }: Effects) => {
  let waiting: FolderEdits = {};
  let sent: FolderEdits = {};
  let state: FolderState = { edits: {} };
  let stop = (): void => undefined;
  let running: Promise<void> | undefined;
  const tell = (problem?: string): void => {
    state = { edits: { ...sent, ...waiting }, problem };
    onChange();
  };
  const all = async (): Promise<void> => {
    while (Object.keys(waiting).length > 0) {
      [sent, waiting] = [waiting, {}];
      try {
        await store(sent);
        sent = {};
        tell();
      } catch (cause) {
        [waiting, sent] = [{ ...sent, ...waiting }, {}];
        tell(problemWords(cause));
        return;
      }
    }
  };
  const flush = (): Promise<void> => {
    stop();
    running ??= all().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    get: (): FolderState => state,
    edit: (edits: FolderEdits): void => {
      waiting = { ...waiting, ...edits };
      tell(state.problem);
      stop();
      stop = later(quietMs, () => void flush());
    },
    /** Stores now what is not stored yet. */
    flush,
  };
};
