import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

import { bringToFront, connectDevTools } from './devtools.js';
import { delay, detachedWindow, type WindowAdapter } from './window.js';

/** Flags that prevent the browser's first-run page and its own network traffic. */
const flags = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--window-size=1280,840',
  // Chromium exits when this pipe closes, so it never outlives this process, even if the process is killed.
  '--remote-debugging-pipe',
];

/** How long a browser may take to fail or to hand its page to a running browser, in milliseconds. */
const maxStartMs = 2_500;

/** How long a browser may take to show its page before another window is opened, in milliseconds. */
const maxShowMs = 10_000;

/** How long a browser may take to close, in milliseconds. */
const maxCloseMs = 3_000;

const findChromium = async (): Promise<string | undefined> => {
  const { Launcher } = await import('chrome-launcher');
  try {
    return process.env.CHROME_PATH ?? Launcher.getFirstInstallation();
  } catch {
    return undefined;
  }
};

/** Waits until a browser ends: closed by a person or a signal, or failed to run. */
const waitForEnd = (child: ChildProcess): Promise<'closed' | 'failed'> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(code === 0 || signal !== null ? 'closed' : 'failed');
    });
    child.on('error', () => {
      resolve('failed');
    });
  });

/** Whether a browser is running with this profile: Chromium's lock is a link to `host-pid`. */
const isInUse = async (profileFolder: string): Promise<boolean> => {
  try {
    const pid = Number((await readlink(join(profileFolder, 'SingletonLock'))).split('-').at(-1));
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Disables Chromium's sandbox if the user is root, because the sandbox does not work for root. */
const getRootOptions = (): readonly string[] =>
  process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : [];

/** Opens a Chromium window without tabs and address bar, with its own profile. */
export const openChromium: WindowAdapter = async ({ url, profileFolder, ending }) => {
  const program = await findChromium();
  if (program === undefined) return undefined;
  await mkdir(profileFolder, { recursive: true });
  const shared = await isInUse(profileFolder);
  const child = spawn(
    program,
    [`--app=${url}`, `--user-data-dir=${profileFolder}`, ...flags, ...getRootOptions()],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    },
  );
  for (const pipe of child.stdio.slice(3)) pipe?.on('error', () => undefined);
  const devTools = connectDevTools(child);
  const end = waitForEnd(child);
  const first = await Promise.race([end, delay(maxStartMs, ending)]);
  if (first === 'failed') return undefined;
  // If a browser with this profile is running, it opens the page, and the one that was just started exits.
  if (first === 'closed' && shared) return detachedWindow;
  const ended = new AbortController();
  const closed = end.then(() => {
    ended.abort();
  });
  return {
    closed,
    raise: () =>
      bringToFront(
        devTools,
        new URL(url).origin,
        AbortSignal.any([ending, ended.signal, AbortSignal.timeout(maxShowMs)]),
      ),
    close: async () => {
      child.kill();
      const stubborn = setTimeout(() => child.kill('SIGKILL'), maxCloseMs);
      await closed;
      clearTimeout(stubborn);
    },
  };
};
