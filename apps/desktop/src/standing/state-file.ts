import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { decode, struct, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

/** Where a running window is reached, and with which key. */
export const WindowState = struct('the state of a window', {
  url: t.string,
  key: t.string,
  pid: t.number,
});
export type WindowState = t.TypeOf<typeof WindowState>;

const pathIn = (dataFolder: string): string => join(dataFolder, 'servers', 'window.json');

/** What the file says, whether or not that window is still there; undefined when it cannot be read as a state. */
export const readState = async (dataFolder: string): Promise<WindowState | undefined> => {
  try {
    const decoded = decode(WindowState)(JSON.parse(await readFile(pathIn(dataFolder), 'utf8')));
    return E.isRight(decoded) ? decoded.right : undefined;
  } catch {
    return undefined;
  }
};

/** Leaves the state for this user alone, in one step for whoever reads it meanwhile. */
export const keepState = async (dataFolder: string, state: WindowState): Promise<void> => {
  const path = pathIn(dataFolder);
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(draft, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  await rename(draft, path);
};

/** Removes the file; only the process that has the claim on the data folder may do so. */
export const dropState = (dataFolder: string): Promise<void> => rm(pathIn(dataFolder), { force: true });
