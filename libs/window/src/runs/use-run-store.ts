import { useSyncExternalStore } from 'react';

import { useStatus } from '../link/use-link.js';
import { usePage } from '../shell/page.js';
import type { OwnRun, RunStore } from './run-store.js';

/** The runs of the active workspace that this page started. */
export const useRunStore = (): RunStore => {
  const { runs } = usePage();
  return runs.of(useStatus()?.workspace?.id ?? '');
};

/** The runs that this page started, newest first. */
export const useOwnRuns = (): readonly OwnRun[] => {
  const { subscribe, runs } = useRunStore();
  return useSyncExternalStore(subscribe, runs);
};

/** The key or id of the shown run. */
export const useChosenRun = (): string | undefined => {
  const { subscribe, chosen } = useRunStore();
  return useSyncExternalStore(subscribe, chosen);
};
