import { getOwnValue } from '@tandem/core/codec';
import { useCallback, useEffect, useMemo, useReducer } from 'react';

import { isTouched } from '../requests/drafts/draft.js';
import { isRequestId } from '../requests/saved-request.js';
import { reduceTabs, noTabs, type Tabs, addOpenTabs } from './tabs.js';
import { useDrafts } from '../requests/drafts/use-drafts.js';
import { usePreferences } from '../settings/preferences.js';
import { useFolderEdits } from '../folders/use-folder-editing.js';

/** The tabs of a workspace, kept across starts. */
export interface TabsControl {
  readonly tabs: Tabs;
  readonly show: (key: string) => void;
  readonly close: (key: string) => void;
  readonly closeAll: (keys: readonly string[]) => void;
  /** Moves a tab before another one, or to the end. */
  readonly move: (key: string, before: string | undefined) => void;
  readonly step: (by: number) => void;
}

/** The tabs with edits that the previous page had not stored, by workspace. */
const useInterrupted = (): ((workspaceId: string) => readonly string[]) => {
  const drafts = useDrafts();
  const folders = useFolderEdits();
  return (workspaceId) => [
    ...drafts.interrupted(workspaceId),
    ...folders.interrupted(workspaceId).map(({ id, path }) => (path === '' ? 'workspace' : id)),
  ];
};

/** The tabs of the workspace with that id; remount for another one. */
export const useTabs = (workspaceId: string): TabsControl => {
  const { preferences, prefer } = usePreferences();
  const { onReplaced, get, discard } = useDrafts();
  const interrupted = useInterrupted();
  const kept = getOwnValue(preferences.tabs ?? {}, workspaceId) ?? noTabs;
  const [tabs, tell] = useReducer(reduceTabs, undefined, () =>
    // Tabs with unsaved edits are shown, even if the tab itself was not stored in time.
    addOpenTabs({ open: kept.open, shown: kept.shown }, interrupted(workspaceId)),
  );
  const others = preferences.tabs;
  useEffect(() => {
    prefer({
      tabs: {
        ...others,
        [workspaceId]: { open: tabs.open, ...(tabs.shown === undefined ? {} : { shown: tabs.shown }) },
      },
    });
  }, [tabs, workspaceId, prefer]);
  useEffect(
    () =>
      onReplaced((from, to) => {
        tell({ kind: 'replaced', from, to });
      }),
    [onReplaced],
  );
  const show = useCallback((key: string) => {
    tell({ kind: 'shown', key });
  }, []);
  const forget = useCallback(
    (key: string) => {
      const draft = isRequestId(key) ? get(key)?.draft : undefined;
      // A deleted request without edits here has nothing to show.
      if (draft?.isGone && !isTouched(draft)) discard(draft.stored.id);
    },
    [get, discard],
  );
  const close = useCallback(
    (key: string) => {
      forget(key);
      tell({ kind: 'closed', key });
    },
    [forget],
  );
  const closeAll = useCallback(
    (keys: readonly string[]) => {
      keys.forEach(forget);
      tell({ kind: 'closed-all', keys });
    },
    [forget],
  );
  const move = useCallback((key: string, before: string | undefined) => {
    tell({ kind: 'moved', key, before });
  }, []);
  const step = useCallback((by: number) => {
    tell({ kind: 'stepped', step: by });
  }, []);
  return useMemo(
    () => ({ tabs, show, close, closeAll, move, step }),
    [tabs, show, close, closeAll, move, step],
  );
};
