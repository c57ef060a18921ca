import type { RunEntry } from '@tandem/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { ArrowUpRight, Copy, Play } from 'lucide-react';

import { ContextMenu, findStepTarget, MenuItem, Method } from '../kit/index.js';
import { outcomeTones, explainFailure, explainOutcome } from './run-progress.js';
import { formatRunRow } from './run-target.js';
import { formatDuration, getStatusTone } from '../response/body/show-body.js';
import { useShow, useCopy } from '../shell/page.js';

/** Actions on the requests of a run. */
export interface EntryActions {
  /** Whether the request still exists. */
  readonly isThere: (id: string) => boolean;
  /** Opens the run dialog for the request. */
  readonly run: (id: string) => void;
}

/** The menu entries of a request in a run. */
export const EntryMenu = ({
  entry,
  actions,
}: {
  readonly entry: RunEntry;
  readonly actions: EntryActions;
}) => {
  const show = useShow();
  const copy = useCopy();
  const { id, error, failedTests } = entry;
  const isGone = !actions.isThere(id);
  return (
    <>
      <MenuItem icon={ArrowUpRight} keys="Enter" isDisabled={isGone} onSelect={() => show(id)}>
        Open request
      </MenuItem>
      <MenuItem icon={Play} isDisabled={isGone} onSelect={() => actions.run(id)}>
        Run …
      </MenuItem>
      {(error !== null || failedTests.length > 0) && (
        <MenuItem icon={Copy} onSelect={() => copy(explainOutcome(entry), 'the message')}>
          Copy the message
        </MenuItem>
      )}
    </>
  );
};

/** The height of a row and of an additional line in it, in CSS pixels. Shown rows are measured. */
const heights = { row: 28, line: 20 } as const;

const estimateHeight = (entry: RunEntry): number => {
  const failure = explainFailure(entry);
  return failure === '' ? heights.row : heights.row + heights.line * failure.split('\n').length;
};

/** The columns that are needed to distinguish the entries of a request. */
export interface VisibleColumns {
  readonly environment: boolean;
  readonly iteration: boolean;
}

const Path = ({ path }: { readonly path: string }) => {
  const parts = path.split('/');
  const name = parts.pop();
  return (
    <span className="run-path" title={path.replaceAll('/', ' / ')}>
      {parts.length > 0 && <span className="run-folder quiet">{`${parts.join(' / ')} / `}</span>}
      <span>{name}</span>
    </span>
  );
};

const Row = ({ entry, columns }: { readonly entry: RunEntry; readonly columns: VisibleColumns }) => {
  const { outcome, method, path, environment, iteration, row, status, timeMs } = entry;
  const failure = explainFailure(entry);
  return (
    <>
      <span className="run-entry-line">
        <span className={`mark ${outcomeTones[outcome]}`} role="img" aria-label={outcome} title={outcome} />
        {method !== undefined && <Method method={method} />}
        <Path path={path} />
        {columns.iteration && <span className="quiet run-number">#{iteration}</span>}
        {row !== undefined && <span className="quiet run-row-data">{formatRunRow(row)}</span>}
        {columns.environment && <span className="quiet run-where">{environment ?? 'no environment'}</span>}
        <span className="run-why quiet">{failure === '' && explainOutcome(entry)}</span>
        <span className={`run-status ${status === null ? 'quiet' : getStatusTone(status)}`}>
          {status ?? outcome}
        </span>
        <span className="quiet run-time">{timeMs === null ? '' : formatDuration(timeMs)}</span>
      </span>
      {failure !== '' && <span className="run-failure bad">{failure}</span>}
    </>
  );
};

interface Props {
  readonly entries: readonly RunEntry[];
  readonly columns: VisibleColumns;
  readonly chosen: RunEntry | undefined;
  readonly onChoose: (entry: RunEntry) => void;
  /** Called when Escape is pressed. */
  readonly onClose: () => void;
  readonly actions: EntryActions;
  /** Whether the list scrolls to new entries at its end. */
  readonly isFollowing: boolean;
}

/** Opens the request of an entry if it still exists. */
const useOpen = ({ isThere }: EntryActions) => {
  const show = useShow();
  return ({ id }: RunEntry): void => {
    if (isThere(id)) show(id);
  };
};

const getEntryId = (index: number): string => `run-entry-${index}`;

/** Keeps a row in view when the list becomes smaller because a panel opens below it. */
const useInView = (list: RefObject<HTMLElement | null>, at: number): void => {
  useEffect(() => {
    if (list.current === null || at < 0) return;
    const observer = new ResizeObserver(() =>
      document.getElementById(getEntryId(at))?.scrollIntoView({ block: 'nearest' }),
    );
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list, at]);
};

/** Lists the requests of a run. One can be selected by keyboard or mouse. Only visible rows are rendered. */
export const RunEntries = ({ entries, columns, chosen, onChoose, onClose, actions, isFollowing }: Props) => {
  const open = useOpen(actions);
  const scroller = useRef<HTMLDivElement>(null);
  const getScrollElement = () => scroller.current;
  const size = { estimateSize: (index: number) => estimateHeight(entries[index] as RunEntry), overscan: 12 };
  const virtual = useVirtualizer({ count: entries.length, getScrollElement, ...size });
  const rows = virtual.getVirtualItems();
  const at = chosen === undefined ? -1 : entries.indexOf(chosen);
  const last = entries.length - 1;
  useEffect(() => {
    if (isFollowing && last >= 0) virtual.scrollToIndex(last);
  }, [isFollowing, last]);
  useInView(scroller, at);
  const hear = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    if (event.key === 'Enter' && chosen) open(chosen);
    const next = entries[findStepTarget(event.key, at, last) ?? -1];
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    virtual.scrollToIndex(entries.indexOf(next));
  };
  const list = (
    <div
      ref={scroller}
      className="run-entries"
      role="listbox"
      aria-label="Requests of the run"
      tabIndex={0}
      {...(rows.some(({ index }) => index === at) ? { 'aria-activedescendant': getEntryId(at) } : {})}
      onKeyDown={hear}
    >
      <div role="presentation" className="run-lines" style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ index, start }) => {
          const entry = entries[index] as RunEntry;
          return (
            <div
              key={index}
              ref={virtual.measureElement}
              data-index={index}
              id={getEntryId(index)}
              role="option"
              className="run-entry"
              aria-selected={index === at}
              aria-posinset={index + 1}
              aria-setsize={entries.length}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onChoose(entry)}
              onContextMenu={() => onChoose(entry)}
              onDoubleClick={() => open(entry)}
            >
              <Row entry={entry} columns={columns} />
            </div>
          );
        })}
      </div>
    </div>
  );
  return <ContextMenu target={list}>{chosen && <EntryMenu entry={chosen} actions={actions} />}</ContextMenu>;
};
