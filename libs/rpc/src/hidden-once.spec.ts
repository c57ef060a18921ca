import { createQuietContext } from '@tandem/application';
import { createPlannedApplication } from '@tandem/application/testing';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createRpcServer } from './server.js';

describe('a call by a caller that may not see secrets', () => {
  it('redacts each secret once in the results of one execution, of many, and of a run', async () => {
    const { application, plan, store, workspace, createRest } = await createPlannedApplication();
    // A marker contains the secret, so a secret that is redacted twice would show.
    const change = { kind: 'secret', name: 'WORD', value: 'secret' } as const;
    await unwrapResult(
      store.environments.change(workspace.id, workspace.activeEnvironmentId!, [change], 'now'),
    );
    plan.response = { body: new TextEncoder().encode('a secret') };
    plan.onTest = { error: { code: 'SCRIPT_ERROR', message: 'a secret' } };
    const id = await createRest({ name: 'a secret' });
    const server = createRpcServer(application, console);
    const context = { ...createQuietContext(), redactsSecrets: true };
    const result = await server.call('rest_execute', { id }, context);
    expect(result.response?.textBody).toBe('a ‹secret:WORD›');
    expect(result.request.name).toBe('a ‹secret:WORD›');
    const { results } = await server.call('rest_execute_many', { ids: [id] }, context);
    expect(results).toMatchObject([
      { name: 'a ‹secret:WORD›', error: 'SCRIPT_ERROR: a ‹secret:WORD›', outcome: 'failed' },
    ]);
    const { failures } = await server.call('runs_execute', {}, context);
    expect(failures).toEqual([
      expect.stringMatching(/^a ‹secret:WORD› · failed · 200 · exec_\w+: onTest: a ‹secret:WORD›$/),
    ]);
  });
});
