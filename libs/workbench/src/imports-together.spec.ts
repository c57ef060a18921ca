import { type CallContext, type ImportsResult, createQuietContext } from '@tandem/application';
import type { Activity, RestRequest } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

let on: OnDisk;
beforeAll(async () => {
  on = await openOnDisk((_, response) => response.end('{}'));
});
afterAll(() => on.close());

const collection = (name: string, ...requests: readonly string[]) => ({
  name: `${name}.json`,
  text: JSON.stringify({
    info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: requests.map((one) => ({ name: one, request: { method: 'GET', url: 'http://127.0.0.1:9/' } })),
  }),
});

const environment = (name: string, scope = 'environment') => ({
  name: `${name}.postman_${scope}.json`,
  text: JSON.stringify({
    name,
    values: [{ key: 'host', value: 'http://127.0.0.1:9' }],
    _postman_variable_scope: scope,
  }),
});

const apiCollection = {
  name: 'api.json',
  text: JSON.stringify({
    info: {
      name: 'API',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [
      {
        name: 'Get',
        request: {
          url: '{{host}}/me',
          header: [{ key: 'Authorization', value: 'Bearer abc123def456' }],
        },
      },
    ],
  }),
};

type ImportsInput = Parameters<typeof on.application.imports.applyMany>[0];
const apply = (asked: ImportsInput, context: CallContext = createQuietContext()) =>
  unwrapResult<ImportsResult>(on.application.imports.applyMany(asked, context));

const listFolders = async () => {
  const { folders: all } = await unwrapResult(on.application.folders.list({}));
  return all.map(({ path }) => path);
};
const listEnvironments = async () => {
  const { environments: all } = await unwrapResult(on.application.environments.list({}));
  return all.map(({ name }) => name);
};
const listNames = async () => {
  const { requests } = await unwrapResult(on.application.requests.list({ take: 100 }));
  return requests.map(({ folder, name }) => `${folder}/${name}`);
};
const findFirstIn = async (folder: string): Promise<RestRequest['id']> => {
  const { requests } = await unwrapResult(on.application.requests.list({ take: 100 }));
  return requests.find((one) => one.folder === folder)?.id as RestRequest['id'];
};
const listActivity = async (group: string | undefined): Promise<readonly Activity[]> => {
  const { activities } = await unwrapResult(on.application.activity.list({ take: 50 }));
  return activities.filter((one) => one.group === group);
};
const undo = (group: string | undefined) =>
  unwrapResult(on.application.activity.undo({ group: group ?? '' }));

describe('documents imported together', { tags: 'import:together' }, () => {
  it('are created in one transaction, and undone together', async () => {
    const { imports, group } = await apply({
      documents: [collection('Shop', 'A', 'B'), environment('Here'), collection('Shop', 'C')],
    });
    expect(imports.map(({ result }) => result?.folder)).toEqual(['Shop', '', 'Shop 2']);
    expect(await listFolders()).toEqual(expect.arrayContaining(['Shop', 'Shop 2']));
    expect(await listEnvironments()).toContain('Here');
    expect(await undo(group)).toMatchObject({ isUndone: true, stays: [] });
    expect(await listFolders()).toEqual([]);
    expect(await listEnvironments()).not.toContain('Here');
  });

  it(
    'create one environment for credentials that several environments extend, and undoing removes it too',
    { tags: 'import:secrets:environment' },
    async () => {
      const { group } = await apply({
        documents: [apiCollection, environment('Sandbox'), environment('Live')],
      });
      const { environments: all } = await unwrapResult(on.application.environments.list({}));
      for (const each of ['Sandbox', 'Live'])
        expect(all.find(({ name }) => name === each)).toMatchObject({ extends: 'API' });
      expect(all.find(({ name }) => name === 'API')).toMatchObject({
        extends: '',
        secrets: [{ name: 'authorization', hasValue: true }],
      });
      await undo(group);
      expect(await listEnvironments()).not.toContain('Sandbox');
    },
  );

  it.each([
    ['without credentials', [collection('Plain', 'A')], { Sandbox: 'Globals', Globals: '' }],
    ['with credentials', [apiCollection], { Sandbox: 'Globals', Globals: '' }],
  ])('use globals as the last base of a collection %s', async (_, documents, bases) => {
    const globals = environment('My Workspace Globals', 'globals');
    const { group } = await apply({ documents: [globals, ...documents, environment('Sandbox')] });
    const { environments: all } = await unwrapResult(on.application.environments.list({}));
    const made = Object.keys(bases);
    const extended = all.filter(({ name }) => made.includes(name));
    expect(Object.fromEntries(extended.map((one) => [one.name, one.extends]))).toEqual(bases);
    expect(all.find(({ active }) => active)?.name).toBe('Sandbox');
    await undo(group);
  });

  describe('with one environment that lacks the credentials of a collection', () => {
    const listSecrets = async (name: string) => {
      const { environments: all } = await unwrapResult(on.application.environments.list({}));
      return all.find((one) => one.name === name)?.secrets.map((one) => one.name);
    };
    const toShop = (name: string, variables: Readonly<Record<string, string>>) => ({
      name: `${name}.json`,
      text: JSON.stringify({
        info: {
          name,
          _postman_id: name,
          schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
        },
        variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
        item: [{ name: 'Get', request: { url: '{{host}}/me', header: [] } }],
      }),
    });
    const token = 'hg7Kp2Lq9wXz4';

    it('make no other environment', { tags: 'import:secrets:environment' }, async () => {
      const documents = [toShop('One shop', { api_token: token }), environment('Only one')];
      const plan = await apply({ documents, dryRun: true });
      expect(plan.imports.map(({ result }) => result?.environments)).toEqual([
        [],
        [
          {
            name: 'Only one',
            variables: ['host'],
            secrets: ['api_token'],
            reasons: [{ name: 'api_token', why: 'name' }],
          },
        ],
      ]);
      await apply({ documents });
      expect(await listSecrets('Only one')).toEqual(['api_token']);
      expect(await listEnvironments()).not.toContain('One shop');
    });

    it(
      'add new credentials of an update to that environment',
      { tags: 'import:secrets:environment' },
      async () => {
        await apply({ documents: [toShop('Grows', { api_token: token }), environment('Grows too')] });
        const more = { api_token: token, admin_password: 'Xk2-pQ9z' };
        await apply({ documents: [toShop('Grows', more)], update: true });
        expect(await listSecrets('Grows too')).toEqual(['api_token', 'admin_password']);
      },
    );

    it(
      'keep another environment as the base if a name has two values',
      { tags: 'import:secrets:environment' },
      async () => {
        await apply({ documents: [toShop('Two hosts', { host: 'a', token }), environment('Other host')] });
        expect(await listSecrets('Other host')).toEqual(['token']);
        await apply({
          documents: [
            toShop('Two tokens', { token }),
            {
              text: JSON.stringify({
                name: 'Other token',
                values: [{ key: 'token', value: 'Zq8xV2mW4kLp' }],
                _postman_variable_scope: 'environment',
              }),
            },
          ],
        });
        const { environments: all } = await unwrapResult(on.application.environments.list({}));
        expect(all.find(({ name }) => name === 'Other token')).toMatchObject({ extends: 'Two tokens' });
      },
    );
  });

  it('have their final names in the plan', async () => {
    const { imports } = await apply({
      documents: [collection('Twice', 'A'), environment('E'), collection('Twice', 'B'), environment('E')],
      dryRun: true,
    });
    expect(imports.map(({ result }) => result?.folder)).toEqual(['Twice', '', 'Twice 2', '']);
    expect(imports.map(({ result }) => result?.environments[0]?.name)).toEqual([
      undefined,
      'E',
      undefined,
      'E 2',
    ]);
    expect(await listFolders()).not.toContain('Twice');
  });

  it('are all refused if a document cannot be imported, and the error names that document', async () => {
    const documents = [collection('Fine', 'A'), { name: 'photo.json', text: '{}' }];
    const { imports } = await apply({ documents, dryRun: true });
    expect(imports[0]?.result?.folder).toBe('Fine');
    expect(imports[1]?.problem).toContain('is not a document');
    await expect(apply({ documents })).rejects.toThrow('photo.json, which is not a document');
    expect(await listFolders()).not.toContain('Fine');
  });

  it('update requests that were imported before, and add new requests', async () => {
    await apply({ documents: [collection('Before', 'A')] });
    const { imports } = await apply({
      documents: [collection('Before', 'A', 'New'), collection('First time', 'B')],
      update: true,
    });
    expect(imports[0]?.result?.update?.counts).toMatchObject({ new: 1, unchanged: 1 });
    expect(imports[1]?.result?.update).toBe(undefined);
    expect(await listNames()).toEqual(expect.arrayContaining(['Before/A', 'Before/New', 'First time/B']));
  });

  it('are read with the files to which they refer', async () => {
    const document = {
      name: 'api/openapi.yaml',
      text: 'openapi: 3.1.0\ninfo: {title: Parts, version: "1"}\npaths:\n  /a:\n    $ref: ./paths/a.yaml\n',
    };
    const files = { 'api/paths/a.yaml': 'get:\n  summary: From a part\n' };
    const { imports } = await apply({ documents: [document], files, dryRun: true });
    expect(imports[0]?.result?.requests.map(({ name }) => name)).toEqual(['From a part']);
  });

  it('report their overall progress, and create nothing if they are stopped', async () => {
    const seen: string[] = [];
    const stopping = new AbortController();
    const context: CallContext = {
      signal: stopping.signal,
      progress: (done, total) => {
        seen.push(`${done} of ${total}`);
        if (done === 2) stopping.abort();
      },
    };
    const documents = [collection('Stopped', 'A', 'B'), collection('Never', 'C')];
    await expect(apply({ documents }, context)).rejects.toThrow('stopped');
    expect(seen).toEqual(['0 of 3', '2 of 3']);
    expect(await listFolders()).not.toContain('Stopped');
  });
});

describe('an import in the activity', { tags: 'import:activity' }, () => {
  it('is one entry with the number of its requests, whatever its folder contains', async () => {
    const { group } = await apply({ documents: [collection('One entry', 'A', 'B', 'C')] });
    expect(await listActivity(group)).toMatchObject([
      { entity: 'folder', op: 'created', name: 'One entry', requests: 3, imported: true },
    ]);
  });

  it("is undone together with its author's later changes, and can be redone", async () => {
    const { group } = await apply({ documents: [collection('Mine', 'A', 'B')] });
    await unwrapResult(on.application.rest.update({ id: await findFirstIn('Mine'), name: 'Changed' }));
    const { group: undone } = await undo(group);
    expect(await listFolders()).not.toContain('Mine');
    await undo(undone);
    expect(await listNames()).toEqual(expect.arrayContaining(['Mine/Changed', 'Mine/B']));
  });

  it('keeps later changes by others when it is undone, and reports them', async () => {
    const { group } = await apply({ documents: [collection('Theirs', 'A', 'B')] });
    await unwrapResult(
      on.application.as('ann').rest.update({ id: await findFirstIn('Theirs'), name: 'Kept' }),
    );
    const { stays } = await undo(group);
    expect(stays).toMatchObject([{ name: 'Theirs', fields: ['contents'] }]);
    expect((await listNames()).filter((one) => one.startsWith('Theirs/'))).toEqual(['Theirs/Kept']);
  });
});

it(
  'an imported collection with variables resolves them with its environment as in Postman',
  { tags: 'import:together' },
  async () => {
    const own = await openOnDisk((request, response) =>
      response.end(`${request.url} ${String(request.headers['x-token'])}`),
    );
    try {
      const shop = {
        info: {
          name: 'Shop',
          schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
        },
        variable: [
          { key: 'base', value: own.url },
          { key: 'both', value: 'of-the-collection' },
          { key: 'only', value: 'collection-alone' },
          { key: 'api_token', value: 'hg7Kp2Lq9wXz4' },
        ],
        item: [
          {
            name: 'Get',
            request: {
              method: 'GET',
              url: '{{base}}/{{both}}/{{only}}',
              header: [{ key: 'X-Token', value: '{{api_token}}' }],
            },
          },
        ],
      };
      const local = {
        name: 'Local',
        _postman_variable_scope: 'environment',
        values: [{ key: 'both', value: 'of-the-environment', enabled: true }],
      };
      const documents = [shop, local].map((one) => ({ text: JSON.stringify(one) }));
      await unwrapResult(own.application.imports.applyMany({ documents }, createQuietContext()));
      const { folder } = await unwrapResult(own.application.folders.get({ id: 'Shop' }));
      expect(folder.variables.map(({ name }) => name)).toEqual(['base', 'both', 'only']);
      const { environments: all } = await unwrapResult(own.application.environments.list({}));
      expect(all.find(({ active }) => active)).toMatchObject({
        name: 'Local',
        variables: [{ name: 'both', value: 'of-the-environment' }],
      });
      const { requests } = await unwrapResult(own.application.requests.list({ take: 1 }));
      const { response } = await own.execute(requests[0]?.id as RestRequest['id']);
      expect(response?.textBody).toBe('/of-the-environment/collection-alone hg7Kp2Lq9wXz4');
    } finally {
      await own.close();
    }
  },
);

it(
  'scripts read and replace a secret of their collection as a collection variable',
  { tags: 'import:together' },
  async () => {
    const own = await openOnDisk((request, response) => response.end(String(request.headers['x-token'])));
    try {
      const document = {
        info: {
          name: 'Shop',
          schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
        },
        variable: [{ key: 'api_token', value: 'hg7Kp2Lq9wXz4' }],
        item: [
          {
            name: 'Log in',
            request: {
              url: own.url,
              header: [{ key: 'X-Token', value: '{{api_token}}' }],
            },
            event: [
              {
                listen: 'test',
                script: {
                  exec: [
                    "pm.test('reads', () => pm.expect(pm.collectionVariables.get('api_token')).to.equal(pm.response.text()));",
                    "pm.collectionVariables.set('api_token', 'Zq8xV2mW4kLp');",
                  ],
                },
              },
            ],
          },
        ],
      };
      const { imports } = await unwrapResult(
        own.application.imports.applyMany(
          { documents: [{ text: JSON.stringify(document) }] },
          createQuietContext(),
        ),
      );
      expect(imports[0]?.result?.environments[0]?.secrets).toEqual(['api_token']);
      const { requests } = await unwrapResult(own.application.requests.list({ take: 1 }));
      const id = requests[0]?.id as RestRequest['id'];
      const { scripts } = await unwrapResult(own.application.outsideScripts.list({}));
      await unwrapResult(own.application.outsideScripts.approve({ hashes: scripts.map(({ hash }) => hash) }));
      const first = await own.execute(id);
      expect(first.response?.textBody).toBe('hg7Kp2Lq9wXz4');
      expect(first.lifecycle.tests.results).toMatchObject([{ name: 'reads', status: 'passed' }]);
      expect((await own.execute(id)).response?.textBody).toBe('Zq8xV2mW4kLp');
    } finally {
      await own.close();
    }
  },
);
