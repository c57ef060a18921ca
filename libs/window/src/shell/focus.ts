import { useState } from 'react';

/** How long to wait for an element before giving up, in milliseconds. */
const maxWaitMs = 10_000;

/** Matches what gives the focus back when it closes. */
const overlaySelector = 'dialog, .k-dialog, .k-list, [role=dialog], [role=menu]';

/** Whether the person moved the focus from one element to another. From a removed element, the page moves the focus itself. */
const isMovedByPerson = ({ relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof Element && relatedTarget.closest(overlaySelector) === null;

/**
 * Focuses an element as soon as it exists and is focusable, which it is not below an open dialog. Gives up when the person clicks
 * elsewhere or moves the focus by a key, or when `isWanted` is false.
 */
export const focusWhenVisible = (
  find: () => HTMLElement | null | undefined,
  {
    isSelected = false,
    isWanted = () => true,
  }: {
    readonly isSelected?: boolean;
    readonly isWanted?: () => boolean;
  } = {},
): void => {
  /** Whether that is done, or no longer wanted. */
  const focus = (): boolean => {
    if (!isWanted()) return true;
    const element = find() ?? null;
    element?.focus();
    if (element === null || document.activeElement !== element) return false;
    if (isSelected && element instanceof HTMLInputElement) element.select();
    return true;
  };
  if (focus()) return;
  const observer = new MutationObserver(() => {
    if (focus()) stop();
  });
  const stop = (): void => {
    observer.disconnect();
    document.removeEventListener('pointerdown', stop, { capture: true });
    document.removeEventListener('focusin', followFocusIn);
  };
  const followFocusIn = (event: FocusEvent): void => {
    if (isMovedByPerson(event)) stop();
  };
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  document.addEventListener('pointerdown', stop, { capture: true });
  document.addEventListener('focusin', followFocusIn);
  window.setTimeout(stop, maxWaitMs);
};

const findInTab = (id: string, label: string): HTMLElement | null =>
  document.querySelector(`#shown-tab[aria-labelledby="tab-${CSS.escape(id)}"] [aria-label="${label}"]`);

/** Focuses a request's URL as soon as its tab shows it. */
export const focusUrl = (id: string): void => focusWhenVisible(() => findInTab(id, 'URL'));

/** Selects the URL of a request, so that typing replaces it. */
export const selectUrl = (id: string): void =>
  focusWhenVisible(() => findInTab(id, 'URL'), { isSelected: true });

/** Selects a request's name as soon as its tab shows it. */
export const selectName = (id: string): void =>
  focusWhenVisible(() => findInTab(id, 'Name'), { isSelected: true });

/**
 * Finds the nearest line that remains when the line at an index is removed: the next one below, otherwise the
 * next one above.
 */
const findNearestKey = (keys: readonly string[], at: number, going: readonly string[]): string | undefined =>
  [...keys.slice(at + 1), ...keys.slice(0, Math.max(at, 0)).reverse()].find((key) => !going.includes(key));

/**
 * Tracks the lines of a list that are being deleted. A line stays in the list until the server responds. If another line is
 * deleted meanwhile, the focus must not move to the first one.
 */
export const useDeletedLines = (keys: readonly string[]) => {
  const [all, setGoing] = useState<readonly string[]>([]);
  const going = all.filter((key) => keys.includes(key));
  if (going.length < all.length) setGoing(going);
  return {
    going,
    goes: (key: string): void => {
      setGoing((before) => [...before, key]);
    },
    /** Call this when the deletion has ended, even if it failed. */
    ended: (key: string): void => {
      setGoing((before) => before.filter((one) => one !== key));
    },
    /** Returns the line to focus when this one is removed: the next remaining one, otherwise the previous one. */
    besides: (key: string): string | undefined => findNearestKey(keys, keys.indexOf(key), going),
  };
};
