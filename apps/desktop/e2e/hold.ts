import type { Page } from 'playwright-core';

/** What a page sends and receives over its link until it is released. */
export interface HeldTraffic {
  /** Begins to hold back what was let through until now. */
  readonly begin: () => void;
  readonly release: () => void;
}

interface Message {
  readonly id?: unknown;
  readonly method?: string;
}

/** Loads the page again with a link on which calls or their answers wait. */
const hold = async (
  page: Page,
  method: string,
  what: 'calls' | 'answers',
  isAtOnce = true,
): Promise<HeldTraffic> => {
  let isHolding = isAtOnce;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.routeWebSocket('**/rpc', (socket) => {
    const ids = new Set<unknown>();
    const server = socket.connectToServer();
    const passOn = (isHeld: boolean, send: () => void): void => {
      if (isHeld && isHolding) void released.then(send);
      else send();
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
  // Until then no key is heard.
  await page.getByRole('treeitem').first().waitFor();
  const begin = (): void => void (isHolding = true);
  return { begin, release };
};

/** Holds back the calls of a method, so that others come before them. */
export const holdCalls = (page: Page, method: string): Promise<HeldTraffic> => hold(page, method, 'calls');

/** Holds back the answers to a method, though not what is announced meanwhile. */
export const holdAnswers = (page: Page, method: string, isAtOnce = true): Promise<HeldTraffic> =>
  hold(page, method, 'answers', isAtOnce);
