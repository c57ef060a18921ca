import { useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';

import { useEnvironmentChoice } from '../environments/use-environment-calls.js';
import { Sidebar } from '../folders/tree/sidebar.js';
import { DropTarget } from '../imports/drop-target.js';
import { useIsNarrow } from '../kit/index.js';
import type { Palette as LoadedPalette } from '../palette/palette.js';
import { RequestPanel } from '../requests/request-panel.js';
import { useRequests } from '../requests/requests.js';
import { isRequestId } from '../requests/saved-request.js';
import { SendDialogs } from '../requests/sending/send-dialogs.js';
import { lazy, loadAfterFirstPaint } from '../served/lazy.js';
import { useAppliedTheme } from '../settings/preferences.js';
import { Welcome } from '../workspaces/welcome.js';
import { ListOver, useListPlacement, useListWidth } from './list-over.js';
import { Toasts } from './notices/toasts.js';
import { usePage } from './page.js';
import { Problem } from './notices/notice.js';
import { isFolderTab, isScreen, type Screen } from './screens.js';
import { useStore } from './store.js';
import { TopRow } from './top-row.js';
import { useKeys } from './use-keys.js';
import {
  createWorkspaceStores,
  type PaletteMode,
  useTabs,
  useWorkspace,
  WorkspaceContext,
} from './workspace-stores.js';
import { createExecutionActions } from '../history/execution-actions.js';

const ActivityPanel = lazy(async () => ({
  default: (await import('../activity/activity-panel.js')).ActivityPanel,
}));
const ConnectPanel = lazy(async () => ({
  default: (await import('../agents/connect-panel.js')).ConnectPanel,
}));
const CookiesPanel = lazy(async () => ({
  default: (await import('../cookies/cookies-panel.js')).CookiesPanel,
}));
const EnvironmentsPanel = lazy(async () => ({
  default: (await import('../environments/environments-panel.js')).EnvironmentsPanel,
}));
const FolderPanel = lazy(async () => ({
  default: (await import('../synchronization/folder-panel.js')).FolderPanel,
}));
const GitPanel = lazy(async () => ({ default: (await import('../git/git-panel.js')).GitPanel }));
const HistoryPanel = lazy(async () => ({
  default: (await import('../history/history-panel.js')).HistoryPanel,
}));
const RunsPanel = lazy(async () => ({ default: (await import('../runs/runs-panel.js')).RunsPanel }));
const SettingsPanel = lazy(async () => ({
  default: (await import('../settings/settings-panel.js')).SettingsPanel,
}));
const TrustPanel = lazy(async () => ({ default: (await import('../trust/trust-panel.js')).TrustPanel }));
const ShortcutsPanel = lazy(async () => ({
  default: (await import('../settings/shortcuts-panel.js')).ShortcutsPanel,
}));

const WorkspaceEditor = lazy(async () => ({
  default: (await import('../folders/folder-tab.js')).WorkspaceEditor,
}));

const panels = {
  workspace: WorkspaceEditor,
  environments: EnvironmentsPanel,
  cookies: CookiesPanel,
  history: HistoryPanel,
  runs: RunsPanel,
  folder: FolderPanel,
  git: GitPanel,
  activity: ActivityPanel,
  connect: ConnectPanel,
  shortcuts: ShortcutsPanel,
  trust: TrustPanel,
  settings: SettingsPanel,
} as const;

/** Shows a tab that is not a request. The larger ones are loaded when they are first shown. */
export const ScreenPanel = ({ screen }: { readonly screen: Screen }) => {
  const { runner, actions, sending, tabs } = useWorkspace();
  const { requests } = useRequests();
  const Panel = panels[screen];
  return (
    <Suspense fallback={<div className="empty quiet">Loading …</div>}>
      <Panel actions={createExecutionActions(requests, runner, actions, tabs.show)} onRun={sending.run} />
    </Suspense>
  );
};

interface Frame {
  readonly 'data-framed'?: true;
  readonly style?: CSSProperties;
}

/** Returns the color of the active environment for the window's frame; undefined if it has none. */
const useFrame = (): Frame => {
  const active = useEnvironmentChoice().environments.find((one) => one.active);
  return active === undefined || active.color === ''
    ? {}
    : { 'data-framed': true, style: { '--frame': active.color } as CSSProperties };
};

/** Collects what a person types until the palette is loaded, so that no other part of the page reacts to it. */
const useTypedAhead = (mode: PaletteMode | undefined, isLoaded: boolean): string => {
  const { palette } = useWorkspace();
  const [typed, setTyped] = useState('');
  const isOpen = mode !== undefined;
  useEffect(() => {
    if (!isOpen) setTyped('');
    if (!isOpen || isLoaded) return undefined;
    const hear = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') palette.set(undefined);
      else if (event.key === 'Backspace') setTyped((before) => before.slice(0, -1));
      else if (event.key.length === 1) setTyped((before) => before + event.key);
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, [isOpen, isLoaded, palette]);
  return typed;
};

/** The palette. It is loaded soon after the page, so that it opens immediately. */
const LazyPalette = () => {
  const mode = useStore(useWorkspace().palette);
  // Not a lazy component: React would show such a component a little later than it could, and the keys pressed meanwhile would be lost.
  const [Palette, setPalette] = useState<typeof LoadedPalette>();
  const typed = useTypedAhead(mode, Palette !== undefined);
  useEffect(() => {
    void loadAfterFirstPaint(() => import('../palette/palette.js')).then((part) =>
      setPalette(() => part.Palette),
    );
  }, []);
  return mode === undefined || Palette === undefined ? null : <Palette mode={mode} typed={typed} />;
};

/** Loaded when a folder is first opened. */
const FolderEditor = lazy(async () => ({ default: (await import('../folders/folder-tab.js')).FolderEditor }));

const TabContent = ({ shown }: { readonly shown: string | undefined }) => {
  const { tabs } = useWorkspace();
  if (shown === undefined) return <Welcome />;
  if (isScreen(shown)) return <ScreenPanel screen={shown} />;
  const close = (): void => tabs.close(shown);
  if (isFolderTab(shown))
    return (
      <Suspense fallback={<div className="empty quiet">Loading …</div>}>
        <FolderEditor key={shown} id={shown} onClose={close} />
      </Suspense>
    );
  return isRequestId(shown) ? <RequestPanel key={shown} id={shown} onClose={close} /> : <Welcome />;
};

const TabPanel = () => {
  const { requests, error } = useRequests();
  const shown = useTabs((tabs) => tabs.shown);
  const isTab = shown === undefined ? {} : { role: 'tabpanel', 'aria-labelledby': `tab-${shown}` };
  // The tab of a request contains panes of its own.
  const pane = shown !== undefined && isRequestId(shown) ? {} : { 'data-pane': true, tabIndex: -1 };
  return (
    <div className="main">
      <div className="shown-tab" id="shown-tab" {...isTab} {...pane}>
        {error && requests.length === 0 ? <Problem error={error} /> : <TabContent shown={shown} />}
      </div>
    </div>
  );
};

/** Lays out everything below the top row: the list beside or over the main area, and the main area. */
const Panels = ({ list, children }: { readonly list: ReactNode; readonly children: ReactNode }) => {
  const placement = useListPlacement();
  const { panel, onLayoutChanged } = useListWidth();
  const isBeside = placement === 'beside';
  return (
    <div className="below-top">
      {placement === 'over' && <ListOver>{list}</ListOver>}
      <Group key={isBeside ? 'two' : 'one'} orientation="horizontal" onLayoutChanged={onLayoutChanged}>
        {isBeside && (
          <>
            <Panel id="sidebar" {...panel} minSize="220px" maxSize="40%">
              {list}
            </Panel>
            <Separator className="separator" aria-label="Size of the list" />
          </>
        )}
        <Panel id="main">{children}</Panel>
      </Group>
    </div>
  );
};

/** Handles documents that are dropped or imported. */
const ImportTarget = () => {
  const { actions, edit, importPicker, importUrl } = useWorkspace();
  return (
    <DropTarget
      picker={importPicker}
      url={useStore(importUrl)}
      onUrl={importUrl.set}
      onCurl={actions.fromCurl}
      onOpenFolder={() => edit.set('open')}
    />
  );
};

/** Whether the notices are inside the list. They are if the list is beside the main area. */
const useHasListedNotices = (): boolean => {
  const placement = useListPlacement();
  return !useIsNarrow() && placement === 'beside';
};

const WorkspaceContent = () => {
  const areNoticesInList = useHasListedNotices();
  useAppliedTheme();
  useKeys();
  return (
    <main className="workspace" {...useFrame()}>
      <TopRow />
      <Panels list={<Sidebar notices={areNoticesInList && <Toasts />} />}>
        <TabPanel />
      </Panels>
      <LazyPalette />
      <SendDialogs />
      <ImportTarget />
      {!areNoticesInList && <Toasts />}
    </main>
  );
};

/** Shows a workspace: the top row, the requests on the left, and the open tabs. */
export const Workspace = ({ id }: { readonly id: string }) => {
  const page = usePage();
  const queries = useQueryClient();
  const stores = useMemo(() => createWorkspaceStores(page, queries, id), [page, queries, id]);
  useEffect(() => stores.start(), [stores]);
  return (
    <WorkspaceContext value={stores}>
      <WorkspaceContent />
    </WorkspaceContext>
  );
};
