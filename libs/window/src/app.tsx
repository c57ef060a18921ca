import { type QueryClient, queryOptions, useQueryClient, useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useEffect, useRef } from 'react';

import { statusQuery, useLinkState, useLink, useStatus } from './link/use-link.js';
import { Prompts } from './environments/prompts.js';
import { Notice } from './shell/notices/notice.js';
import { StatusBar } from './shell/status-bar.js';
import { Workspace } from './shell/workspace.js';
import { anyActivity } from './activity/activity.js';
import { createRequestsQuery } from './requests/requests.js';
import { type Page, usePage } from './shell/page.js';
import { createPreferencesQuery, useLoadedPreferences } from './settings/preferences.js';
import { queryKeys } from './link/query-keys.js';
import { announceFirstContent, lazyAfterFirstPaint } from './served/lazy.js';

const Approvals = lazyAfterFirstPaint(async () => ({
  default: (await import('./trust/approvals.js')).Approvals,
}));

/** Restores unsaved edits of the previous page, once. */
const createRestoreQuery = ({ drafts, folderEdits, unsaved }: Page) =>
  queryOptions({
    queryKey: queryKeys.unsavedEdits,
    queryFn: async () => {
      const stored = await unsaved.fetch();
      drafts.restore(stored.drafts);
      folderEdits.restore(stored.folders);
      return true;
    },
    staleTime: 'static',
  });

/** Returns true once unsaved edits of the previous page are restored or cannot be read. */
const useRestoredEdits = (): boolean => {
  const enabled = useLinkState().kind === 'open';
  const { data, isError } = useQuery({ ...createRestoreQuery(usePage()), enabled });
  return data === true || isError;
};

/**
 * Starts to load what the first content of the page needs, while the link is still being opened. The components that need it load it again
 * if this fails.
 */
export const loadFirstContent = (queries: QueryClient, page: Page): void => {
  const ignore = (): void => undefined;
  queries.query(statusQuery).catch(ignore);
  queries.query(createPreferencesQuery(page.preferences)).catch(ignore);
  queries.query(createRestoreQuery(page)).catch(ignore);
};

const isReload = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'F5' || ((ctrlKey || metaKey) && key.toLowerCase() === 'r');

/**
 * Reconnects when the person returns to the page, or opens a new address in it. While Tandem is unreachable, a reload by
 * keyboard only reconnects, because reloading would lose the key with which the page resumes.
 */
const useReconnect = (): void => {
  const { retry, state } = useLink();
  useEffect(() => {
    const onFocus = (): void => {
      if (state().kind === 'lost') retry();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (!isReload(event) || state().kind !== 'lost') return;
      event.preventDefault();
      retry();
    };
    window.addEventListener('focus', onFocus);
    window.addEventListener('hashchange', retry);
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      window.removeEventListener('focus', onFocus);
      window.removeEventListener('hashchange', retry);
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [retry, state]);
};

/** Whether the link was ever open. If so, the page still has content to show while the connection is lost. */
const useWasOpen = (isOpen: boolean): boolean => {
  const was = useRef(false);
  was.current ||= isOpen;
  return was.current;
};

/** Starts to load the requests as soon as a workspace is active, so that they arrive while the workspace is rendered. */
const useEarlyRequests = (workspaceId: string | undefined): void => {
  const link = useLink();
  const queries = useQueryClient();
  useEffect(() => {
    if (workspaceId !== undefined) queries.query(createRequestsQuery(link)).catch(() => undefined);
  }, [workspaceId, link, queries]);
};

/** Shows the active workspace once the data that it needs is loaded, all in parallel. */
const Active = () => {
  const hasPreferences = useLoadedPreferences();
  const isRestored = useRestoredEdits();
  const id = useStatus()?.workspace?.id;
  useEarlyRequests(id);
  const { activityFilter } = usePage();
  useEffect(() => () => activityFilter.set(anyActivity), [activityFilter, id]);
  const isReady = hasPreferences && isRestored && id !== undefined;
  // Rendered in slices. Otherwise rendering everything for the first time would be one long task.
  const isShown = useDeferredValue(isReady);
  useEffect(() => {
    if (isReady && isShown) announceFirstContent();
  }, [isReady, isShown]);
  return isReady && isShown ? <Workspace key={id} id={id} /> : <main className="blank" />;
};

/** Shows the content of the page once the link has been open. */
const PageContent = () => {
  const { live } = usePage();
  useEffect(() => live.start(), [live]);
  return <Active />;
};

/** The entire page. */
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
    <div className="page">
      {wasOpen ? <PageContent /> : <main className="blank" />}
      {isOpen || <Notice />}
      <StatusBar />
      <Suspense>
        <Approvals />
      </Suspense>
      <Prompts />
    </div>
  );
};
