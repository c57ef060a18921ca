import type { ExecutionId, ExecutionSummary } from '@tandem/core';
import { ArrowUpRight, History, ListFilter, Save, Send, X } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { useVirtualizer } from '@tanstack/react-virtual';

import {
  Button,
  EmptyState,
  MenuItem,
  MenuSeparator,
  useIsNarrow,
  Combobox,
  IconButton,
  Select,
  ContextMenu,
  findStepTarget,
  Method,
} from '../kit/index.js';
import {
  noFilter,
  type HistoryFilter,
  isStatus,
  type Since,
  statusSuggestions,
  type Executions,
  useExecutions,
  useOverview,
  useHistory,
  useStoredExecution,
} from './use-history.js';
import { describeProblem } from '../link/problem-words.js';
import { usePanelState } from '../shell/panel-state.js';
import { useReportPart } from '../shell/workspace-stores.js';
import type { ExecutionActions } from './execution-actions.js';
import { formatActor } from '../activity/activity.js';
import { formatMoment, getExecutionMark, formatResult } from '../response/outcome.js';
import { formatDuration, getStatusTone } from '../response/body/show-body.js';
import { ResultComparison, CompareMenu, useComparing } from '../response/compare.js';
import { Result } from '../response/result.js';
import { WhoSelect } from '../activity/activity-filters.js';
import '../style/history.css';

/** The height of a row, in CSS pixels. */
const rowHeight = 48;

/** The next page is loaded this many rows before the end. */
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

interface HistoryListProps {
  readonly executions: readonly ExecutionSummary[];
  readonly chosen: ExecutionSummary | undefined;
  readonly onChoose: (id: ExecutionId) => void;
  readonly onOpen: (one: ExecutionSummary) => void;
  readonly onMore: () => void;
  /** The menu entries of the selected execution. */
  readonly menu: ReactNode;
}

/** The visible rows; showing the last one loads the next page. */
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

/** Executions, one of which is selected by keyboard or mouse; only visible ones are rendered. */
const HistoryList = ({ executions, chosen, onChoose, onOpen, onMore, menu }: HistoryListProps) => {
  const { scroller, virtual, rows } = useRows(executions.length, onMore);
  const at = executions.findIndex(({ id }) => id === chosen?.id);
  const now = new Date();
  const hear = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && chosen) onOpen(chosen);
    const next = executions[findStepTarget(event.key, at, executions.length - 1) ?? -1];
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

const times: readonly { readonly value: Since; readonly title: string }[] = [
  { value: 'ever', title: 'Any time' },
  { value: 'hour', title: 'Last hour' },
  { value: 'day', title: 'Last 24 hours' },
  { value: 'week', title: 'Last 7 days' },
];

const statusOptions = statusSuggestions.map((value) => ({ value, title: value }));

interface HistoryFiltersProps {
  readonly filter: HistoryFilter;
  readonly callers: readonly string[];
  readonly onChange: (filter: HistoryFilter) => void;
}

/** The filter of the history. */
const HistoryFilters = ({ filter, callers, onChange }: HistoryFiltersProps) => {
  const change = (part: Partial<HistoryFilter>): void => onChange({ ...filter, ...part });
  const isUnfinished = filter.status.trim() !== '' && !isStatus(filter.status.trim().toLowerCase());
  return (
    <div className="history-filters" role="search">
      <input
        type="search"
        aria-label="Search the history"
        placeholder="Search names and URLs"
        value={filter.search}
        onChange={({ target }) => change({ search: target.value })}
      />
      <span className="history-status" data-unfinished={isUnfinished || undefined}>
        <Combobox
          label="Status"
          placeholder="Any status"
          value={filter.status}
          options={statusOptions}
          onChange={(status) => change({ status })}
        />
      </span>
      <WhoSelect by={filter.by} callers={callers} onChange={(by) => change({ by })} />
      <Select label="Since" value={filter.since} options={times} onChange={(since) => change({ since })} />
      {filter.request && (
        <span className="history-request">
          <span>{filter.request.name}</span>
          <IconButton
            icon={X}
            look="small"
            label="Show all requests"
            onClick={() => change({ request: undefined })}
          />
        </span>
      )}
    </div>
  );
};

interface Props {
  readonly one: ExecutionSummary;
  readonly actions: ExecutionActions;
}

/** One execution: its request, response and actions. */
const HistoryDetail = ({ one, actions }: Props) => {
  const run = useStoredExecution(one.id);
  const comparing = useComparing(useHistory(actions.idOf(one)), one.id);
  const canOpen = actions.isThere(one);
  return (
    <section className="result" aria-label="Result">
      <div className="history-head">
        <h2>{one.name}</h2>
        <p className="quiet">
          {formatActor(one)} at {formatMoment(one.startedAt, new Date())}, {formatDuration(one.durationMs)} in
          total
        </p>
        <div className="row">
          <Button
            icon={Send}
            isSmall
            disabled={!canOpen}
            onClick={() => actions.sendAgain(one)}
            {...(canOpen ? {} : { title: 'The request was deleted. Save it as a request first.' })}
          >
            Send again
          </Button>
          <Button icon={ArrowUpRight} isSmall disabled={!canOpen} onClick={() => actions.open(one)}>
            Open request
          </Button>
          <Button icon={Save} isSmall onClick={() => actions.save(one)}>
            Save as request
          </Button>
          {run && <CompareMenu entries={comparing.entries} />}
        </div>
      </div>
      {run === undefined && <p className="idle">Loading …</p>}
      {run && comparing.baseline && (
        <ResultComparison baseline={comparing.baseline} result={run.result} onClose={comparing.stop} />
      )}
      {run && !comparing.baseline && <Result id={actions.idOf(one)} run={run} />}
    </section>
  );
};

const EmptyHistory = ({
  executions,
  isFiltered,
}: {
  readonly executions: Executions;
  readonly isFiltered: boolean;
}) => {
  if (executions.error) return <p className="bad padded">{describeProblem(executions.error)}</p>;
  if (executions.isLoading) return <p className="quiet padded">Loading …</p>;
  return isFiltered ? (
    <EmptyState icon={History} title="No execution matches">
      <p>Change the search or the filters.</p>
    </EmptyState>
  ) : (
    <EmptyState icon={History} title="No requests sent yet">
      <p>Every request that you or an agent sends is listed here.</p>
    </EmptyState>
  );
};

interface EntriesProps {
  readonly one: ExecutionSummary;
  readonly actions: ExecutionActions;
  /** Shows only executions of this request. */
  readonly onOnly: (one: ExecutionSummary) => void;
}

const Entries = ({ one, actions, onOnly }: EntriesProps) => (
  <>
    <MenuItem icon={Send} isDisabled={!actions.isThere(one)} onSelect={() => actions.sendAgain(one)}>
      Send again
    </MenuItem>
    <MenuItem
      icon={ArrowUpRight}
      keys="Enter"
      isDisabled={!actions.isThere(one)}
      onSelect={() => actions.open(one)}
    >
      Open request
    </MenuItem>
    <MenuItem icon={Save} onSelect={() => actions.save(one)}>
      Save as request
    </MenuItem>
    <MenuSeparator />
    <MenuItem icon={ListFilter} onSelect={() => onOnly(one)}>
      Show only this request
    </MenuItem>
  </>
);

/** All executions of the workspace, which can be searched, opened, resent and saved. */
export const HistoryPanel = ({ actions }: { readonly actions: ExecutionActions }) => {
  const [filter, setFilter] = usePanelState('history filter', () => noFilter);
  const [chosenId, choose] = useState<ExecutionId>();
  const executions = useExecutions(filter);
  const overview = useOverview();
  const isNarrow = useIsNarrow();
  const { all } = executions;
  const only = (one: ExecutionSummary): void => {
    setFilter({ ...filter, request: { id: actions.idOf(one), name: one.name } });
  };
  const chosen = all.find(({ id }) => id === chosenId) ?? all[0];
  useReportPart('executionId', chosen?.id);
  return (
    <section className="history" aria-label="History">
      <h1 className="spoken">History</h1>
      <HistoryFilters filter={filter} callers={overview?.callers ?? []} onChange={setFilter} />
      <Group key={String(isNarrow)} orientation={isNarrow ? 'vertical' : 'horizontal'}>
        <Panel id="executions" defaultSize={isNarrow ? '45%' : '40%'} minSize="160px">
          <div className="history-side">
            {executions.hasNew && (
              <Button isSmall onClick={executions.showNew}>
                Show new executions
              </Button>
            )}
            {chosen === undefined ? (
              <EmptyHistory executions={executions} isFiltered={filter !== noFilter} />
            ) : (
              <HistoryList
                executions={all}
                chosen={chosen}
                onChoose={choose}
                onOpen={(one) => {
                  if (actions.isThere(one)) actions.open(one);
                }}
                onMore={executions.more}
                menu={<Entries one={chosen} actions={actions} onOnly={only} />}
              />
            )}
          </div>
        </Panel>
        <Separator className="separator" aria-label="Size of the list of executions" />
        <Panel id="execution" minSize="160px">
          {chosen && <HistoryDetail key={chosen.id} one={chosen} actions={actions} />}
        </Panel>
      </Group>
    </section>
  );
};
