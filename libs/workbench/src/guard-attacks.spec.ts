import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type CallContext, createQuietContext } from '@tandem/application';
import { type ExecutionResult, type Guard, openGuard } from '@tandem/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

/** Attacks by an agent that may do anything except use the window. */
const agent = { by: 'mallory', kind: 'mcp', session: 'm' } as const;
const agentContext: CallContext = { ...createQuietContext(), ...agent, redactsSecrets: true };
const production: Guard = { ...openGuard, protected: true };

let on: OnDisk;
let arrivedCount = 0;
let id = '';
let name = '';
let count = 0;
beforeAll(async () => {
  on = await openOnDisk((_request, response) => {
    arrivedCount += 1;
    response.end('{}');
  });
});
afterAll(() => on.close());

const actAsAgent = () => on.application.as(agent);
const environments = async () => (await unwrapResult(on.application.environments.list({}))).environments;
const readGuard = async () => (await environments()).find((one) => one.id === id)?.guard;
const file = () => join(on.folder, 'tandem', 'environments', `${name}.yml`);
const synchronize = () => unwrapResult(actAsAgent().synchronization.synchronize({ confirmDeletions: true }));

beforeEach(async () => {
  arrivedCount = 0;
  count += 1;
  name = `Live ${count}`;
  for (const one of await environments())
    await unwrapResult(on.application.environments.remove({ id: one.id }));
  const made = await unwrapResult(
    on.application.environments.create({ name, secrets: { TOKEN: 'hunter-2-hunter-2' } }),
  );
  ({ id } = made);
  await unwrapResult(
    on.application.as({ by: 'window', kind: 'window' }).environments.guard({ id, guard: production }),
  );
  await unwrapResult(on.application.synchronization.synchronize({ confirmDeletions: true }));
});

/** Whether a modifying request is sent with an environment. */
const isSent = async (environment: string): Promise<boolean> => {
  const request = await on.create({ method: 'POST', url: on.url });
  const { error } = await unwrapResult<ExecutionResult>(
    on.application.rest.execute({ id: request.id, environment }, agentContext),
  );
  return error === null;
};

describe('an agent cannot bypass a guard', { tags: ['guard:kept', 'guard:person', 'guard:copies'] }, () => {
  it.each<[string, () => Promise<string>]>([
    [
      'with a copy of the environment',
      async () =>
        (await unwrapResult(actAsAgent().environments.create({ name: `Copy ${count}`, copyOf: name }))).id,
    ],
    [
      'with an environment that extends the guarded one',
      async () =>
        (await unwrapResult(actAsAgent().environments.create({ name: `Mine ${count}`, extends: name }))).id,
    ],
    [
      'by renaming the environment',
      async () => (await unwrapResult(actAsAgent().environments.update({ id, name: `Dev ${count}` }))).id,
    ],
    [
      'by deleting the environment and undoing that',
      async () => {
        await unwrapResult(actAsAgent().environments.remove({ id }));
        await unwrapResult(actAsAgent().activity.undoChanges({ since: new Date(0).toISOString() }));
        return id;
      },
    ],
    [
      'by deleting the environment and writing its file again',
      async () => {
        const text = await readFile(file(), 'utf8');
        await unwrapResult(actAsAgent().environments.remove({ id }));
        await synchronize();
        await writeFile(file(), text.replace('  protected: true\n', ''));
        await synchronize();
        return id;
      },
    ],
    [
      "by removing the environment's file and writing it again",
      async () => {
        const text = await readFile(file(), 'utf8');
        await rm(file());
        await synchronize();
        await writeFile(file(), text.replace('  protected: true\n', ''));
        await synchronize();
        return id;
      },
    ],
    [
      "by loosening the guard in the environment's file",
      async () => {
        const text = await readFile(file(), 'utf8');
        await writeFile(file(), text.replace('protected: true', 'agents:\n    rules:\n      - then: allow'));
        await synchronize();
        return id;
      },
    ],
    [
      'by undoing what its own synchronization tightened',
      async () => {
        const text = await readFile(file(), 'utf8');
        await writeFile(
          file(),
          text.replace('protected: true', 'protected: true\n  agents:\n    otherwise: deny'),
        );
        await synchronize();
        await unwrapResult(actAsAgent().activity.undoChanges({ since: new Date(0).toISOString() })).catch(
          () => undefined,
        );
        expect(await readGuard()).toMatchObject({ agents: { otherwise: 'deny' } });
        return id;
      },
    ],
  ])('%s', async (_way, attack) => {
    const environment = await attack();
    expect(await isSent(environment)).toBe(false);
    expect(arrivedCount).toBe(0);
  });

  it.each<[string, Partial<Parameters<OnDisk['create']>[0]>]>([
    [
      'bru.setVar',
      { foreign: { dialect: 'bruno', beforeRequest: "bru.setVar('COPY', bru.getEnvVar('TOKEN'));" } },
    ],
    [
      'bru.setGlobalEnvVar',
      {
        foreign: {
          dialect: 'bruno',
          beforeRequest: "bru.setGlobalEnvVar('COPY', bru.getEnvVar('TOKEN'));",
        },
      },
    ],
    [
      'pm.globals.set',
      {
        foreign: {
          dialect: 'postman',
          beforeRequest: "pm.globals.set('COPY', pm.environment.get('TOKEN'));",
        },
      },
    ],
  ] as never)('with a copy of its secret by %s, in a read-only execution', async (_by, fields) => {
    await unwrapResult(actAsAgent().environments.create({ name: `Free ${count}` }));
    const copying = await on.create({ ...fields, url: on.url });
    await unwrapResult(on.application.rest.execute({ id: copying.id, environment: name }, agentContext));
    arrivedCount = 0;
    const headers = [{ name: 'x-key', value: '{{COPY}}', enabled: true }];
    const sending = await on.create({ method: 'DELETE', url: on.url, headers });
    const { error, request } = await unwrapResult<ExecutionResult>(
      on.application.rest.execute({ id: sending.id, environment: `Free ${count}` }, agentContext),
    );
    expect(JSON.stringify(request)).not.toContain('{{COPY}}');
    expect(error).toMatchObject({ code: 'APPROVAL_NEEDED', details: { environment: name } });
    expect(arrivedCount).toBe(0);
  });

  it('with a copy of its secret that a mocked execution stores in another environment', async () => {
    const free = await unwrapResult(actAsAgent().environments.create({ name: `Free ${count}` }));
    const script = `export function onRequest(req) {
      req.env.setSecret('COPY', req.env.getSecret('TOKEN'));
      return new ServiceResponse({ status: 200 });
    }`;
    const copying = await on.create({ url: on.url, script });
    await unwrapResult(actAsAgent().environments.update({ id: free.id, extends: name }));
    await unwrapResult(on.application.rest.execute({ id: copying.id, environment: free.id }, agentContext));
    await unwrapResult(actAsAgent().environments.update({ id: free.id, extends: '' }));
    const headers = [{ name: 'x-key', value: '{{COPY}}', enabled: true }];
    const sending = await on.create({ method: 'DELETE', url: on.url, headers });
    const { error } = await unwrapResult<ExecutionResult>(
      on.application.rest.execute({ id: sending.id, environment: free.id }, agentContext),
    );
    expect(error).toMatchObject({ code: 'APPROVAL_NEEDED', details: { environment: name } });
    expect(arrivedCount).toBe(0);
  });

  it('although the same request without a copy of the secret is not checked by that guard', async () => {
    const free = await unwrapResult(actAsAgent().environments.create({ name: `Free ${count}` }));
    expect(await isSent(free.id)).toBe(true);
  });

  it('by calling methods that are reserved for people', async () => {
    await expect(unwrapResult(actAsAgent().environments.guard({ id, guard: openGuard }))).rejects.toThrow(
      'by an agent',
    );
    expect(await readGuard()).toEqual(production);
  });
});
