import { beforeEach, describe, expect, it } from 'vitest';

import { given, refusal } from '@tandem/core/testing';

import type { GraphqlRequestId, RestRequestId } from '@tandem/core';

import { type PlannedApplication, plannedApplication } from '../testing/index.js';

let planned: PlannedApplication;
const idsInOrder = async () => (await given(planned.application.requests.order({}))).ids;

beforeEach(async () => {
  planned = await plannedApplication();
});

describe('a restored request', () => {
  it('has its former fields, id and position', async () => {
    const { rest, requests } = planned.application;
    const [first, second] = [
      await planned.createRest({ name: 'first', script: 'let a;' }),
      await planned.createRest({ name: 'second' }),
    ];
    const before = await given(rest.get({ id: first }));
    await given(rest.remove({ id: first }));
    const restored = await given(requests.restore({ request: before, before: second }));
    expect(restored).toEqual({ ...before, revision: 2, updatedAt: restored.updatedAt });
    expect(await given(rest.get({ id: first }))).toEqual(restored);
    expect(await idsInOrder()).toEqual([first, second]);
  });

  it('still has its stored executions', async () => {
    const { rest, requests, executions } = planned.application;
    const { request } = await planned.rest({ url: 'http://h/' });
    const id = request.id as RestRequestId;
    const before = await given(rest.get({ id }));
    await given(rest.remove({ id }));
    await given(requests.restore({ request: before }));
    expect((await given(executions.list({ requestId: id, take: 10 }))).executions).toHaveLength(1);
  });

  it('may be a GraphQL request, and becomes the last if its neighbour is gone', async () => {
    const { graphql, rest, requests } = planned.application;
    const id: GraphqlRequestId = await planned.createGraphql({ name: 'g' });
    const neighbour = await planned.createRest({ name: 'n' });
    const other: RestRequestId = await planned.createRest({ name: 'o' });
    const before = await given(graphql.get({ id }));
    await given(graphql.remove({ id }));
    await given(rest.remove({ id: neighbour }));
    await given(requests.restore({ request: before, before: neighbour }));
    expect(await idsInOrder()).toEqual([other, id]);
  });

  it('has a revision that the last synchronization did not see', async () => {
    const { rest, requests } = planned.application;
    const id = await planned.createRest({ name: 'a' });
    const before = await given(rest.get({ id }));
    const base = {
      id,
      kind: 'rest' as const,
      path: 'a.yml',
      folder: '',
      fileHash: '',
      scriptHash: '',
      revision: 7,
      seq: null,
      settled: true,
      searched: '',
      fields: '{}',
    };
    const change = { put: [base], forget: [], removals: [] };
    await given(planned.store.folderMemories.change(planned.workspace.id, change));
    await given(rest.remove({ id }));
    expect(await given(requests.restore({ request: before }))).toMatchObject({ revision: 8 });
  });

  it('is refused with an invalid revision', async () => {
    const { rest, requests } = planned.application;
    const before = await given(rest.get({ id: await planned.createRest({ name: 'a' }) }));
    await given(rest.remove({ id: before.id }));
    const request = { ...before, revision: Number.MAX_SAFE_INTEGER };
    expect(await refusal(requests.restore({ request }))).toMatchObject({
      issues: [{ path: 'request.revision' }],
    });
  });

  it('is refused if it exists, and nothing changes', async () => {
    const { rest, requests } = planned.application;
    const id = await planned.createRest({ name: 'a' });
    const present = await given(rest.get({ id }));
    expect(await refusal(requests.restore({ request: { ...present, name: 'b' } }))).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path: 'request.id', got: JSON.stringify(id) }],
    });
    expect(await given(rest.get({ id }))).toEqual(present);
  });
});
