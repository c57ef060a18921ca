import type { ExecutionId, ExecutionSummary } from '@tandem/core';
import { ArrowUpRight, History, ListFilter, Save, Send } from 'lucide-react';
import { useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';

import { Button, EmptyState, MenuItem, MenuSeparator, useIsNarrow } from '../kit/index.js';
import { everything } from './history-filter.js';
import { describeProblem } from '../link/problem-words.js';
import { usePanelState } from '../requests/drafts/contexts.js';
import { useReportPart } from '../shell/looking.js';
import { type Executions, useExecutions } from './use-executions.js';
import { useOverview } from './use-overview.js';
import type { ExecutionActions } from './execution-actions.js';
import { HistoryDetail } from './history-detail.js';
import { HistoryFilters } from './history-filters.js';
import { HistoryList } from './history-list.js';

const Nothing = ({
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
    <EmptyState icon={History} title="Nothing was sent yet">
      <p>Every request that you or an agent sends is listed here.</p>
    </EmptyState>
  );
};

interface EntriesProps {
  readonly one: ExecutionSummary;
  readonly actions: ExecutionActions;
  /** Shows no other request's executions. */
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

/** Every execution of the workspace, to search, open, send again and save. */
export const HistoryPanel = ({ actions }: { readonly actions: ExecutionActions }) => {
  const [filter, setFilter] = usePanelState('history filter', () => everything);
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
              <Nothing executions={executions} isFiltered={filter !== everything} />
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
