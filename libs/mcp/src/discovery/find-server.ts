import { type Announcement, readAnnouncement } from './server-files.js';

/** How long a server may take to say that it is there, in milliseconds. */
const patienceMs = 5_000;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const isHere = (url: string): boolean => URL.canParse(url) && new URL(url).hostname === '127.0.0.1';

/** Whether Tandem answers there; a server that wants a token counts. */
const answers = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' });
    if (response.status === 401) return response.headers.get('www-authenticate')?.includes('tandem') ?? false;
    const { name } = (await response.json()) as { readonly name?: unknown };
    return name === 'tandem';
  } catch {
    return false;
  }
};

/** The server that runs on a data folder; one that left its announcement behind does not count. */
export const findServer = async (dataFolder: string): Promise<Announcement | undefined> => {
  const announced = await readAnnouncement(dataFolder);
  if (announced === undefined || !isAlive(announced.pid) || !isHere(announced.url)) return undefined;
  return (await answers(announced.url)) ? announced : undefined;
};
