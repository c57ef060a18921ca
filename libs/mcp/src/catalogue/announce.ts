import type { Change } from '@tandem/core';

import type { Resources } from './catalogue.js';

/** What a client is told when something has changed. */
export interface Announcements {
  readonly listChanged: () => void;
  readonly updated: (uri: string) => void;
}

/** Milliseconds between two announcements of one kind: clients wait for a pause of 300 ms before they read again. */
const pauseMs = 500;

/** Runs `work` at once and then once more after each pause in which it was asked for again. */
const paced = (work: () => void): (() => void) => {
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
 * Turns changes into announcements: of the list, and of the resources that `isSubscribed` says. A burst is one
 * announcement at its beginning and one after it.
 */
export const announcer = (
  { touched, changesList }: Resources,
  isSubscribed: (uri: string) => boolean,
  { listChanged, updated }: Announcements,
): ((change: Change) => void) => {
  const list = paced(listChanged);
  const uris = new Set<string>();
  const flush = paced(() => {
    const all = [...uris];
    uris.clear();
    all.forEach(updated);
  });
  return (change) => {
    if (changesList(change)) list();
    const meant = touched(change).filter(isSubscribed);
    if (meant.length === 0) return;
    for (const uri of meant) uris.add(uri);
    flush();
  };
};
