import { randomBytes } from 'node:crypto';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';

import { decode, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { getDataFilePaths, makeFolder, replaceFile } from '@tandem/node';

/** The content of the file in which a running server publishes its address. */
const Announcement = t.type({ url: t.string, pid: t.number, startedAt: t.string });
export type Announcement = t.TypeOf<typeof Announcement>;

const keyBytes = 32;

const readIfThere = async (path: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Loads the key that signs the session ids of a data folder. Creates it on first use. */
export const loadSessionKey = async (dataFolder: string): Promise<Uint8Array> => {
  const { servers, sessionKey: path } = getDataFilePaths(dataFolder);
  await makeFolder(servers);
  const known = await readIfThere(path);
  if (known?.length === keyBytes) return known;
  const key = randomBytes(keyBytes);
  try {
    await writeFile(path, key, { mode: 0o600, flag: known === undefined ? 'wx' : 'w' });
    await chmod(path, 0o600);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return loadSessionKey(dataFolder);
  }
};

export const announce = (dataFolder: string, announcement: Announcement): Promise<void> =>
  replaceFile(getDataFilePaths(dataFolder).mcpAnnouncement, `${JSON.stringify(announcement)}\n`);

/** Reads the announcement in the data folder, although its server may have stopped. Undefined if the file is missing or unreadable. */
export const readAnnouncement = async (dataFolder: string): Promise<Announcement | undefined> => {
  const text = await readIfThere(getDataFilePaths(dataFolder).mcpAnnouncement);
  if (text === undefined) return undefined;
  try {
    const decoded = decode(Announcement)(JSON.parse(text.toString('utf8')));
    return E.isRight(decoded) ? decoded.right : undefined;
  } catch {
    return undefined;
  }
};

/** Removes the announcement of a server, unless another server has replaced it. */
export const withdrawAnnouncement = async (dataFolder: string, { url, pid }: Announcement): Promise<void> => {
  const present = await readAnnouncement(dataFolder);
  if (present?.pid === pid && present.url === url)
    await rm(getDataFilePaths(dataFolder).mcpAnnouncement, { force: true });
};
