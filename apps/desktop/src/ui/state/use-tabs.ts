import { useCallback, useEffect, useMemo, useReducer } from 'react';

import { nextTabs, noTabs, type Tabs } from '../model/tabs.js';
import { usePreferences } from './preferences.js';

/** The tabs of a workspace, kept from start to start. */
export interface TabsControl {
  readonly tabs: Tabs;
  readonly show: (key: string) => void;
  readonly close: (key: string) => void;
  readonly step: (by: number) => void;
}

/** Tabs of the workspace with that id; mount anew for another one. */
export const useTabs = (workspaceId: string): TabsControl => {
  const { preferences, prefer } = usePreferences();
  const kept = preferences.tabs?.[workspaceId];
  const [tabs, tell] = useReducer(nextTabs, { open: kept?.open ?? noTabs.open, shown: kept?.shown });
  const others = preferences.tabs;
  useEffect(() => {
    prefer({
      tabs: {
        ...others,
        [workspaceId]: { open: tabs.open, ...(tabs.shown === undefined ? {} : { shown: tabs.shown }) },
      },
    });
  }, [tabs, workspaceId, prefer]);
  const show = useCallback((key: string) => {
    tell({ kind: 'shown', key });
  }, []);
  const close = useCallback((key: string) => {
    tell({ kind: 'closed', key });
  }, []);
  const step = useCallback((by: number) => {
    tell({ kind: 'stepped', step: by });
  }, []);
  return useMemo(() => ({ tabs, show, close, step }), [tabs, show, close, step]);
};
