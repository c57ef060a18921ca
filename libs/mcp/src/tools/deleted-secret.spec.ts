import { createRpcServer } from '@tandem/rpc';
import { createPlannedApplication } from '@tandem/application/testing';
import { unwrapResult, sampleEnvironment } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { createAgentClient } from '../catalogue/agent-client.js';

const secret = 'a value that nobody may see';

it('a secret that is deleted during an execution is redacted in the result and in progress notifications', async () => {
  const planned = await createPlannedApplication();
  const { application, plan, store, workspace } = planned;
  // The environment must be inactive, because an execution always reads the secrets of the active one.
  const { id: environmentId } = await unwrapResult(
    store.environments.create(sampleEnvironment(workspace.id)),
  );
  const change = (value: string | null) =>
    unwrapResult(
      store.environments.change(
        workspace.id,
        environmentId,
        [{ kind: 'secret', name: 'KEY', value }],
        workspace.createdAt,
      ),
    );
  await change(secret);
  plan.meanwhile = async () => {
    await change(null);
    plan.response = { headers: [], body: new TextEncoder().encode(`it was ${secret}`) };
  };
  const id = await planned.createRest({ name: `R ${secret}`, url: 'http://h/' });
  const told: string[] = [];
  const call = {
    signal: new AbortController().signal,
    onProgress: (_done: number, _total: number, message: string) => told.push(message),
  };
  const agent = createAgentClient(createRpcServer(application, console));
  const answer = JSON.stringify(await agent.call('rest_execute', { id }, call));
  expect(answer).toContain('it was ‹secret:KEY›');
  expect(answer + told.join()).not.toContain(secret);
});

it.each(['the active workspace', 'a workspace given by id'])(
  'a secret that a synchronization of %s removed is redacted',
  async (which) => {
    const { application, store, workspace, createRest } = await createPlannedApplication();
    const { id: gone } = sampleEnvironment(workspace.id);
    const secrets = [{ name: 'KEY', value: secret, enabled: true }];
    await unwrapResult(store.folderMemories.retire(workspace.id, { id: gone, secrets, wasActive: true }));
    const id = await createRest({ name: `R ${secret}`, url: 'http://h/' });
    const named = which === 'the active workspace' ? {} : { workspaceId: workspace.id };
    const answer = await createAgentClient(createRpcServer(application, console)).call('rest_get', {
      id,
      ...named,
    });
    expect(answer).toMatchObject({ name: 'R ‹secret:KEY›' });
  },
);
