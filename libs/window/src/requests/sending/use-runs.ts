import { useEffect, useMemo, useSyncExternalStore } from 'react';

import { browser } from '../../link/browser.js';
import { useLink } from '../../link/use-link.js';
import type { Run } from './runs.js';
import type { RequestId } from '../saved-request.js';
import { useDrafts } from '../drafts/contexts.js';
import { type Blocker, createRunner, type Runner } from './runner.js';
import { useFolderEdits } from '../../folders/use-folder-editing.js';

/** A runner of the shown workspace, which renders nothing by itself. */
export const useRunner = (): Runner => {
  const link = useLink();
  const drafts = useDrafts();
  const folders = useFolderEdits();
  const runner = useMemo(
    () => createRunner(link, { drafts, storeFolders: () => folders.flushAll(), later: browser.later }),
    [link, drafts, folders],
  );
  useEffect(() => drafts.onReplaced(runner.replace), [drafts, runner]);
  return runner;
};

/** The last run of a request. */
export const useLastRun = ({ subscribe, runs }: Runner, id: RequestId): Run | undefined =>
  useSyncExternalStore(subscribe, () => runs().get(id));

/** How a request runs now, if it does. */
export const useRunningKind = (
  { subscribe, runs }: Runner,
  id: RequestId | undefined,
): 'stream' | 'plain' | undefined =>
  useSyncExternalStore(subscribe, () => {
    const run = id && runs().get(id);
    if (run?.kind !== 'running') return undefined;
    return run.stream === undefined ? 'plain' : 'stream';
  });

/** What kept a request from being sent, until it is shown. */
export const useBlocker = ({ subscribe, blocker }: Runner, id: RequestId): Blocker | undefined =>
  useSyncExternalStore(subscribe, () => (blocker()?.id === id ? blocker() : undefined));
