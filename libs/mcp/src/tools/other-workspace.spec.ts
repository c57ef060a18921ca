import { E } from '@tandem/core/fp';
import { unwrapResult, sampleEnvironment } from '@tandem/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { serveProduct } from '../testing/served-product.js';

const secret = 'hunter-2-hunter';
let testServer: Awaited<ReturnType<typeof serveProduct>>;
beforeAll(async () => {
  testServer = await serveProduct();
});
afterAll(() => testServer.close());

it('the secrets of an inactive workspace are redacted in its executions', async () => {
  const { store, application, plan, workspace } = testServer.planned;
  const { workspace: other } = await unwrapResult(application.workspaces.open({ path: '/other' }));
  await unwrapResult(store.workspaces.activate(workspace.id));
  plan.response = { body: new TextEncoder().encode(`{"echo":"${secret}"}`) };
  const { id } = await unwrapResult(
    application.rest.create({ workspaceId: other.id, name: 'R', url: `http://h/${secret}` }),
  );
  const call = { signal: new AbortController().signal, progress: () => undefined };
  const run = await application.rest.execute({ workspaceId: other.id, id }, call)();
  const executionId = E.isRight(run) ? run.right.executionId : '';
  const environment = {
    ...sampleEnvironment(other.id),
    secrets: [{ name: 'KEY', value: secret, enabled: true }],
  };
  await unwrapResult(store.environments.create(environment));
  const asked = [
    testServer.ask('sdk1', 'tools/call', { name: 'executions_get', arguments: { id: executionId } }),
    testServer.ask('sdk1', 'resources/read', { uri: `tandem://executions/${executionId}/body` }),
  ];
  for (const answer of await Promise.all(asked)) {
    expect(answer).toContain('‹secret:KEY›');
    expect(answer).not.toContain(secret);
  }
});

it(
  'a secret of another workspace is redacted in listed and single requests',
  { tags: 'secrets:all-workspaces' },
  async () => {
    const { store, application, workspace } = testServer.planned;
    const value = 'held-by-another-workspace';
    const { workspace: other } = await unwrapResult(application.workspaces.open({ path: '/holder' }));
    const environment = {
      ...sampleEnvironment(other.id),
      secrets: [{ name: 'HELD', value, enabled: true }],
    };
    await unwrapResult(store.environments.create(environment));
    const pasted = { workspaceId: workspace.id, name: `pasted ${value}`, url: `http://h/${value}` };
    const { id } = await unwrapResult(application.rest.create(pasted));
    const asked = [
      testServer.ask('sdk1', 'tools/call', { name: 'rest_list', arguments: { workspaceId: workspace.id } }),
      testServer.ask('sdk1', 'tools/call', {
        name: 'rest_get',
        arguments: { workspaceId: workspace.id, id },
      }),
    ];
    for (const answer of await Promise.all(asked)) {
      expect(answer).toContain('‹secret:HELD›');
      expect(answer).not.toContain(value);
    }
    const stored = await unwrapResult(application.rest.get({ workspaceId: workspace.id, id }));
    expect(stored.url).toBe(`http://h/${value}`);
  },
);
