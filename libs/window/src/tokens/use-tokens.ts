import type { Change } from '@tandem/core';
import type { RpcMethods } from '@tandem/rpc/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import { useAfterChanges } from '../activity/use-after-changes.js';

/** What a person has to do before there is a token. */
export type Approval = NonNullable<RpcMethods['tokens_begin']['result']['approval']>;
type BeginToken = RpcMethods['tokens_begin']['params'];

/** Executions fetch tokens; another environment has others. */
const isOfTokens = ({ entity }: Change): boolean =>
  entity === 'execution' || entity === 'environment' || entity === 'workspace';

/** The tokens of the active environment, and how to get one for a request or folder. */
export const useTokens = (id: string, save: () => Promise<unknown>) => {
  const link = useLink();
  const queries = useQueryClient();
  const enabled = useLinkState().kind === 'open';
  const [problem, setProblem] = useState<string>();
  const [approval, setApproval] = useState<Approval>();
  const [isGetting, setGetting] = useState(false);
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), [id]);
  const { data } = useQuery({
    queryKey: ['tokens'],
    queryFn: () => link.call('tokens_list', {}),
    enabled,
    staleTime: 0,
  });
  const read = useCallback(() => queries.invalidateQueries({ queryKey: ['tokens'] }), [queries]);
  useAfterChanges(
    isOfTokens,
    useCallback(() => void read(), [read]),
  );
  const fetchOne = async (signal: AbortSignal): Promise<string | undefined> => {
    await save();
    const begun = await link.call('tokens_begin', { id: id as BeginToken['id'] }, { signal });
    if (begun.approval === null) return begun.error?.message;
    setApproval(begun.approval);
    const ended = await link.call('tokens_finish', { id: begun.approval.id }, { signal });
    return ended.error?.message;
  };
  const get = async (): Promise<void> => {
    const stop = new AbortController();
    waiting.current = stop;
    setGetting(true);
    setProblem(undefined);
    try {
      const why = await fetchOne(stop.signal);
      if (!stop.signal.aborted) setProblem(why);
    } catch (cause) {
      if (!stop.signal.aborted) setProblem(describeProblem(cause));
    } finally {
      setApproval(undefined);
      setGetting(false);
      await read();
    }
  };
  return {
    tokens: data?.tokens ?? [],
    approval,
    isGetting,
    problem,
    get,
    stop: (): void => waiting.current?.abort(),
    forget: async (key: string): Promise<void> => {
      await link.call('tokens_forget', { key }).catch((cause: unknown) => setProblem(describeProblem(cause)));
      await read();
    },
  };
};
