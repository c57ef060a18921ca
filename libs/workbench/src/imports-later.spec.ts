import { createQuietContext } from '@tandem/application';
import type { ExecutionResult } from '@tandem/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

let on: OnDisk;
beforeEach(async () => {
  on = await openOnDisk((request, response) =>
    response.end(`${request.url} ${String(request.headers['x-token'])}`),
  );
});
afterEach(() => on.close());

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Creates a collection whose request needs a secret of it, and a variable of an environment. */
const createCollection = (name: string, secret = 'api_token') => ({
  info: { name, schema },
  variable: [{ key: secret, value: `hg7Kp2Lq9wXz4-${name}` }],
  item: [
    {
      name,
      request: {
        method: 'GET',
        url: '{{base}}/{{path}}',
        header: [{ key: 'X-Token', value: `{{${secret}}}` }],
      },
    },
  ],
});

const createEnvironment = (name: string, values: Readonly<Record<string, string>>) => ({
  name,
  values: Object.entries(values).map(([key, value]) => ({ key, value, enabled: true })),
  _postman_variable_scope: /^globals$/i.test(name) ? 'globals' : 'environment',
});

/** Imports documents as the window does. */
const importTogether = async (...documents: readonly object[]) => {
  const texts = documents.map((one) => ({ text: JSON.stringify(one) }));
  const { imports } = await unwrapResult(
    on.application.imports.applyMany({ documents: texts }, createQuietContext()),
  );
  return imports.map(({ result }) => result);
};

/** Imports a document as an agent does. */
const importOne = (document: object) =>
  unwrapResult(on.application.imports.apply({ text: JSON.stringify(document) }, createQuietContext()));

const listEnvironments = async () => {
  const { environments } = await unwrapResult(on.application.environments.list({}));
  return environments
    .filter(({ variables, secrets }) => variables.length + secrets.length > 0)
    .map(
      ({ name, extends: base, active }) => `${name}${base === '' ? '' : ` < ${base}`}${active ? ' *' : ''}`,
    )
    .sort();
};

const executeByName = async (name: string): Promise<ExecutionResult> => {
  const { requests } = await unwrapResult(on.application.requests.list({ take: 100 }));
  const id = requests.find((one) => one.name === name)?.id;
  return on.execute(id as Parameters<typeof on.execute>[0]);
};

const executeRequest = async (name: string): Promise<string | null | undefined> =>
  (await executeByName(name)).response?.textBody;

const values = () => ({ base: on.url, path: 'here' });

describe('an environment that is imported after its collection', { tags: 'import:together' }, () => {
  it.each([
    ['in the window', (document: object) => importTogether(document)],
    ['by an agent', async (document: object) => [await importOne(document)]],
  ])('%s is active and has the secrets of the collection', async (_, importLater) => {
    await importTogether(createCollection('Shop'));
    const [result] = await importLater(createEnvironment('Local', values()));
    expect(result?.activated).toBe('Local');
    expect(await listEnvironments()).toEqual(['Local < Shop *', 'Shop']);
    expect(await executeRequest('Shop')).toBe('/here hg7Kp2Lq9wXz4-Shop');
  });

  it('does not replace an environment that is active already, but has the secrets, too', async () => {
    await importTogether(createCollection('Shop'));
    await importTogether(createEnvironment('Local', values()));
    const [result] = await importTogether(createEnvironment('Staging', { ...values(), path: 'there' }));
    expect(result?.activated).toBeUndefined();
    expect(await listEnvironments()).toEqual(['Local < Shop *', 'Shop', 'Staging < Shop']);
    await unwrapResult(on.application.environments.activate({ id: 'Staging' }));
    expect(await executeRequest('Shop')).toBe('/there hg7Kp2Lq9wXz4-Shop');
  });

  it('has the secrets of all collections, if no name has two values', async () => {
    await importTogether(createCollection('Shop'));
    await importTogether(createCollection('Stock', 'stock_token'));
    await importTogether(createEnvironment('Local', values()));
    await importTogether(createEnvironment('Staging', values()));
    for (const name of ['Local', 'Staging']) {
      await unwrapResult(on.application.environments.activate({ id: name }));
      expect(await executeRequest('Shop')).toBe('/here hg7Kp2Lq9wXz4-Shop');
      expect(await executeRequest('Stock')).toBe('/here hg7Kp2Lq9wXz4-Stock');
    }
  });

  it('has the globals that were imported before or come later', async () => {
    await importTogether(createCollection('Shop'));
    await importTogether(createEnvironment('Globals', { base: on.url }));
    await importTogether(createEnvironment('Local', { path: 'here' }));
    expect(await listEnvironments()).toEqual(['Globals', 'Local < Shop *', 'Shop < Globals']);
    expect(await executeRequest('Shop')).toBe('/here hg7Kp2Lq9wXz4-Shop');
  });

  it('extends globals that come later', async () => {
    await importTogether(createEnvironment('Local', { path: 'here' }));
    await importTogether(createEnvironment('Globals', { base: on.url }));
    expect(await listEnvironments()).toEqual(['Globals', 'Local < Globals *']);
  });

  it.each([
    ['before', ['Globals', 'Shop']],
    ['after', ['Shop', 'Globals']],
  ])('whose globals are imported %s the collection has them as a base and is active', async (_, order) => {
    for (const name of order)
      await importTogether(
        name === 'Shop' ? createCollection('Shop') : createEnvironment('Globals', values()),
      );
    expect(await listEnvironments()).toEqual(['Globals', 'Shop < Globals *']);
    expect(await executeRequest('Shop')).toBe('/here hg7Kp2Lq9wXz4-Shop');
  });

  it(
    'is not active if its name says production and there is another one',
    { tags: 'import:production' },
    async () => {
      await importTogether(
        createEnvironment('Prod', { base: 'http://127.0.0.1:9' }),
        createCollection('Shop'),
        createEnvironment('Staging', values()),
      );
      expect(await listEnvironments()).toEqual(['Prod < Shop', 'Shop', 'Staging < Shop *']);
    },
  );

  it('gets globals that come together with another collection', async () => {
    await importTogether(createEnvironment('Local', { path: 'here' }));
    await importTogether(createCollection('Shop'), createEnvironment('Globals', { base: on.url }));
    expect(await listEnvironments()).toEqual(['Globals', 'Local < Globals *', 'Shop < Local']);
  });

  it('is extended by the credentials of a collection that comes later, and stays active', async () => {
    await importTogether(createEnvironment('Local', values()));
    const [result] = await importTogether(createCollection('Shop'));
    expect(result).toMatchObject({ activate: 'Shop' });
    expect(result?.activated).toBeUndefined();
    expect(await listEnvironments()).toEqual(['Local *', 'Shop < Local']);
    const { error } = await executeByName('Shop');
    expect(error).toMatchObject({ code: 'SECRET_EMPTY', details: { name: 'api_token' } });
    expect(error?.message).toContain('Choose the environment “Shop”, which has it');
    await unwrapResult(on.application.environments.activate({ id: result?.activate ?? '' }));
    expect(await executeRequest('Shop')).toBe('/here hg7Kp2Lq9wXz4-Shop');
  });

  it('is not to be replaced if it has all values of a collection that comes later', async () => {
    await importTogether(createEnvironment('Local', { ...values(), api_token: 'Zq8xV2mW4kLp' }));
    const [result] = await importTogether(createCollection('Shop'));
    expect(result?.activate).toBeUndefined();
  });

  it('is not extended by credentials of a name that it has itself', async () => {
    await importTogether(createEnvironment('Local', { ...values(), api_token: 'Zq8xV2mW4kLp' }));
    await importTogether(createCollection('Shop'));
    expect(await listEnvironments()).toEqual(['Local *', 'Shop']);
  });

  it('stays alone beside an environment that a person made', async () => {
    await unwrapResult(
      on.application.environments.create({
        name: 'Own',
        variables: { base: on.url },
      }),
    );
    await importTogether(createEnvironment('Local', { path: 'here' }));
    expect(await listEnvironments()).toEqual(['Local *', 'Own']);
  });
});

/** Creates a collection whose only request has a token of its own. */
const createCollectionWithToken = (name: string) => ({
  info: { name, schema },
  item: [
    {
      name,
      request: {
        method: 'GET',
        url: `${on.url}/${name}`,
        header: [{ key: 'X-Token', value: `hg7Kp2Lq9wXz4-${name}` }],
      },
    },
  ],
});

describe('collections whose secrets have one name and different values', { tags: 'import:together' }, () => {
  const listSecretNames = async () => {
    const { environments } = await unwrapResult(on.application.environments.list({}));
    return environments.flatMap(({ secrets }) => secrets.map(({ name }) => name)).sort();
  };

  it.each([
    [
      'one after the other',
      async (...documents: readonly object[]) => {
        for (const one of documents) await importTogether(one);
      },
    ],
    [
      'by an agent',
      async (...documents: readonly object[]) => {
        for (const one of documents) await importOne(one);
      },
    ],
    ['together', importTogether],
  ])('imported %s, each send their own', async (_, importAll) => {
    await importAll(createCollectionWithToken('Shop'), createCollectionWithToken('Stock'));
    expect(await listSecretNames()).toEqual(['x_token', 'x_token_2']);
    expect(await executeRequest('Shop')).toBe('/Shop hg7Kp2Lq9wXz4-Shop');
    expect(await executeRequest('Stock')).toBe('/Stock hg7Kp2Lq9wXz4-Stock');
  });

  it('do not send the secret of the other one where their own has no value', async () => {
    const withScript = (name: string) => ({
      ...createCollection(name),
      event: [{ listen: 'prerequest', script: { exec: ["pm.variables.get('path');"] } }],
    });
    await importTogether(withScript('Shop'));
    await importTogether(withScript('Stock'));
    await unwrapResult(on.application.environments.update({ id: 'Shop', variables: values() }));
    await unwrapResult(on.application.environments.activate({ id: 'Shop' }));
    expect((await executeByName('Stock')).error).toMatchObject({
      code: 'SECRET_EMPTY',
      details: { name: 'api_token_2' },
    });
    await unwrapResult(on.application.environments.activate({ id: 'Stock' }));
    for (const name of ['Shop', 'Stock'])
      expect(await executeRequest(name)).toBe(`/here hg7Kp2Lq9wXz4-${name}`);
  });

  it('of an .http file have precedence over an environment', async () => {
    await importTogether(createEnvironment('Local', { ...values(), api_token: 'Zq8xV2mW4kLp' }));
    const text = `@api_token = hg7Kp2Lq9wXz4\n\n# @name Shop\nGET ${on.url}/http\nX-Token: {{api_token}}\n`;
    const { activate } = await unwrapResult(
      on.application.imports.apply({ text, format: 'http' }, createQuietContext()),
    );
    await unwrapResult(on.application.environments.activate({ id: activate ?? 'none' }));
    expect(await executeRequest('Shop')).toBe('/http hg7Kp2Lq9wXz4');
  });

  it('keep the variable of each in its folder', async () => {
    await importTogether(createEnvironment('Local', values()));
    await importTogether(createCollection('Shop'));
    await importTogether(createCollection('Stock'));
    expect(await listEnvironments()).toEqual(['Local *', 'Shop < Local', 'Stock < Shop']);
    await unwrapResult(on.application.environments.activate({ id: 'Stock' }));
    for (const name of ['Shop', 'Stock'])
      expect(await executeRequest(name)).toBe(`/here hg7Kp2Lq9wXz4-${name}`);
  });

  it('have the same names after an update', async () => {
    const documents = [createCollectionWithToken('Shop'), createCollectionWithToken('Stock')];
    for (const one of documents) await importTogether(one);
    for (const one of documents.toReversed()) {
      const { update } = await unwrapResult(
        on.application.imports.apply({ text: JSON.stringify(one), update: true }, createQuietContext()),
      );
      expect(update?.counts).toMatchObject({ changed: 0, unchanged: 1 });
    }
    expect(await listSecretNames()).toEqual(['x_token', 'x_token_2']);
  });

  it('share a secret if its value is the same', async () => {
    await importTogether(createCollection('Shop'));
    await importTogether({ ...createCollection('Shop'), info: { name: 'Copy', schema } });
    expect(new Set(await listSecretNames())).toEqual(new Set(['api_token']));
  });

  it('keep them apart if the value of the earlier secret is unknown', async () => {
    await unwrapResult(on.application.environments.create({ name: 'Own', secrets: { x_token: '' } }));
    await importTogether(createCollectionWithToken('Shop'));
    expect(await listSecretNames()).toEqual(['x_token', 'x_token_2']);
  });
});

describe('documents whose servers have one variable name', { tags: 'import:together' }, () => {
  const createDescription = (name: string) => ({
    openapi: '3.0.3',
    info: { title: name, version: '1' },
    servers: [{ url: `${on.url}/${name}`, description: name }],
    paths: { '/items': { get: { summary: name, responses: {} } } },
  });
  const createInsomnia = (name: string) => ({
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: `wrk_${name}`, _type: 'workspace', name },
      {
        _id: `env_${name}`,
        _type: 'environment',
        parentId: `wrk_${name}`,
        name,
        data: { baseUrl: `${on.url}/${name}` },
      },
      {
        _id: `req_${name}`,
        _type: 'request',
        parentId: `wrk_${name}`,
        name,
        method: 'GET',
        url: '{{ _.baseUrl }}/items',
      },
    ],
  });

  it.each([
    ['OpenAPI, one after the other', createDescription, createDescription, false],
    ['OpenAPI, together', createDescription, createDescription, true],
    ['Insomnia after OpenAPI', createDescription, createInsomnia, false],
    ['Insomnia, together', createInsomnia, createInsomnia, true],
  ])('send each request to its own server: %s', async (_, createFirst, createSecond, together) => {
    const documents = [createFirst('shop'), createSecond('stock')];
    if (together) await importTogether(...documents);
    else for (const one of documents) await importTogether(one);
    for (const name of ['shop', 'stock']) expect(await executeRequest(name)).toBe(`/${name}/items undefined`);
  });

  it('share the name if the server is the same', async () => {
    await importTogether(createDescription('shop'));
    await importTogether({ ...createDescription('shop'), info: { title: 'copy', version: '1' } });
    const { environments } = await unwrapResult(on.application.environments.list({}));
    expect(new Set(environments.flatMap(({ variables }) => variables.map(({ name }) => name)))).toEqual(
      new Set(['baseUrl']),
    );
  });

  it('have the same names after an update', async () => {
    await importTogether(createDescription('shop'));
    await importTogether(createDescription('stock'));
    const text = JSON.stringify(createDescription('stock'));
    const { update } = await unwrapResult(
      on.application.imports.apply({ text, update: true }, createQuietContext()),
    );
    expect(update?.counts).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await executeRequest('stock')).toBe('/stock/items undefined');
  });
});

describe('variables that a document uses and does not set', { tags: 'import:unset' }, () => {
  const createUser = (name: string) => ({
    info: { name, schema },
    item: [
      {
        name,
        event: [
          {
            listen: 'test',
            script: {
              exec: [
                "pm.environment.set('session', pm.response.text());",
                "pm.test('user', () => pm.variables.get('base'));",
              ],
            },
          },
        ],
        request: {
          method: 'GET',
          url: '{{base}}/{{user.id}}/{{$guid}}/\\{{not}}',
          header: [
            { key: 'X-Token', value: '{{api_token}}' },
            { key: 'X-Session', value: '{{session}} {{?Name}} {{process.env.KEY}}' },
          ],
        },
      },
    ],
  });

  it.each([
    ['in the window', (document: object) => importTogether(document)],
    ['by an agent', async (document: object) => [await importOne(document)]],
  ])('are listed, with the environment of another import that has them, %s', async (_, importAgain) => {
    await importTogether(createCollection('Shop'));
    const [result] = await importAgain(createUser('Stock'));
    expect(result?.unset).toEqual([
      { name: 'base' },
      { name: 'user.id' },
      { name: 'api_token', from: 'Shop' },
    ]);
  });

  it('are not listed if an environment has them, of the workspace or of the same import', async () => {
    await importTogether(createEnvironment('Local', { base: on.url, user: '{"id":1}' }));
    const [result] = await importTogether(createUser('Stock'), createEnvironment('Keys', { api_token: 'x' }));
    expect(result?.unset).toBeUndefined();
  });

  it('are listed with the other collection of the same import', async () => {
    const [, result] = await importTogether(createCollection('Shop'), createUser('Stock'));
    expect(result?.unset).toContainEqual({ name: 'api_token', from: 'Shop' });
  });
});
