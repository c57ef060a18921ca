import { unwrapResult } from '@tandem/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { serveProduct } from '../testing/served-product.js';

let testServer: Awaited<ReturnType<typeof serveProduct>>;
beforeAll(async () => {
  testServer = await serveProduct();
  const { store, workspace } = testServer.planned;
  const change = { kind: 'secret', name: 'KEY', value: 'hunter-2-hunter' } as const;
  await unwrapResult(
    store.environments.change(workspace.id, workspace.activeEnvironmentId!, [change], 'now'),
  );
});
afterAll(() => testServer.close());

it('a search does not match a secret in a URL', async () => {
  const { application, createRest } = testServer.planned;
  await createRest({ name: 'a', url: 'http://api.test/?v=1&k=hunter-2-hunter' });
  const url = 'http://api.test/?k=hunter-2-hunter';
  await unwrapResult(application.graphql.create({ name: 'b', url, query: '{ a }' }));
  const found = async (kind: 'rest' | 'graphql', search: string): Promise<boolean> => {
    const params = { name: `${kind}_list`, arguments: { search } };
    return (await testServer.ask('sdk1', 'tools/call', params)).includes(String.raw`\"requests\":[{`);
  };
  for (const kind of ['rest', 'graphql'] as const) {
    for (const search of ['API.test/', 'k=']) expect(await found(kind, search)).toBe(true);
    for (const search of ['k=h', 'hunter', 'Hunter-2', 'n', '-', 'secret']) {
      expect({ search, found: await found(kind, search) }).toEqual({ search, found: false });
    }
  }
  expect(await unwrapResult(application.rest.list({ search: 'k=hunter', take: 1 }))).toMatchObject({
    requests: [{ name: 'a' }],
  });
});

it('a search finds headers and scripts but no secrets in them, and redacts secrets near a match', async () => {
  const { createRest } = testServer.planned;
  const headers = [{ name: 'x-key', value: 'before hunter-2-hunter after', enabled: true }];
  await createRest({ name: 'c', headers, script: '// hunter-2-hunter\n// harmless' });
  const found = async (search: string): Promise<string> =>
    testServer.ask('sdk1', 'tools/call', { name: 'rest_list', arguments: { search } });
  expect(await found('BEFORE')).toContain('x-key: before … after');
  expect(await found('harmless')).toContain('"field\\":\\"script');
  for (const search of ['unter', 'before hu', '-2-', '\0'])
    expect(await found(search)).toContain('"requests\\":[]');
  expect(await found('before')).not.toContain('unter');
});
