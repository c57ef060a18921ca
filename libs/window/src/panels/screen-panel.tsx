import { lazy, Suspense } from 'react';

import { type Screen, shortcuts } from '../model/screens.js';
import { canUndo, sentenceOf } from '../model/activity.js';
import { useLive } from '../state/live.js';
import type { ExecutionActions } from './history/execution-actions.js';

const ConnectPanel = lazy(async () => ({ default: (await import('./connect-panel.js')).ConnectPanel }));
const EnvironmentsPanel = lazy(async () => ({
  default: (await import('./environments/environments-panel.js')).EnvironmentsPanel,
}));
const FolderPanel = lazy(async () => ({ default: (await import('./folder/folder-panel.js')).FolderPanel }));
const HistoryPanel = lazy(async () => ({
  default: (await import('./history/history-panel.js')).HistoryPanel,
}));
const SettingsPanel = lazy(async () => ({ default: (await import('./settings-panel.js')).SettingsPanel }));

const Shortcuts = () => (
  <section className="screen" aria-label="Shortcuts">
    <h1>Shortcuts</h1>
    <table className="plain-table">
      <tbody>
        {shortcuts.map(({ keys, does }) => (
          <tr key={keys}>
            <th scope="row">
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </th>
            <td>{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className="quiet">On a Mac, Cmd stands for Ctrl.</p>
  </section>
);

const ActivityList = () => {
  const { activities, undo, problem } = useLive();
  return (
    <section className="screen" aria-label="Activity">
      <h1>Activity</h1>
      {problem && <p className="bad">{problem.text}</p>}
      {activities.length === 0 && <p className="quiet">No changes since this page was opened.</p>}
      <ol className="activities">
        {activities.map((activity) => (
          <li key={activity.key}>
            <time className="quiet">{new Date(activity.at).toLocaleTimeString()}</time>
            <span>{sentenceOf(activity)}</span>
            {activity.isUndone && <em className="quiet">undone</em>}
            {canUndo(activity) && (
              <button type="button" className="link" onClick={() => undo(activity)}>
                Undo
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
};

const panels = {
  environments: EnvironmentsPanel,
  history: HistoryPanel,
  folder: FolderPanel,
  activity: ActivityList,
  connect: ConnectPanel,
  shortcuts: Shortcuts,
  settings: SettingsPanel,
} as const;

interface Props {
  readonly screen: Screen;
  /** What can be done with the executions of the history. */
  readonly executions: ExecutionActions;
}

/** One of the tabs that are no request; the larger ones are loaded when they are first shown. */
export const ScreenPanel = ({ screen, executions }: Props) => {
  const Panel = panels[screen];
  return (
    <Suspense fallback={<div className="empty quiet">Loading …</div>}>
      <Panel actions={executions} />
    </Suspense>
  );
};
