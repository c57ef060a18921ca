import { unwatched, type WindowAdapter } from './window.js';

/** No window at all: says why on stderr, and the application runs on. */
export const noWindow =
  (why: string): WindowAdapter =>
  () => {
    process.stderr.write(
      `desktop: ${why}, so Tandem is running without a window; open the printed address in a browser\n`,
    );
    return Promise.resolve(unwatched);
  };
