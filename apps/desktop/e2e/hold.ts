import type { Page } from 'playwright-core';

/** Holds back what a page sends and receives until it is released. */
export interface HeldTraffic {
  /** Starts to hold back messages; earlier ones have already passed. */
  readonly begin: () => void;
  /** How many messages were held back so far. */
  readonly count: () => number;
  readonly release: () => void;
}

interface Message {
  readonly id?: unknown;
  readonly method?: string;
}

/** Reloads the page with a connection that holds back calls or their responses. */
const holdMessages = async (
  page: Page,
  method: string,
  what: 'calls' | 'answers',
  isAtOnce = true,
): Promise<HeldTraffic> => {
  let isHolding = isAtOnce;
  let count = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.routeWebSocket('**/rpc', (socket) => {
    const ids = new Set<unknown>();
    const server = socket.connectToServer();
    const passOn = (isHeld: boolean, send: () => void): void => {
      if (isHeld && isHolding) {
        count += 1;
        void released.then(send);
      } else send();
    };
    socket.onMessage((message) => {
      const call = JSON.parse(String(message)) as Message;
      const isMeant = call.method === method;
      if (isMeant) ids.add(call.id);
      passOn(isMeant && what === 'calls', () => {
        server.send(message);
      });
    });
    server.onMessage((message) => {
      const { id } = JSON.parse(String(message)) as Message;
      passOn(what === 'answers' && ids.has(id), () => {
        socket.send(message);
      });
    });
  });
  await page.reload();
  // The page ignores keys until the tree is shown.
  await page.getByRole('treeitem').first().waitFor();
  const begin = (): void => void (isHolding = true);
  return { begin, count: () => count, release };
};

/** Holds back the calls of a method, so that others arrive first. */
export const holdCalls = (page: Page, method: string): Promise<HeldTraffic> =>
  holdMessages(page, method, 'calls');

/** Holds back the responses to a method, but not the events that arrive meanwhile. */
export const holdAnswers = (page: Page, method: string, isAtOnce = true): Promise<HeldTraffic> =>
  holdMessages(page, method, 'answers', isAtOnce);
