import type { GitChange, GitState } from '@tandem/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { linkEffects } from '../link/browser.js';
import { describeProblem } from '../link/problem-words.js';
import { queryKeys } from '../link/query-keys.js';
import { throttle } from '../link/throttle.js';
import { useLink, useLinkState, useStatus } from '../link/use-link.js';

/** How long after a change the folder has been saved, in milliseconds. */
const savedMs = 2_500;

/** How often the page looks at the disk, where other programs change files, in milliseconds. */
const lookAgainMs = 5_000;

const gitKey = queryKeys.gitState.slice(0, 1);

/** The state of the repository; undefined until it is known. */
export const useGitState = (isWatched = false): GitState | undefined => {
  const link = useLink();
  const workspace = useStatus()?.workspace?.id;
  const isOpen = useLinkState().kind === 'open';
  return useQuery({
    queryKey: [...queryKeys.gitState, workspace],
    queryFn: () => link.call('git_status', {}),
    enabled: isOpen && workspace !== undefined,
    ...(isWatched ? { refetchInterval: lookAgainMs } : {}),
  }).data;
};

/**
 * Looks at the repository again after changes in the app, and when the person returns from another window.
 * @param isRepository whether there was a repository; otherwise changes in the app make no difference
 */
export const useGitWatch = (isRepository: boolean): void => {
  const link = useLink();
  const queries = useQueryClient();
  useEffect(() => {
    const read = (): void => void queries.invalidateQueries({ queryKey: gitKey });
    const { schedule, cancel } = throttle(read, () => savedMs, linkEffects.later);
    const forget = link.onChange(({ entity }) => {
      if (isRepository && !['execution', 'cookies', 'approval', 'prompt'].includes(entity)) schedule();
    });
    window.addEventListener('focus', read);
    return () => {
      window.removeEventListener('focus', read);
      forget();
      cancel();
    };
  }, [link, queries, isRepository]);
};

/** What changed since the last commit, page by page. */
export const useGitChanges = (isUsable: boolean) => {
  const link = useLink();
  const workspace = useStatus()?.workspace?.id;
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...queryKeys.gitChanges, workspace],
    queryFn: ({ pageParam: offset }) => link.call('git_changes', { offset }),
    initialPageParam: 0,
    getNextPageParam: ({ nextOffset }) => nextOffset,
    enabled: isUsable && workspace !== undefined,
    refetchInterval: lookAgainMs,
  });
  const pages = data?.pages ?? [];
  return {
    changes: data === undefined ? undefined : pages.flatMap((page): readonly GitChange[] => page.changes),
    neverCommitted: pages[0]?.neverCommitted ?? [],
    error,
    hasMore: hasNextPage,
    more: () => {
      if (!isFetchingNextPage) void fetchNextPage();
    },
  };
};

/** A call that changes the repository, by a person's click. */
export const useGitCalls = () => {
  const link = useLink();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<string>();
  /** Runs a call and shows its result or its error. Returns whether the call succeeded. */
  const act = async (name: string, work: () => Promise<string | undefined>): Promise<boolean> => {
    setBusy(name);
    setProblem(undefined);
    setDone(undefined);
    try {
      setDone(await work());
      return true;
    } catch (cause) {
      setProblem(describeProblem(cause));
      return false;
    } finally {
      setBusy(undefined);
      void queries.invalidateQueries({ queryKey: gitKey });
    }
  };
  return {
    busy,
    problem,
    done,
    refresh: () => void queries.invalidateQueries({ queryKey: gitKey }),
    stage: (paths: readonly string[], staged: boolean) =>
      act('stage', async () => {
        await link.call('git_stage', { paths, staged });
        return undefined;
      }),
    commit: (message: string, paths: readonly string[] | undefined, withSecrets: boolean) =>
      act('commit', async () => {
        const chosen = paths === undefined ? {} : { paths };
        const { commit } = await link.call('git_commit', { message, withSecrets, ...chosen });
        return `Committed as ${commit}.`;
      }),
    switchBranch: (branch: string, create: boolean) =>
      act('switch', async () => {
        await link.call('git_switch', { branch, create });
        return `Switched to ${branch}.`;
      }),
    pull: () =>
      act('pull', async () => {
        const { commit } = await link.call('git_pull', {});
        return `Pulled. The branch is at ${commit ?? 'no commit'}.`;
      }),
    push: () =>
      act('push', async () => {
        const { upstream } = await link.call('git_push', {});
        return `Pushed to ${upstream ?? 'the remote'}.`;
      }),
  };
};
export type GitCalls = ReturnType<typeof useGitCalls>;
