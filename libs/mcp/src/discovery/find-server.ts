import { type Announcement, readAnnouncement } from './server-files.js';

/** Timeout for the health check of an announced server, in milliseconds. */
const timeoutMs = 5_000;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const isSameDataFolder = (url: string): boolean => URL.canParse(url) && new URL(url).hostname === '127.0.0.1';

/** Whether Tandem responds at the URL. It does, too, if it asks for a token. */
const isTandemAnswering = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    if (response.status === 401) return response.headers.get('www-authenticate')?.includes('tandem') ?? false;
    const { name } = (await response.json()) as { readonly name?: unknown };
    return name === 'tandem';
  } catch {
    return false;
  }
};

/** Finds the running server of a data folder. Undefined if no server is announced there, or the announced one does not respond. */
export const findServer = async (dataFolder: string): Promise<Announcement | undefined> => {
  const announced = await readAnnouncement(dataFolder);
  if (announced === undefined || !isAlive(announced.pid) || !isSameDataFolder(announced.url))
    return undefined;
  return (await isTandemAnswering(announced.url)) ? announced : undefined;
};
