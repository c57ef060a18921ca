import { useState } from 'react';

import { usePage } from './page.js';

/** A state of a panel that outlives it, as long as the page is open; a panel that is kept has the same key for good. */
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
