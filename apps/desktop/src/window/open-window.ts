import { openBrowser } from './browser.js';
import { openChromium } from './chromium.js';
import { createNoWindowAdapter } from './none.js';
import type { OpenWindow, WindowAdapter, WindowOptions } from './window.js';

/** Whether this process can show windows. */
export const hasDisplay = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);

/** The adapters for this machine in order of preference; none without a display. */
export const listWindowAdapters = (
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): readonly WindowAdapter[] => (hasDisplay(platform, env) ? [openChromium, openBrowser] : []);

/** The adapters for a start; the last one opens no window and says so. */
export const listStartAdapters = (adapters: readonly WindowAdapter[]): readonly WindowAdapter[] => [
  ...adapters,
  createNoWindowAdapter(adapters.length === 0 ? 'there is no display' : 'no browser was found'),
];

/** The options of {@link openWindow}; each adapter calls `url` for a new address. */
export interface OpenWindowOptions extends Omit<WindowOptions, 'url'> {
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
