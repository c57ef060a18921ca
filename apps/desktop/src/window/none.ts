import { detachedWindow, type WindowAdapter } from './window.js';

/** Opens no window, prints why to stderr, and keeps the application running. */
export const createNoWindowAdapter =
  (why: string): WindowAdapter =>
  () => {
    process.stderr.write(
      `desktop: ${why}, so Tandem is running without a window; open the printed address in a browser\n`,
    );
    return Promise.resolve(detachedWindow);
  };
