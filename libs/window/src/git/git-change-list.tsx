import type { GitChange } from '@tandem/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { useLatest } from '../folders/tree/use-tree.js';
import { Button, findScroller } from '../kit/index.js';
import { useRequests } from '../requests/requests.js';
import { GitBusyContext, GitChangeRow } from './git-change-row.js';
import type { GitCalls } from './use-git.js';

/** The height of a closed row with its border, in CSS pixels. Shown rows are measured. */
const rowHeight = 33;

/** How many rows are rendered beyond each end of the visible part. Of a short list, all are, so that the browser finds their texts. */
const overscan = { short: 100, long: 12 } as const;

/** Identifies a change in its list. Two files may hold the same entity. */
const getChangeKey = ({ id, paths }: GitChange): string => `${id} ${paths[0] ?? ''}`;

/** The index of the row with the focus; -1 if the focus is elsewhere. */
const findFocusedRow = (list: Element | null): number => {
  const row = document.activeElement?.closest<HTMLElement>('.git-change');
  return row && list?.contains(row) ? Number(row.dataset.index) : -1;
};

/** Positions the rows near the visible part of the page and the row with the focus. */
const useRows = (changes: readonly GitChange[]) => {
  const list = useRef<HTMLUListElement>(null);
  const scroller = useRef<Element>(null);
  const [top, setTop] = useState(0);
  const count = changes.length;
  const virtual = useVirtualizer<Element, HTMLLIElement>({
    count,
    getScrollElement: () => {
      if (list.current !== null) scroller.current ??= findScroller(list.current);
      return scroller.current;
    },
    estimateSize: () => rowHeight,
    getItemKey: (index) => getChangeKey(changes[index] as GitChange),
    overscan: count > overscan.short ? overscan.long : overscan.short,
    scrollMargin: top,
    initialRect: { width: 0, height: window.innerHeight },
    rangeExtractor: ({ startIndex, endIndex, overscan: more }) => {
      const [from, to] = [Math.max(startIndex - more, 0), Math.min(endIndex + more, count - 1)];
      const near = Array.from({ length: to - from + 1 }, (_, at) => from + at);
      const focused = findFocusedRow(list.current);
      if (focused < 0 || focused >= count || near.includes(focused)) return near;
      return focused < from ? [focused, ...near] : [...near, focused];
    },
  });
  // What is above the list changes its height with the content, so it is measured after every render.
  useLayoutEffect(() => {
    if (list.current === null || scroller.current === null) return;
    const [{ y }, { y: from }] = [
      list.current.getBoundingClientRect(),
      scroller.current.getBoundingClientRect(),
    ];
    setTop(Math.round(y - from + scroller.current.scrollTop));
  });
  return { list, virtual, top };
};

interface Props {
  readonly changes: readonly GitChange[];
  readonly calls: GitCalls;
}

/** The rows of the list. Only those near the visible part of the page are rendered, because there may be thousands. */
const ChangeRows = ({ changes, calls }: Props) => {
  const { requests } = useRequests();
  const methods = useMemo(
    () => new Map(requests.map(({ id, method }) => [id as string, method])),
    [requests],
  );
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const latest = useLatest(calls);
  const stage = useCallback(
    ({ paths }: GitChange, isStaged: boolean) => void latest().stage(paths, isStaged),
    [latest],
  );
  const toggle = useCallback(
    (change: GitChange) =>
      setOpened((before) => {
        const after = new Set(before);
        const key = getChangeKey(change);
        if (!after.delete(key)) after.add(key);
        return after;
      }),
    [],
  );
  const { list, virtual, top } = useRows(changes);
  return (
    <ul ref={list} className="activity-list git-changes" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const change = changes[index] as GitChange;
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className="git-change"
            aria-posinset={index + 1}
            aria-setsize={changes.length}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <GitChangeRow
              change={change}
              method={methods.get(change.id)}
              isOpen={opened.has(getChangeKey(change))}
              onToggle={toggle}
              onStage={stage}
            />
          </li>
        );
      })}
    </ul>
  );
};

/** Lists the changes since the last commit, each with a checkbox that stages it. */
export const ChangeList = ({ changes, calls }: Props) => {
  const isBusy = calls.busy !== undefined;
  const areAllStaged = changes.every(({ staged }) => staged === 'all');
  return (
    <section className="stack" aria-label="Changes since the last commit">
      <div className="row">
        <h2>
          Changes <span className="count">{changes.length}</span>
        </h2>
        <Button
          isSmall
          variant="quiet"
          disabled={isBusy}
          onClick={() =>
            void calls.stage(
              changes.flatMap(({ paths }) => paths),
              !areAllStaged,
            )
          }
        >
          {areAllStaged ? 'Unstage all' : 'Stage all'}
        </Button>
      </div>
      <GitBusyContext value={isBusy}>
        <ChangeRows changes={changes} calls={calls} />
      </GitBusyContext>
    </section>
  );
};
