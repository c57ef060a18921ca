import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type CallContext, type ImportResult, createQuietContext } from '@tandem/application';
import { describe as describeError, type RestRequest } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const password = 'S3cret-of-the-collection';

let on: OnDisk;
const receivedRequests: {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly auth: string | undefined;
}[] = [];
beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    receivedRequests.push({ method: request.method, url: request.url, auth: request.headers.authorization });
    response.end('{}');
  });
});
afterAll(() => on.close());

/** A collection with folders, auth, a secret and a path parameter. */
const collection = (name: string): string =>
  JSON.stringify({
    info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    auth: {
      type: 'basic',
      basic: [
        { key: 'username', value: 'ann' },
        { key: 'password', value: password },
      ],
    },
    variable: [{ key: 'base', value: on.url }],
    item: [
      {
        name: 'Users',
        item: [
          { name: 'Second', request: { method: 'GET', url: '{{base}}/users?page=2' } },
          {
            name: 'First',
            request: {
              method: 'DELETE',
              url: { raw: '{{base}}/users/:id', variable: [{ key: 'id', value: '7' }] },
            },
          },
        ],
      },
      { name: 'Last', item: [] },
      { name: 'Ping', request: '{{base}}/ping' },
    ],
  });

const apply = (
  asked: Parameters<typeof on.application.imports.apply>[0],
  context: CallContext = createQuietContext(),
) => unwrapResult<ImportResult>(on.application.imports.apply(asked, context));

const readRefusal = async (asked: Parameters<typeof on.application.imports.apply>[0]): Promise<string> => {
  const outcome = await on.application.imports.apply(asked, createQuietContext())();
  if (E.isRight(outcome)) throw new Error('It was imported');
  return describeError(outcome.left);
};

const countContents = async () => {
  const { folders } = await unwrapResult(on.application.folders.list({}));
  const { requests } = await unwrapResult(on.application.rest.list({ take: 200 }));
  const { environments } = await unwrapResult(on.application.environments.list({}));
  return {
    folders: folders.map(({ path }) => path),
    requests: requests.map(({ name, folder }) => `${folder}/${name}`),
    environments: environments.map(({ name }) => name),
  };
};

describe('an import', () => {
  it('reports what it would create, and creates nothing', { tags: 'import:plan' }, async () => {
    const before = await countContents();
    const plan = await apply({ text: collection('Shop'), dryRun: true });
    expect(plan).toMatchObject({
      dryRun: true,
      format: 'postman',
      folder: 'Shop',
      counts: { folders: 3, requests: 3, environments: 1, secrets: 1, leftOut: 0 },
      requests: [
        { folder: 'Users', name: 'Second', method: 'GET', url: '{{base}}/users' },
        { folder: 'Users', name: 'First', method: 'DELETE' },
        { folder: '', name: 'Ping' },
      ],
      environments: [{ name: 'Shop', variables: [], secrets: ['password'] }],
    });
    expect(await countContents()).toEqual(before);
  });

  it(
    'creates folders and requests in document order, which send the same requests',
    { tags: ['import:whole', 'import:secrets'] },
    async () => {
      const made = await apply({ text: collection('Shop') });
      expect(JSON.stringify(made)).not.toContain(password);
      const { folders } = await unwrapResult(on.application.folders.list({}));
      expect(folders.map(({ path }) => path)).toEqual(['Shop', 'Shop/Users', 'Shop/Last']);
      const { ids } = await unwrapResult(on.application.requests.order({ folder: 'Shop/Users' }));
      const { requests } = await unwrapResult(on.application.rest.list({ folder: 'Shop/Users', take: 10 }));
      const byId = new Map(requests.map(({ id, name }) => [id as string, name]));
      expect(ids.map((id) => byId.get(id))).toEqual(['Second', 'First']);

      await unwrapResult(on.application.environments.activate({ id: 'Shop' }));
      for (const { id } of requests) await on.execute(id);
      const auth = `Basic ${Buffer.from(`ann:${password}`).toString('base64')}`;
      expect(receivedRequests).toEqual(
        expect.arrayContaining([
          { method: 'GET', url: '/users?page=2', auth },
          { method: 'DELETE', url: '/users/7', auth },
        ]),
      );
      const whole = await Promise.all(
        requests.map(({ id }) => unwrapResult(on.application.rest.get({ id }))),
      );
      expect(JSON.stringify(whole)).not.toContain(password);
    },
  );

  it(
    'gets other names if its names exist already, and can be put into a folder',
    { tags: 'import:whole' },
    async () => {
      expect(await apply({ text: collection('shop') })).toMatchObject({
        folder: 'shop 2',
        environments: [{ name: 'shop 2' }],
      });
      expect(await apply({ text: collection('Shop'), folder: '/Old/Things/' })).toMatchObject({
        folder: 'Old/Things/Shop',
        environments: [{ name: 'Shop 3' }],
      });
      expect((await countContents()).requests).toContain('Old/Things/Shop/Users/First');
    },
  );

  it('is undone with its folder and its environments', { tags: 'import:whole' }, async () => {
    const before = await countContents();
    const { folderId = '', environmentIds = [] } = await apply({ text: collection('Gone') });
    await unwrapResult(on.application.folders.remove({ id: folderId }));
    for (const id of environmentIds) await unwrapResult(on.application.environments.remove({ id }));
    expect(await countContents()).toEqual(before);
  });

  it(
    'reads a file of the workspace, and none outside the workspace',
    { tags: ['import:formats', 'import:local'] },
    async () => {
      await mkdir(join(on.folder, 'docs'), { recursive: true });
      await writeFile(join(on.folder, 'docs', 'shop.http'), `### Look\nGET ${on.url}/look\n`);
      expect(await apply({ file: 'docs/shop.http' })).toMatchObject({
        format: 'http',
        counts: { requests: 1 },
      });
      expect(await readRefusal({ file: '../outside.json' })).toMatch(/file cannot be read/);
      expect(await readRefusal({ file: 'docs/missing.json' })).toMatch(
        /file cannot be read: .*add the file\.$/,
      );
    },
  );

  it(
    'creates nothing if a request of the document cannot be saved',
    { tags: ['import:whole', 'import:refused'] },
    async () => {
      const before = await countContents();
      const text = JSON.stringify({
        info: { name: 'Bad' },
        item: [
          { name: 'Good', request: 'http://a' },
          { name: 'Odd', request: { method: 'NO TOKEN', url: 'http://a' } },
        ],
      });
      expect(await readRefusal({ text })).toMatch(
        /has the request “Odd”, whose method must be an HTTP method/,
      );
      expect(await countContents()).toEqual(before);
    },
  );

  it('is refused with each invalid argument', { tags: 'import:refused' }, async () => {
    expect(await readRefusal({})).toMatch(/text or file must be given/);
    expect(await readRefusal({ text: '{}', file: 'a' })).toMatch(/text or file must be given/);
    expect(await readRefusal({ text: '{"a":' })).toMatch(/text is not valid JSON: line 1, column 6/);
    expect(await readRefusal({ text: collection('X'), folder: 'a//b' })).toMatch(/folder must be/);
    expect(await readRefusal({ text: collection('X'), folder: 'a/'.repeat(31) + 'a' })).toMatch(
      /folder must be at most 32/,
    );
  });

  it('makes its environment active if no environment is active', { tags: 'import:whole' }, async () => {
    const { activeEnvironmentId } = on.workspace;
    expect(activeEnvironmentId).not.toBeNull();
    const { environments } = await unwrapResult(on.application.environments.list({}));
    for (const { id } of environments) await unwrapResult(on.application.environments.remove({ id }));
    expect(await apply({ text: collection('Only') })).toMatchObject({ activated: 'Only' });
  });

  it(
    'makes its environment active instead of an empty one, but not instead of one with values',
    { tags: 'import:whole' },
    async () => {
      const { environments } = on.application;
      const { id } = await unwrapResult(environments.create({ name: 'Filled', variables: { a: 'b' } }));
      await unwrapResult(environments.activate({ id }));
      expect(await apply({ text: collection('First') })).not.toHaveProperty('activated');
      const empty = await unwrapResult(environments.create({ name: 'Empty' }));
      await unwrapResult(environments.activate({ id: empty.id }));
      expect(await apply({ text: collection('Second') })).toMatchObject({ activated: 'Second' });
    },
  );

  it("is written to the workspace's folder without its secrets", { tags: 'import:secrets' }, async () => {
    await apply({ text: collection('Kept') });
    await unwrapResult(on.application.synchronization.synchronize({}));
    const files = await readdir(on.folder, { recursive: true });
    expect(files.some((name) => /Kept.*First\.yml$/i.test(name))).toBe(true);
    const yaml = files.filter((name) => name.endsWith('.yml'));
    const texts = await Promise.all(yaml.map((name) => readFile(join(on.folder, name), 'utf8')));
    expect(texts.join('\n')).not.toContain(password);
  });

  it('reports its progress', { tags: 'import:whole' }, async () => {
    const told: string[] = [];
    const item = Array.from({ length: 250 }, (_, at) => ({ name: `R${at}`, request: 'http://127.0.0.1/' }));
    const progress = (done: number, total: number): void => void told.push(`${done}/${total}`);
    await apply(
      { text: JSON.stringify({ info: { name: 'Many' }, item }) },
      { ...createQuietContext(), progress },
    );
    expect(told).toEqual(['0/250', '100/250', '200/250']);
  });
});

describe('an OpenAPI document of several files', () => {
  it('is read with the files below its folder, and no others', { tags: 'import:local' }, async () => {
    const parameter = {
      name: 'q',
      in: 'query',
      required: true,
      schema: { type: 'string' },
      example: 'inside',
    };
    const write = (name: string, value: unknown): Promise<void> =>
      writeFile(join(on.folder, name), JSON.stringify(value));
    await mkdir(join(on.folder, 'api', 'parts'), { recursive: true });
    await write('outside.json', parameter);
    await write('api/parts/q.json', { q: parameter, again: { $ref: '#/q' } });
    await write('api/paths.json', {
      get: { summary: 'Find', parameters: [{ $ref: 'parts/q.json#/again' }] },
    });
    await write('api/api.json', {
      openapi: '3.1.0',
      info: { title: 'Parts', version: '1' },
      servers: [{ url: 'http://127.0.0.1:9' }],
      paths: {
        '/find': { $ref: './paths.json' },
        '/out': { get: { summary: 'Out', parameters: [{ $ref: '../outside.json' }] } },
        '/none': { get: { summary: 'None', parameters: [{ $ref: 'none.json' }] } },
      },
    });
    expect(
      await readRefusal({ text: JSON.stringify({ openapi: '3.1.0', paths: { '/a': { $ref: 'a.json' } } }) }),
    ).toMatch(/has no request in it, and these files were not read: a\.json/);
    await write('api/root.json', {
      openapi: '3.1.0',
      info: { title: 'Root', version: '1' },
      paths: { '/find': { $ref: 'paths.json' } },
    });
    expect((await apply({ file: 'api/root.json', dryRun: true })).counts.requests).toBe(1);
    const { folder, leftOut } = await apply({ file: 'api/api.json' });
    expect(leftOut.map(({ place }) => place)).toEqual(['../outside.json', 'none.json']);
    const { requests } = await unwrapResult(on.application.rest.list({ folder, take: 10 }));
    const found = requests.find(({ name }) => name === 'Find');
    const { queryParams } = await unwrapResult<RestRequest>(on.application.rest.get({ id: found?.id ?? '' }));
    expect(queryParams).toMatchObject([{ name: 'q', value: 'inside' }]);
  });
});
