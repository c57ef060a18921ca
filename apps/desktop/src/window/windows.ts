import { createTaskQueue } from '@tandem/core';

import { type OpenWindow, detachedWindow, type WindowAdapter, type WindowOptions, delay } from './window.js';
import { openChromium } from './chromium.js';

/** Opens no window, prints why to stderr, and keeps the application running. */
const createNoWindowAdapter =
  (why: string): WindowAdapter =>
  () => {
    process.stderr.write(
      `desktop: ${why}, so Tandem is running without a window; open the printed address in a browser\n`,
    );
    return Promise.resolve(detachedWindow);
  };

/** How long the program that opens a browser tab may take to fail, in milliseconds. */
const maxStartMs = 3_000;

/** Opens a tab in the system's browser; closing it cannot be detected. */
const openBrowser: WindowAdapter = async ({ url, ending }) => {
  const { default: open } = await import('open');
  try {
    const opener = await open(url);
    const failed = new Promise<true>((resolve) => {
      opener.on('error', () => {
        resolve(true);
      });
      opener.once('exit', (code) => {
        if (code !== 0) resolve(true);
      });
    });
    return (await Promise.race([failed, delay(maxStartMs, ending)])) === true ? undefined : detachedWindow;
  } catch {
    return undefined;
  }
};

/** Whether this process can show windows. */
export const hasDisplay = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);

/** Lists the window adapters of this machine in order of preference; none without a display. */
export const listWindowAdapters = (
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): readonly WindowAdapter[] => (hasDisplay(platform, env) ? [openChromium, openBrowser] : []);

/** Lists the adapters for the first window. The last one opens no window, and prints the reason. */
export const listStartAdapters = (adapters: readonly WindowAdapter[]): readonly WindowAdapter[] => [
  ...adapters,
  createNoWindowAdapter(adapters.length === 0 ? 'there is no display' : 'no browser was found'),
];

/** The options of {@link openWindow}. Each adapter calls `url` to get its own address. */
interface OpenWindowOptions extends Omit<WindowOptions, 'url'> {
  readonly url: () => string;
}

/** Opens a window with the first adapter that works. */
export const openWindow = async (
  adapters: readonly WindowAdapter[],
  { url, ...options }: OpenWindowOptions,
): Promise<OpenWindow | undefined> => {
  for (const adapter of adapters) {
    if (options.ending.aborted) return undefined;
    const window = await adapter({ ...options, url: url() });
    if (window) return window;
  }
  return undefined;
};

export interface WindowsOptions {
  /** The adapters for the first window. */
  readonly atStart: readonly WindowAdapter[];
  /** The adapters for windows that are opened later. */
  readonly later: readonly WindowAdapter[];
  /** The folder in which a browser may store data. */
  readonly profileFolder: string;
  /** Returns an address with a single-use token. */
  readonly url: () => string;
  /** Called with the error if a window cannot be opened. */
  readonly onFailure: (error: unknown) => void;
}

/** The windows of one start. */
export interface Windows {
  /** Resolves when a person closes the first window. Never resolves if that cannot be detected. */
  readonly closed: Promise<void>;
  /** Brings the newest window to the front, or opens one if that is not possible. */
  readonly show: () => Promise<'raised' | 'opened' | 'none'>;
  /** Closes all windows that can be closed, and prevents new ones. */
  readonly close: () => Promise<void>;
}

/** Opens the first window, and tracks it and later windows. */
export const openWindows = (options: WindowsOptions): Windows => {
  const { url, profileFolder } = options;
  const ending = new AbortController();
  const opened: OpenWindow[] = [];
  const open = async (adapters: readonly WindowAdapter[]): Promise<OpenWindow | undefined> => {
    try {
      const window = await openWindow(adapters, { url, profileFolder, ending: ending.signal });
      if (window) opened.push(window);
      return window;
    } catch (error) {
      options.onFailure(error);
      return undefined;
    }
  };
  const first = open(options.atStart);
  const lane = createTaskQueue();
  void lane(() => first);
  const showNow = async (): Promise<'raised' | 'opened' | 'none'> => {
    if (await opened.at(-1)?.raise()) return 'raised';
    return (await open(options.later)) === undefined ? 'none' : 'opened';
  };
  return {
    closed: first.then((window) => (window ?? detachedWindow).closed),
    // Calls run one at a time, because two simultaneous calls would open two windows.
    show: () => lane(showNow),
    close: async () => {
      ending.abort();
      await lane(() => Promise.all(opened.map((window) => window.close())));
    },
  };
};
