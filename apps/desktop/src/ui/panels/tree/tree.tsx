import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

import type { Runs } from '../../model/runs.js';
import type { RequestId, Summary } from '../../model/saved-request.js';
import { keyOf, type TreeLine, treeLines } from '../../model/tree.js';
import { placeBeside } from '../../model/tree-order.js';
import type { Actions } from '../../state/use-actions.js';
import { useForeignRuns } from '../running-list.js';
import { TreeRow } from './tree-row.js';
import { dropBelow } from './use-drop.js';

interface Props {
  readonly requests: readonly Summary[];
  readonly search: string;
  readonly shown: string | undefined;
  /** Requests that somebody else changed a moment ago. */
  readonly fresh: ReadonlySet<string>;
  readonly runs: Runs;
  readonly actions: Actions;
  readonly onShow: (id: RequestId) => void;
}

/** The mark of a request that somebody else runs. */
const somebodys = { kind: 'running', step: undefined, steps: [], since: 0 } as const;

/** The height of a line, in CSS pixels. */
const rowHeight = 28;

const toggled = (closed: ReadonlySet<string>, path: string): ReadonlySet<string> => {
  const next = new Set(closed);
  if (!next.delete(path)) next.add(path);
  return next;
};

/** Where the focus goes from line `at` by a key, as the tree pattern of WAI-ARIA has it. */
const target = (lines: readonly TreeLine[], at: number, key: string): number | undefined => {
  const line = lines[at];
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, lines.length - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return lines.length - 1;
    case 'ArrowRight':
      return line?.kind === 'folder' && line.isOpen ? at + 1 : undefined;
    case 'ArrowLeft': {
      if (line === undefined || (line.kind === 'folder' && line.isOpen)) return undefined;
      const parent = lines.slice(0, at).findLastIndex(({ level }) => level < line.level);
      return parent < 0 ? undefined : parent;
    }
    default:
      return undefined;
  }
};

/** Where a request goes in its folder by a key, with Alt. */
const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** The lines of the tree, which of them has the focus, and what keys do. */
const useTree = ({ requests, search, shown, actions, onShow }: Props) => {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [{ focused, beside }, setFocus] = useState<{ focused?: string; beside?: string | undefined }>({});
  const setFocused = (key: string): void => {
    setFocus({ focused: key, beside: shown });
  };
  const [renamed, setRenamed] = useState<string>();
  const lines = useMemo(() => treeLines(requests, closed, search), [requests, closed, search]);
  const found = lines.findIndex(
    (line) => keyOf(line) === ((beside === shown ? focused : undefined) ?? shown),
  );
  const at = Math.max(found, 0);
  const choose = (line: TreeLine): void => {
    setFocused(keyOf(line));
    if (line.kind === 'request') onShow(line.request.id);
    else setClosed((present) => toggled(present, line.path));
  };
  const onRequest = (key: string, isControl: boolean, id: RequestId): boolean => {
    if (key === 'F2') setRenamed(id);
    else if (key === 'Delete') actions.remove(id);
    else if (key === 'd' && isControl) actions.duplicate(id);
    else return false;
    return true;
  };
  const step = (id: RequestId, by: -1 | 1): boolean => {
    const place = placeBeside(requests, id, by);
    if (place) actions.place(id, place);
    return place !== undefined;
  };
  const hear = (event: KeyboardEvent): number | undefined => {
    const line = lines[at];
    const { key, ctrlKey, metaKey, altKey } = event;
    if (line === undefined) return undefined;
    if (altKey) {
      const by = steps[key];
      if (by === undefined || line.kind !== 'request') return undefined;
      event.preventDefault();
      return step(line.request.id, by) ? at + by : undefined;
    }
    const next = ctrlKey || metaKey ? undefined : target(lines, at, key);
    const to = next === undefined ? undefined : lines[next];
    const isFold =
      line.kind === 'folder' &&
      ((key === 'ArrowRight' && !line.isOpen) || (key === 'ArrowLeft' && line.isOpen));
    if (to) setFocused(keyOf(to));
    else if ((key === 'Enter' && !ctrlKey && !metaKey) || key === ' ' || isFold) choose(line);
    else if (line.kind !== 'request' || !onRequest(key, ctrlKey || metaKey, line.request.id))
      return undefined;
    event.preventDefault();
    return next;
  };
  return { lines, at, renamed, setRenamed, choose, step, hear };
};

const Lines = ({
  height,
  rows,
  rowOf,
}: {
  readonly height: number;
  readonly rows: readonly VirtualItem[];
  readonly rowOf: (index: number) => ReactNode;
}) => (
  <div className="tree-lines" role="presentation" style={{ height }}>
    {rows.map(({ index, start, key }) => (
      <div
        key={key}
        role="presentation"
        className="tree-slot"
        style={{ transform: `translateY(${start}px)` }}
      >
        {rowOf(index)}
      </div>
    ))}
  </div>
);

/** Puts the line of the shown request into view when another one is shown. */
const useReveal = (shown: string | undefined, lines: readonly TreeLine[], reveal: (at: number) => void) => {
  const latest = useRef({ lines, reveal });
  latest.current = { lines, reveal };
  useEffect(() => {
    const at = latest.current.lines.findIndex((line) => keyOf(line) === shown);
    if (at >= 0) latest.current.reveal(at);
  }, [shown]);
};

/** Folders and requests; only the lines that are in view are in the page. */
export const Tree = (props: Props) => {
  const { shown, fresh, runs, actions } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { lines, at, renamed, setRenamed, choose, step, hear } = useTree(props);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => keyOf(lines[index] as TreeLine),
  });
  useReveal(shown, lines, (index) => {
    virtual.scrollToIndex(index);
  });
  const rows = virtual.getVirtualItems();
  const foreign = new Set(useForeignRuns().map(({ requestId }) => requestId));
  const rowOf = (index: number) => {
    const line = lines[index] as TreeLine;
    const id = line.kind === 'request' ? line.request.id : undefined;
    return (
      <TreeRow
        line={line}
        elementId={`tree-${index}`}
        isFocused={index === at}
        isShown={id !== undefined && id === shown}
        isNew={id !== undefined && fresh.has(id)}
        run={id && (foreign.has(id) ? somebodys : runs.get(id))}
        actions={actions}
        isRenamed={id !== undefined && id === renamed}
        onRename={(isRenamed) => {
          setRenamed(isRenamed ? id : undefined);
          if (!isRenamed) scroller.current?.focus();
        }}
        onChoose={() => {
          choose(line);
        }}
        onStep={(by) => id !== undefined && step(id, by)}
        onDrop={actions.place}
      />
    );
  };
  return (
    <div
      ref={scroller}
      className="tree"
      role="tree"
      aria-label="Requests"
      tabIndex={0}
      {...dropBelow(actions.place)}
      {...(rows.some(({ index }) => index === at) ? { 'aria-activedescendant': `tree-${at}` } : {})}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        const next = hear(event);
        if (next !== undefined) virtual.scrollToIndex(next);
      }}
    >
      <Lines height={virtual.getTotalSize()} rows={rows} rowOf={rowOf} />
    </div>
  );
};
