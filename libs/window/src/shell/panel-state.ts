import { useState } from 'react';

import { usePage } from './page.js';

/** State of a panel that outlives it while the page is open; a persistent panel always has the same key. */
export const usePanelState = <T>(key: string, start: () => T): readonly [T, (value: T) => void] => {
  const { panelStates } = usePage();
  const [value, setValue] = useState<T>(() => (panelStates.has(key) ? (panelStates.get(key) as T) : start()));
  return [
    value,
    (next) => {
      panelStates.set(key, next);
      setValue(next);
    },
  ];
};
