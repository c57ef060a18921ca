import { useQueryClient } from '@tanstack/react-query';
import { use, useSyncExternalStore } from 'react';

import { browser } from '../link/browser.js';
import { useLink, useStatus } from '../link/use-link.js';
import { PanelStateContext } from '../requests/drafts/contexts.js';
import { createRunStore, type OwnRun, type RunStore } from './run-store.js';

/** The runs of the active workspace that this page has started. They go on while they are not shown. */
export const useRunStore = (): RunStore => {
  const link = useLink();
  const queries = useQueryClient();
  const held = use(PanelStateContext);
  const key = `runs of ${useStatus()?.workspace?.id ?? ''}`;
  const present = held?.get(key) as RunStore | undefined;
  if (present !== undefined) return present;
  const store = createRunStore(link, {
    later: browser.later,
    onEnd: (view) => {
      queries.setQueryData(['runs', 'one', view.id], view);
      void queries.invalidateQueries({ queryKey: ['runs', 'list'] });
    },
  });
  held?.set(key, store);
  return store;
};

/** The runs that this page has started, newest first. */
export const useOwnRuns = (): readonly OwnRun[] => {
  const { subscribe, runs } = useRunStore();
  return useSyncExternalStore(subscribe, runs);
};

/** The key or id of the run that is shown. */
export const useChosenRun = (): string | undefined => {
  const { subscribe, chosen } = useRunStore();
  return useSyncExternalStore(subscribe, chosen);
};
