import type { ExecutionId } from '@tandem/core';
import { useMemo, useEffect, useState } from 'react';
import { stringifyJson } from '@tandem/core/codec';
import { useQuery } from '@tanstack/react-query';

import { queryKeys } from '../../link/query-keys.js';
import { CodeViewer } from '../../kit/index.js';
import { foldEnds } from './fold-ends.js';
import { useLink, useLinkState } from '../../link/use-link.js';
import { describeProblem } from '../../link/problem-words.js';

/** How long typing must pause before a path is evaluated, in milliseconds. */
const pauseMs = 300;

/** A value once it has stopped changing. */
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

/** The result of a path: how many values, and all of them as JSON; or why it selects nothing. */
type PathSelection =
  | { readonly kind: 'values'; readonly count: number; readonly json: string }
  | { readonly kind: 'problem'; readonly words: string };

/**
 * What a JSONPath selects in the stored body of an execution; undefined while it is evaluated. The server does it,
 * with the same rules and limits as for agents, so the page needs no evaluator and no path can block it.
 */
const useSelected = (id: ExecutionId, typed: string): PathSelection | undefined => {
  const link = useLink();
  const isOpen = useLinkState().kind === 'open';
  const path = useSettled(typed.trim());
  const { data, error } = useQuery({
    queryKey: [...queryKeys.selectedPath, id, path],
    queryFn: () => link.call('executions_get', { id, select: path }),
    enabled: isOpen && path !== '',
    staleTime: Infinity,
    gcTime: 10_000,
  });
  if (error !== null) return { kind: 'problem', words: describeProblem(error) };
  if (data?.selected === undefined) return undefined;
  return { kind: 'values', count: data.selected.length, json: stringifyJson(data.selected, 2) };
};

/** An input for a JSONPath above a body. */
export const FilterLine = ({
  path,
  onPath,
  onClose,
}: {
  readonly path: string;
  readonly onPath: (path: string) => void;
  readonly onClose: () => void;
}) => (
  <input
    className="k-input body-filter"
    aria-label="JSONPath"
    placeholder="JSONPath, such as $.items[0].name"
    value={path}
    autoFocus
    autoComplete="off"
    spellCheck={false}
    onChange={({ target }) => {
      onPath(target.value);
    }}
    onKeyDown={({ key }) => {
      if (key === 'Escape') onClose();
    }}
  />
);

/** What a JSONPath selects, instead of the body. */
export const FilteredBody = ({
  id,
  path,
  wrap,
  find,
}: {
  readonly id: ExecutionId;
  readonly path: string;
  readonly wrap: boolean;
  readonly find: number;
}) => {
  const selected = useSelected(id, path);
  const json = selected?.kind === 'values' ? selected.json : '';
  const folds = useMemo(() => foldEnds(json), [json]);
  if (selected === undefined) return <p className="quiet">Evaluating …</p>;
  if (selected.kind === 'problem') return <p className="bad">{selected.words}</p>;
  const { count } = selected;
  return (
    <>
      <p className="quiet" role="status">
        {count === 1 ? '1 value' : `${count} values`}
      </p>
      <CodeViewer label="Selected values" text={json} folds={folds} format="json" wrap={wrap} find={find} />
    </>
  );
};
