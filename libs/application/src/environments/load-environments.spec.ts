import { describe as describeError, type RestRequestId } from '@tandem/core';
import { unwrapRefusal, unwrapResult } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { createPlannedApplication, type PlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;
let request: RestRequestId;
const environments = () => fixture.application.environments;

beforeEach(async () => {
  fixture = await createPlannedApplication();
  const common = { host: 'common.test', path: 'common' };
  await unwrapResult(
    environments().create({
      name: 'Common',
      variables: common,
      secrets: { key: 'of-common', pin: 'p1n-common' },
    }),
  );
  const more = { description: 'As customers see it.', extends: 'common' };
  await unwrapResult(environments().create({ name: 'Live', ...more, variables: { host: 'live.test' } }));
  const headers = [{ name: 'x-key', value: '{{key}}', enabled: true }];
  request = await fixture.createRest({ url: 'http://{{host}}/{{path}}', headers });
});

const execute = (environment = 'Live') =>
  unwrapResult(fixture.application.rest.execute({ id: request, environment }, createQuietContext()));
const findEnvironment = async (name: string) =>
  (await unwrapResult(environments().list({}))).environments.find((one) => one.name === name);
const idOf = async (name: string) => (await findEnvironment(name))?.id ?? '';
const update = (id: string, change: Readonly<Record<string, string>>) =>
  environments().update({ id, ...change });
const header = (name: string) => fixture.seen.sent.at(-1)?.headers.find(([key]) => key === name)?.[1];

describe('an environment that extends another environment', { tags: 'environment:extends' }, () => {
  it("prefers its own values to its base's values", async () => {
    expect(await findEnvironment('Live')).toMatchObject({
      description: 'As customers see it.',
      extends: 'Common',
    });
    const { request: sent, environment, diagnostics } = await execute();
    expect(sent.url).toBe('http://live.test/common');
    expect(header('x-key')).toBe('of-common');
    expect(environment).toMatchObject({ name: 'Live' });
    expect(diagnostics).toEqual([]);
    await unwrapResult(
      environments().update({ id: 'Live', secrets: { path: 'secret-path' }, variables: { key: 'own' } }),
    );
    await execute();
    expect(fixture.seen.sent.at(-1)?.url).toBe('http://live.test/secret-path');
    expect(header('x-key')).toBe('own');
  });

  it('provides the values of its base to scripts, and stores what scripts set', async () => {
    fixture.plan.onResponse = { changes: [{ kind: 'variable', name: 'path', value: 'written' }] };
    await unwrapResult(fixture.application.rest.update({ id: request, script: 'x' }));
    await execute();
    expect(fixture.seen.environments[0]).toMatchObject({
      name: 'Live',
      variables: { host: 'live.test', path: 'common' },
      secrets: { key: 'of-common', pin: 'p1n-common' },
    });
    expect(await findEnvironment('Live')).toMatchObject({
      variables: [{ name: 'host' }, { name: 'path', value: 'written' }],
    });
    expect(await findEnvironment('Common')).toMatchObject({
      revision: 1,
      secrets: [{ name: 'key' }, { name: 'pin' }],
    });
    expect((await execute()).request.url).toBe('http://live.test/written');
  });

  it('redacts the secrets of its base in results, also after substitution', async () => {
    fixture.plan.response = { body: Buffer.from('echo of-common and x-p1n-common') };
    await unwrapResult(environments().update({ id: 'Common', secrets: { key: 'x-{{pin}}' } }));
    const stored = await execute();
    const { execution } = await unwrapResult(fixture.application.executions.get({ id: stored.executionId }));
    expect(header('x-key')).toBe('x-p1n-common');
    expect(JSON.stringify(execution)).not.toContain('p1n-common');
  });

  it('can be used if its base is missing, and the result reports that', async () => {
    await unwrapResult(environments().remove({ id: 'Common' }));
    const { diagnostics, error } = await execute();
    expect(error?.code).toBe('UNRESOLVED_VARIABLE');
    expect(diagnostics).toMatchObject([
      {
        code: 'ENVIRONMENT_BASE_MISSING',
        message: expect.stringContaining('"Live" extends "Common"') as string,
      },
    ]);
    await unwrapResult(environments().update({ id: 'Live', variables: { path: 'p' } }));
    expect((await execute()).request.url).toBe('http://live.test/p');
  });

  it('still extends its base after the base is renamed', async () => {
    const { revision } = (await findEnvironment('Live'))!;
    await unwrapResult(update('Common', { name: 'Shared' }));
    expect(await findEnvironment('Live')).toMatchObject({ extends: 'Shared', revision: revision + 1 });
    expect((await execute()).request.url).toBe('http://live.test/common');
  });

  it('keeps its base when it is copied, and loses it when an update sets an empty base', async () => {
    const copy = await unwrapResult(environments().create({ name: 'Copy', copyOf: 'Live' }));
    expect(copy).toMatchObject({ extends: 'Common', description: 'As customers see it.' });
    expect(await unwrapResult(update('Copy', { extends: '', description: '' }))).toMatchObject({
      extends: '',
      description: '',
    });
  });
});

describe('a base', { tags: 'environment:extends:cycle' }, () => {
  it('is accepted by id or name, and refused if it does not exist', async () => {
    expect(await unwrapResult(update('Live', { extends: await idOf('Common') }))).toMatchObject({
      extends: 'Common',
    });
    expect(await unwrapRefusal(update('Live', { extends: 'Nowhere' }))).toMatchObject({
      kind: 'not-found',
      ref: 'Nowhere',
    });
    const error = await unwrapRefusal(update('Live', { extends: 'Comon' }));
    expect(describeError(error)).toMatch(/ Comon in this workspace; did you mean Common\?$/);
  });

  it('is refused if it extends the environment itself, directly or indirectly', async () => {
    await unwrapResult(environments().create({ name: 'Far', extends: 'Live' }));
    expect(await unwrapRefusal(update('Common', { extends: 'Far' }))).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path: 'extends', expected: expect.any(String) as string }],
    });
    expect(await unwrapRefusal(update('Live', { extends: 'live' }))).toMatchObject({ kind: 'invalid-input' });
    expect(await findEnvironment('Common')).toMatchObject({ extends: '', revision: 1 });
  });

  it('is refused if a rename creates a cycle', async () => {
    await unwrapResult(environments().remove({ id: 'Common' }));
    expect(await unwrapRefusal(environments().create({ name: 'COMMON', extends: 'Live' }))).toMatchObject({
      kind: 'invalid-input',
    });
    await unwrapResult(environments().create({ name: 'Other', extends: 'Live' }));
    expect(await unwrapRefusal(update('Other', { name: 'Common' }))).toMatchObject({ kind: 'invalid-input' });
  });

  it('is applied once if files made a cycle of bases, which can still be repaired', async () => {
    const stored = await unwrapResult(fixture.store.environments.list(fixture.workspace.id));
    const common = stored.find(({ name }) => name === 'Common')!;
    await unwrapResult(fixture.store.environments.replace({ ...common, extends: 'Live', revision: 2 }, 1));
    const { request: sent, diagnostics } = await execute();
    expect(sent.url).toBe('http://live.test/common');
    expect(diagnostics).toMatchObject([{ code: 'ENVIRONMENT_BASE_CYCLE' }]);
    await unwrapResult(environments().update({ id: 'Live', variables: { path: 'p' } }));
    await unwrapResult(update('Common', { extends: '' }));
    expect((await execute()).diagnostics).toEqual([]);
  });
});
