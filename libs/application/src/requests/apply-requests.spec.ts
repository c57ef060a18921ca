import type { AppError } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { unwrapResult } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { createApplication } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import type { ApplyRequestsArguments } from './apply-arguments.js';

let on: PlannedApplication;
beforeEach(async () => {
  on = await createPlannedApplication();
});

type Operations = ApplyRequestsArguments['operations'];

const apply = (operations: Operations, more: Omit<ApplyRequestsArguments, 'operations'> = {}) =>
  unwrapResult(on.application.requests.apply({ operations, ...more }));

const refusal = async (operations: Operations, more: object = {}): Promise<AppError> => {
  const outcome = await on.application.requests.apply({ operations, ...more })();
  if (E.isRight(outcome)) throw new Error('was not refused');
  return outcome.left;
};

const paths = async (): Promise<readonly string[]> => {
  const { requests } = await unwrapResult(on.application.requests.list({ take: 100 }));
  return requests.map(({ folder, name }) => (folder === '' ? name : `${folder}/${name}`));
};

const user = { op: 'create', name: 'Get user', folder: 'Users', url: 'http://h/users/:id' };

describe('many changes in one call', { tags: 'agent:apply' }, () => {
  it('create, change, move, copy and delete requests, even requests that the same call creates', async () => {
    const old = await on.createRest({ name: 'Old' });
    const results = await apply([
      user,
      { op: 'create', kind: 'graphql', name: 'Viewer', url: 'http://h/graphql', query: '{ a }' },
      { op: 'update', id: 'Users/Get user', headers: { accept: 'text/html' }, body: { a: 1 } },
      { op: 'copy', id: 'Users/Get user', name: 'Get user 2' },
      { op: 'copy', id: 'Users/Get user', folder: 'Admin' },
      { op: 'move', id: 'Viewer', folder: 'Users', before: 'Users/Get user' },
      { op: 'update', id: 'Users/Viewer', query: '{ b }' },
      { op: 'delete', id: 'Old' },
    ]);
    expect(results).toMatchObject([
      { op: 'create', path: 'Users/Get user', revision: 1 },
      { op: 'create', path: 'Viewer', revision: 1 },
      { op: 'update', path: 'Users/Get user', revision: 2 },
      { op: 'copy', path: 'Users/Get user 2', revision: 1 },
      { op: 'copy', path: 'Admin/Get user', revision: 1 },
      { op: 'move', path: 'Users/Viewer', revision: 2 },
      { op: 'update', path: 'Users/Viewer', revision: 3 },
      { op: 'delete', id: old },
    ]);
    expect(await paths()).toEqual(['Admin/Get user', 'Users/Viewer', 'Users/Get user', 'Users/Get user 2']);
    expect(await unwrapResult(on.application.rest.get({ id: 'Admin/Get user' }))).toMatchObject({
      headers: [{ name: 'accept', value: 'text/html', enabled: true }],
      body: { type: 'json', content: '{\n  "a": 1\n}' },
    });
    expect(await unwrapResult(on.application.graphql.get({ id: 'Viewer' }))).toMatchObject({
      query: '{ b }',
    });
  });

  it('copy a request of either kind with changed fields', async () => {
    await apply([user, { op: 'create', kind: 'graphql', name: 'Viewer', query: '{ a }' }]);
    expect(
      await apply([
        { op: 'copy', id: 'Get user', name: 'Edit user', method: 'PUT', headers: { accept: 'text/html' } },
        { op: 'copy', id: 'Viewer', query: '{ b }' },
      ]),
    ).toMatchObject([
      { path: 'Users/Edit user', revision: 1 },
      { path: 'Viewer copy', revision: 1 },
    ]);
    expect(await unwrapResult(on.application.rest.get({ id: 'Edit user' }))).toMatchObject({
      method: 'PUT',
      url: 'http://h/users/:id',
      headers: [{ name: 'accept', value: 'text/html', enabled: true }],
    });
    expect(await unwrapResult(on.application.graphql.get({ id: 'Viewer copy' }))).toMatchObject({
      query: '{ b }',
    });
    expect(await refusal([{ op: 'copy', id: 'Viewer', method: 'PUT' }])).toMatchObject({
      issues: [{ path: 'operations[0].method' }],
    });
  });

  it('are all rolled back if one is refused, and the error names that one', async () => {
    const id = await on.createRest({ name: 'Kept' });
    expect(
      await refusal([user, { op: 'update', id, name: 'Changed', ifRevision: 7 }, { op: 'delete', id }]),
    ).toMatchObject({ kind: 'operation-failed', index: 1, error: { kind: 'revision-conflict' } });
    expect(await refusal([user, { op: 'delete', id: 'Users/Get usr' }])).toMatchObject({
      kind: 'invalid-input',
      issues: [
        {
          path: 'operations[1].id',
          message:
            'operations[1].id is not the id, path or name of a request of this workspace; did you mean Users/Get user?',
        },
      ],
    });
    expect(await paths()).toEqual(['Kept']);
  });

  it('are refused before anything is done, with an error for every invalid operation', async () => {
    expect(
      await refusal([
        user,
        { op: 'remove', id: 'x' },
        { name: 'a' },
        { op: 'create', nam: 'a' },
        { op: 'create', name: 'a', workspaceId: 'other' },
        { op: 'move', id: 'x', to: 'y' },
        { op: 'update', id: 'Users/Get user', urls: 'a' },
      ]),
    ).toMatchObject({
      issues: [
        {
          message:
            'operations[1].op must be one of create, update, move, copy, delete, replace, not "remove"',
        },
        {
          message: 'operations[2].op must be one of create, update, move, copy, delete, replace, not nothing',
        },
        { path: 'operations[3].name' },
        { path: 'operations[3].nam' },
        { path: 'operations[4].workspaceId' },
        { path: 'operations[5].to' },
        { path: 'operations[6].urls', near: ['url'] },
      ],
    });
  });

  it('succeed or fail separately if they are not atomic', async () => {
    const results = await apply([user, { op: 'delete', id: 'Nothing' }, { ...user, name: 'List' }], {
      atomic: false,
    });
    expect(results).toMatchObject([
      { op: 'create' },
      { op: 'delete', error: { kind: 'invalid-input', issues: [{ path: 'id' }] } },
      { op: 'create' },
    ]);
    expect(await paths()).toEqual(['Users/Get user', 'Users/List']);
  });

  it.each([true, false])('change nothing in a dry run, atomic: %s', async (atomic) => {
    const id = await on.createRest({ name: 'Kept' });
    const received: unknown[] = [];
    on.application.changes.subscribe((change) => received.push(change));
    const results = await apply([user, { op: 'copy', id: 'Get user' }, { op: 'delete', id: 'Kept' }], {
      atomic,
      dryRun: true,
    });
    expect(results).toEqual([
      { op: 'create', path: 'Users/Get user', revision: 1 },
      { op: 'copy', path: 'Users/Get user copy', revision: 1 },
      { op: 'delete', id },
    ]);
    expect([await paths(), received]).toEqual([['Kept'], []]);
  });

  it('are limited in number', async () => {
    on = await createPlannedApplication();
    const limited = createApplication({ ...on.ports, maxOperations: 2 });
    const outcome = await limited.requests.apply({ operations: [user, user, user] })();
    expect(outcome).toMatchObject({
      left: {
        issues: [{ message: 'operations must have 1 to 2 operations, not 3; split them into several calls' }],
      },
    });
    expect(await refusal([])).toMatchObject({ issues: [{ path: 'operations' }] });
  });

  it("are recorded in the activity separately, under the caller's name", async () => {
    await unwrapResult(
      on.application.as('agent').requests.apply({ operations: [user, { op: 'copy', id: 'Get user' }] }),
    );
    const { activities } = await unwrapResult(on.application.activity.list({ take: 10 }));
    expect(activities.map(({ op, name, by }) => ({ op, name, by }))).toEqual(
      expect.arrayContaining([
        { op: 'created', name: 'Get user', by: 'agent' },
        { op: 'created', name: 'Get user copy', by: 'agent' },
      ]),
    );
  });
});

describe('a copy of a request', { tags: 'agent:copy' }, () => {
  it('comes after the original, with a free name and the same contents', async () => {
    const id = await on.createRest({
      name: 'A',
      folder: 'f',
      script: 'x',
      headers: [{ name: 'h', value: 'v', enabled: true }],
    });
    await on.createRest({ name: 'B', folder: 'f' });
    const copy = await unwrapResult(on.application.rest.copy({ id: 'f/A' }));
    expect(copy).toMatchObject({
      name: 'A copy',
      folder: 'f',
      script: 'x',
      revision: 1,
      headers: [{ name: 'h' }],
    });
    expect(copy.id).not.toBe(id);
    expect((await unwrapResult(on.application.rest.copy({ id }))).name).toBe('A copy 2');
    expect(await paths()).toEqual(['f/A', 'f/A copy 2', 'f/A copy', 'f/B']);
  });

  it('keeps its name in another folder, which is created', async () => {
    await on.createGraphql({ name: 'G', query: '{ a }' });
    expect(await unwrapResult(on.application.graphql.copy({ id: 'G', folder: 'new/one' }))).toMatchObject({
      name: 'G',
      folder: 'new/one',
      query: '{ a }',
    });
    expect(await unwrapResult(on.application.graphql.copy({ id: 'new/one/G', name: 'H' }))).toMatchObject({
      name: 'H',
    });
  });
});
