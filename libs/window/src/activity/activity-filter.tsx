import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';

import { useShow } from '../shell/navigation.js';
import { type ActivityFilter, anyActivity } from './use-activity.js';

interface ActivityFilterState {
  readonly filter: ActivityFilter;
  readonly setFilter: (filter: ActivityFilter) => void;
}

const ActivityFilterContext = createContext<ActivityFilterState>({
  filter: anyActivity,
  setFilter: () => undefined,
});

/** Holds what the activity is filtered by, also while it is not shown. */
export const ActivityFilterProvider = ({ children }: { readonly children: ReactNode }) => {
  const [filter, setFilter] = useState(anyActivity);
  const held = useMemo(() => ({ filter, setFilter }), [filter]);
  return <ActivityFilterContext value={held}>{children}</ActivityFilterContext>;
};

/** What the activity is filtered by. */
export const useActivityFilter = (): ActivityFilterState => use(ActivityFilterContext);

/** Shows all changes of one entity in the activity. */
export const useShowChanges = (): ((of: NonNullable<ActivityFilter['only']>) => void) => {
  const { setFilter } = useActivityFilter();
  const show = useShow();
  return useCallback(
    (only) => {
      setFilter({ ...anyActivity, only });
      show('activity');
    },
    [setFilter, show],
  );
};
