import { getOwnValue } from '@tandem/core/codec';
import { useEffect } from 'react';

import { defaultKind, isRequestId } from '../requests/saved-request.js';
import { formatKeys } from './screens.js';
import { useWorkspace, type WorkspaceStores } from './workspace-stores.js';
import { rememberFocus } from '../kit/index.js';

/**
 * The panes that F6 cycles through, in window order: the list of requests, the content of a tab, and the response.
 */
const paneSelector = '[data-pane]';

/** What gets the focus in a pane that was never focused: the first of these that exists. */
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
 * Opens the search of the text in the pane around `target`, or focuses the pane's search field; false if there is neither, or if the key
 * was pressed in text that has its own search.
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

/** Whether a modal dialog is open, so that the page must not be changed. */
const isCovered = (): boolean => document.querySelector('dialog[open], .k-dialog') !== null;

/** Whether a key is typed into text, including in a shadow root, such as a code editor's. */
const isTyping = (event: KeyboardEvent): boolean => {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
};

/** Maps each shortcut to its action. */
const createKeyActions = (workspace: WorkspaceStores): Readonly<Record<string, () => void>> => {
  const { tabs, runner, list, palette, create, createFolder, reopen } = workspace;
  const onShown = (act: (key: string) => void) => (): void => {
    const { shown } = tabs.get();
    if (shown !== undefined) act(shown);
  };
  return {
    'Ctrl Enter': onShown((key) => {
      if (isRequestId(key)) runner.start(key);
    }),
    'Ctrl K': () => palette.set('commands'),
    'Ctrl P': () => palette.set('requests'),
    'Ctrl B': list.toggle,
    'Alt N': () => create(defaultKind),
    'Shift Alt N': () => createFolder(''),
    'Alt W': onShown(tabs.close),
    'Shift Ctrl T': reopen,
    'Shift Alt T': reopen,
    'Alt PageDown': () => tabs.step(1),
    'Alt PageUp': () => tabs.step(-1),
    F6: () => stepPane(1),
    'Shift F6': () => stepPane(-1),
    '?': () => tabs.show('shortcuts'),
  };
};

/** Listens for the shortcuts, wherever the focus is. */
export const useKeys = (): void => {
  const workspace = useWorkspace();
  useEffect(() => {
    const acts = createKeyActions(workspace);
    const hear = (event: KeyboardEvent): void => {
      const keys = formatKeys(event);
      if (keys === 'Ctrl F' && !isCovered() && findInPane(event.target)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const act = getOwnValue(acts, keys);
      if (act === undefined || (event.key === '?' && isTyping(event))) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isCovered()) act();
    };
    // Handle the key before the page does, so that an editor does not insert a line break for Ctrl+Enter.
    window.addEventListener('keydown', hear, { capture: true });
    const stopFollowing = followFocus();
    return () => {
      stopFollowing();
      window.removeEventListener('keydown', hear, { capture: true });
    };
  }, [workspace]);
};
