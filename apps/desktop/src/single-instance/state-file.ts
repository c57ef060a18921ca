import { readFile, rm } from 'node:fs/promises';

import { decode, struct, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { getDataFilePaths, replaceFile } from '@tandem/node';

/** The address of a running window and the key for requests to it. */
export const WindowState = struct('the state of a window', {
  url: t.string,
  key: t.string,
  pid: t.number,
});
export type WindowState = t.TypeOf<typeof WindowState>;

const getStateFilePath = (dataFolder: string): string => getDataFilePaths(dataFolder).windowState;

/** Reads the state, even of a window that has closed; undefined if it is missing or invalid. */
export const readState = async (dataFolder: string): Promise<WindowState | undefined> => {
  try {
    const decoded = decode(WindowState)(JSON.parse(await readFile(getStateFilePath(dataFolder), 'utf8')));
    return E.isRight(decoded) ? decoded.right : undefined;
  } catch {
    return undefined;
  }
};

/** Writes the state for other processes of this user. */
export const keepState = (dataFolder: string, state: WindowState): Promise<void> =>
  replaceFile(getStateFilePath(dataFolder), `${JSON.stringify(state)}\n`);

/** Removes the file. Only the process that has claimed the data folder may call it. */
export const dropState = (dataFolder: string): Promise<void> =>
  rm(getStateFilePath(dataFolder), { force: true });
