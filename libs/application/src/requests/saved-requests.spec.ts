import type { RestRequestId } from '@tandem/core';
import { beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;
beforeEach(async () => {
  fixture = await createPlannedApplication();
});

const wrong = [
  '..',
  '../x',
  'a/../b',
  '.',
  'a/.',
  '/',
  '/a',
  'a/',
  'a//b',
  ' ',
  'a/ /b',
  'a\0',
  'a\nb',
  '\u0085',
  Array(33).fill('a').join('/'),
];

describe('the folder of a request', () => {
  it.each([
    '',
    'Users',
    'a/b/c',
    'ünï/日本',
    '...',
    'a..b',
    '.hidden',
    'x\\y',
    Array(32).fill('a').join('/'),
  ])('can be %j', async (folder) => {
    const { rest, graphql } = fixture.application;
    expect(await unwrapResult(rest.create({ name: 'R', folder }))).toMatchObject({ folder });
    expect(await unwrapResult(graphql.create({ name: 'G', folder }))).toMatchObject({ folder });
  });

  it.each(wrong)('cannot become %j', async (folder) => {
    const { rest, graphql, requests } = fixture.application;
    const id = await fixture.createRest({ name: 'R', folder: 'here' });
    const other = await fixture.createGraphql({ name: 'G' });
    for (const answer of [
      rest.create({ name: 'R', folder }),
      rest.update({ id, folder }),
      graphql.create({ name: 'G', folder }),
      graphql.update({ id: other, folder }),
      requests.place({ id, folder }),
    ])
      expect(await unwrapRefusal(answer)).toMatchObject({
        kind: 'invalid-input',
        issues: [{ path: 'folder', got: JSON.stringify(folder) }],
      });
    expect(await unwrapResult(rest.get({ id }))).toMatchObject({ folder: 'here', revision: 1 });
  });

  it('may stay invalid if it came from a data folder', async () => {
    const { rest } = fixture.application;
    const id = await fixture.createRest({ name: 'R' });
    const present = await unwrapResult(rest.get({ id }));
    await unwrapResult(fixture.store.restRequests.replace({ ...present, folder: '../x', revision: 2 }, 1));
    expect(await unwrapResult(rest.update({ id, name: 'S', folder: '../x' }))).toMatchObject({
      name: 'S',
      folder: '../x',
    });
  });
});

describe('the method of a request', { tags: 'domain:method:refused' }, () => {
  it.each(['G T', '', '{{verb}}', 'GET\n/', 'GÉT', 'GET:'])(
    'is refused if it is not a token: %j',
    async (method) => {
      const { rest, requests } = fixture.application;
      const id = await fixture.createRest();
      const stored = await unwrapResult(rest.get({ id }));
      await unwrapResult(rest.remove({ id: await fixture.createRest() }));
      for (const answer of [rest.create({ name: 'R', method }), rest.update({ id, method })])
        expect(await unwrapRefusal(answer)).toMatchObject({
          issues: [
            { path: 'method', message: expect.stringMatching(/^method must be .* such as GET/) as string },
          ],
        });
      expect(await unwrapRefusal(requests.restore({ request: { ...stored, method } }))).toMatchObject({
        issues: [{ path: 'request.method' }],
      });
      expect(await unwrapResult(rest.get({ id }))).toEqual(stored);
    },
  );

  it('may be an unusual token, and is stored without surrounding blanks', async () => {
    for (const method of ['PROPFIND', 'x-!#$%&~', ' get '])
      expect(await unwrapResult(fixture.application.rest.create({ name: 'R', method }))).toMatchObject({
        method,
      });
  });
});

describe('a list of requests in a folder', { tags: 'domain:folder:unknown' }, () => {
  it('is refused with similar names if it does not exist', async () => {
    const { rest, graphql } = fixture.application;
    await fixture.createRest({ folder: 'Users/admin' });
    await fixture.createGraphql({ folder: 'queries' });
    for (const list of [rest.list, graphql.list])
      expect(await unwrapRefusal(list({ take: 9, folder: 'User' }))).toMatchObject({
        issues: [
          {
            path: 'folder',
            near: ['Users'],
            message: 'folder is not a folder of this workspace; did you mean Users?',
          },
        ],
      });
    expect(await unwrapRefusal(rest.list({ take: 9, folder: 'something else' }))).toMatchObject({
      issues: [
        {
          message: 'folder is not a folder of this workspace; the folders are Users, Users/admin, queries',
        },
      ],
    });
  });

  it('may be empty if the folder exists', async () => {
    const { rest, graphql } = fixture.application;
    expect((await unwrapResult(rest.list({ take: 9, folder: '' }))).requests).toEqual([]);
    await fixture.createGraphql({ folder: 'queries/old' });
    expect((await unwrapResult(rest.list({ take: 9, folder: 'queries' }))).requests).toEqual([]);
    expect(
      (await unwrapResult(graphql.list({ take: 9, folder: 'queries', search: 'zzz' }))).requests,
    ).toEqual([]);
  });
});

describe('concurrent changes of a request', () => {
  it('are all stored', async () => {
    const { rest, graphql } = fixture.application;
    const [restId, graphqlId] = [await fixture.createRest(), await fixture.createGraphql()];
    const updates: readonly ((folder: string) => Promise<{ readonly revision: number }>)[] = [
      (folder) => unwrapResult(rest.update({ id: restId, folder, description: folder })),
      (folder) => unwrapResult(graphql.update({ id: graphqlId, folder, description: folder })),
    ];
    for (const update of updates) {
      const folders = Array.from({ length: 40 }, (_, index) => `f${index % 3}`);
      const changed = await Promise.all(folders.map(update));
      expect(changed.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(
        folders.map((_, index) => index + 2),
      );
    }
  });

  it('are made only once if they expect the same revision', async () => {
    const id = await fixture.createRest();
    const outcomes = await Promise.all(
      ['a', 'b', 'c'].map((name) => fixture.application.rest.update({ id, name, ifRevision: 1 })()),
    );
    expect(outcomes.map(({ _tag }) => _tag).sort()).toEqual(['Left', 'Left', 'Right']);
  });
});

describe('a list of requests', { tags: 'requests:order' }, () => {
  it('has the order of a run, even if the last request of a page is deleted before the next page is read', async () => {
    const { rest, requests } = fixture.application;
    for (const [name, folder] of [
      ['top', ''],
      ['b', 'Users'],
      ['a', 'Users'],
      ['deep', 'Users/Old'],
    ] as const)
      await fixture.createRest({ name, folder });
    const { requests: all } = await unwrapResult(rest.list({ take: 9 }));
    const idOf = (name: string) => all.find((one) => one.name === name)?.id ?? ('' as RestRequestId);
    await unwrapResult(requests.place({ id: idOf('a'), before: idOf('b') }));
    const names = async (input: Parameters<typeof rest.list>[0]) => {
      const { requests: some, nextCursor } = await unwrapResult(rest.list(input));
      return [some.map((one) => one.name), nextCursor] as const;
    };
    const [first, cursor] = await names({ take: 2 });
    expect(first).toEqual(['deep', 'a']);
    await unwrapResult(rest.remove({ id: idOf('a') }));
    expect((await names({ take: 2, cursor: cursor! }))[0]).toEqual(['b', 'top']);
    expect((await names({ take: 9, search: 'users' }))[0]).toEqual(['deep', 'b']);
    expect(await unwrapRefusal(rest.list({ take: 9, cursor: 'x' }))).toMatchObject({
      issues: [{ path: 'cursor' }],
    });
  });

  it('accepts a folder by its id or by a unique name', async () => {
    const { rest, folders } = fixture.application;
    await fixture.createRest({ name: 'deep', folder: 'Users/Old' });
    await fixture.createRest({ name: 'top' });
    const { id } = (await unwrapResult(folders.list({ id: 'Old' }))).folder!;
    for (const folder of ['Old', id, 'Users/Old'])
      expect((await unwrapResult(rest.list({ take: 9, folder }))).requests).toMatchObject([{ name: 'deep' }]);
  });

  it('that another request depends on may contain paths', async () => {
    const { rest } = fixture.application;
    const id = await fixture.createRest({ name: 'Login', folder: 'Users' });
    expect(await unwrapResult(rest.create({ name: 'R', needs: ['Users/Login'] }))).toMatchObject({
      needs: [id],
    });
    expect(await unwrapRefusal(rest.create({ name: 'S', needs: ['Logout'] }))).toMatchObject({
      issues: [{ path: 'needs[0]' }],
    });
  });
});
