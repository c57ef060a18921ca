import type { ExecutionId, ExecutionSummary } from '@tandem/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

import { formatActor } from '../activity/activity.js';
import { ContextMenu, findStepTarget, Method } from '../kit/index.js';
import { formatDuration, getStatusTone } from '../response/body/show-body.js';
import { formatMoment, formatResult, getExecutionMark } from '../response/outcome.js';
import type { SelectionMode } from './selected-executions.js';

/** The height of a row, in CSS pixels. */
const rowHeight = 48;

/** How many rows before the end the next page is loaded. */
const prefetchRows = 20;

const Row = ({ one, now }: { readonly one: ExecutionSummary; readonly now: Date }) => {
  const { tone, name } = getExecutionMark(one);
  return (
    <>
      <span className={`mark ${tone}`} role="img" aria-label={name} title={name} />
      <span className="history-line">
        <span className="history-what">
          <Method method={one.method} /> <strong>{one.name}</strong>
        </span>
        <span
          className={`history-result ${one.error === null ? getStatusTone(one.status ?? 0) : 'bad'}`}
          title={one.error ?? undefined}
        >
          {formatResult(one)}
        </span>
      </span>
      <span className="history-line quiet">
        <span className="history-url">{one.url}</span>
        <span className="history-when">
          <span className="history-who">
            {formatActor(one)} · {formatDuration(one.durationMs)} in total ·{' '}
          </span>
          <time dateTime={one.startedAt}>{formatMoment(one.startedAt, now)}</time>
        </span>
      </span>
    </>
  );
};

const getSelectionMode = (event: {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}): SelectionMode => {
  if (event.shiftKey) return 'extend';
  return event.ctrlKey || event.metaKey ? 'toggle' : 'only';
};

interface HistoryListProps {
  readonly executions: readonly ExecutionSummary[];
  /** One selected execution, or two to compare. The last one has the focus. */
  readonly selected: readonly ExecutionSummary[];
  readonly onSelect: (id: ExecutionId, how: SelectionMode) => void;
  readonly onOpen: (one: ExecutionSummary) => void;
  readonly onMore: () => void;
  /** The menu entries of the execution with the focus. */
  readonly menu: ReactNode;
}

/** Renders the visible rows. When the last row is visible, the next page is loaded. */
const useRows = (count: number, onMore: () => void) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (count > 0 && last >= count - prefetchRows) onMore();
  }, [count, last]);
  return { scroller, virtual, rows };
};

/** Lists executions. One or two can be selected by keyboard or mouse. Only visible rows are rendered. */
export const HistoryList = ({ executions, selected, onSelect, onOpen, onMore, menu }: HistoryListProps) => {
  const { scroller, virtual, rows } = useRows(executions.length, onMore);
  const focused = selected.at(-1);
  const at = executions.findIndex(({ id }) => id === focused?.id);
  const now = new Date();
  const isSelected = (one: ExecutionSummary): boolean => selected.some(({ id }) => id === one.id);
  const hear = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && focused) onOpen(focused);
    const next = executions[findStepTarget(event.key, at, executions.length - 1) ?? -1];
    if (!next) return;
    event.preventDefault();
    onSelect(next.id, event.shiftKey ? 'extend' : 'only');
    virtual.scrollToIndex(executions.indexOf(next));
  };
  return (
    <ContextMenu
      target={
        <div
          ref={scroller}
          className="history-list"
          role="listbox"
          aria-label="Executions"
          aria-multiselectable="true"
          tabIndex={0}
          {...(rows.some(({ index }) => index === at) ? { 'aria-activedescendant': `execution-${at}` } : {})}
          onKeyDown={hear}
        >
          <div role="presentation" className="history-rows" style={{ height: virtual.getTotalSize() }}>
            {rows.map(({ index, start }) => {
              const one = executions[index] as ExecutionSummary;
              return (
                <div
                  key={one.id}
                  id={`execution-${index}`}
                  role="option"
                  className="history-row"
                  aria-selected={isSelected(one)}
                  aria-posinset={index + 1}
                  aria-setsize={executions.length}
                  style={{ transform: `translateY(${start}px)` }}
                  onClick={(event) => onSelect(one.id, getSelectionMode(event))}
                  onContextMenu={() => {
                    if (!isSelected(one)) onSelect(one.id, 'only');
                  }}
                  onDoubleClick={() => onOpen(one)}
                >
                  <Row one={one} now={now} />
                </div>
              );
            })}
          </div>
        </div>
      }
    >
      {menu}
    </ContextMenu>
  );
};
