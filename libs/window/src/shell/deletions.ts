import type { QueryClient } from '@tanstack/react-query';

import type { AllFolderEdits } from '../folders/folder-edits.js';
import type { FolderList } from '../folders/use-folders.js';
import { queryKeys } from '../link/query-keys.js';
import { isTouched } from '../requests/drafts/draft.js';
import type { Drafts } from '../requests/drafts/drafts.js';
import { isRequestId, type Summary } from '../requests/saved-request.js';
import { isFolderTab } from './screens.js';
import type { TabsStore } from './tabs.js';

interface DeletionContext {
  readonly queries: QueryClient;
  readonly tabs: TabsStore;
  readonly drafts: Drafts;
  readonly folderEdits: AllFolderEdits;
  /** The ids of the requests and folders of this workspace, read from the application. */
  readonly readIds: () => Promise<ReadonlySet<string>>;
}

/** How long to wait until the application is asked again about what the lists lack, in milliseconds. */
const recheckMs = 250;

/**
 * Closes the tabs of requests and folders that were deleted, unless they have edits that are not stored, and opens them
 * again when they are restored. A new request is shown before it is listed, so only what was listed or restored with
 * the tabs can be missing. Returns a function that stops this.
 */
export const followDeletions = ({
  queries,
  tabs,
  drafts,
  folderEdits,
  readIds,
}: DeletionContext): (() => void) => {
  const known = new Set(tabs.get().open);
  const startedAt = Date.now();
  let isStopped = false;
  let later: ReturnType<typeof setTimeout> | undefined;
  /** Whether a query was loaded for this workspace. The cache may still contain the previous workspace's data. */
  const isLoaded = (queryKey: readonly string[]): boolean =>
    (queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0) >= startedAt;
  const isEdited = (key: string): boolean => {
    const draft = isRequestId(key) ? drafts.get(key)?.draft : undefined;
    return (draft !== undefined && isTouched(draft)) || folderEdits.isEdited(key);
  };
  /**
   * Closes the tabs that this workspace does not have either. While another workspace becomes the active one, its lists
   * are loaded first.
   */
  const closeMissing = async (keys: readonly string[]): Promise<void> => {
    const present = await readIds();
    if (isStopped) return;
    tabs.closeDeleted(keys.filter((key) => !present.has(key) && !isEdited(key)));
    // The lists show a deletion before the application has carried it out.
    if (keys.some((key) => present.has(key))) later = setTimeout(checkAll, recheckMs);
  };
  const check = (isOfList: (key: string) => boolean, listed: readonly { readonly id: string }[]): void => {
    const present = new Set(listed.map(({ id }) => id));
    const isMissing = (key: string): boolean =>
      isOfList(key) && known.has(key) && !present.has(key) && !isEdited(key);
    const { open, closed = [] } = tabs.get();
    for (const key of present) known.add(key);
    const missing = open.filter(isMissing);
    // An application that cannot be asked has deleted nothing; a later list is checked again.
    if (missing.length > 0) closeMissing(missing).catch(() => undefined);
    const restored = closed.filter(({ key, deleted }) => deleted !== undefined && present.has(key));
    if (restored.length > 0) tabs.restoreDeleted(restored.map(({ key }) => key));
  };
  const checkAll = (): void => {
    const requests = queries.getQueryData<readonly Summary[]>(queryKeys.requests);
    const folders = queries.getQueryData<FolderList>(queryKeys.folders);
    if (requests && isLoaded(queryKeys.requests)) check(isRequestId, requests);
    if (folders && isLoaded(queryKeys.folders)) check(isFolderTab, folders.folders);
  };
  checkAll();
  const watched = new Set([queryKeys.requests, queryKeys.folders].map((key) => JSON.stringify(key)));
  const unsubscribe = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && watched.has(query.queryHash)) checkAll();
  });
  return () => {
    isStopped = true;
    clearTimeout(later);
    unsubscribe();
  };
};
