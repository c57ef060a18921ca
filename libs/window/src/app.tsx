import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { useLinkState } from './link/use-link.js';
import { useReconnect } from './link/use-reconnect.js';
import { Notice } from './panels/notice.js';
import { StatusBar } from './panels/status-bar.js';
import { Workspace } from './panels/workspace.js';
import { LiveProvider } from './state/live.js';
import { NavigationProvider } from './state/navigation.js';
import { PreferencesProvider } from './state/preferences.js';
import { Restored } from './state/restored.js';
import { SaidProvider } from './state/said.js';
import { useStatus } from './state/use-status.js';

/** Whether the link was open once, so that there is something to show while it is cut. */
const useWasOpen = (isOpen: boolean): boolean => {
  const was = useRef(false);
  was.current ||= isOpen;
  return was.current;
};

const Active = () => {
  const id = useStatus()?.workspace?.id;
  return id === undefined ? <main className="blank" /> : <Workspace key={id} id={id} />;
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
      <SaidProvider>
        <div className="page">
          {wasOpen ? (
            <LiveProvider>
              <PreferencesProvider>
                <Restored>
                  <Active />
                </Restored>
              </PreferencesProvider>
            </LiveProvider>
          ) : (
            <main className="blank" />
          )}
          {isOpen || <Notice />}
          <StatusBar />
        </div>
      </SaidProvider>
    </NavigationProvider>
  );
};
