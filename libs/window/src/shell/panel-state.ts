import { useEffect, useState } from 'react';

import { usePage } from './page.js';
import { useSelected } from './store.js';

/** State of a panel that lasts while the page is open, even when the panel is not. The state is found again by its key. */
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

/** Maximum number of stored choices; the oldest are dropped first. */
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
    // Storage may be disabled, or contain what another version wrote.
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
    // Without storage, the choice lasts as long as the page.
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
