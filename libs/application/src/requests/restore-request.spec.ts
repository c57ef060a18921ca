import { beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';

import type { GraphqlRequestId, RestRequestId } from '@tandem/core';

import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;
const idsInOrder = async () => (await unwrapResult(fixture.application.requests.order({}))).ids;

beforeEach(async () => {
  fixture = await createPlannedApplication();
});

describe('a restored request', () => {
  it('has its previous fields, id and position', async () => {
    const { rest, requests } = fixture.application;
    const [first, second] = [
      await fixture.createRest({ name: 'first', script: 'let a;' }),
      await fixture.createRest({ name: 'second' }),
    ];
    const before = await unwrapResult(rest.get({ id: first }));
    await unwrapResult(rest.remove({ id: first }));
    const restored = await unwrapResult(requests.restore({ request: before, before: second }));
    expect(restored).toEqual({ ...before, revision: 2, updatedAt: restored.updatedAt });
    expect(await unwrapResult(rest.get({ id: first }))).toEqual(restored);
    expect(await idsInOrder()).toEqual([first, second]);
  });

  it('still has its stored executions', async () => {
    const { rest, requests, executions } = fixture.application;
    const { request } = await fixture.rest({ url: 'http://h/' });
    const id = request.id as RestRequestId;
    const before = await unwrapResult(rest.get({ id }));
    await unwrapResult(rest.remove({ id }));
    await unwrapResult(requests.restore({ request: before }));
    expect((await unwrapResult(executions.list({ requestId: id, take: 10 }))).executions).toHaveLength(1);
  });

  it('may be a GraphQL request, and is placed last if its neighbour was deleted', async () => {
    const { graphql, rest, requests } = fixture.application;
    const id: GraphqlRequestId = await fixture.createGraphql({ name: 'g' });
    const neighbour = await fixture.createRest({ name: 'n' });
    const other: RestRequestId = await fixture.createRest({ name: 'o' });
    const before = await unwrapResult(graphql.get({ id }));
    await unwrapResult(graphql.remove({ id }));
    await unwrapResult(rest.remove({ id: neighbour }));
    await unwrapResult(requests.restore({ request: before, before: neighbour }));
    expect(await idsInOrder()).toEqual([other, id]);
  });

  it('gets a higher revision than the last synchronization saw', async () => {
    const { rest, requests } = fixture.application;
    const id = await fixture.createRest({ name: 'a' });
    const before = await unwrapResult(rest.get({ id }));
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
    await unwrapResult(fixture.store.folderMemories.change(fixture.workspace.id, change));
    await unwrapResult(rest.remove({ id }));
    expect(await unwrapResult(requests.restore({ request: before }))).toMatchObject({ revision: 8 });
  });

  it('is refused with an invalid revision', async () => {
    const { rest, requests } = fixture.application;
    const before = await unwrapResult(rest.get({ id: await fixture.createRest({ name: 'a' }) }));
    await unwrapResult(rest.remove({ id: before.id }));
    const request = { ...before, revision: Number.MAX_SAFE_INTEGER };
    expect(await unwrapRefusal(requests.restore({ request }))).toMatchObject({
      issues: [{ path: 'request.revision' }],
    });
  });

  it('is refused if it still exists, and nothing changes', async () => {
    const { rest, requests } = fixture.application;
    const id = await fixture.createRest({ name: 'a' });
    const present = await unwrapResult(rest.get({ id }));
    expect(await unwrapRefusal(requests.restore({ request: { ...present, name: 'b' } }))).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path: 'request.id', got: JSON.stringify(id) }],
    });
    expect(await unwrapResult(rest.get({ id }))).toEqual(present);
  });
});
