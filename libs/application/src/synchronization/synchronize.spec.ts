import { unwrapRefusal, unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createPlannedApplication } from '../testing/index.js';

describe('the merge driver', () => {
  it('is not available in a program without a merge driver', async () => {
    const { application } = await createPlannedApplication();
    for (const call of [application.mergeDriver.status, application.mergeDriver.install])
      expect(await unwrapResult(call({}))).toEqual({
        repository: null,
        isSetUp: false,
        reason: 'This program has no merge driver.',
      });
  });

  it('is installed per workspace', async () => {
    const { application } = await createPlannedApplication();
    expect(await unwrapRefusal(application.mergeDriver.status({ workspaceId: 'nowhere' }))).toMatchObject({
      kind: 'workspace-not-found',
    });
  });
});
