import { rememberFocus } from '../kit/index.js';
import { focusWhenVisible } from './focus.js';

/**
 * Matches the panes that F6 cycles through, in window order: the list of requests, the URL, the editor and the response of a request,
 * or the content of another tab.
 */
const paneSelector = '[data-pane]';

/** The elements that get the focus in a pane that was never focused. The first one that is visible is used. */
const entrySelectors = [
  '[role=tree]',
  '[aria-label="URL"]',
  '[role=tab][aria-selected=true]',
  'input, button, textarea, summary, [tabindex="0"]',
] as const;

/** The last focused element of each pane. */
const lastFocused = new WeakMap<Element, HTMLElement>();

export const findPane = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(paneSelector) : null;

/** Whether an element is in the page, visible and enabled. A closed section hides its fields. */
export const canHaveFocus = (element: Element): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  element.checkVisibility({ visibilityProperty: true });

/** Finds the first element in `root`, by the order of the selectors, that can have the focus and belongs to the pane. */
const findEntry = (root: HTMLElement, isOwn: (element: Element) => boolean): HTMLElement | undefined => {
  for (const selector of entrySelectors)
    for (const found of root.querySelectorAll<HTMLElement>(selector))
      if (isOwn(found) && canHaveFocus(found)) return found;
  return undefined;
};

/** An element that had the focus, and its pane at that time. */
export interface FocusedElement {
  readonly element: HTMLElement;
  readonly pane: HTMLElement | null;
}

/** The elements that had the focus, newest first. */
let focusHistory: readonly FocusedElement[] = [];

/** Returns the element that had the focus last. */
export const getLastFocus = (): FocusedElement | undefined => focusHistory[0];

/** How many elements that had the focus are remembered. */
const maxHistory = 8;

/** Remembers the focused element of each pane. Returns a function that stops this. */
export const followFocus = (): (() => void) => {
  const note = ({ target }: FocusEvent): void => {
    rememberFocus(target);
    const pane = findPane(target);
    if (!(target instanceof HTMLElement)) return;
    const others = focusHistory.filter(({ element }) => element !== target);
    focusHistory = [{ element: target, pane }, ...others].slice(0, maxHistory);
    if (pane && target !== pane) lastFocused.set(pane, target);
  };
  document.addEventListener('focusin', note);
  return () => document.removeEventListener('focusin', note);
};

/** Finds the element that gets the focus in a pane: the one that had it last. The pane of the URL is entered to edit the URL. */
const findPaneEntry = (pane: HTMLElement): HTMLElement => {
  const last = pane.dataset.pane === 'url' ? undefined : lastFocused.get(pane);
  if (last !== undefined && findPane(last) === pane && canHaveFocus(last)) return last;
  return findEntry(pane, (element) => findPane(element) === pane) ?? pane;
};

/** Focuses the next pane (1) or the previous one (-1). Continues at the other end. */
export const stepPane = (by: 1 | -1): void => {
  const panes = [...document.querySelectorAll<HTMLElement>(paneSelector)].filter(
    (pane) => pane.getClientRects().length > 0,
  );
  const active = findPane(document.activeElement);
  const at = active === null ? -1 : panes.indexOf(active);
  const next = at < 0 ? (by > 0 ? 0 : -1) : (at + by + panes.length) % panes.length;
  const pane = panes.at(next);
  if (pane) findPaneEntry(pane).focus();
};

/** Moves the focus into a tab once it is shown and loaded. */
export const focusTab = (key: string): void =>
  focusWhenVisible(() =>
    document.querySelector(`#shown-tab[aria-labelledby="tab-${CSS.escape(key)}"]`)
      ? findShownEntry()
      : undefined,
  );

/** Finds the element of the shown tab that gets the focus; undefined until the tab has loaded. Without a tab, returns the tree. */
export const findShownEntry = (): HTMLElement | null | undefined => {
  const shown = document.querySelector<HTMLElement>('#shown-tab[role=tabpanel]');
  return shown === null
    ? document.querySelector<HTMLElement>('[role=tree]')
    : findEntry(shown, (element) => element !== shown);
};

/** Finds the element that gets the focus when `lost` is gone: one that had it before, preferably in the same pane. */
export const findFocusAfter = (lost: FocusedElement | undefined): HTMLElement | null | undefined => {
  const pane = lost?.pane ?? null;
  const earlier = focusHistory.filter((one) => one !== lost && canHaveFocus(one.element));
  const near = earlier.find((one) => pane === null || one.pane === pane);
  if (near) return near.element;
  return pane?.isConnected === true ? findPaneEntry(pane) : findShownEntry();
};

/** Whether a modal dialog is open. The page must not change then. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open], .k-dialog') !== null;

/** Whether the focus is lost because the focused element was removed. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;
