import { quietly } from '@tandem/application';
import { given } from '@tandem/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { serveProduct } from '../testing/served-product.js';

const session = 'a-session-that-is-long';
let served: Awaited<ReturnType<typeof serveProduct>>;
beforeAll(async () => {
  served = await serveProduct();
  served.planned.plan.response = {
    headers: [
      ['content-type', 'application/json'],
      ['set-cookie', `sid=${session}; HttpOnly`],
    ],
    body: new TextEncoder().encode(JSON.stringify({ session })),
  };
});
afterAll(() => served.close());

describe('the cookies that a stored response set', () => {
  it('are hidden from agents after the jar was cleared', { tags: 'cookies:hidden' }, async () => {
    const { application, createRest } = served.planned;
    const id = await createRest({ name: 'login' });
    const { executionId } = await given(application.rest.execute({ id }, quietly()));
    await given(application.cookies.clear({}));
    const parts = [{}, { select: '$.session' }, { offset: 0 }, { offset: 0, length: 28 }];
    for (const part of parts) {
      const params = { name: 'executions_get', arguments: { id: executionId, ...part } };
      const answer = await served.ask('sdk2', 'tools/call', params);
      expect(answer).not.toContain(session.slice(2, 12));
      expect(answer).toContain('cookie:sid');
    }
    const mine = await given(application.executions.get({ id: executionId }));
    expect(JSON.stringify(mine)).toContain(session);
  });
});
