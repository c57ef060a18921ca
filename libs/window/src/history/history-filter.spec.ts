import type { RestRequestId } from '@tandem/core';
import { expect, it } from 'vitest';

import { everything, toHistoryQuery } from './history-filter.js';

const now = Date.parse('2026-01-02T03:04:05Z');

it('an empty filter asks for every execution', () => {
  expect(toHistoryQuery({ ...everything, search: '  ' }, now)).toEqual({});
});

it('a filter asks for the chosen executions', () => {
  const request = { id: 'rest_a' as RestRequestId, name: 'A' };
  const filter = { search: ' users ', status: '4XX', by: 'window', since: 'hour', request } as const;
  expect(toHistoryQuery(filter, now)).toEqual({
    search: 'users',
    status: '4xx',
    by: 'window',
    since: '2026-01-02T02:04:00.000Z',
    requestId: 'rest_a',
  });
});

it.each(['4', '40', '4x', 'fail', '4004'])('an incomplete status %s is ignored', (status) => {
  expect(toHistoryQuery({ ...everything, status }, now)).toEqual({});
});
