import type { RequestId } from '../requests/saved-request.js';

/** The filter of the history; an empty field filters nothing. */
export interface HistoryFilter {
  readonly search: string;
  /** Any text; see {@link isStatus}. */
  readonly status: string;
  readonly by: string;
  readonly since: Since;
  readonly request: { readonly id: RequestId; readonly name: string } | undefined;
}

/** The time ranges of the history, in milliseconds. */
export const sinceMs = {
  ever: undefined,
  hour: 3_600_000,
  day: 24 * 3_600_000,
  week: 7 * 24 * 3_600_000,
} as const;
export type Since = keyof typeof sinceMs;

/** A filter that matches everything. */
export const everything: HistoryFilter = {
  search: '',
  status: '',
  by: '',
  since: 'ever',
  request: undefined,
};

/** The accepted statuses besides a code such as 404. */
export const statusSuggestions = ['passed', 'failed', 'cancelled', '2xx', '3xx', '4xx', '5xx'] as const;

/** Whether a typed status is complete, unlike `40`. */
export const isStatus = (text: string): boolean =>
  statusSuggestions.some((word) => word === text) || text === 'ran' || /^[1-9](\d\d|xx)$/.test(text);

/** The arguments of `executions_list` for a filter. */
export const toHistoryQuery = ({ search, status, by, since, request }: HistoryFilter, now: number) => {
  const typed = status.trim().toLowerCase();
  const span = sinceMs[since];
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(isStatus(typed) ? { status: typed } : {}),
    ...(by === '' ? {} : { by }),
    // Rounded to minutes, so that the query stays the same for a while.
    ...(span === undefined
      ? {}
      : { since: new Date(Math.floor((now - span) / 60_000) * 60_000).toISOString() }),
    ...(request === undefined ? {} : { requestId: request.id }),
  };
};
