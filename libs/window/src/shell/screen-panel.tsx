import { Suspense } from 'react';

import type { Screen } from './screens.js';
import { createExecutionActions } from '../history/execution-actions.js';
import { useRequests } from '../requests/requests.js';
import { useWorkspace } from './workspace-stores.js';
import { lazy } from '../served/lazy.js';

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
const HistoryPanel = lazy(async () => ({
  default: (await import('../history/history-panel.js')).HistoryPanel,
}));
const RunsPanel = lazy(async () => ({ default: (await import('../runs/runs-panel.js')).RunsPanel }));
const SettingsPanel = lazy(async () => ({
  default: (await import('../settings/settings-panel.js')).SettingsPanel,
}));

const ShortcutsPanel = lazy(async () => ({
  default: (await import('../settings/settings-panel.js')).ShortcutsPanel,
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
  activity: ActivityPanel,
  connect: ConnectPanel,
  shortcuts: ShortcutsPanel,
  settings: SettingsPanel,
} as const;

/** A tab that is not a request; larger ones load when first shown. */
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
