import type { RestRequestId } from '@tandem/core';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;
let stagingId: string;
let request: RestRequestId;

beforeEach(async () => {
  fixture = await createPlannedApplication();
  const { environments } = fixture.application;
  const { id } = await fixture.environment();
  await unwrapResult(environments.update({ id, variables: { host: 'default.test' } }));
  const variables = { host: 'staging.test' };
  stagingId = (await unwrapResult(environments.create({ name: 'Staging', variables }))).id;
  request = await fixture.createRest({ url: 'http://{{host}}/' });
});

const execute = (environment?: string | null) =>
  fixture.application.rest.execute(
    { id: request, ...(environment === undefined ? {} : { environment }) },
    createQuietContext(),
  );

describe('the environment of a call', { tags: 'environment:call' }, () => {
  it('is found by id or name, ignoring case, and defaults to the active environment', async () => {
    const active = await fixture.environment();
    for (const ref of [stagingId, 'Staging', 'STAGING'])
      expect(await unwrapResult(execute(ref))).toMatchObject({
        request: { url: 'http://staging.test/' },
        environment: { id: stagingId, name: 'Staging' },
      });
    expect(await unwrapResult(execute())).toMatchObject({
      request: { url: 'http://default.test/' },
      environment: { id: active.id, name: active.name },
    });
    expect((await fixture.environment()).id).toBe(active.id);
  });

  it('is not used if the call passes null', async () => {
    const result = await unwrapResult(execute(null));
    expect(result.environment).toBeNull();
    expect(result.error?.code).toBe('UNRESOLVED_VARIABLE');
  });

  it('stores the variables that the script sets', async () => {
    fixture.plan.onResponse = { changes: [{ kind: 'variable', name: 'token', value: 't' }] };
    await unwrapResult(fixture.application.rest.update({ id: request, script: 'x' }));
    await unwrapResult(execute('staging'));
    const { environments } = await unwrapResult(fixture.application.environments.list({}));
    const named = environments.map(({ name, variables }) => [name, variables.map((one) => one.name)]);
    expect(Object.fromEntries(named)).toEqual({ Default: ['host'], Staging: ['host', 'token'] });
  });

  it('is refused if it does not exist, and nothing is sent', async () => {
    expect(await unwrapRefusal(execute('Stagign'))).toMatchObject({
      kind: 'not-found',
      entity: 'environment',
      ref: 'Stagign',
    });
    expect(fixture.seen.sent).toEqual([]);
  });

  it('is recorded in the stored execution and in its list entry', async () => {
    const { executionId } = await unwrapResult(execute('Staging'));
    const used = { id: stagingId, name: 'Staging' };
    const { executions } = await unwrapResult(fixture.application.executions.list({ take: 9 }));
    expect(executions[0]).toMatchObject({ id: executionId, environment: used });
    const stored = await unwrapResult(fixture.application.executions.get({ id: executionId }));
    expect(stored).toMatchObject({ result: { environment: used } });
  });

  it('is used for each of many executions', async () => {
    const { results } = await unwrapResult(
      fixture.application.rest.executeMany({ ids: [request], environment: 'Staging' }, createQuietContext()),
    );
    const { executions } = await unwrapResult(fixture.application.executions.list({ take: 9 }));
    expect(results[0]?.executionId).toBe(executions[0]?.id);
    expect(executions[0]).toMatchObject({ url: 'http://staging.test/', environment: { name: 'Staging' } });
  });
});
