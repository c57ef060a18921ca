import type { ExecutionResult } from '@tandem/core';
import { createEmptyJar, unwrapResult, sampleCookie } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createApplication, createQuietContext } from '../application.js';
import { createPlannedApplication } from '../testing/index.js';

describe('a request', { tags: 'cookies:hops' }, () => {
  it.each([
    ['the active environment', undefined, ['of-active']],
    ['the environment that the call names', 'Other', ['of-other']],
    ['the environment whose name reads like an id', 'env_0000000000000042', ['of-alike']],
    ['no environment', null, ['of-none']],
  ] as const)('sends only the cookies of %s', async (_, environment, names) => {
    const planned = await createPlannedApplication();
    const opened: string[][] = [];
    const http: typeof planned.ports.http = {
      ...planned.ports.http,
      openJar: (cookies) => {
        opened.push(cookies.map(({ name }) => name));
        return createEmptyJar();
      },
    };
    const application = createApplication({ ...planned.ports, http });
    const { id: workspaceId, activeEnvironmentId } = planned.workspace;
    const other = await unwrapResult(application.environments.create({ name: 'Other' }));
    const alike = await unwrapResult(application.environments.create({ name: 'env_0000000000000042' }));
    for (const [place, name] of [
      [activeEnvironmentId, 'of-active'],
      [other.id, 'of-other'],
      [alike.id, 'of-alike'],
      [null, 'of-none'],
    ] as const) {
      const set = [sampleCookie({ name })];
      await unwrapResult(planned.store.cookies.change(workspaceId, place, { set, removed: [] }));
    }
    const id = await planned.createRest();
    const call = { id, ...(environment === undefined ? {} : { environment }) };
    await unwrapResult<ExecutionResult>(application.rest.execute(call, createQuietContext()));
    expect(opened).toEqual([names]);
  });
});
