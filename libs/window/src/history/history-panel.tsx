import { getKindView } from '../requests/saved-request.js';
import type { ExecutionId, ExecutionSummary } from '@tandem/core';
import { ArrowUpRight, BookmarkPlus, History, ListFilter, Save, Send, X } from 'lucide-react';
import { useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';

import {
  Button,
  EmptyState,
  MenuItem,
  MenuSeparator,
  useIsNarrow,
  Combobox,
  IconButton,
  Select,
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
import { formatMoment, formatResult } from '../response/outcome.js';
import { formatDuration } from '../response/body/show-body.js';
import { type Comparison, ResultComparison, CompareMenu } from '../response/compare.js';
import { Result } from '../response/result.js';
import { useSaveExample } from '../requests/save-example.js';
import type { FinishedRun } from '../requests/sending/runs.js';
import { HistoryList } from './history-list.js';
import {
  changeSelection,
  findSelectedExecutions,
  type SelectedExecutions,
  type SelectionMode,
} from './selected-executions.js';
import { WhoSelect } from '../activity/activity-filters.js';
import '../style/history.css';

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

/** The buttons for one execution. */
const DetailActions = ({
  one,
  actions,
  run,
  history,
  onCompare,
}: Props & {
  readonly run: FinishedRun | undefined;
  readonly history: readonly ExecutionSummary[];
  readonly onCompare: (compared: Comparison) => void;
}) => {
  const canOpen = actions.isThere(one);
  const saveExample = useSaveExample(actions.idOf(one));
  return (
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
      {run?.result.response && canOpen && getKindView(one.kind).hasExamples && (
        <Button icon={BookmarkPlus} isSmall onClick={() => void saveExample(run.result)}>
          Save as example
        </Button>
      )}
      {run && <CompareMenu tab="history" history={history} shownId={one.id} onCompare={onCompare} />}
    </div>
  );
};

/** One execution: its request, response and actions. */
const HistoryDetail = ({ one, actions }: Props) => {
  const run = useStoredExecution(one.id);
  const history = useHistory(actions.idOf(one));
  const [compared, setCompared] = useState<Comparison>();
  return (
    <section className="result" aria-label="Result">
      <div className="history-head">
        <h2>{one.name}</h2>
        <p className="quiet">
          {formatActor(one)} at {formatMoment(one.startedAt, new Date())}, {formatDuration(one.durationMs)} in
          total
        </p>
        <DetailActions one={one} actions={actions} run={run} history={history} onCompare={setCompared} />
      </div>
      {run === undefined && <p className="idle">Loading …</p>}
      {run && compared && (
        <ResultComparison
          baseline={compared.baseline}
          result={run.result}
          onClose={() => setCompared(undefined)}
        />
      )}
      {run && !compared && <Result id={actions.idOf(one)} run={run} />}
    </section>
  );
};

/** Compares two executions side by side. The older one is the baseline. */
const SelectedComparison = ({
  pair,
  onClose,
}: {
  readonly pair: readonly ExecutionSummary[];
  readonly onClose: () => void;
}) => {
  const [older, newer] = pair.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
  const run = useStoredExecution(newer?.id);
  if (older === undefined || newer === undefined) return null;
  return (
    <section className="result" aria-label="Result">
      <div className="history-head">
        <h2>{newer.name}</h2>
        <p className="quiet">
          {formatResult(newer)}, {formatActor(newer)} at {formatMoment(newer.startedAt, new Date())}
        </p>
      </div>
      {run ? (
        <ResultComparison baseline={older} result={run.result} onClose={onClose} />
      ) : (
        <p className="idle">Loading …</p>
      )}
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

/** Shows all executions of the workspace, which can be searched, opened, sent again and saved as requests. */
export const HistoryPanel = ({ actions }: { readonly actions: ExecutionActions }) => {
  const [filter, setFilter] = usePanelState('history filter', () => noFilter);
  const [selection, setSelection] = useState<SelectedExecutions>([]);
  const executions = useExecutions(filter);
  const overview = useOverview();
  const isNarrow = useIsNarrow();
  const { all } = executions;
  const only = (one: ExecutionSummary): void => {
    setFilter({ ...filter, request: { id: actions.idOf(one), name: one.name } });
  };
  const selected = findSelectedExecutions(all, selection);
  const chosen = selected.at(-1);
  const select = (id: ExecutionId, how: SelectionMode): void => {
    const ids = selected.map((one) => one.id);
    setSelection(changeSelection(ids, id, how));
  };
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
                selected={selected}
                onSelect={select}
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
          {selected.length === 2 ? (
            <SelectedComparison pair={selected} onClose={() => chosen && setSelection([chosen.id])} />
          ) : (
            chosen && <HistoryDetail key={chosen.id} one={chosen} actions={actions} />
          )}
        </Panel>
      </Group>
    </section>
  );
};
