import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { useLinkState } from './link/use-link.js';
import { useReconnect } from './link/use-reconnect.js';
import { Approvals } from './trust/approvals.js';
import { Notice } from './shell/notices/notice.js';
import { StatusBar } from './shell/status-bar.js';
import { Workspace } from './shell/workspace.js';
import { ActivityFilterProvider } from './activity/activity-filter.js';
import { LiveProvider } from './activity/live.js';
import { NavigationProvider } from './shell/navigation.js';
import { useLoadedPreferences } from './settings/preferences.js';
import { useRestored } from './requests/drafts/restored.js';
import { UserMessageProvider } from './shell/notices/said.js';
import { useStatus } from './link/use-status.js';

/** Whether the link was open once, so that there is something to show while it is cut. */
const useWasOpen = (isOpen: boolean): boolean => {
  const was = useRef(false);
  was.current ||= isOpen;
  return was.current;
};

/** The active workspace, once all that it needs has been read, at the same time. */
const Active = () => {
  const hasPreferences = useLoadedPreferences();
  const isRestored = useRestored();
  const id = useStatus()?.workspace?.id;
  const isReady = hasPreferences && isRestored && id !== undefined;
  return isReady ? (
    <ActivityFilterProvider key={id}>
      <Workspace id={id} />
    </ActivityFilterProvider>
  ) : (
    <main className="blank" />
  );
};

/** The whole page. */
export const App = () => {
  const { kind } = useLinkState();
  useReconnect();
  const isOpen = kind === 'open';
  const wasOpen = useWasOpen(isOpen);
  const queries = useQueryClient();
  useEffect(() => {
    if (isOpen) void queries.invalidateQueries();
  }, [isOpen, queries]);
  return (
    <NavigationProvider>
      <UserMessageProvider>
        <div className="page">
          {wasOpen ? (
            <LiveProvider>
              <Active />
            </LiveProvider>
          ) : (
            <main className="blank" />
          )}
          {isOpen || <Notice />}
          <StatusBar />
          <Approvals />
        </div>
      </UserMessageProvider>
    </NavigationProvider>
  );
};
