import { E } from '@tandem/core/fp';
import { unwrapResult } from '@tandem/core/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

let on: PlannedApplication;
const ids: Record<string, string> = {};
beforeAll(async () => {
  on = await createPlannedApplication();
  ids.get = await on.createRest({ name: 'Get user', folder: 'Users' });
  ids.list = await on.createRest({ name: 'List', folder: 'Users' });
  ids.orders = await on.createRest({ name: 'List', folder: 'Orders' });
  ids.top = await on.createRest({ name: 'Health' });
  ids.slash = await on.createRest({ name: 'a/b' });
  ids.graphql = await on.createGraphql({ name: 'Viewer', folder: 'Users' });
});

const refusal = async (id: string): Promise<unknown> => {
  const found = await on.application.rest.get({ id })();
  return E.isLeft(found) ? found.left : found.right.id;
};

describe('a request reference in a call', { tags: 'agent:reference' }, () => {
  it.each([
    ['Users/Get user', 'get'],
    ['/Users/Get user', 'get'],
    ['users/get USER', 'get'],
    ['Get user', 'get'],
    ['get user', 'get'],
    ['Orders/List', 'orders'],
    ['Health', 'top'],
    ['a/b', 'slash'],
  ])('can be %s', async (ref, key) => {
    expect((await unwrapResult(on.application.rest.get({ id: ref }))).id).toBe(ids[key]);
  });

  it('is refused with a list of all matches if several requests have its name', async () => {
    expect(await refusal('List')).toMatchObject({
      issues: [
        {
          path: 'id',
          near: [ids.orders, ids.list],
          message: `id matches 2 REST requests; pass one of these ids: ${ids.orders} (Orders/List), ${ids.list} (Users/List)`,
        },
      ],
    });
  });

  it('is refused with similar names if no request has its name', async () => {
    expect(await refusal('Users/Get usr')).toMatchObject({
      issues: [
        {
          near: ['Users/Get user'],
          message:
            'id is not the id, path or name of a REST request of this workspace; did you mean Users/Get user?',
        },
      ],
    });
    expect(await refusal('nothing like it')).toMatchObject({
      issues: [{ message: 'id is not the id, path or name of a REST request of this workspace' }],
    });
  });

  it("must refer to a request of the tool's kind", async () => {
    expect(await refusal(ids.graphql!)).toMatchObject({
      issues: [{ message: 'id is the id of a GraphQL request; use the tools of its kind' }],
    });
    expect((await unwrapResult(on.application.graphql.get({ id: 'Users/Viewer' }))).id).toBe(ids.graphql);
  });

  it('is matched by id, even if another request has that name', async () => {
    const named = await on.createRest({ name: ids.top! });
    expect(await refusal(ids.top!)).toBe(ids.top);
    await unwrapResult(on.application.rest.remove({ id: named }));
    expect(await refusal('rest_zzzzzzzzzzzzzzzz')).toEqual({
      kind: 'not-found',
      entity: 'REST request',
      ref: 'rest_zzzzzzzzzzzzzzzz',
    });
  });

  it('may be a path in calls that change, execute, list or delete', async () => {
    const id = await on.createRest({ name: 'Other', folder: 'Users' });
    const path = 'Users/Other';
    expect(await unwrapResult(on.application.rest.update({ id: path, url: 'http://h/2' }))).toMatchObject({
      id,
    });
    expect(await unwrapResult(on.application.rest.updateScript({ id: path, script: '' }))).toMatchObject({
      request: { id },
    });
    const executed: string[] = [];
    const context = { ...createQuietContext(), executes: (one: string) => executed.push(one) };
    expect(await unwrapResult(on.application.rest.execute({ id: path }, context))).toMatchObject({
      request: { id },
    });
    expect(executed).toEqual([id]);
    const many = await unwrapResult(
      on.application.rest.executeMany({ ids: ['Health', path] }, createQuietContext()),
    );
    expect(many.results.map((one) => one.id)).toEqual([ids.top, id]);
    const { executions } = await unwrapResult(on.application.executions.list({ requestId: path, take: 5 }));
    expect(executions.map(({ requestId }) => requestId)).toEqual([id, id]);
    expect(await unwrapResult(on.application.rest.remove({ id: path }))).toEqual({ deleted: id });
  });
});
