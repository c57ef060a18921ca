import { focusWhenVisible } from './focus.js';
import {
  canHaveFocus,
  findFocusAfter,
  findShownEntry,
  type FocusedElement,
  getLastFocus,
  isDialogOpen,
  isFocusLost,
} from './panes.js';
import type { WorkspaceStores } from './workspace-stores.js';

/** How long the page may take to replace the element that had the focus, in milliseconds. */
const replacingMs = 100;

/** How long a button may be disabled, such as while it works, until the focus goes elsewhere, in milliseconds. */
const disabledMs = 5_000;

/** Matches the elements that get the focus when they are pressed. */
const focusableSelector = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Whether the person took the focus away by a click beside everything. */
const followLeaving = () => {
  let isLeft = false;
  const followPointer = ({ target }: PointerEvent): void => {
    // A pressed control may be gone, and the focus lost, before the page is told: Send becomes Cancel.
    const isBeside = target instanceof Element && target.closest(focusableSelector) === null;
    window.setTimeout(() => {
      isLeft = isBeside && isFocusLost();
    });
  };
  const followFocusIn = (): void => {
    isLeft = false;
  };
  document.addEventListener('pointerdown', followPointer, { capture: true });
  document.addEventListener('focusin', followFocusIn);
  return {
    isLeft: () => isLeft,
    stop: (): void => {
      document.removeEventListener('pointerdown', followPointer, { capture: true });
      document.removeEventListener('focusin', followFocusIn);
    },
  };
};

/** Moves the focus back when the focused element is removed or disabled. Returns a function that stops this. */
const followRemovals = (): (() => void) => {
  const leaving = followLeaving();
  /** The element that lost the focus because the page changed. */
  let lost: FocusedElement | undefined;
  let waiting: { readonly timer: number; readonly isDisabled: boolean } | undefined;
  const restore = (): void => {
    const from = lost;
    waiting = undefined;
    lost = undefined;
    if (from === undefined || leaving.isLeft() || !isFocusLost() || isDialogOpen()) return;
    // The person may have scrolled meanwhile, or a response has been scrolled into view.
    (canHaveFocus(from.element) ? from.element : findFocusAfter(from))?.focus({ preventScroll: true });
  };
  const followChanges = (): void => {
    const last = getLastFocus();
    if (last === undefined || leaving.isLeft()) return;
    const isDisabled = last.element.matches(':disabled');
    // The browser takes the focus from a disabled element a little later.
    if (!isFocusLost() && !(isDisabled && document.activeElement === last.element)) return;
    if (isDisabled || !last.element.isConnected) lost = last;
    if (lost === undefined || waiting?.isDisabled === isDisabled) return;
    window.clearTimeout(waiting?.timer);
    waiting = { timer: window.setTimeout(restore, isDisabled ? disabledMs : replacingMs), isDisabled };
  };
  const changes = new MutationObserver(followChanges);
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    leaving.stop();
    changes.disconnect();
    window.clearTimeout(waiting?.timer);
  };
};

const focusTree = (): void => {
  const isUntouched = getLastFocus() === undefined && isFocusLost();
  if (isUntouched && !isDialogOpen()) document.querySelector<HTMLElement>('[role=tree]')?.focus();
};

/**
 * Moves the focus to a useful element when nothing has it: in the beginning, when another tab is shown, and when the focused element is
 * removed or disabled because a message has closed or a form was submitted. Returns a function that stops this.
 */
export const keepFocus = ({ tabs }: Pick<WorkspaceStores, 'tabs'>): (() => void) => {
  let { shown } = tabs.get();
  const followTabs = (): void => {
    const next = tabs.get().shown;
    if (next === shown) return;
    shown = next;
    window.setTimeout(() => {
      if (isFocusLost() && !isDialogOpen()) focusWhenVisible(findShownEntry, { isWanted: isFocusLost });
    }, replacingMs);
  };
  const starting = window.setTimeout(focusTree, replacingMs);
  const stopTabs = tabs.subscribe(followTabs);
  const stopRemovals = followRemovals();
  return () => {
    window.clearTimeout(starting);
    stopTabs();
    stopRemovals();
  };
};
