import { requestKindList, requestKindNames } from '@tandem/core';
import { Undo2, X } from 'lucide-react';

import { Button, Select } from '../kit/index.js';
import { formatActor, type ActivityFilter, getFilterStart } from './activity.js';
import type { UndoneAll, UndoScope } from './undo.js';
import '../style/history.css';

interface WhoSelectProps {
  /** The name of a caller; empty for anyone. */
  readonly by: string;
  readonly callers: readonly string[];
  readonly onChange: (by: string) => void;
}

/** Selects the caller whose changes or executions are shown. */
export const WhoSelect = ({ by, callers, onChange }: WhoSelectProps) => (
  <Select
    label="Who"
    value={by}
    options={[
      { value: '', title: 'Anyone' },
      ...callers.map((name) => ({ value: name, title: formatActor({ by: name }) })),
    ]}
    onChange={onChange}
  />
);

const entityOptions: readonly { readonly value: ActivityFilter['entity']; readonly title: string }[] = [
  { value: '', title: 'Everything' },
  ...requestKindList.map((kind) => ({ value: kind, title: `${requestKindNames[kind].noun}s` })),
  { value: 'folder', title: 'Folders' },
  { value: 'environment', title: 'Environments' },
  { value: 'execution', title: 'Runs' },
];

const sourceOptions: readonly { readonly value: ActivityFilter['kind']; readonly title: string }[] = [
  { value: '', title: 'Any source' },
  { value: 'window', title: 'In the window' },
  { value: 'mcp', title: 'By agents' },
  { value: 'folder', title: 'In the folder' },
  { value: 'cli', title: 'By the command line' },
  { value: 'script', title: 'By programs' },
];

const timeOptions: readonly { readonly value: ActivityFilter['within']; readonly title: string }[] = [
  { value: '', title: 'Any time' },
  { value: '15', title: 'Last 15 minutes' },
  { value: '60', title: 'Last hour' },
  { value: '1440', title: 'Last 24 hours' },
];

interface Props {
  readonly filter: ActivityFilter;
  readonly callers: readonly string[];
  readonly onChange: (filter: ActivityFilter) => void;
  readonly onUndoAll: (scope: UndoScope, who: string) => void;
}

const formatTimeFilter = ({ within }: ActivityFilter): string =>
  within === ''
    ? ''
    : ` in the ${(timeOptions.find(({ value }) => value === within)?.title ?? '').toLowerCase()}`;

/** The filters of the activity. If a caller is selected, there is also a button that undoes all of the caller's changes. */
export const ActivityFilters = ({ filter, callers, onChange, onUndoAll }: Props) => {
  const { by, only } = filter;
  const undo = (): void => {
    const since = getFilterStart(filter, Date.now());
    onUndoAll({ by, ...(since === undefined ? {} : { since }) }, formatActor({ by }));
  };
  return (
    <div className="history-filters" role="search">
      <input
        type="search"
        aria-label="Search the activity"
        placeholder="Search names and values"
        value={filter.search}
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
      />
      <WhoSelect by={by} callers={callers} onChange={(next) => onChange({ ...filter, by: next })} />
      <Select
        label="How"
        value={filter.kind}
        options={sourceOptions}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
      <Select
        label="What"
        value={filter.entity}
        options={entityOptions}
        onChange={(entity) => onChange({ ...filter, entity })}
      />
      <Select
        label="When"
        value={filter.within}
        options={timeOptions}
        onChange={(within) => onChange({ ...filter, within })}
      />
      {only && (
        <Button icon={X} onClick={() => onChange({ ...filter, only: undefined })}>
          Only {only.name === '' ? 'the workspace' : only.name}
        </Button>
      )}
      {by !== '' && (
        <Button icon={Undo2} onClick={undo}>
          Undo all by {formatActor({ by })}
          {formatTimeFilter(filter)}
        </Button>
      )}
    </div>
  );
};

/** Shows the result of undoing many changes, with a button that reverses it. */
export const UndoneAllNote = ({
  undone: { words, isBad, redo },
  onDismiss,
}: {
  readonly undone: UndoneAll;
  readonly onDismiss: () => void;
}) => (
  <div className="activity-undone" role="status">
    <span className={isBad ? 'bad' : ''}>{words}</span>
    {redo && (
      <Button isSmall variant="quiet" icon={Undo2} onClick={redo}>
        Redo
      </Button>
    )}
    <Button isSmall variant="quiet" icon={X} onClick={onDismiss}>
      Close
    </Button>
  </div>
);
