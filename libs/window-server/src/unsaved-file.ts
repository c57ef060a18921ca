import { readFile } from 'node:fs/promises';

import { createLane } from '@tandem/core';
import { decode, Json, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { replaceFile } from '@tandem/node';

/** What pages hold and could not store yet, by the id of its request; null for one that has nothing left. */
const Unsaved = t.record(t.string, Json, 'unsaved edits by request');
type Unsaved = t.TypeOf<typeof Unsaved>;

/** Keeps the unsaved edits of all pages in one file that only its owner reads. */
export interface UnsavedFile {
  /** None when there is no file, or none that is understood. */
  readonly read: () => Promise<Unsaved>;
  /** Puts what is given over what is there; false when the value is not understood. */
  readonly change: (value: unknown) => Promise<boolean>;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Opens the file of unsaved edits at `path`; it is made by the first change. */
export const unsavedFile = (path: string): UnsavedFile => {
  const lane = createLane();
  const read = async (): Promise<Unsaved> => {
    const decoded = decode(Unsaved)(parsed(await readFile(path, 'utf8').catch(() => '{}')));
    return E.isRight(decoded) ? decoded.right : {};
  };
  const merge = async (change: Unsaved): Promise<void> => {
    const all = Object.entries({ ...(await read()), ...change }).filter(([, edits]) => edits !== null);
    await replaceFile(path, JSON.stringify(Object.fromEntries(all)));
  };
  return {
    read: () => lane(read),
    change: async (value) => {
      const decoded = decode(Unsaved)(value);
      if (E.isLeft(decoded)) return false;
      // One after the other, or a change could be lost between reading and writing.
      await lane(() => merge(decoded.right));
      return true;
    },
  };
};
