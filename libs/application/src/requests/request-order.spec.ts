import { beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';

import type { Change, GraphqlRequestId, RestRequestId } from '@tandem/core';

import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;
let names: Map<string, string>;

const make = async (name: string, folder = '') => {
  const id = name.startsWith('g')
    ? await fixture.createGraphql({ name, folder })
    : await fixture.createRest({ name, folder });
  names.set(id, name);
  return id;
};

const order = async (folder?: string) => {
  const { ids } = await unwrapResult(
    fixture.application.requests.order(folder === undefined ? {} : { folder }),
  );
  return ids.map((id) => names.get(id));
};

const seqs = async () =>
  (await unwrapResult(fixture.store.requestPositions.list(fixture.workspace.id))).map(({ seq }) => seq);

beforeEach(async () => {
  fixture = await createPlannedApplication();
  names = new Map();
});

describe('the order of requests', () => {
  it('is the creation order of REST and GraphQL requests together, until somebody changes it', async () => {
    for (const name of ['a', 'g1', 'b', 'g2']) await make(name);
    await make('in folder', 'f');
    expect(await order()).toEqual(['a', 'g1', 'b', 'g2', 'in folder']);
    expect(await order('f')).toEqual(['in folder']);
    expect(await seqs()).toEqual([1_000, 2_000, 3_000, 4_000, 1_000]);
  });

  it('keeps a request where it was placed', async () => {
    const [a, g1, b] = [await make('a'), await make('g1'), await make('b')];
    const place = fixture.application.requests.place;
    await unwrapResult(place({ id: b, before: a }));
    expect(await order()).toEqual(['b', 'a', 'g1']);
    await unwrapResult(place({ id: a, after: g1 }));
    expect(await order()).toEqual(['b', 'g1', 'a']);
    await unwrapResult(place({ id: b }));
    expect(await order()).toEqual(['g1', 'a', 'b']);
  });

  it('puts a request from another folder at the end unless the call names a neighbour', async () => {
    const [a, b] = [await make('a', 'f'), await make('b', 'f')];
    const [c, d] = [await make('c'), await make('d')];
    await unwrapResult(fixture.application.requests.place({ id: c, folder: 'f', before: b }));
    const { ids } = await unwrapResult(fixture.application.requests.place({ id: d, folder: 'f' }));
    expect(ids).toEqual([a, c, b, d]);
    expect(await order()).toEqual(['a', 'c', 'b', 'd']);
    expect(await unwrapResult(fixture.application.rest.get({ id: c }))).toMatchObject({
      folder: 'f',
      revision: 2,
    });
  });

  it('puts a request last in the folder to which an update moves it', async () => {
    const a = await make('a');
    await make('b', 'f');
    await unwrapResult(fixture.application.rest.update({ id: a, folder: 'f' }));
    expect(await order('f')).toEqual(['b', 'a']);
  });

  it('does not change the revision of a request that moves within its folder', async () => {
    const [a, b] = [await make('a'), await make('b')];
    await unwrapResult(fixture.application.requests.place({ id: b, before: a }));
    expect(await unwrapResult(fixture.application.rest.get({ id: b }))).toMatchObject({
      revision: 1,
    });
  });

  it('is announced as a change of the folder, but only if a request moved', async () => {
    const [a, b] = [await make('a', 'f'), await make('b', 'f')];
    const heard: Change[] = [];
    fixture.application.changes.subscribe((change) => heard.push(change));
    await unwrapResult(fixture.application.requests.place({ id: b, after: a }));
    expect(heard).toEqual([]);
    await unwrapResult(fixture.application.as('window').requests.place({ id: b, before: a }));
    expect(heard).toEqual([
      { workspaceId: fixture.workspace.id, entity: 'order', id: 'f', op: 'updated', by: 'window' },
    ]);
  });

  it('is renumbered in one change if there is no room between two positions', async () => {
    await make('a');
    const [b, c] = [await make('b'), await make('c')];
    let [front, back] = [b, c];
    for (let n = 0; n < 12; n++) {
      await unwrapResult(fixture.application.requests.place({ id: back, before: front }));
      [front, back] = [back, front];
    }
    expect(await order()).toEqual(['a', 'b', 'c']);
    expect(new Set(await seqs()).size).toBe(3);
  });

  it.each([
    ['both neighbours', (id: RestRequestId) => ({ id, before: id, after: id }), 'after'],
    ['a neighbour in another folder', (id: RestRequestId) => ({ id, folder: 'f', before: id }), 'before'],
    ['itself as a neighbour', (id: RestRequestId) => ({ id, after: id }), 'after'],
  ])('stays unchanged if the position is refused: %s', async (_, input, path) => {
    const id = (await make('a')) as RestRequestId;
    expect(await unwrapRefusal(fixture.application.requests.place(input(id)))).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path }],
    });
    expect(await unwrapResult(fixture.application.rest.get({ id }))).toMatchObject({
      folder: '',
      revision: 1,
    });
  });

  it('cannot be changed for a request that does not exist', async () => {
    const id = `gql_${'0'.repeat(16)}` as GraphqlRequestId;
    expect(await unwrapRefusal(fixture.application.requests.place({ id }))).toMatchObject({
      kind: 'not-found',
      entity: 'GraphQL request',
    });
  });
});
