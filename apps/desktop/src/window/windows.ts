import { createTaskQueue } from '@tandem/core';

import { openWindow } from './open-window.js';
import { type OpenWindow, detachedWindow, type WindowAdapter } from './window.js';

export interface WindowsOptions {
  /** The adapters for the window at the start. */
  readonly atStart: readonly WindowAdapter[];
  /** The adapters for windows that are requested later. */
  readonly later: readonly WindowAdapter[];
  /** Where a browser may store data. */
  readonly profileFolder: string;
  /** Returns an address with a single-use token. */
  readonly url: () => string;
  /** Called with the error if a window cannot be opened. */
  readonly onFailure: (error: unknown) => void;
}

/** The windows of one start. */
export interface Windows {
  /** Resolves when a person closes the first window; never if that cannot be detected. */
  readonly closed: Promise<void>;
  /** Brings the newest window to the front, or opens one if that is not possible. */
  readonly show: () => Promise<'raised' | 'opened' | 'none'>;
  /** Closes all windows that can be closed, and prevents new ones. */
  readonly close: () => Promise<void>;
}

/** Opens the first window and keeps track of it and of later ones. */
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
    // One at a time, because two simultaneous calls would open two windows.
    show: () => lane(showNow),
    close: async () => {
      ending.abort();
      await lane(() => Promise.all(opened.map((window) => window.close())));
    },
  };
};
