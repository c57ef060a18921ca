import { getOwnValue } from '@tandem/core/codec';
import { useEffect } from 'react';

import { defaultKind } from '../requests/request-kinds.js';
import { isRequestId } from '../requests/saved-request.js';
import { formatKeys } from './screens.js';
import { findInPane, followFocus, stepPane } from './panes.js';
import { useWorkspace, type WorkspaceStores } from './workspace-stores.js';

/** Whether a modal dialog is open, so that the page must not be changed. */
const isCovered = (): boolean => document.querySelector('dialog[open], .k-dialog') !== null;

/** Whether a key is typed into text, including in a shadow root, such as a code editor's. */
const isTyping = (event: KeyboardEvent): boolean => {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
};

/** The action of each shortcut. */
const createKeyActions = (workspace: WorkspaceStores): Readonly<Record<string, () => void>> => {
  const { tabs, runner, list, palette, create, createFolder } = workspace;
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
    'Alt PageDown': () => tabs.step(1),
    'Alt PageUp': () => tabs.step(-1),
    F6: () => stepPane(1),
    'Shift F6': () => stepPane(-1),
    '?': () => tabs.show('shortcuts'),
  };
};

/** Listens for the shortcuts, regardless of focus. */
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
    // Before anything in the page, so that an editor does not insert a line break for Ctrl+Enter.
    window.addEventListener('keydown', hear, { capture: true });
    const stopFollowing = followFocus();
    return () => {
      stopFollowing();
      window.removeEventListener('keydown', hear, { capture: true });
    };
  }, [workspace]);
};
