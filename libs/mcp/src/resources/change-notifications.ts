import type { ResourceChange, Resources } from '../catalogue/catalogue.js';

/** Sends notifications about changes to a client. */
export interface ChangeNotifications {
  readonly listChanged: () => void;
  readonly updated: (uri: string) => void;
}

/**
 * Minimum time between two notifications of the same kind, in milliseconds. Clients wait until there was none for 300 ms before they read
 * again.
 */
const pauseMs = 500;

/** Returns a function that runs `work` at once, and during each pause at most once more at its end. */
const limitFrequency = (work: () => void): (() => void) => {
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
 * Creates the notifications to a client about its subscribed resources and the list of resources. Many changes in a short time cause one
 * notification at the beginning and one at the end.
 */
export const createChangeNotifications = (
  { touched, changesList }: Resources,
  isSubscribed: (uri: string) => boolean,
  { listChanged, updated }: ChangeNotifications,
): ((change: ResourceChange) => void) => {
  const list = limitFrequency(listChanged);
  const uris = new Set<string>();
  const flush = limitFrequency(() => {
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
