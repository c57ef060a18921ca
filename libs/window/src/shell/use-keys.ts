import { useEffect } from 'react';

import { defaultKind, isRequestId } from '../requests/saved-request.js';
import { useChosenKeys } from '../settings/preferences.js';
import { focusWhenVisible, selectUrl } from './focus.js';
import { formatKeys } from './screens.js';
import { bindKeys, type CommandId } from './shortcuts.js';
import { useWorkspace, type WorkspaceStores } from './workspace-stores.js';
import { rememberFocus } from '../kit/index.js';

/**
 * The panes that F6 cycles through, in window order: the list of requests, the URL, the editor and the response of a request,
 * or the content of another tab.
 */
const paneSelector = '[data-pane]';

/** What gets the focus in a pane that was never focused: the first of these that exists. */
const entrySelectors = [
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
  for (const selector of entrySelectors)
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

/** The pane to search. In the URL, a search applies to the editor below it. */
const findSearchedPane = (target: EventTarget | null): HTMLElement | null => {
  const pane = findPane(target);
  return pane?.dataset.pane === 'url' ? document.querySelector<HTMLElement>('[data-pane=editor]') : pane;
};

/** The keys of a search: whether they open it, or go to the next or previous match. */
const findKeys: ReadonlyMap<string, 0 | 1 | -1> = new Map([
  ['Ctrl F', 0],
  ['F3', 1],
  ['Shift F3', -1],
]);

/**
 * Opens the search of the text in the pane around `target`, or focuses the pane's search field; false if there is neither, or if the key
 * was pressed in text that has its own search. With a direction, goes to the next or previous match instead.
 */
export const findInPane = (target: EventTarget | null, by: 0 | 1 | -1): boolean => {
  if (target instanceof Element && target.closest('.code-editor') !== null) return false;
  const pane = findSearchedPane(target);
  const text = pane?.querySelector('.code-editor, .k-findable');
  if (text?.dispatchEvent(new CustomEvent('find', { cancelable: true, detail: by })) === false) return true;
  const field = by === 0 && pane && findSearchField(pane);
  if (!field) return false;
  field.select();
  return true;
};

/** Whether a key is typed into text, including in a shadow root, such as a code editor's. */
const isTyping = (event: KeyboardEvent): boolean => {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
};

/** Whether a modal dialog is open, so that the page must not be changed. */
const isDialogOpen = (): boolean => document.querySelector('dialog[open], .k-dialog') !== null;

/** Whether nothing has the focus, because the focused element was removed. */
const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

const findShownEntry = (): HTMLElement | null => {
  // Without a tab, there is only the start screen.
  const shown = document.querySelector<HTMLElement>('#shown-tab[role=tabpanel]');
  if (shown === null) return document.querySelector<HTMLElement>('[role=tree]');
  const found = entrySelectors.map((selector) => shown.querySelector<HTMLElement>(selector));
  return found.find((element) => element !== null) ?? findPane(shown) ?? shown;
};

/** The element that last had the focus in its pane and still exists. */
const findLastFocused = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(paneSelector)]
    .map((pane) => lastFocused.get(pane))
    .find((element) => element?.isConnected === true);

/** How long the page may take to replace the element that had the focus, in milliseconds. */
const replacingMs = 100;

/**
 * Moves the focus to a useful element when the focused one is removed, because another tab is shown or a message has closed. Returns a
 * function that stops this.
 */
const keepFocus = ({ tabs }: WorkspaceStores): (() => void) => {
  let { shown } = tabs.get();
  const followTabs = (): void => {
    const next = tabs.get().shown;
    if (next === shown) return;
    shown = next;
    window.setTimeout(() => {
      if (isFocusLost() && !isDialogOpen())
        focusWhenVisible(() => (isFocusLost() ? findShownEntry() : undefined));
    }, replacingMs);
  };
  const followClicks = ({ target }: MouseEvent): void => {
    window.setTimeout(() => {
      const isGone = target instanceof Node && !target.isConnected;
      if (isGone && isFocusLost() && !isDialogOpen()) (findLastFocused() ?? findShownEntry())?.focus();
    }, replacingMs);
  };
  document.addEventListener('click', followClicks, { capture: true });
  const stopTabs = tabs.subscribe(followTabs);
  return () => {
    stopTabs();
    document.removeEventListener('click', followClicks, { capture: true });
  };
};

/** The action of each command. */
const createKeyActions = (workspace: WorkspaceStores): Readonly<Record<CommandId, () => void>> => {
  const { tabs, runner, list, palette, create, createFolder, reopen } = workspace;
  const onShown = (act: (key: string) => void) => (): void => {
    const { shown } = tabs.get();
    if (shown !== undefined) act(shown);
  };
  return {
    send: onShown((key) => {
      if (isRequestId(key)) runner.start(key);
    }),
    palette: () => palette.set('commands'),
    openRequest: () => palette.set('requests'),
    focusUrl: onShown((key) => {
      if (isRequestId(key)) selectUrl(key);
    }),
    list: list.toggle,
    newRequest: () => create(defaultKind),
    newFolder: () => createFolder(''),
    closeTab: onShown(tabs.close),
    reopenTab: reopen,
    nextTab: () => tabs.step(1),
    previousTab: () => tabs.step(-1),
    nextPane: () => stepPane(1),
    previousPane: () => stepPane(-1),
    trust: () => tabs.show('trust'),
    shortcuts: () => tabs.show('shortcuts'),
  };
};

/** Whether a person is choosing keys for a command. Until then, pressed keys do not run commands. */
const areKeysChosen = (): boolean => document.activeElement?.matches('[data-choosing-keys]') === true;

/** Listens for the shortcuts, wherever the focus is. */
export const useKeys = (): void => {
  const workspace = useWorkspace();
  const chosen = useChosenKeys();
  useEffect(() => {
    const acts = createKeyActions(workspace);
    const bound = bindKeys(chosen);
    const hear = (event: KeyboardEvent): void => {
      if (areKeysChosen()) return;
      const keys = formatKeys(event);
      const by = findKeys.get(keys);
      if (by !== undefined && !isDialogOpen() && findInPane(event.target, by)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const command = bound.get(keys);
      if (command === undefined || (event.key === '?' && isTyping(event))) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isDialogOpen()) acts[command]();
    };
    // Handle the key before the page does, so that an editor does not insert a line break for Ctrl+Enter.
    window.addEventListener('keydown', hear, { capture: true });
    const stopFollowing = followFocus();
    const stopKeeping = keepFocus(workspace);
    return () => {
      stopFollowing();
      stopKeeping();
      window.removeEventListener('keydown', hear, { capture: true });
    };
  }, [workspace, chosen]);
};
