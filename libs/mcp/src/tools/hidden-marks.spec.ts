import { unwrapResult } from '@tandem/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readToolResult, type ToolAnswer } from '@tandem/node/testing';

import { serveProduct } from '../testing/served-product.js';

const secret = 'hunter-2-hunter';
let testServer: Awaited<ReturnType<typeof serveProduct>>;
beforeAll(async () => {
  testServer = await serveProduct();
  const { store, workspace } = testServer.planned;
  const change = { kind: 'secret', name: 'KEY', value: secret } as const;
  await unwrapResult(
    store.environments.change(workspace.id, workspace.activeEnvironmentId!, [change], 'now'),
  );
});
afterAll(() => testServer.close());

it('an update that would replace a secret with its marker is refused', async () => {
  const { application, createRest } = testServer.planned;
  const header = { name: 'x-key', value: `Bearer ${secret}`, enabled: true };
  const id = await createRest({ headers: [header] });
  const call = (name: string, args: object) =>
    testServer.ask('sdk1', 'tools/call', { name, arguments: args });
  const read = JSON.parse(await call('rest_get', { id })) as {
    result: ToolAnswer;
  };
  const { headers } = readToolResult<{ readonly headers: readonly object[] }>(read.result);
  expect(headers).toMatchObject([{ value: 'Bearer ‹secret:KEY›' }]);
  const answer = await call('rest_update', { id, headers: [...headers, { name: 'x-new', value: '1' }] });
  expect(answer).toContain(
    'headers[0].value contains the marker of a hidden secret; write {{KEY}} in its place',
  );
  expect(await unwrapResult(application.rest.get({ id }))).toMatchObject({ headers: [header], revision: 1 });
  const corrected = [{ name: 'x-key', value: 'Bearer {{KEY}}', enabled: true }];
  expect(await call('rest_update', { id, headers: corrected })).not.toContain('contains the marker');
});
