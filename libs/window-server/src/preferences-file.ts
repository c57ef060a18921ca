import { readFile } from 'node:fs/promises';

import { createTaskQueue } from '@tandem/core';
import { decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { replaceFile } from '@tandem/node';
import { Preferences } from '@tandem/window';

/** Stores the preferences in one file. */
export interface PreferencesFile {
  /** Waits for earlier writes; empty if there is no valid file. */
  readonly read: () => Promise<Preferences>;
  /** Replaces all preferences; undefined if the value is invalid. */
  readonly write: (value: unknown) => Promise<Preferences | undefined>;
}

const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Opens the preferences file at `path`, which the first write creates. */
export const openPreferencesFile = (path: string): PreferencesFile => {
  const lane = createTaskQueue();
  const read = async (): Promise<Preferences> => {
    const text = await readFile(path, 'utf8').catch(() => '{}');
    const decoded = decode(Preferences)(tryParseJson(text));
    return E.isRight(decoded) ? decoded.right : {};
  };
  return {
    // A page that is reloaded sends its last change just before the new page reads.
    read: () => lane(read),
    write: async (value) => {
      const decoded = decode(Preferences)(value);
      if (E.isLeft(decoded)) return undefined;
      // In the order of the calls, so that the last one wins.
      await lane(() => replaceFile(path, JSON.stringify(decoded.right)));
      return decoded.right;
    },
  };
};
