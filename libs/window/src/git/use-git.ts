import type { GitChange, GitChanges, GitState } from '@tandem/core';
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { linkEffects } from '../link/browser.js';
import { describeProblem } from '../link/problem-words.js';
import { queryKeys } from '../link/query-keys.js';
import { throttle } from '../link/throttle.js';
import { useLink, useLinkState, useStatus } from '../link/use-link.js';

/** How long the page waits after a change in the app until the folder has been saved, in milliseconds. */
const savedMs = 2_500;

/** How often the page checks for changes by other programs, in milliseconds. */
const lookAgainMs = 5_000;

/** The state of the repository; undefined until it is loaded. */
export const useGitState = (isWatched = false): GitState | undefined => {
  const link = useLink();
  const workspace = useStatus()?.workspace?.id;
  const isOpen = useLinkState().kind === 'open';
  return useQuery({
    queryKey: [...queryKeys.gitState, workspace],
    queryFn: () => link.call('git_status', {}),
    enabled: isOpen && workspace !== undefined,
    // The list of changes comes with the state, so while it is shown, nothing else has to look.
    refetchInterval: ({ state: { data } }) =>
      isWatched && typeof data?.problem === 'string' ? lookAgainMs : false,
  }).data;
};

/** Loads the state of the repository again. If the list of changes is shown, loads only the list, because the state comes with it. */
const readAgain = (queries: QueryClient): void => {
  const { gitChanges, gitState } = queryKeys;
  const isListed = queries.getQueryCache().findAll({ queryKey: gitChanges, type: 'active' }).length > 0;
  void queries.invalidateQueries({ queryKey: isListed ? gitChanges : gitState });
};

/**
 * Loads the state of the repository again after changes in the app, and when the person returns from another window.
 * @param isRepository whether the folder was in a repository when it was last checked; if not, changes in the app have no effect
 */
export const useGitWatch = (isRepository: boolean): void => {
  const link = useLink();
  const queries = useQueryClient();
  useEffect(() => {
    const read = (): void => readAgain(queries);
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

/** The changes since the last commit, page by page. */
export const useGitChanges = (isUsable: boolean) => {
  const link = useLink();
  const queries = useQueryClient();
  const workspace = useStatus()?.workspace?.id;
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...queryKeys.gitChanges, workspace],
    queryFn: async ({ pageParam: offset }) => {
      const page = await link.call('git_changes', { offset });
      queries.setQueryData([...queryKeys.gitState, workspace], page.state);
      return page;
    },
    initialPageParam: 0,
    getNextPageParam: ({ nextOffset }) => nextOffset,
    enabled: isUsable && workspace !== undefined,
    // Each page is a call of its own, so a longer list is read less often.
    refetchInterval: ({ state }) => lookAgainMs * Math.max(1, state.data?.pages.length ?? 1),
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

/** Marks the changes whose files have all been staged or unstaged. */
const markStaged = (paths: readonly string[], isStaged: boolean) => {
  const named = new Set(paths);
  return (page: GitChanges): GitChanges => ({
    ...page,
    changes: page.changes.map((change) =>
      change.paths.every((path) => named.has(path))
        ? { ...change, staged: isStaged ? 'all' : 'none' }
        : change,
    ),
  });
};

/** The calls that change the repository. Each of them needs a click of the person. */
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
      readAgain(queries);
    }
  };
  return {
    busy,
    problem,
    done,
    refresh: () => readAgain(queries),
    stage: (paths: readonly string[], staged: boolean) =>
      act('stage', async () => {
        await link.call('git_stage', { paths, staged });
        // Reading a long list again takes a while, so the result is shown at once.
        queries.setQueriesData<InfiniteData<GitChanges>>({ queryKey: queryKeys.gitChanges }, (list) =>
          list === undefined ? undefined : { ...list, pages: list.pages.map(markStaged(paths, staged)) },
        );
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
