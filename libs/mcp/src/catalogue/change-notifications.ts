import type { Change } from '@tandem/core';

import type { Resources } from './catalogue.js';

/** The notifications that a client gets when something has changed. */
export interface ChangeNotifications {
  readonly listChanged: () => void;
  readonly updated: (uri: string) => void;
}

/** Milliseconds between two notifications of one kind: clients wait for a pause of 300 ms before they read again. */
const pauseMs = 500;

/** Runs `work` at once and then once more after each pause in which it was asked for again. */
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
 * Turns changes into notifications: of the list, and of the resources for which `isSubscribed` holds. A burst of changes
 * gives one notification when it begins and one after it.
 */
export const changeNotifier = (
  { touched, changesList }: Resources,
  isSubscribed: (uri: string) => boolean,
  { listChanged, updated }: ChangeNotifications,
): ((change: Change) => void) => {
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
