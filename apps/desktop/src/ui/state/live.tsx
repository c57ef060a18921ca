import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { Link } from '../link/link.js';
import { useLink, useLinkState } from '../link/use-link.js';
import { type Activity, canUndo, isForeign, withActivity } from '../model/activity.js';
import { contentOf, isRequestId } from '../model/saved-request.js';
import { useDrafts } from './contexts.js';
import { follow, unheard } from './follow.js';
import { copyRequest, deleteRequest, updateRequest } from './requests.js';

interface Live {
  readonly activities: readonly Activity[];
  /** Takes a change back. */
  readonly undo: (activity: Activity) => void;
  /** Why the last undo did not work. */
  readonly problem: string | undefined;
}

const LiveContext = createContext<Live>({ activities: [], undo: () => undefined, problem: undefined });

/** Who changed what since the page was opened. */
export const useLive = (): Live => use(LiveContext);

const takeBack = async (link: Link, { change, before }: Activity): Promise<void> => {
  const { id, op } = change;
  if (!isRequestId(id)) return;
  if (op === 'created') await deleteRequest(link, id);
  else if (before === undefined) return;
  else if (op === 'deleted') await copyRequest(link, before);
  else await updateRequest(link, id, contentOf(before));
};

/** Brings each change to the page as it is told, and lists them. */
export const LiveProvider = ({ children }: { readonly children: ReactNode }) => {
  const link = useLink();
  const queries = useQueryClient();
  const drafts = useDrafts();
  const isOpen = useLinkState().kind === 'open';
  const [activities, setActivities] = useState<readonly Activity[]>([]);
  const [problem, setProblem] = useState<string>();
  const keys = useRef(0);
  const following = useMemo(() => follow(link, queries, drafts), [link, queries, drafts]);
  useEffect(() => {
    let last = Promise.resolve();
    return link.onChange((change) => {
      // In the order of the changes, or an older state could win.
      last = last.then(async () => {
        const heard = await following.hear(change).catch(() => unheard);
        const one = { key: (keys.current += 1), at: Date.now(), change, ...heard };
        if (change.entity !== 'execution' || isForeign(change))
          setActivities((list) => withActivity(list, one));
      });
    });
  }, [link, following]);
  useEffect(() => {
    if (!isOpen) return;
    drafts.flushAll();
    following.readAhead().catch(() => undefined); // The next opening of the link reads again.
  }, [isOpen, drafts, following]);
  const undo = useCallback(
    (activity: Activity): void => {
      if (!canUndo(activity)) return;
      takeBack(link, activity).then(
        () => {
          setProblem(undefined);
          setActivities((list) => list.filter(({ key }) => key !== activity.key));
        },
        (cause: unknown) => {
          setProblem(cause instanceof Error ? cause.message : String(cause));
        },
      );
    },
    [link],
  );
  const live = useMemo(() => ({ activities, undo, problem }), [activities, undo, problem]);
  return <LiveContext value={live}>{children}</LiveContext>;
};
