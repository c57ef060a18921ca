import type { Outside } from './link.js';

/** Trades the token of the address for the session's cookie, and takes it out of the address. */
const trade = async (): Promise<void> => {
  const token = /token=([\w-]+)/.exec(window.location.hash)?.[1];
  if (token === undefined) return;
  await fetch('/session', { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  window.history.replaceState(null, '', window.location.pathname);
};

/** The browser as a link needs it. */
export const browser: Outside = {
  enter: async () => {
    await trade();
    return (await fetch('/status')).ok;
  },
  openSocket: () => new WebSocket(`ws://${window.location.host}/rpc`),
  later: (ms, work) => {
    const timer = window.setTimeout(work, ms);
    return () => {
      window.clearTimeout(timer);
    };
  },
};
