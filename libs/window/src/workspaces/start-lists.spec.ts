import { describe, expect, it } from 'vitest';
import type { ExecutionId } from '@tandem/core';

import type { Summary } from '../requests/saved-request.js';
import { listRecent } from './start-lists.js';

const execution = (requestId: string, startedAt: string) => ({
  id: `exec_${requestId}` as ExecutionId,
  requestId,
  startedAt,
  status: 200,
  outcome: 'passed' as const,
});
const request = (id: string) => ({ id, name: id, folder: '', method: 'GET' }) as Summary;

describe('the requests that were sent last', { tags: 'start:recent' }, () => {
  it('are listed latest first, without those that were deleted', () => {
    const latest = [
      execution('a', '2026-01-01T10:00:00.000Z'),
      execution('b', '2026-01-01T12:00:00.000Z'),
      execution('gone', '2026-01-01T13:00:00.000Z'),
    ];
    expect(listRecent(latest, [request('a'), request('b')]).map((one) => one.request.id)).toEqual(['b', 'a']);
  });

  it('are at most eight', () => {
    const ids = Array.from({ length: 20 }, (_, index) => `r${index}`);
    const latest = ids.map((id) => execution(id, '2026-01-01T10:00:00.000Z'));
    expect(listRecent(latest, ids.map(request))).toHaveLength(8);
  });
});
