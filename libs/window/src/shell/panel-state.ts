import { useEffect, useState } from 'react';

import { usePage } from './page.js';
import { useSelected } from './store.js';

/** State of a panel that lasts until the page closes, even while the panel is closed. The key identifies it. */
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

/** The session storage key for the selected part of each panel. */
const storageKey = 'tandem.shown-parts';

/** Maximum number of stored choices. The oldest ones are dropped first. */
const maxChoices = 500;

const readChoices = (): Map<string, string> => {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(storageKey) ?? '[]');
    if (!Array.isArray(stored)) return new Map();
    return new Map(
      stored.filter(
        (one): one is [string, string] =>
          Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string'),
      ),
    );
  } catch {
    // The storage may be disabled, or contain data of another version.
    return new Map();
  }
};

const storeChoice = (key: string, value: string): void => {
  const choices = readChoices();
  choices.delete(key);
  choices.set(key, value);
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify([...choices].slice(-maxChoices)));
  } catch {
    // Without storage, the choice lasts until the page closes.
  }
};

/** The selected part of a panel, such as a tab below a request. The choice survives closing the panel and reloading the page. */
export const useSelectedPart = <T extends string | undefined>(
  key: string,
  start: () => T,
): readonly [T | string, (value: string) => void] => {
  const [value, setValue] = usePanelState<T | string>(key, () => readChoices().get(key) ?? start());
  const { wantedPart } = usePage();
  const wanted = useSelected(wantedPart, (part) => (part?.key === key ? part : undefined));
  useEffect(() => {
    if (wanted === undefined) return;
    wantedPart.set(undefined);
    storeChoice(key, wanted.value);
    setValue(wanted.value);
  }, [wanted, wantedPart, key]);
  return [
    value,
    (next) => {
      storeChoice(key, next);
      setValue(next);
    },
  ];
};
