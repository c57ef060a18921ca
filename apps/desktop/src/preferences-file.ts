import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import { Preferences } from './preferences.js';

/** Keeps preferences in one file. */
export interface PreferencesFile {
  /** None when there is no file, or none that is understood. */
  readonly read: () => Promise<Preferences>;
  /** Replaces all; undefined when the value is not understood. */
  readonly write: (value: unknown) => Promise<Preferences | undefined>;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Opens the file of preferences at `path`; it is made by the first write. */
export const preferencesFile = (path: string): PreferencesFile => {
  let last: Promise<unknown> = Promise.resolve();
  const replace = async (value: Preferences): Promise<void> => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, JSON.stringify(value));
    await rename(`${path}.new`, path);
  };
  return {
    read: async () => {
      const text = await readFile(path, 'utf8').catch(() => '{}');
      const decoded = decode(Preferences)(parsed(text));
      return E.isRight(decoded) ? decoded.right : {};
    },
    write: async (value) => {
      const decoded = decode(Preferences)(value);
      if (E.isLeft(decoded)) return undefined;
      // One after the other, or two writes would share the temporary file.
      const done = last.then(() => replace(decoded.right));
      last = done.catch(() => undefined);
      await done;
      return decoded.right;
    },
  };
};
