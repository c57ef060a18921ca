import { readFile, rm } from 'node:fs/promises';

import { decode, struct, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { dataFiles, replaceFile } from '@tandem/node';

/** Where a running window is reached, and with which key. */
export const WindowState = struct('the state of a window', {
  url: t.string,
  key: t.string,
  pid: t.number,
});
export type WindowState = t.TypeOf<typeof WindowState>;

const pathIn = (dataFolder: string): string => dataFiles(dataFolder).windowState;

/** What the file says, whether or not that window is still there; undefined when it cannot be read as a state. */
export const readState = async (dataFolder: string): Promise<WindowState | undefined> => {
  try {
    const decoded = decode(WindowState)(JSON.parse(await readFile(pathIn(dataFolder), 'utf8')));
    return E.isRight(decoded) ? decoded.right : undefined;
  } catch {
    return undefined;
  }
};

/** Writes the state for other processes of this user. */
export const keepState = (dataFolder: string, state: WindowState): Promise<void> =>
  replaceFile(pathIn(dataFolder), `${JSON.stringify(state)}\n`);

/** Removes the file; only the process that has the claim on the data folder may do so. */
export const dropState = (dataFolder: string): Promise<void> => rm(pathIn(dataFolder), { force: true });
