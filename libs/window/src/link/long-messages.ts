import { createTextBlob } from './json-pieces.js';
import type { LinkSocket } from './link.js';
import { yieldToPage } from '../yield-to-page.js';

/** Maximum length of a message that is sent or read at once, in characters. */
export const maxSyncLength = 1_000_000;

/** The part of a browser's WebSocket that is needed. */
export type BlobSocket = Omit<LinkSocket, 'send'> & { readonly send: (data: string | Blob) => void };

/** Creates a function that does work in order. Long work makes later work wait, even if it fails; other work is done at once. */
const createOrder = () => {
  let last: Promise<void> | undefined;
  return (work: () => void | Promise<void>): void => {
    const running = last === undefined ? work() : last.then(work);
    if (running === undefined) return;
    const ended = running
      .catch((error: unknown) => reportError(error))
      .then(() => {
        if (last === ended) last = undefined;
      });
    last = ended;
  };
};

/**
 * Makes a socket send and read long messages in several tasks, because encoding and parsing some megabytes would block the page.
 * Messages keep their order.
 */
export const splitLongMessages = (socket: BlobSocket): LinkSocket => {
  const sending = createOrder();
  const reading = createOrder();
  const addEventListener = (type: 'open' | 'close' | 'message', listener: (event: never) => void): void => {
    if (type !== 'message') socket.addEventListener(type as 'close', listener as () => void);
    else
      socket.addEventListener('message', (event) => {
        const read = (): void => listener(event as never);
        reading(() => (String(event.data).length > maxSyncLength ? yieldToPage().then(read) : read()));
      });
  };
  return {
    send: (text) => {
      sending(() =>
        text.length > maxSyncLength
          ? createTextBlob(text).then((blob) => socket.send(blob))
          : socket.send(text),
      );
    },
    close: () => socket.close(),
    addEventListener,
  };
};
