import { delay, detachedWindow, type WindowAdapter } from './window.js';

/** How long the program that opens a tab may take to fail, in milliseconds. */
const settlingMs = 3_000;

/** Opens a tab in the system's browser; closing it cannot be detected. */
export const openBrowser: WindowAdapter = async ({ url, ending }) => {
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
    return (await Promise.race([failed, delay(settlingMs, ending)])) === true ? undefined : detachedWindow;
  } catch {
    return undefined;
  }
};
