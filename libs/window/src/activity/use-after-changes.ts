import type { Change } from '@tandem/core';
import { useEffect } from 'react';

import { browser } from '../link/browser.js';
import { useLink } from '../link/use-link.js';
import { throttle } from '../link/throttle.js';

/** How long to wait for further changes, in milliseconds. */
const pauseMs = 500;

/** Calls `work` shortly after matching changes; both functions must be stable across renders. */
export const useAfterChanges = (isWanted: (change: Change) => boolean, work: () => void): void => {
  const link = useLink();
  useEffect(() => {
    const throttled = throttle(work, () => pauseMs, browser.later);
    const stop = link.onChange((change) => {
      if (isWanted(change)) throttled.schedule();
    });
    return () => {
      stop();
      throttled.cancel();
    };
  }, [link, isWanted, work]);
};
