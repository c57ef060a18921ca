import type { RestRequestId } from '@tandem/core';
import { given, refusal } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { quietly } from '../application.js';
import { type PlannedApplication, plannedApplication } from '../testing/index.js';

let planned: PlannedApplication;
let staging: string;
let request: RestRequestId;

beforeEach(async () => {
  planned = await plannedApplication();
  const { environments } = planned.application;
  const { id } = await planned.environment();
  await given(environments.update({ id, variables: { host: 'default.test' } }));
  const variables = { host: 'staging.test' };
  staging = (await given(environments.create({ name: 'Staging', variables }))).id;
  request = await planned.createRest({ url: 'http://{{host}}/' });
});

const execute = (environment?: string | null) =>
  planned.application.rest.execute(
    { id: request, ...(environment === undefined ? {} : { environment }) },
    quietly(),
  );

describe('the environment of a call', { tags: 'environment:call' }, () => {
  it('is the one with that id or name, in any case, and the active one if none is given', async () => {
    const active = await planned.environment();
    for (const ref of [staging, 'Staging', 'STAGING'])
      expect(await given(execute(ref))).toMatchObject({
        request: { url: 'http://staging.test/' },
        environment: { id: staging, name: 'Staging' },
      });
    expect(await given(execute())).toMatchObject({
      request: { url: 'http://default.test/' },
      environment: { id: active.id, name: active.name },
    });
    expect((await planned.environment()).id).toBe(active.id);
  });

  it('is none if the call says null', async () => {
    const result = await given(execute(null));
    expect(result.environment).toBeNull();
    expect(result.error?.code).toBe('UNRESOLVED_VARIABLE');
  });

  it('gets the variables that the script sets', async () => {
    planned.plan.onResponse = { changes: [{ kind: 'variable', name: 'token', value: 't' }] };
    await given(planned.application.rest.update({ id: request, script: 'x' }));
    await given(execute('staging'));
    const { environments } = await given(planned.application.environments.list({}));
    const named = environments.map(({ name, variables }) => [name, variables.map((one) => one.name)]);
    expect(Object.fromEntries(named)).toEqual({ Default: ['host'], Staging: ['host', 'token'] });
  });

  it('is refused if it does not exist, and nothing is sent', async () => {
    expect(await refusal(execute('Stagign'))).toMatchObject({
      kind: 'not-found',
      entity: 'environment',
      ref: 'Stagign',
    });
    expect(planned.seen.sent).toEqual([]);
  });

  it('is part of the stored execution and of its entry in the list', async () => {
    const { executionId } = await given(execute('Staging'));
    const used = { id: staging, name: 'Staging' };
    const { executions } = await given(planned.application.executions.list({ take: 9 }));
    expect(executions[0]).toMatchObject({ id: executionId, environment: used });
    const kept = await given(planned.application.executions.get({ id: executionId }));
    expect(kept).toMatchObject({ result: { environment: used } });
  });

  it('is used for each of many executions', async () => {
    const { results } = await given(
      planned.application.rest.executeMany({ ids: [request], environment: 'Staging' }, quietly()),
    );
    const { executions } = await given(planned.application.executions.list({ take: 9 }));
    expect(results[0]?.executionId).toBe(executions[0]?.id);
    expect(executions[0]).toMatchObject({ url: 'http://staging.test/', environment: { name: 'Staging' } });
  });
});
