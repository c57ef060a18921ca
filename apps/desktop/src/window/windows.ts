import { createLane } from '@tandem/core';

import { openWindow } from './open-window.js';
import { type OpenWindow, unwatched, type WindowAdapter } from './window.js';

export interface WindowsOptions {
  /** The ways to open the window of the start. */
  readonly atStart: readonly WindowAdapter[];
  /** The ways to open one later, when it is asked for. */
  readonly later: readonly WindowAdapter[];
  /** Where a browser may keep what it needs. */
  readonly profileFolder: string;
  /** Gives an address whose token is good once. */
  readonly url: () => string;
  /** Called with the error that kept a window from opening. */
  readonly onFailure: (error: unknown) => void;
}

/** The windows of one start. */
export interface Windows {
  /** Resolves when a person closes the window of the start; never when that cannot be known. */
  readonly closed: Promise<void>;
  /** Brings the newest window to the front, or opens one where that is not possible. */
  readonly show: () => Promise<'raised' | 'opened' | 'none'>;
  /** Closes those that can be closed, and opens none any more. */
  readonly close: () => Promise<void>;
}

/** Opens the window of the start, and keeps hold of it and of those that follow. */
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
  const lane = createLane();
  void lane(() => first);
  const showNow = async (): Promise<'raised' | 'opened' | 'none'> => {
    if (await opened.at(-1)?.raise()) return 'raised';
    return (await open(options.later)) === undefined ? 'none' : 'opened';
  };
  return {
    closed: first.then((window) => (window ?? unwatched).closed),
    // In a lane, or two calls at once would open two windows.
    show: () => lane(showNow),
    close: async () => {
      ending.abort();
      await lane(() => Promise.all(opened.map((window) => window.close())));
    },
  };
};
