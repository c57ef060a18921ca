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
  /** Reads the ids of all requests and folders of this workspace from the application. */
  readonly readIds: () => Promise<ReadonlySet<string>>;
}

/**
 * Closes the tabs of requests and folders that were deleted, unless they have edits that are not stored, and opens the
 * tabs again when their items are restored. A new request is shown before it is listed, so only what was listed or restored with
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
  const isEdited = (key: string): boolean => {
    const draft = isRequestId(key) ? drafts.get(key)?.draft : undefined;
    return (draft !== undefined && isTouched(draft)) || folderEdits.isEdited(key);
  };
  /**
   * Closes the tabs of items that this workspace does not contain. The loaded lists may be those of another workspace,
   * which was active before or is becoming active.
   */
  const closeMissing = async (keys: readonly string[]): Promise<void> => {
    const present = await readIds();
    tabs.closeDeleted(keys.filter((key) => !present.has(key) && !isEdited(key)));
  };
  const check = (isOfList: (key: string) => boolean, listed: readonly { readonly id: string }[]): void => {
    const present = new Set(listed.map(({ id }) => id));
    const isMissing = (key: string): boolean =>
      isOfList(key) && known.has(key) && !present.has(key) && !isEdited(key);
    const { open, closed = [] } = tabs.get();
    for (const key of present) known.add(key);
    const missing = open.filter(isMissing);
    // If the application does not answer, nothing counts as deleted. A later list is checked again.
    if (missing.length > 0) closeMissing(missing).catch(() => undefined);
    const restored = closed.filter(({ key, deleted }) => deleted !== undefined && present.has(key));
    if (restored.length > 0) tabs.restoreDeleted(restored.map(({ key }) => key));
  };
  const checkAll = (): void => {
    const requests = queries.getQueryData<readonly Summary[]>(queryKeys.requests);
    const folders = queries.getQueryData<FolderList>(queryKeys.folders);
    if (requests) check(isRequestId, requests);
    if (folders) check(isFolderTab, folders.folders);
  };
  checkAll();
  const watched = new Set([queryKeys.requests, queryKeys.folders].map((key) => JSON.stringify(key)));
  return queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && watched.has(query.queryHash)) checkAll();
  });
};
