import { unwrapResult } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { createPlannedApplication } from '../testing/index.js';
import { loadKnownSecrets } from '../secrets/secrets.js';
import { createStoredBodies } from './stored-body.js';

it('reads a body once for all its pieces, and again after a value becomes secret', async () => {
  const planned = await createPlannedApplication();
  const { ports, store, workspace, plan } = planned;
  const bytes = new TextEncoder().encode('some s3cret-value');
  plan.response = { body: bytes, headers: [['content-type', 'text/plain']] };
  const { executionId } = await planned.rest();
  let reads = 0;
  const executions: typeof store.executions = {
    ...store.executions,
    body: (...args) => {
      reads += 1;
      return store.executions.body(...args);
    },
  };
  const counting = { ...ports, store: { ...store, executions } };
  const storedBodies = createStoredBodies();
  const text = async () => {
    const secrets = await unwrapResult(loadKnownSecrets(counting));
    const body = await unwrapResult(storedBodies(counting, workspace.id, executionId, secrets));
    return new TextDecoder().decode(body?.bytes);
  };
  expect([await text(), await text(), reads]).toEqual(['some s3cret-value', 'some s3cret-value', 1]);
  const change = { kind: 'secret', name: 'KEY', value: 's3cret-value' } as const;
  await unwrapResult(
    store.environments.change(workspace.id, workspace.activeEnvironmentId!, [change], 'now'),
  );
  expect([await text(), reads]).toEqual(['some ‹secret:KEY›', 2]);
});
