import { useEffect } from 'react';

import { defaultKind, isRequestId } from '../requests/saved-request.js';
import { useChosenKeys } from '../settings/preferences.js';
import { focusWhenVisible, selectUrl } from './focus.js';
import { formatKeys } from './screens.js';
import { bindKeys, type CommandId } from './shortcuts.js';
import { useWorkspace, type WorkspaceStores } from './workspace-stores.js';
import { rememberFocus } from '../kit/index.js';

/**
 * Matches the panes that F6 cycles through, in window order: the list of requests, the URL, the editor and the response of a request,
 * or the content of another tab.
 */
const paneSelector = '[data-pane]';

/** The elements that get the focus in a pane that was never focused. The first one that exists is used. */
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

/** Remembers the focused element of each pane. Returns a function that stops this. */
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

/** Finds the first visible search field of a pane. */
const findSearchField = (pane: HTMLElement): HTMLInputElement | undefined =>
  [...pane.querySelectorAll<HTMLInputElement>('input[type=search]')].find(
    (field) => findPane(field) === pane && field.getClientRects().length > 0,
  );

/** Finds the pane to search. In the URL, a search applies to the editor below it. */
const findSearchedPane = (target: EventTarget | null): HTMLElement | null => {
  const pane = findPane(target);
  return pane?.dataset.pane === 'url' ? document.querySelector<HTMLElement>('[data-pane=editor]') : pane;
};

/** The keys of a search: 0 opens it, 1 and -1 go to the next and the previous match. */
const findKeys: ReadonlyMap<string, 0 | 1 | -1> = new Map([
  ['Ctrl F', 0],
  ['F3', 1],
  ['Shift F3', -1],
]);

/**
 * Opens the search of the text in the pane around `target`, or focuses the pane's search field. With 1 or -1, goes to the next or the
 * previous match instead. Returns false if the pane has neither, or if the key was pressed in a text that has its own search.
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

/** Whether a key is typed into a text, including one in a shadow root, such as a code editor. */
const isTyping = (event: KeyboardEvent): boolean => {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
};

/** Whether a modal dialog is open. The page must not change then. */
const isDialogOpen = (): boolean => document.querySelector('dialog[open], .k-dialog') !== null;

/** Whether the focus is lost because the focused element was removed. */
const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

const findShownEntry = (): HTMLElement | null => {
  // If no tab is open, only the start screen can get the focus.
  const shown = document.querySelector<HTMLElement>('#shown-tab[role=tabpanel]');
  if (shown === null) return document.querySelector<HTMLElement>('[role=tree]');
  const found = entrySelectors.map((selector) => shown.querySelector<HTMLElement>(selector));
  return found.find((element) => element !== null) ?? findPane(shown) ?? shown;
};

/** Finds the element that last had the focus in its pane and still exists. */
const findLastFocused = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(paneSelector)]
    .map((pane) => lastFocused.get(pane))
    .find((element) => element?.isConnected === true);

/** How long the page may take to replace an element that had the focus, in milliseconds. */
const replacingMs = 100;

/**
 * Moves the focus to a useful element when the focused one is removed, for example because another tab is shown or a message closes.
 * Returns a function that stops this.
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

/** Creates the action of each command. */
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

/** Whether a person is choosing keys for a command. Pressed keys then run no commands. */
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
    // Handle the key before the page does. Otherwise an editor would insert a line break for Ctrl+Enter.
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
