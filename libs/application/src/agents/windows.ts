import { isSameJson } from '../activity/field-values.js';
import { createListeners } from './listeners.js';
import type { LookAt, Selection } from './selection.js';

/** What the open windows show. */
export interface Windows {
  /** Records what a window shows now. */
  readonly look: (window: string, look: LookAt) => void;
  /** Forgets a closed window. */
  readonly leave: (window: string) => void;
  /** What the most recently used window shows. Null if none is open. */
  readonly selection: () => Selection | null;
  /** Whether a person edits the request in any window. */
  readonly isEdited: (requestId: string) => boolean;
  /** Calls `listener` when {@link selection} has changed, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

interface Open {
  readonly selection: Selection;
  readonly edits: readonly string[];
  /** Increases each time a window is used. */
  readonly usedAt: number;
}

const findLatest = (all: Iterable<Open>): Open | undefined =>
  [...all].reduce<Open | undefined>(
    (found, one) => (found === undefined || one.usedAt > found.usedAt ? one : found),
    undefined,
  );

/** Remembers what windows show, by connection. */
export const createWindows = (): Windows => {
  const open = new Map<string, Open>();
  const listeners = createListeners();
  let uses = 0;
  const selection = (): Selection | null => findLatest(open.values())?.selection ?? null;
  const changing = (change: () => void): void => {
    const before = selection();
    change();
    if (!isSameJson(before, selection())) listeners.notify();
  };
  return {
    look: (window, { isFocused, edits, ...shown }) => {
      changing(() => {
        const known = open.get(window);
        // A newly opened window counts as used.
        const usedAt = known === undefined || isFocused ? (uses += 1) : known.usedAt;
        open.set(window, { selection: shown, edits, usedAt });
      });
    },
    leave: (window) => {
      changing(() => open.delete(window));
    },
    selection,
    isEdited: (requestId) => [...open.values()].some(({ edits }) => edits.includes(requestId)),
    subscribe: listeners.subscribe,
  };
};
