import type { ExecutionId, ExecutionSummary } from '@tandem/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

import { ContextMenu, listStep, Method } from '../kit/index.js';
import { formatActor } from '../activity/activity.js';
import { getExecutionMark, formatMoment, formatResult } from '../response/outcome.js';
import { formatDuration, getStatusTone } from '../response/body/show-body.js';

/** The height of a row, in CSS pixels. */
const rowHeight = 48;

/** How many rows before the end the next page is loaded. */
const ahead = 20;

const Row = ({ one, now }: { readonly one: ExecutionSummary; readonly now: Date }) => {
  const { tone, name } = getExecutionMark(one);
  return (
    <>
      <span className={`mark ${tone}`} role="img" aria-label={name} title={name} />
      <span className="history-line">
        <span className="history-what">
          <Method method={one.method} /> <strong>{one.name}</strong>
        </span>
        <span className={`history-result ${one.error === null ? getStatusTone(one.status ?? 0) : 'bad'}`}>
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

interface Props {
  readonly executions: readonly ExecutionSummary[];
  readonly chosen: ExecutionSummary | undefined;
  readonly onChoose: (id: ExecutionId) => void;
  readonly onOpen: (one: ExecutionSummary) => void;
  readonly onMore: () => void;
  /** The menu entries of the selected execution. */
  readonly menu: ReactNode;
}

/** The visible rows. The last one loads the next page. */
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
    if (count > 0 && last >= count - ahead) onMore();
  }, [count, last]);
  return { scroller, virtual, rows };
};

/** Executions, one of which is selected by keyboard or mouse; only visible ones are rendered. */
export const HistoryList = ({ executions, chosen, onChoose, onOpen, onMore, menu }: Props) => {
  const { scroller, virtual, rows } = useRows(executions.length, onMore);
  const at = executions.findIndex(({ id }) => id === chosen?.id);
  const now = new Date();
  const hear = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && chosen) onOpen(chosen);
    const next = executions[listStep(event.key, at, executions.length - 1) ?? -1];
    if (!next) return;
    event.preventDefault();
    onChoose(next.id);
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
                  aria-selected={index === at}
                  aria-posinset={index + 1}
                  aria-setsize={executions.length}
                  style={{ transform: `translateY(${start}px)` }}
                  onClick={() => onChoose(one.id)}
                  onContextMenu={() => onChoose(one.id)}
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
