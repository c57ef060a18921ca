import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { unwrapResult } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { createApplication, createQuietContext } from '../application.js';
import { createPlannedApplication } from '../testing/index.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('a run holds no response of a finished request', { tags: 'run:memory' }, async () => {
  const planned = await createPlannedApplication();
  const login = await planned.createRest({ name: 'login' });
  for (const name of ['a', 'b', 'c', 'd']) await planned.createRest({ name, needs: [login] });
  const keep = { executions: 0, perRequest: 0, bodyBytes: 0 };
  const { runs } = createApplication({ ...planned.ports, keep });
  const responses: WeakRef<object>[] = [];
  const kept: number[] = [];
  planned.plan.meanwhile = async () => {
    if (planned.seen.sent.length < 5) return;
    await expect
      .poll(() => {
        collectGarbage();
        return responses.filter((one) => one.deref() !== undefined).length;
      })
      .toBeLessThan(2);
    kept.push(responses.length);
  };
  const report = await unwrapResult(
    runs.run({ plan: {} }, createQuietContext(), (event) => {
      if (event.kind === 'request-ended' && event.result?.response)
        responses.push(new WeakRef(event.result.response));
    }),
  );
  expect(kept).toEqual([4]);
  expect(report).toMatchObject({ isGreen: true, counts: { requests: 5 } });
  expect(planned.seen.sent).toHaveLength(5);
});
