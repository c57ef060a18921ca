import type { Change } from '@tandem/core';
import { useEffect } from 'react';

import { browser } from '../link/browser.js';
import { useLink } from '../link/use-link.js';
import { throttle } from '../link/throttle.js';

/** How long changes that follow each other are waited for, in milliseconds. */
const pauseMs = 500;

/** Calls `work` a moment after the wanted changes; both functions must stay the same from render to render. */
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
