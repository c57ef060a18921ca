import type { MergeDriverStatus } from '@tandem/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useLink } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import { useStatus } from '../link/use-status.js';

export const mergeDriverKey = ['merge driver'];

/** Whether git merges the active workspace's files by field, and what sets it up. */
export const useMergeDriver = () => {
  const link = useLink();
  const queries = useQueryClient();
  const workspace = useStatus()?.workspace?.id;
  const queryKey = [...mergeDriverKey, workspace];
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const { data } = useQuery<MergeDriverStatus>({
    queryKey,
    queryFn: () => link.call('merge_driver_status', {}),
    enabled: workspace !== undefined,
  });
  const install = async (): Promise<void> => {
    setIsBusy(true);
    try {
      queries.setQueryData(queryKey, await link.call('merge_driver_install', {}));
      setProblem(undefined);
    } catch (cause) {
      setProblem(describeProblem(cause));
    } finally {
      setIsBusy(false);
    }
  };
  return { status: data, problem, isBusy, install };
};
