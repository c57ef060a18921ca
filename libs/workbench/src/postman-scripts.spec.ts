import type { ServerResponse } from 'node:http';

import { createQuietContext } from '@tandem/application';
import type { Foreign } from '@tandem/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

let on: OnDisk;
let seenRequests: string[] = [];
beforeAll(async () => {
  on = await openOnDisk((request, response: ServerResponse) => {
    seenRequests.push(`${request.method} ${request.url} ${String(request.headers['x-token'])}`);
    response.setHeader('content-type', 'application/json').end('{"id": 7}');
  });
});
afterAll(() => on.close());
beforeEach(() => {
  seenRequests = [];
});

const createForeignScripts = (beforeRequest: string, tests = ''): Foreign => ({
  dialect: 'postman',
  beforeRequest,
  tests,
});
const variable = (name: string, value: string) => ({ name, value, enabled: true });

const environment = async (variables: Readonly<Record<string, string>> = {}): Promise<string> => {
  const name = `E${Math.random()}`;
  const { id } = await unwrapResult(on.application.environments.create({ name, variables }));
  await unwrapResult(on.application.environments.activate({ id }));
  return id;
};

const listVariables = async (id: string) =>
  (await unwrapResult(on.application.environments.list({}))).environments.find((one) => one.id === id)
    ?.variables;

describe('Postman scripts in an execution', { tags: 'foreign:order' }, () => {
  it("set variables before substitution, and run tests before Tandem's own tests", async () => {
    const id = await environment();
    const { id: request } = await on.create({
      url: `${on.url}/{{made}}`,
      headers: [variable('X-Token', '{{token}}')],
      foreign: createForeignScripts(
        `pm.environment.set('made', 'path'); pm.variables.set('token', 't-1');`,
        `pm.test('theirs', () => pm.response.to.have.status(200)); pm.environment.set('id', pm.response.json().id);`,
      ),
      script: `export const onRequest = (req) => { req.headers.set('x-token', req.headers.get('x-token') + '!'); };
        export const onResponse = (req, res) => res.env.getVariable('id');
        export const onTest = () => test('ours', () => {});`,
    });
    const { lifecycle } = await on.execute(request);
    expect(seenRequests).toEqual(['GET /path t-1!']);
    expect(lifecycle.tests.results).toMatchObject([
      { name: 'theirs', status: 'passed', script: 'test script' },
      { name: 'ours', status: 'passed' },
    ]);
    expect(lifecycle.postResponse.result).toBe(7);
    expect(await listVariables(id)).toMatchObject([variable('made', 'path'), variable('id', '7')]);
  });

  it('do not prevent a request from being sent if a script before it fails, and the failure is a failed test', async () => {
    const { id } = await on.create({
      url: on.url,
      foreign: createForeignScripts('\nnothing();', `pm.test('t');`),
    });
    const { error, lifecycle } = await on.execute(id);
    expect(seenRequests).toEqual(['GET / undefined']);
    expect(error).toBeNull();
    expect(lifecycle.tests.results).toMatchObject([
      {
        name: 'Pre-request script',
        status: 'failed',
        error: { message: 'ReferenceError: nothing is not defined (pre-request script:2:1)' },
      },
      { name: 't', status: 'passed' },
    ]);
  });

  it('run from the workspace down to the request, and can skip the request', async () => {
    const folder = `F${Math.random()}`;
    const add = (name: string) => `pm.variables.set('way', (pm.variables.get('way') || '') + '${name}');`;
    await unwrapResult(
      on.application.folders.create({ path: folder, foreign: createForeignScripts(add('f')) }),
    );
    await unwrapResult(on.application.folders.update({ id: '', foreign: createForeignScripts(add('w')) }));
    const { id } = await on.create({
      folder,
      url: `${on.url}/{{way}}`,
      foreign: createForeignScripts(add('r')),
    });
    await on.execute(id);
    expect(seenRequests).toEqual(['GET /wfr undefined']);
    await unwrapResult(
      on.application.folders.update({ id: '', foreign: createForeignScripts('pm.execution.skipRequest();') }),
    );
    expect((await on.execute(id)).error?.code).toBe('SKIPPED');
    expect(seenRequests).toHaveLength(1);
    await unwrapResult(on.application.folders.update({ id: '', foreign: null }));
  });

  it('see values of the environment instead of those of a Postman folder', async () => {
    await environment({ host: 'of-the-environment' });
    const path = `P${Math.random()}`;
    const variables = [variable('host', 'of-the-folder')];
    await unwrapResult(on.application.folders.create({ path, variables, foreign: { dialect: 'postman' } }));
    const { id } = await on.create({ folder: path, url: `${on.url}/{{host}}` });
    await on.execute(id);
    const dry = await unwrapResult(on.application.rest.execute({ id, dryRun: true }, createQuietContext()));
    const from = expect.stringMatching(/^environment:/) as string;
    const host = { token: 'host', from, shadowed: [`folder:${path}`] };
    expect(dry).toMatchObject({ origins: { url: expect.arrayContaining([host]) as unknown } });
    await unwrapResult(on.application.folders.update({ id: path, foreign: null }));
    await on.execute(id);
    expect(seenRequests).toEqual(['GET /of-the-environment undefined', 'GET /of-the-folder undefined']);
  });

  it('can unset a collection variable, and globals, which those of an environment precede', async () => {
    await environment({ both: 'of-the-environment' });
    const { folders } = on.application;
    await unwrapResult(folders.update({ id: '', variables: [variable('gone', 'saved')] }));
    const { id: request } = await on.create({
      url: `${on.url}/{{both}}`,
      headers: [variable('X-Token', '{{gone}}-{{only}}')],
      foreign: createForeignScripts(
        `pm.collectionVariables.set('gone', 'x'); pm.collectionVariables.unset('gone'); pm.globals.set('both', 'global'); pm.globals.set('only', 'global');`,
      ),
    });
    await on.execute(request);
    await unwrapResult(folders.update({ id: '', variables: [] }));
    expect(seenRequests).toEqual(['GET /of-the-environment {{gone}}-global']);
  });

  it('keep a local variable until the end of an iteration, where it precedes the data row and the environment', async () => {
    await environment();
    const folder = `L${Math.random()}`;
    const add = async (name: string, test = '', before = ''): Promise<void> => {
      await on.create({
        folder,
        name,
        url: `${on.url}/${name}/{{city}}`,
        foreign: createForeignScripts(before, test),
      });
    };
    await add('a', `pm.variables.set('city', 'local')`);
    await add('b', '', `pm.environment.set('city', 'environment')`);
    await add('c', `pm.variables.unset('city')`);
    await add('d');
    const rows = [{ city: 'Lima' }, { city: 'Oslo' }];
    await unwrapResult(on.application.runs.execute({ folder, rows }, createQuietContext()));
    expect(seenRequests.map((one) => one.split(' ')[1])).toEqual([
      ...['/a/Lima', '/b/local', '/c/local', '/d/Lima'],
      ...['/a/Oslo', '/b/local', '/c/local', '/d/Oslo'],
    ]);
  });

  it('change what a preview shows', async () => {
    const { id } = await on.create({
      url: on.url,
      foreign: createForeignScripts(`pm.request.headers.upsert({ key: 'X-Token', value: 'shown' });`),
    });
    const { request } = await unwrapResult(on.application.requests.preview({ id }, createQuietContext()));
    expect(request.headers).toContainEqual(expect.objectContaining({ name: 'X-Token', value: 'shown' }));
    expect(seenRequests).toEqual([]);
  });
});
