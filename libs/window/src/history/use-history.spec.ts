import type { ExecutionId, RestRequestId } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';
import { expect, it } from 'vitest';

import type { Link } from '../link/link.js';
import { readSent, noFilter, toHistoryQuery } from './use-history.js';

const id = 'exec_0' as ExecutionId;
const linkWith = (answer: () => Promise<unknown>) => ({ call: answer as Link['call'] });

it('a sent request has its stored URL, with secrets redacted', async () => {
  const sent = { headers: [], body: { type: 'none' } };
  const execution = { method: 'GET', url: 'http://127.0.0.1/?key=‹secret:KEY›' };
  const link = linkWith(() => Promise.resolve({ execution, sent }));
  expect(await readSent(link, id)).toEqual({ ...execution, carried: sent });
});

it('a request that failed before it could be sent has no headers and no body', async () => {
  const execution = { method: 'GET', url: '{{host}}' };
  expect(
    await readSent(
      linkWith(() => Promise.resolve({ execution })),
      id,
    ),
  ).toEqual({
    ...execution,
    carried: null,
  });
});

it('an execution that is no longer stored has no sent request', async () => {
  const refusal = new RpcRefusal({ code: 'NOT_FOUND', message: 'no' });
  expect(
    await readSent(
      linkWith(() => Promise.reject(refusal)),
      id,
    ),
  ).toBeNull();
});

const now = Date.parse('2026-01-02T03:04:05Z');

it('an empty filter requests all executions', () => {
  expect(toHistoryQuery({ ...noFilter, search: '  ' }, now)).toEqual({});
});

it('a filter requests only the selected executions', () => {
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
  expect(toHistoryQuery({ ...noFilter, status }, now)).toEqual({});
});
