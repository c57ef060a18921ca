import type { ExecutionId } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';
import { expect, it } from 'vitest';

import type { Link } from '../link/link.js';
import { readSent } from './use-history.js';

const id = 'exec_0' as ExecutionId;
const linkWith = (answer: () => Promise<unknown>) => ({ call: answer }) as unknown as Link;

it('a sent request has the stored URL, with secrets masked', async () => {
  const sent = { headers: [], body: { type: 'none' } };
  const execution = { method: 'GET', url: 'http://127.0.0.1/?key=‹secret:KEY›' };
  const link = linkWith(() => Promise.resolve({ execution, sent }));
  expect(await readSent(link, id)).toEqual({ ...execution, carried: sent });
});

it('a request that never became ready to send has no headers and no body', async () => {
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
