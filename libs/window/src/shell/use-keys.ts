import { defaultRequestKind } from '@tandem/core';
import { useEffect } from 'react';

import { isRequestId } from '../requests/saved-request.js';
import { useChosenKeys } from '../settings/preferences.js';
import { selectUrl } from './focus.js';
import { keepFocus } from './keep-focus.js';
import { findPane, focusTab, followFocus, isDialogOpen, stepPane } from './panes.js';
import { formatKeys } from './screens.js';
import { bindKeys, type CommandId } from './shortcuts.js';
import { useWorkspace, type WorkspaceStores } from './workspace-stores.js';

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

/** Creates the action of each command. */
const createKeyActions = (workspace: WorkspaceStores): Readonly<Record<CommandId, () => void>> => {
  const { tabs, runner, list, palette, create, createFolder, reopen } = workspace;
  const onShown = (act: (key: string) => void) => (): void => {
    const { shown } = tabs.get();
    if (shown !== undefined) act(shown);
  };
  const showAndFocus = (key: string): void => {
    tabs.show(key);
    focusTab(key);
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
    newRequest: () => create(defaultRequestKind),
    newFolder: () => createFolder(''),
    closeTab: onShown(tabs.close),
    reopenTab: reopen,
    nextTab: () => tabs.step(1),
    previousTab: () => tabs.step(-1),
    nextPane: () => stepPane(1),
    previousPane: () => stepPane(-1),
    trust: () => showAndFocus('trust'),
    shortcuts: () => showAndFocus('shortcuts'),
  };
};

/** Whether a person is choosing keys for a command. Pressed keys then run no commands. */
const areKeysChosen = (): boolean => document.activeElement?.matches('[data-choosing-keys]') === true;

/** Submits the form of a text of several lines, such as the message of a commit; false if the target is none. */
const submitText = (target: EventTarget | null): boolean => {
  if (!(target instanceof HTMLTextAreaElement) || target.form === null) return false;
  target.form.requestSubmit();
  return true;
};

/** Cancels the shown request when Escape is pressed and nothing else, such as a menu or a search, needs the key. */
const cancelByEscape =
  ({ tabs, runner }: WorkspaceStores) =>
  (event: KeyboardEvent): void => {
    const { shown } = tabs.get();
    if (formatKeys(event) !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (shown !== undefined && isRequestId(shown) && !isDialogOpen()) runner.cancel(shown);
  };

/** Moves the focus from a search down into the list that the search filters. */
const leaveSearch = (event: KeyboardEvent): void => {
  const { target } = event;
  if (formatKeys(event) !== 'ArrowDown' || event.defaultPrevented) return;
  if (!(target instanceof HTMLInputElement) || target.type !== 'search') return;
  const around = target.closest('dialog, .k-dialog, #shown-tab, .sidebar');
  const lists = around?.querySelectorAll<HTMLElement>('[role=tree], [role=listbox]') ?? [];
  const list = [...lists].find(
    (one) => (target.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  if (list === undefined) return;
  event.preventDefault();
  list.focus();
};

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
      // The palette is open before it is loaded. What is typed then is meant for it.
      const isPaletteOpen = workspace.palette.get() !== undefined;
      if (command === undefined || (event.key === '?' && (isPaletteOpen || isTyping(event)))) return;
      event.preventDefault();
      event.stopPropagation();
      if (isPaletteOpen || isDialogOpen() || (command === 'send' && submitText(event.target))) return;
      acts[command]();
    };
    // Handle the key before the page does. Otherwise an editor would insert a line break for Ctrl+Enter.
    window.addEventListener('keydown', hear, { capture: true });
    const hearEscape = cancelByEscape(workspace);
    window.addEventListener('keydown', hearEscape);
    window.addEventListener('keydown', leaveSearch);
    return () => {
      window.removeEventListener('keydown', hear, { capture: true });
      window.removeEventListener('keydown', hearEscape);
      window.removeEventListener('keydown', leaveSearch);
    };
  }, [workspace, chosen]);
  // Not together with the keys: a new choice of keys must not move the focus to where it begins in a new page.
  useEffect(() => {
    const stopFollowing = followFocus();
    const stopKeeping = keepFocus(workspace);
    return () => {
      stopFollowing();
      stopKeeping();
    };
  }, [workspace]);
};
