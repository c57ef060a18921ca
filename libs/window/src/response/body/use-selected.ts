import type { ExecutionId } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useLink, useLinkState } from '../../link/use-link.js';
import { describeProblem } from '../../link/problem-words.js';

/** How long nothing is typed before a path is evaluated, in milliseconds. */
const pauseMs = 300;

/** A value once it has not changed for a moment. */
const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(setSettled, pauseMs, value);
    return () => {
      window.clearTimeout(timer);
    };
  }, [value]);
  return settled;
};

/** What a path selects: how many values, and all of them as JSON; or why it selects nothing. */
export type PathSelection =
  | { readonly kind: 'values'; readonly count: number; readonly json: string }
  | { readonly kind: 'problem'; readonly words: string };

/**
 * What a JSONPath selects in the stored body of an execution; undefined while it is evaluated. The server does it, with the same
 * rules and limits as for agents, so the page needs no evaluator of its own and no path can block it.
 */
export const useSelected = (id: ExecutionId, typed: string): PathSelection | undefined => {
  const link = useLink();
  const isOpen = useLinkState().kind === 'open';
  const path = useSettled(typed.trim());
  const { data, error } = useQuery({
    queryKey: ['selected', id, path],
    queryFn: () => link.call('executions_get', { id, select: path }),
    enabled: isOpen && path !== '',
    staleTime: Infinity,
    gcTime: 10_000,
  });
  if (error !== null) return { kind: 'problem', words: describeProblem(error) };
  if (data?.selected === undefined) return undefined;
  return { kind: 'values', count: data.selected.length, json: stringifyJson(data.selected, 2) };
};
