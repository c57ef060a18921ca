import { rememberFocus } from '../kit/index.js';

/**
 * The panes that F6 cycles through, in window order: the list of requests, the content of a tab, and the response.
 */
const paneSelector = '[data-pane]';

/** What gets the focus in a pane that never had it: the first of these that exists. */
const entries = [
  '[role=tree]',
  '[aria-label="URL"]',
  '[role=tab][aria-selected=true]',
  'input, button, textarea, [tabindex="0"]',
] as const;

/** The last focused element of each pane. */
const lastFocused = new WeakMap<Element, HTMLElement>();

const findPane = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(paneSelector) : null;

/** Remembers the focused element of each pane; returns a function that stops this. */
export const followFocus = (): (() => void) => {
  const note = ({ target }: FocusEvent): void => {
    rememberFocus(target);
    const pane = findPane(target);
    if (pane && target instanceof HTMLElement && target !== pane) lastFocused.set(pane, target);
  };
  document.addEventListener('focusin', note);
  return () => document.removeEventListener('focusin', note);
};

const findPaneEntry = (pane: HTMLElement): HTMLElement => {
  const last = lastFocused.get(pane);
  if (last?.isConnected === true && findPane(last) === pane) return last;
  for (const selector of entries)
    for (const found of pane.querySelectorAll<HTMLElement>(selector))
      if (findPane(found) === pane) return found;
  return pane;
};

/** Focuses the next pane, or with -1 the previous one; wraps around. */
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

/** The first visible search field of a pane. */
const findSearchField = (pane: HTMLElement): HTMLInputElement | undefined =>
  [...pane.querySelectorAll<HTMLInputElement>('input[type=search]')].find(
    (field) => findPane(field) === pane && field.getClientRects().length > 0,
  );

/**
 * Opens the search of the text in the pane around `target`, or focuses its search field; false if it has neither, or
 * if the key was pressed in text with its own search.
 */
export const findInPane = (target: EventTarget | null): boolean => {
  if (target instanceof Element && target.closest('.code-editor') !== null) return false;
  const pane = findPane(target);
  const text = pane?.querySelector('.code-editor, .k-findable');
  if (text != null && !text.dispatchEvent(new Event('find', { cancelable: true }))) return true;
  const field = pane && findSearchField(pane);
  field?.select();
  return field != null;
};
