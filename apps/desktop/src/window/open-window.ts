import { openBrowser } from './browser.js';
import { openChromium } from './chromium.js';
import { noWindow } from './none.js';
import type { OpenWindow, WindowAdapter, WindowOptions } from './window.js';

/** Whether this process can reach a screen. */
export const hasDisplay = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);

/** The ways to open a window on this machine, the best first; none without a display. */
export const windowAdapters = (
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): readonly WindowAdapter[] => (hasDisplay(platform, env) ? [openChromium, openBrowser] : []);

/** The ways that are tried at a start; the last opens none and says so. */
export const adaptersAtStart = (adapters: readonly WindowAdapter[]): readonly WindowAdapter[] => [
  ...adapters,
  noWindow(adapters.length === 0 ? 'there is no display' : 'no browser was found'),
];

/** What {@link openWindow} needs; `url` is asked for anew by each adapter. */
export interface OpenWindowOptions extends Omit<WindowOptions, 'url'> {
  readonly url: () => string;
}

/** Opens a window with the first adapter that can. */
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
