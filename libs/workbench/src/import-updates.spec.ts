import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type ImportResult, createQuietContext } from '@tandem/application';
import { describe as describeError, type RestRequest } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

let on: OnDisk;
beforeAll(async () => {
  on = await openOnDisk((_, response) => response.end('{}'));
});
afterAll(() => on.close());

const operation = (summary: string, more: object = {}) => ({ summary, tags: ['users'], ...more });

/** A version of an API document. */
const api = (paths: object, title = 'Shop'): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: 'http://127.0.0.1:9' }],
    paths,
  });

const apply = (text: string, more: object = {}) =>
  unwrapResult<ImportResult>(on.application.imports.apply({ text, ...more }, createQuietContext()));

/** Finds the request with this name in the import's folder. */
const findRequest = async (folder: string, name: string): Promise<RestRequest> => {
  const { requests } = await unwrapResult(on.application.rest.list({ take: 200 }));
  const found = requests.find((one) => one.name === name && one.folder.split('/')[0] === folder);
  if (found === undefined) throw new Error(`There is no ${name} in ${folder}`);
  return unwrapResult<RestRequest>(on.application.rest.get({ id: found.id }));
};

const query = (name: string) => [{ name, in: 'query', required: true, schema: { type: 'string' } }];

describe('a second import of a document', () => {
  it(
    'adds new requests, marks missing requests and keeps what a person changed',
    { tags: 'import:update' },
    async () => {
      const { folder } = await apply(
        api({
          '/users': { get: operation('List'), post: operation('Make') },
          '/users/{id}': { get: operation('Find', { description: 'Old' }), delete: operation('Remove') },
        }),
      );
      const find = await findRequest(folder, 'Find');
      await unwrapResult(
        on.application.rest.update({
          id: find.id,
          headers: [{ name: 'x', value: '1', enabled: true }],
          description: 'Mine',
        }),
      );
      const make = await findRequest(folder, 'Make');
      await unwrapResult(on.application.rest.remove({ id: make.id }));
      const next = api({
        '/users': { get: operation('List', { parameters: query('page') }), post: operation('Make') },
        '/users/{id}': { get: operation('Find', { description: 'New', parameters: query('q') }) },
        '/users/{id}/posts': { get: { summary: 'Posts', tags: ['posts'] } },
      });

      expect((await apply(next, { dryRun: true })).earlier).toBe(folder);
      const plan = await apply(next, { dryRun: true, update: true });
      expect(plan.update).toEqual({
        counts: { new: 1, changed: 2, unchanged: 0, gone: 1, deleted: 1, kept: 1 },
        changes: [
          { outcome: 'changed', folder: 'users', name: 'List', fields: ['queryParams'], kept: [] },
          { outcome: 'deleted', folder: 'users', name: 'Make', fields: [], kept: [] },
          {
            outcome: 'changed',
            folder: 'users',
            name: 'Find',
            fields: ['queryParams'],
            kept: ['description'],
          },
          { outcome: 'new', folder: 'posts', name: 'Posts', fields: [], kept: [] },
          { outcome: 'gone', folder: 'users', name: 'Remove', fields: ['tags'], kept: [] },
        ],
      });
      expect((await findRequest(folder, 'List')).queryParams).toEqual([]);

      expect((await apply(next, { update: true })).update).toEqual(plan.update);
      expect((await findRequest(folder, 'List')).queryParams).toMatchObject([{ name: 'page' }]);
      expect(await findRequest(folder, 'Find')).toMatchObject({
        id: find.id,
        description: 'Mine',
        headers: [{ name: 'x' }],
        queryParams: [{ name: 'q' }],
      });
      expect((await findRequest(folder, 'Remove')).tags).toEqual(['gone']);
      expect((await findRequest(folder, 'Posts')).folder).toBe(`${folder}/posts`);
      await expect(findRequest(folder, 'Make')).rejects.toThrow('There is no Make');
    },
  );

  it('changes nothing if nothing has changed', { tags: 'import:update' }, async () => {
    const text = api({ '/a': { get: operation('A') }, '/b': { post: operation('B') } }, 'Still');
    await apply(text);
    const { update } = await apply(text, { update: true });
    expect(update).toEqual({
      counts: { new: 0, changed: 0, unchanged: 2, gone: 0, deleted: 0, kept: 0 },
      changes: [],
    });
  });

  it('removes the mark from requests that exist again', { tags: 'import:update' }, async () => {
    const [one, both] = [
      api({ '/a': { get: operation('A') } }, 'Back'),
      api({ '/a': { get: operation('A') }, '/b': { get: operation('B') } }, 'Back'),
    ];
    const { folder } = await apply(both);
    await apply(one, { update: true });
    expect((await findRequest(folder, 'B')).tags).toEqual(['gone']);
    await apply(both, { update: true });
    expect((await findRequest(folder, 'B')).tags).toEqual([]);
  });

  it(
    'recognizes requests by their ids in Postman, and follows a renamed folder',
    { tags: 'import:update' },
    async () => {
      const collection = (name: string, url: string): string =>
        JSON.stringify({
          info: {
            _postman_id: 'c-1',
            name: 'Collection',
            schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
          },
          item: [{ id: 'i-1', name, request: { method: 'GET', url } }],
        });
      const { folder, folderId } = await apply(collection('First', 'http://127.0.0.1:9/a'));
      await unwrapResult(on.application.folders.update({ id: folderId ?? '', name: 'Renamed' }));
      await apply(collection('Second', 'http://127.0.0.1:9/b'), { update: true });
      expect(await findRequest('Renamed', 'Second')).toMatchObject({ url: 'http://127.0.0.1:9/b' });
      await expect(findRequest('Renamed', 'First')).rejects.toThrow(`no First`);
      await expect(findRequest(folder, 'Second')).rejects.toThrow('no Second');
    },
  );

  it('is refused if nothing was imported from the document before', { tags: 'import:update' }, async () => {
    const text = api({ '/a': { get: operation('A') } }, 'Never');
    const outcome = await on.application.imports.apply({ text, update: true }, createQuietContext())();
    expect(E.isLeft(outcome) && describeError(outcome.left)).toMatch(/update needs an earlier import/);
  });

  it('does not store text of the document', { tags: 'import:update' }, async () => {
    await apply(api({ '/hidden-word': { get: operation('hidden-word') } }, 'hidden-word'));
    const memory = await readFile(join(on.folder, '.tandem', 'imports.json'), 'utf8');
    expect(memory).not.toContain('hidden-word');
  });

  it(
    'can be undone as one change, except for what a person has changed since',
    { tags: 'import:undone' },
    async () => {
      const { folder } = await apply(
        api(
          {
            '/a': { get: operation('A') },
            '/b': { get: operation('B') },
            '/gone': { get: operation('Gone') },
          },
          'Undone',
        ),
      );
      const next = api(
        {
          '/a': { get: operation('A', { description: 'New' }) },
          '/b': { get: operation('B', { description: 'New', parameters: query('q') }) },
          '/c': { get: operation('C') },
        },
        'Undone',
      );
      const { group = '', update } = await apply(next, { update: true });
      const { id } = await findRequest(folder, 'B');
      await unwrapResult(on.application.rest.update({ id, description: 'Mine' }));
      const undone = await unwrapResult(on.application.activity.undo({ group }));
      expect(undone.stays).toMatchObject([{ name: 'B', fields: ['description'] }]);
      expect(await findRequest(folder, 'A')).toMatchObject({ description: '' });
      expect(await findRequest(folder, 'B')).toMatchObject({ description: 'Mine', queryParams: [] });
      expect((await findRequest(folder, 'Gone')).tags).toEqual([]);
      await expect(findRequest(folder, 'C')).rejects.toThrow('There is no C');

      // The next update makes the same changes again, and keeps what the person wrote.
      const again = await apply(next, { update: true });
      expect(again.update?.counts).toEqual({ ...update?.counts, kept: 1 });
      expect(await findRequest(folder, 'B')).toMatchObject({
        description: 'Mine',
        queryParams: [{ name: 'q' }],
      });
      expect((await findRequest(folder, 'C')).folder).toBe(`${folder}/users`);
    },
  );

  it('groups its changes in the activity', { tags: 'activity:kept' }, async () => {
    const groupsOf = async () => {
      const { activities } = await unwrapResult(on.application.activity.list({ take: 200 }));
      return activities.filter(({ name }) => name.includes('Grouped')).map(({ group }) => group);
    };
    await apply(api({ '/a': { get: operation('Grouped'), post: operation('Grouped too') } }, 'Grouped'));
    const first = await groupsOf();
    expect(first).toEqual([expect.any(String)]);
    await apply(api({ '/a': { put: operation('Grouped again') } }, 'Grouped'));
    expect(new Set(await groupsOf()).size).toBe(2);
  });
});
