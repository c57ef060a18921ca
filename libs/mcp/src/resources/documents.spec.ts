import { afterAll, beforeAll, expect, it } from 'vitest';

import { serveProduct } from '../testing/served-product.js';

let testServer: Awaited<ReturnType<typeof serveProduct>>;
beforeAll(async () => {
  testServer = await serveProduct();
});
afterAll(() => testServer.close());

interface Read {
  readonly result: { readonly contents: readonly { readonly text: string }[] };
}

it.each(['sdk1', 'sdk2'] as const)(
  'documentation of every tool is offered as a resource to %s',
  async (era) => {
    const uri = 'tandem://docs/tools';
    expect(await testServer.ask(era, 'resources/list', {})).toContain(uri);
    const read = JSON.parse(await testServer.ask(era, 'resources/read', { uri })) as Read;
    expect(read.result.contents[0]?.text).toContain('## rest_execute');
  },
);

it.each([
  ['tandem://docs/scripts', 'setVariable(name, value)'],
  ['tandem://docs/files', 'opencollection.yml'],
])('the page %s is offered as a resource', { tags: 'agent:docs' }, async (uri, part) => {
  expect(await testServer.ask('sdk1', 'resources/list', {})).toContain(uri);
  const read = JSON.parse(await testServer.ask('sdk1', 'resources/read', { uri })) as Read;
  expect(read.result.contents[0]?.text).toContain(part);
});

it.each(['sdk1', 'sdk2'] as const)('the list of tools sent to %s has at most 24 KB', async (era) => {
  const { result } = JSON.parse(await testServer.ask(era, 'tools/list', {})) as { result: unknown };
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(24 * 1024);
});
