import { createPlannedApplication } from '@tandem/application/testing';
import { unwrapResult } from '@tandem/core/testing';
import { createRpcServer } from '@tandem/rpc';
import { describe, expect, it } from 'vitest';

import { createAgentClient } from '../catalogue/agent-client.js';
import { createTools } from './tools.js';

const body = { type: 'json', data: '{"key": "s3cret-value"}' } as const;
const examples = [
  {
    name: 'Found',
    description: 'All is well',
    request: null,
    response: { status: 200, statusText: 'OK', headers: [], body },
  },
];
const shortExamples = [{ name: 'Found', status: 200 }];

const openSample = async () => {
  const planned = await createPlannedApplication();
  const { application, store, workspace } = planned;
  const environment = await planned.environment();
  const { revision } = environment;
  const secrets = [{ name: 'KEY', value: 's3cret-value', enabled: true }];
  await unwrapResult(
    store.environments.replace({ ...environment, revision: revision + 1, secrets }, revision),
  );
  const id = await planned.createRest({ name: 'R', examples });
  const tools = createTools(createAgentClient(createRpcServer(application, console)));
  const call = async (name: string, args: object): Promise<object> => {
    const result = await tools.find((one) => one.name === name)?.call({ id, ...args }, {});
    if (result === undefined || result.isError) throw new Error(JSON.stringify(result));
    return result.value;
  };
  const stored = async () => (await unwrapResult(store.restRequests.get(workspace.id, id))).examples;
  return { call, stored };
};

describe('the examples of a request', { tags: 'examples:agents' }, () => {
  it('are shortened in results unless the call asks for them in full, and contain no secrets', async () => {
    const { call } = await openSample();
    expect(await call('rest_get', {})).toMatchObject({ name: 'R', examples: shortExamples });
    expect(await call('rest_update', { name: 'S' })).toMatchObject({ name: 'S', examples: shortExamples });
    expect(await call('rest_copy', {})).toMatchObject({ examples: shortExamples });
    expect(await call('rest_update_script', { script: '' })).toMatchObject({
      request: { examples: shortExamples },
    });
    const whole = await call('rest_get', { return: 'full' });
    expect(whole).toMatchObject({ examples: [{ ...examples[0], response: { status: 200 } }] });
    expect(JSON.stringify(whole)).toContain('{\\"key\\": \\"‹secret:KEY›\\"}');
    expect(JSON.stringify(whole)).not.toContain('s3cret-value');
  });

  it('stay when an agent changes another field, and are always replaced together', async () => {
    const { call, stored } = await openSample();
    await call('rest_update', { url: 'http://h/' });
    expect(await stored()).toEqual(examples);
    await call('rest_update', { examples: [{ name: 'New', response: { status: 204 } }] });
    expect(await stored()).toEqual([
      {
        name: 'New',
        description: '',
        request: null,
        response: { status: 204, statusText: '', headers: [], body: null },
      },
    ]);
  });

  it('are refused if they are sent back in their shortened form', async () => {
    const { call, stored } = await openSample();
    await expect(call('rest_update', { examples: shortExamples })).rejects.toThrow('examples[0].response');
    expect(await stored()).toEqual(examples);
  });
});
