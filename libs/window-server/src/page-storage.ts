import { readFile } from 'node:fs/promises';
import { createTaskQueue } from '@tandem/core';
import { decode, Json, parseJson, stringifyJson, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { replaceFile } from '@tandem/node';
import { Preferences } from '@tandem/window';

/** Edits that pages could not save yet, by request id; null if a request has no such edits. */
const UnsavedEdits = t.record(t.string, Json, 'unsaved edits by request');
type UnsavedEdits = t.TypeOf<typeof UnsavedEdits>;

/** Stores the unsaved edits of all pages in one file that only its owner can read. */
export interface UnsavedFile {
  /** Reads the edits; empty if there is no valid file. */
  readonly read: () => Promise<UnsavedEdits>;
  /** Merges edits into the stored ones; returns false if the value is invalid. */
  readonly change: (value: unknown) => Promise<boolean>;
}

/** Parses a text with `parse`; undefined if that throws. */
const tryParse = (parse: (text: string) => unknown, text: string): unknown => {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
};

/** Opens the file of unsaved edits at `path`. The first change creates the file. */
export const openUnsavedFile = (path: string): UnsavedFile => {
  const lane = createTaskQueue();
  const read = async (): Promise<UnsavedEdits> => {
    const decoded = decode(UnsavedEdits)(tryParse(parseJson, await readFile(path, 'utf8').catch(() => '{}')));
    return E.isRight(decoded) ? decoded.right : {};
  };
  const merge = async (change: UnsavedEdits): Promise<void> => {
    const all = Object.entries({ ...(await read()), ...change }).filter(([, edits]) => edits !== null);
    await replaceFile(path, stringifyJson(Object.fromEntries(all)));
  };
  return {
    read: () => lane(read),
    change: async (value) => {
      const decoded = decode(UnsavedEdits)(value);
      if (E.isLeft(decoded)) return false;
      // One at a time. Otherwise a change could be lost between reading and writing.
      await lane(() => merge(decoded.right));
      return true;
    },
  };
};

/** Stores the preferences in one file. */
export interface PreferencesFile {
  /** Reads the preferences after earlier writes; empty if there is no valid file. */
  readonly read: () => Promise<Preferences>;
  /** Replaces all preferences; returns undefined if the value is invalid. */
  readonly write: (value: unknown) => Promise<Preferences | undefined>;
}

/** Opens the preferences file at `path`. The first write creates the file. */
export const openPreferencesFile = (path: string): PreferencesFile => {
  const lane = createTaskQueue();
  const read = async (): Promise<Preferences> => {
    const text = await readFile(path, 'utf8').catch(() => '{}');
    const decoded = decode(Preferences)(tryParse(JSON.parse, text));
    return E.isRight(decoded) ? decoded.right : {};
  };
  return {
    // Waits for earlier writes: a reloaded page sends its last change just before the new page reads.
    read: () => lane(read),
    write: async (value) => {
      const decoded = decode(Preferences)(value);
      if (E.isLeft(decoded)) return undefined;
      // Writes happen in the order of the calls, so that the last one wins.
      await lane(() => replaceFile(path, JSON.stringify(decoded.right)));
      return decoded.right;
    },
  };
};
