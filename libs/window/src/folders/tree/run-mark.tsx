import { createContext, type ReactNode, use, useMemo } from 'react';

import { useIsForeign } from '../../link/use-link.js';
import { describeFolderConflicts } from '../../synchronization/folder-plan.js';
import { findLastRun, type StoredRun } from './tree.js';
import { getRunMark } from '../../response/outcome.js';
import type { RequestId } from '../../requests/saved-request.js';
import { useLastRun } from '../../shell/workspace-stores.js';
import { useFileConflicts } from '../../synchronization/use-folder.js';
import { useFolders } from '../use-folders.js';
import { useOverview } from '../../history/use-history.js';
import { useRequests } from '../../requests/requests.js';
import { ConflictMark, ConflictSign } from '../../synchronization/conflict-mark.js';

/** The mark of a request that someone else runs. */
const somebodys = { kind: 'running' } as const;

interface Marks {
  /** The newest stored execution of each request. */
  readonly stored: ReadonlyMap<string, StoredRun>;
  readonly fileConflicts: ReadonlySet<string>;
  readonly folderConflict: ReturnType<typeof describeFolderConflicts>;
}

const MarksContext = createContext<Marks | undefined>(undefined);

/** Provides what the marks of requests depend on, so that only marks re-render when it changes. */
export const MarksProvider = ({ children }: { readonly children: ReactNode }) => {
  const overview = useOverview();
  const fileConflicts = useFileConflicts();
  const folders = useFolders();
  const { requests } = useRequests();
  const marks = useMemo(
    () => ({
      stored: new Map(overview?.latest.map((latest) => [latest.requestId, latest])),
      fileConflicts,
      folderConflict: describeFolderConflicts(fileConflicts, folders, requests),
    }),
    [overview, fileConflicts, folders, requests],
  );
  return <MarksContext value={marks}>{children}</MarksContext>;
};

const useMarks = (): Marks => {
  const marks = use(MarksContext);
  if (marks === undefined) throw new Error('The tree has no marks.');
  return marks;
};

/** Marks a request that waits for a choice between two changes. */
export const TreeConflictMark = ({ id }: { readonly id: RequestId }) => (
  <ConflictMark id={id} fileConflicts={useMarks().fileConflicts} />
);

/** Marks a folder that waits for a choice between two changes, or whose content does while it is closed. */
export const FolderConflictMark = ({ path, isOpen }: { readonly path: string; readonly isOpen: boolean }) => (
  <ConflictSign words={useMarks().folderConflict(path, isOpen)} />
);

const useMark = (id: RequestId) => {
  const { stored } = useMarks();
  const isForeign = useIsForeign(id);
  const run = useLastRun(id);
  return getRunMark(isForeign ? somebodys : findLastRun(run, stored.get(id)));
};

/**
 * Marks a running request, possibly started by someone else, or the result of its last run, possibly before this
 * page.
 */
export const RunMark = ({ id }: { readonly id: RequestId }) => {
  const mark = useMark(id);
  return mark ? (
    <span className={`mark ${mark.tone}`} role="img" aria-label={mark.name} title={mark.name} />
  ) : null;
};
