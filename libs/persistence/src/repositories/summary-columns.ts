import type { RequestKind, RequestSummary } from '@tandem/core';

const columns = { id: 'r.id', name: 'r.name', folder: 'r.folder', url: 'r.url' } as const;

/** The sources of a summary of each kind, as SQL over the table `r`. */
export const summaryColumns: Readonly<Record<RequestKind, Readonly<Record<keyof RequestSummary, string>>>> = {
  rest: { ...columns, method: 'r.method' },
  graphql: { ...columns, method: `'POST'` },
};
