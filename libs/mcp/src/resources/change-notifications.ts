import type { ResourceChange, Resources } from '../catalogue/catalogue.js';

/** Sends notifications about changes to a client. */
export interface ChangeNotifications {
  readonly listChanged: () => void;
  readonly updated: (uri: string) => void;
}

/**
 * Minimum interval between two notifications of one kind. Clients wait for 300 ms of silence before they read again.
 */
const pauseMs = 500;

/** Runs `work` immediately, and once more after each pause in which it was requested again. */
const throttle = (work: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let again = false;
  const rest = (): void => {
    timer = setTimeout(() => {
      timer = undefined;
      if (!again) return;
      again = false;
      work();
      rest();
    }, pauseMs);
    timer.unref();
  };
  return () => {
    if (timer) {
      again = true;
      return;
    }
    work();
    rest();
  };
};

/**
 * Notifies the client of changes to the list and to subscribed resources. A burst of changes causes one notification at its start and
 * one after its end.
 */
export const createChangeNotifications = (
  { touched, changesList }: Resources,
  isSubscribed: (uri: string) => boolean,
  { listChanged, updated }: ChangeNotifications,
): ((change: ResourceChange) => void) => {
  const list = throttle(listChanged);
  const uris = new Set<string>();
  const flush = throttle(() => {
    const all = [...uris];
    uris.clear();
    all.forEach(updated);
  });
  return (change) => {
    if (changesList(change)) list();
    const subscribed = touched(change).filter(isSubscribed);
    if (subscribed.length === 0) return;
    for (const uri of subscribed) uris.add(uri);
    flush();
  };
};
