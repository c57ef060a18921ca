import type { RunEntry } from '@tandem/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';

import { listStep } from '../../kit/index.js';
import { outcomeTones, whyOf } from '../../model/run-words.js';
import { duration, statusTone } from '../../model/show-body.js';

/** The height of a row, in CSS pixels. */
const rowHeight = 28;

/** Where an entry ran, if that does not go without saying. */
export interface Columns {
  readonly environment: boolean;
  readonly iteration: boolean;
}

const Row = ({ entry, columns }: { readonly entry: RunEntry; readonly columns: Columns }) => {
  const { outcome, path, environment, iteration, status, timeMs } = entry;
  return (
    <>
      <span className={`mark ${outcomeTones[outcome]}`} role="img" aria-label={outcome} title={outcome} />
      <span className="run-path">{path.replaceAll('/', ' / ')}</span>
      {columns.iteration && <span className="quiet run-number">#{iteration}</span>}
      {columns.environment && <span className="quiet run-where">{environment ?? 'no environment'}</span>}
      <span className={`run-why ${outcomeTones[outcome] === 'bad' ? 'bad' : 'quiet'}`}>{whyOf(entry)}</span>
      <span className={`run-status ${status === null ? 'quiet' : statusTone(status)}`}>
        {status ?? outcome}
      </span>
      <span className="quiet run-time">{timeMs === null ? '' : duration(timeMs)}</span>
    </>
  );
};

interface Props {
  readonly entries: readonly RunEntry[];
  readonly columns: Columns;
  readonly chosen: RunEntry | undefined;
  readonly onChoose: (entry: RunEntry) => void;
  /** Whether the list goes along with what is added at its end. */
  readonly isFollowing: boolean;
}

/** The requests of a run, of which one is chosen by keys or the mouse; only those in view are in the page. */
export const RunEntries = ({ entries, columns, chosen, onChoose, isFollowing }: Props) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const rows = virtual.getVirtualItems();
  const at = chosen === undefined ? -1 : entries.indexOf(chosen);
  useEffect(() => {
    if (isFollowing && entries.length > 0) virtual.scrollToIndex(entries.length - 1);
  }, [isFollowing, entries.length]);
  const hear = (event: KeyboardEvent): void => {
    const next = entries[listStep(event.key, at, entries.length - 1) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    virtual.scrollToIndex(entries.indexOf(next));
  };
  return (
    <div
      ref={scroller}
      className="run-entries"
      role="listbox"
      aria-label="Requests of the run"
      tabIndex={0}
      {...(rows.some(({ index }) => index === at) ? { 'aria-activedescendant': `run-entry-${at}` } : {})}
      onKeyDown={hear}
    >
      <div role="presentation" className="run-lines" style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ index, start }) => {
          const entry = entries[index] as RunEntry;
          return (
            <div
              key={index}
              id={`run-entry-${index}`}
              role="option"
              className="run-entry"
              aria-selected={index === at}
              aria-posinset={index + 1}
              aria-setsize={entries.length}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onChoose(entry)}
            >
              <Row entry={entry} columns={columns} />
            </div>
          );
        })}
      </div>
    </div>
  );
};
