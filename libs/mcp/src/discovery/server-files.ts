import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { decode, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

/** What a running server leaves for those who look for it. */
const Announcement = t.type({ url: t.string, pid: t.number, startedAt: t.string });
export type Announcement = t.TypeOf<typeof Announcement>;

const keyBytes = 32;

const folderOf = (dataFolder: string): string => join(dataFolder, 'servers');
const announcementOf = (dataFolder: string): string => join(folderOf(dataFolder), 'mcp.json');
/** Where the port of last time is kept. */
export const portFileOf = (dataFolder: string): string => join(folderOf(dataFolder), 'mcp.port');
const keyOf = (dataFolder: string): string => join(folderOf(dataFolder), 'session.key');

const readIfThere = async (path: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Writes a file that only this user can read, in one step for whoever reads it meanwhile. */
const replace = async (path: string, text: string): Promise<void> => {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, path);
};

/** Makes the folder of servers' files, which only this user can enter. */
export const prepareServersFolder = async (dataFolder: string): Promise<void> => {
  await mkdir(folderOf(dataFolder), { recursive: true, mode: 0o700 });
};

/** The key that session ids of a data folder are signed with; made by the first server that asks for it. */
export const sessionKeyOf = async (dataFolder: string): Promise<Uint8Array> => {
  const path = keyOf(dataFolder);
  const known = await readIfThere(path);
  if (known?.length === keyBytes) return known;
  const key = randomBytes(keyBytes);
  try {
    await writeFile(path, key, { mode: 0o600, flag: known === undefined ? 'wx' : 'w' });
    await chmod(path, 0o600);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return sessionKeyOf(dataFolder);
  }
};

export const announce = (dataFolder: string, announcement: Announcement): Promise<void> =>
  replace(announcementOf(dataFolder), `${JSON.stringify(announcement)}\n`);

/** What is announced, whether or not it is still there; undefined when nothing is or it cannot be read. */
export const readAnnouncement = async (dataFolder: string): Promise<Announcement | undefined> => {
  const text = await readIfThere(announcementOf(dataFolder));
  if (text === undefined) return undefined;
  try {
    const decoded = decode(Announcement)(JSON.parse(text.toString('utf8')));
    return E.isRight(decoded) ? decoded.right : undefined;
  } catch {
    return undefined;
  }
};

/** Takes back what was announced, unless another server has announced itself since. */
export const withdraw = async (dataFolder: string, { url, pid }: Announcement): Promise<void> => {
  const present = await readAnnouncement(dataFolder);
  if (present?.pid === pid && present.url === url) await rm(announcementOf(dataFolder), { force: true });
};
