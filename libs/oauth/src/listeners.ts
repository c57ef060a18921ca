import { openListener, type BrowserReply } from './callback-listener.js';

type Receive = (parameters: URLSearchParams) => Promise<BrowserReply>;

interface Open {
  readonly waiting: Map<string, Receive>;
  readonly opened: Promise<{ readonly close: () => void }>;
}

/** The callback listeners, one per callback URL while somebody waits there. */
export interface Listeners {
  /** Waits for the callback with this state. The response ends the wait. */
  readonly wait: (url: URL, state: string, receive: Receive) => Promise<() => void>;
  readonly close: () => void;
}

export const createListeners = (): Listeners => {
  const open = new Map<string, Open>();
  const leave = (url: URL, state: string): void => {
    const here = open.get(url.host);
    here?.waiting.delete(state);
    if (here === undefined || here.waiting.size > 0) return;
    open.delete(url.host);
    void here.opened.then(({ close }) => close()).catch(() => undefined);
  };
  const opening = (url: URL): Open => {
    const waiting = new Map<string, Receive>();
    const opened = openListener(url, (parameters) => {
      const state = parameters.get('state') ?? '';
      const receive = waiting.get(state);
      waiting.delete(state);
      return receive === undefined ? null : receive(parameters).finally(() => leave(url, state));
    });
    return { waiting, opened };
  };
  return {
    wait: async (url, state, receive) => {
      const here = open.get(url.host) ?? opening(url);
      open.set(url.host, here);
      here.waiting.set(state, receive);
      try {
        await here.opened;
      } catch (error) {
        leave(url, state);
        throw error;
      }
      return () => leave(url, state);
    },
    close: () => {
      for (const { opened } of open.values()) void opened.then(({ close }) => close()).catch(() => undefined);
      open.clear();
    },
  };
};
