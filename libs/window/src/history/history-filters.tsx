import { X } from 'lucide-react';

import { Combobox, IconButton, Select } from '../kit/index.js';
import { type HistoryFilter, isStatus, type Since, statusSuggestions } from './history-filter.js';
import { WhoSelect } from './who-select.js';

const times: readonly { readonly value: Since; readonly title: string }[] = [
  { value: 'ever', title: 'Any time' },
  { value: 'hour', title: 'Last hour' },
  { value: 'day', title: 'Last 24 hours' },
  { value: 'week', title: 'Last 7 days' },
];

const statusOptions = statusSuggestions.map((value) => ({ value, title: value }));

interface Props {
  readonly filter: HistoryFilter;
  readonly callers: readonly string[];
  readonly onChange: (filter: HistoryFilter) => void;
}

/** What the history is filtered by. */
export const HistoryFilters = ({ filter, callers, onChange }: Props) => {
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
