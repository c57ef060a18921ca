import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { beforeEach, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import type { ListExecutionsArguments } from './list-executions.js';

let fixture: PlannedApplication;
beforeEach(async () => {
  fixture = await createPlannedApplication();
});

const idsOf = async (query: Omit<ListExecutionsArguments, 'take'>, redactsSecrets = false) => {
  const { list } = fixture.application.executions;
  return (await unwrapResult(list({ ...query, take: 9 }, { redactsSecrets }))).executions.map(({ id }) => id);
};

it(
  'the execution list can be filtered by status, outcome, caller and time',
  { tags: 'executions:search' },
  async () => {
    const { application, createRest, plan } = fixture;
    const id = await createRest({ name: 'Mine', url: 'http://h/one' });
    const { executionId: mine } = await unwrapResult(
      application.rest.execute({ id }, { ...createQuietContext(), by: 'claude' }),
    );
    plan.failure = { fault: { code: 'TIMEOUT', message: 'late' } };
    const { executionId: late } = await fixture.rest();
    expect(await idsOf({ by: 'claude' })).toEqual([mine]);
    expect(await idsOf({ status: '2XX' })).toEqual([mine]);
    expect(await idsOf({ status: '200', search: 'ONE' })).toEqual([mine]);
    expect(await idsOf({ status: 'ran' })).toEqual([mine]);
    expect(await idsOf({ status: 'failed' })).toEqual([late]);
    expect(await idsOf({ since: '1970-01-01T01:00:00+01:00' })).toEqual([late, mine]);
    expect(await idsOf({ since: '2999-01-01' })).toEqual([]);
  },
);

it.each([
  [{ status: '40' }, 'status'],
  [{ status: 'green' }, 'status'],
  [{ since: 'yesterday' }, 'since'],
])('the execution list refuses the filter %j', async (query, path) => {
  expect(await unwrapRefusal(fixture.application.executions.list({ ...query, take: 9 }))).toMatchObject({
    kind: 'invalid-input',
    issues: [{ path }],
  });
});

it('a search of the execution list finds no secret values for a caller that may not see them', async () => {
  const { application, createRest, store, workspace } = fixture;
  const id = await createRest({ name: 'Mine', url: 'http://h/?k=hunter-2-hunter' });
  const { executionId } = await unwrapResult(application.rest.execute({ id }, createQuietContext()));
  const change = { kind: 'secret', name: 'KEY', value: 'hunter-2-hunter' } as const;
  await unwrapResult(
    store.environments.change(workspace.id, workspace.activeEnvironmentId!, [change], 'now'),
  );
  expect(await idsOf({ search: 'k=hunter' })).toEqual([executionId]);
  expect(await idsOf({ search: 'k=hunter' }, true)).toEqual([]);
  expect(await idsOf({ search: 'k=' }, true)).toEqual([executionId]);
});

it('the overview shows the newest execution of each request, and the callers', async () => {
  const { application, createRest, plan } = fixture;
  const id = await createRest({ name: 'Mine', url: 'http://h/one' });
  const execute = () =>
    unwrapResult(application.rest.execute({ id }, { ...createQuietContext(), by: 'window' }));
  await execute();
  plan.failure = { fault: { code: 'TIMEOUT', message: 'late' } };
  const { executionId } = await execute();
  expect(await unwrapResult(application.executions.overview({}))).toMatchObject({
    latest: [{ requestId: id, id: executionId, status: null, outcome: 'failed' }],
    callers: ['window'],
  });
});
