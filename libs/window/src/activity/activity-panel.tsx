import type { Activity } from '@tandem/core';
import { Activity as ActivityIcon } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';

import { Button, EmptyState, findStepTarget } from '../kit/index.js';
import { groupActivities, ActivityRuns, ActivityEntry } from './activity-entry.js';
import { isUndo } from './entry-words.js';
import { describeProblem } from '../link/problem-words.js';
import { isRequestId } from '../requests/saved-request.js';
import { anyActivity } from './activity.js';
import { useActivityFilter, useActivity, useLive } from './use-activity.js';
import { usePage } from '../shell/page.js';
import { type UndoScope, useUndoAll } from './undo.js';
import type { ExecutionActions } from '../history/execution-actions.js';
import { ActivityFilters, UndoneAllNote } from './activity-filters.js';
import '../style/activity.css';

const EmptyActivity = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState icon={ActivityIcon} title="No change matches">
      <p>Change the search or the filters.</p>
    </EmptyState>
  ) : (
    <EmptyState icon={ActivityIcon} title="No changes yet">
      <p>Every change that you, an agent or a script makes is listed here.</p>
    </EmptyState>
  );

/** Moves the focus from entry to entry. */
const moveEntryFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const heads = [...event.currentTarget.querySelectorAll<HTMLElement>('.activity-head')];
  const at = heads.findIndex((head) => head === event.target);
  const target = findStepTarget(event.key, at, heads.length - 1);
  if (target === undefined || at < 0) return;
  event.preventDefault();
  heads[target]?.focus();
};

/** Returns the id of the request that an entry is about. */
const getRequestId = ({ entityId, requestId }: Activity): string | undefined =>
  isRequestId(entityId) ? entityId : requestId;

const toggleOpen = (open: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(open);
  if (!next.delete(id)) next.add(id);
  return next;
};

/** The entries as a list with keyboard navigation. */
const Entries = ({
  entries,
  actions,
  onOnlyBy,
  onOnlyOf,
  onUndoAll,
}: {
  readonly entries: readonly Activity[];
  readonly actions: ExecutionActions;
  readonly onOnlyBy: (by: string) => void;
  readonly onOnlyOf: (entry: Activity) => void;
  readonly onUndoAll: (scope: UndoScope, who: string) => void;
}) => {
  const { undoEntry } = usePage().live;
  const activities = useLive((live) => live.activities);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string): void => setOpen(toggleOpen(open, id));
  // More entries are rendered in slices, because a whole page of them would be one long task.
  const count = useDeferredValue(entries.length, 0);
  const entryOf = (entry: Activity) => {
    const { id, entity, entityId, op } = entry;
    const requestId = getRequestId(entry);
    const canShow = requestId !== undefined && actions.isThere({ requestId });
    return (
      <ActivityEntry
        key={id}
        entry={entry}
        isOpen={open.has(id)}
        onToggle={() => toggle(id)}
        onUndo={(sentence) => {
          const nexts = activities.find((one) => one.entry === id)?.nexts;
          undoEntry({ entry: id, entity, entityId, op, nexts }, sentence, isUndo(entry));
        }}
        onOnlyBy={onOnlyBy}
        onOnlyOf={() => onOnlyOf(entry)}
        onUndoAll={onUndoAll}
        onShow={canShow ? () => actions.open({ requestId }) : undefined}
      />
    );
  };
  return (
    <ol className="activity-list" onKeyDown={moveEntryFocus}>
      {groupActivities(entries.slice(0, count)).map(({ key, entries: some }) =>
        some.length === 1 ? (
          entryOf(some[0])
        ) : (
          <ActivityRuns
            key={`runs ${key}`}
            entries={some}
            isOpen={open.has(`runs ${key}`)}
            onToggle={() => toggle(`runs ${key}`)}
            onUndo={onUndoAll}
          >
            {some.map(entryOf)}
          </ActivityRuns>
        ),
      )}
    </ol>
  );
};

/**
 * Shows who changed what, as stored in the database, with the changed fields and buttons that undo a change or open its
 * request.
 */
export const ActivityPanel = ({ actions }: { readonly actions: ExecutionActions }) => {
  const problem = useLive((live) => live.problem);
  const { filter, setFilter } = useActivityFilter();
  const { undone, undoAll, dismiss } = useUndoAll();
  const { entries, callers, isLoading, error, hasMore, more } = useActivity(filter);
  return (
    <section className="history" aria-label="Activity">
      <h1 className="spoken">Activity</h1>
      <ActivityFilters filter={filter} callers={callers} onUndoAll={undoAll} onChange={setFilter} />
      {undone && <UndoneAllNote undone={undone} onDismiss={dismiss} />}
      {problem && <p className="bad padded">{problem.text}</p>}
      {error && <p className="bad padded">{describeProblem(error)}</p>}
      {isLoading && <p className="quiet padded">Loading …</p>}
      {!isLoading && !error && entries.length === 0 && <EmptyActivity isFiltered={filter !== anyActivity} />}
      <div className="activity-scroll">
        <Entries
          entries={entries}
          actions={actions}
          onUndoAll={undoAll}
          onOnlyBy={(by) => setFilter({ ...filter, by })}
          onOnlyOf={({ entityId: id, name }) => setFilter({ ...filter, only: { id, name } })}
        />
        {hasMore && (
          <Button isSmall onClick={more}>
            Show older changes
          </Button>
        )}
      </div>
    </section>
  );
};
