import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { quietly } from '@tandem/application';
import type { ExecutionResult, SynchronizationReport } from '@tandem/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { given, type OnDisk, openOnDisk } from './testing/on-disk.js';

const secret = 'a-key-that-nobody-may-have';
let on: OnDisk;
let arrived: string[] = [];
beforeEach(async () => {
  arrived = [];
  on = await openOnDisk((request, response) => {
    arrived.push([request.url, request.headers['x-key'] ?? '-'].join(' '));
    response.end('{}');
  });
  const { environments } = await given(on.application.environments.list({}));
  const id = environments[0]?.id ?? '';
  await given(on.application.environments.update({ id, secrets: { KEY: secret } }));
});
afterEach(() => on.close());

const at = (path: string) => join(on.folder, 'tandem', path);
const synchronize = () => given<SynchronizationReport>(on.application.synchronization.synchronize({}));
const outside = () => given(on.application.outsideScripts.list({}));
const approveAll = async () => {
  const { scripts } = await outside();
  return given(on.application.outsideScripts.approve({ hashes: scripts.map(({ hash }) => hash) }));
};
const codes = ({ diagnostics }: ExecutionResult) => diagnostics.map(({ code }) => code);

const readsKey = `export function onRequest(req) {
  req.headers.set('x-key', String(req.env.getSecret('KEY')));
}
`;
const request = (more = '') => `info:
  name: Get
  type: http
http:
  method: GET
  url: "${on.url}/get"
${more}`;

/** A request that a colleague put into the folder. */
const bringIn = async (script: string) => {
  await synchronize();
  await writeFile(at('get.yml'), request());
  await writeFile(at('get.js'), script);
  const report = await synchronize();
  const { requests } = await given(on.application.rest.list({ take: 10 }));
  return { report, id: requests[0]?.id as Parameters<OnDisk['execute']>[0] };
};

describe('a script that comes in from the folder', { tags: 'trust:scripts' }, () => {
  it('gets no secrets until a person approves it, and the result says so', async () => {
    const { report, id } = await bringIn(readsKey);
    expect(report.scripts).toEqual([{ path: 'get.js', requestId: id, usesSecrets: true, sends: false }]);
    const before = await on.execute(id);
    expect(before.error).toBeNull();
    expect(before.diagnostics).toMatchObject([{ code: 'SCRIPT_NOT_APPROVED', where: 'onRequest' }]);
    expect(before.diagnostics[0]?.message).toContain('the script of "Get"');
    expect((await approveAll()).scripts).toEqual([]);
    expect(codes(await on.execute(id))).toEqual([]);
    expect(arrived).toEqual(['/get null', `/get ${secret}`]);
  });

  it('may not send until then, although scripts of the workspace may', async () => {
    await given(on.application.scriptSending.decide({ allow: true }));
    const { report, id } = await bringIn(
      `export async function onTest(req, res) { await send({ url: '${on.url}/beside' }); }\n`,
    );
    expect(report.scripts).toMatchObject([{ usesSecrets: false, sends: true }]);
    expect(codes(await on.execute(id))).toContain('SCRIPT_NOT_APPROVED');
    expect(arrived).toEqual(['/get -']);
    await approveAll();
    await on.execute(id);
    expect(arrived).toEqual(['/get -', '/get -', '/beside -']);
  });

  it('runs as ever if it neither reads secrets nor sends', async () => {
    const { report, id } = await bringIn(
      `export function onRequest(req) { req.headers.set('x-key', req.env.getVariable('x') ?? 'none'); }
      export function onTest(req, res) { test('is fine', () => expect(res.status).toBe(200)); }`,
    );
    expect(report.scripts).toMatchObject([{ usesSecrets: false, sends: false }]);
    const result = await on.execute(id);
    expect(result.diagnostics).toEqual([]);
    expect(result.lifecycle.tests.results).toMatchObject([{ status: 'passed' }]);
    expect(arrived).toEqual(['/get none']);
  });

  it('gets no secret by names that it puts together either', async () => {
    const { report, id } = await bringIn(
      `export function onRequest(req) {
        req.headers.set('x-key', String(req['e' + 'nv']['get' + 'Sec' + 'ret']('KEY')));
      }`,
    );
    expect(report.scripts).toHaveLength(1);
    await on.execute(id);
    expect(arrived).toEqual(['/get null']);
  });

  it('keeps secrets from the scripts around it too, since they share their globals', async () => {
    const { id } = await bringIn('globalThis.x = 1;\n');
    await given(on.application.folders.update({ id: '', script: readsKey }));
    expect(codes(await on.execute(id))).toEqual(['SCRIPT_NOT_APPROVED']);
    expect(arrived.join()).not.toContain(secret);
  });

  it('waits again after it has changed, beside what it was, and not after it has changed back', async () => {
    const { id } = await bringIn(readsKey);
    await approveAll();
    await writeFile(at('get.js'), `${readsKey}// more\n`);
    await synchronize();
    expect((await outside()).scripts).toMatchObject([
      { path: 'Get', requestId: id, before: readsKey, text: `${readsKey}// more\n`, usesSecrets: true },
    ]);
    await on.execute(id);
    await writeFile(at('get.js'), readsKey);
    expect((await synchronize()).scripts).toEqual([]);
    expect((await outside()).scripts).toEqual([]);
    await on.execute(id);
    expect(arrived).toEqual(['/get null', `/get ${secret}`]);
  });

  it('is trusted with its folder, and what comes in later too, until it no longer is', async () => {
    const { id } = await bringIn(readsKey);
    const { outsideScripts } = on.application;
    expect(await given(outsideScripts.trust({ trust: true }))).toMatchObject({
      isTrusted: true,
      scripts: [],
    });
    await writeFile(at('get.js'), `${readsKey}// more\n`);
    expect((await synchronize()).scripts).toEqual([]);
    await on.execute(id);
    expect(await given(outsideScripts.trust({ trust: false }))).toMatchObject({
      isTrusted: false,
      scripts: [],
    });
    await on.execute(id);
    await writeFile(at('get.js'), `${readsKey}// and more\n`);
    expect((await synchronize()).scripts).toHaveLength(1);
    await on.execute(id);
    expect(arrived).toEqual([`/get ${secret}`, `/get ${secret}`, '/get null']);
  });
});

describe('a script that was written here', { tags: 'trust:scripts' }, () => {
  it('asks nothing, not even when an earlier text of it comes back with the folder', async () => {
    const { id } = await on.create({ url: `${on.url}/get`, script: readsKey });
    await synchronize();
    const earlier = await readFile(at('r.js'), 'utf8');
    await given(on.application.rest.update({ id, script: `${readsKey}// later\n` }));
    await synchronize();
    await writeFile(at('r.js'), earlier);
    expect((await synchronize()).scripts).toEqual([]);
    await rm(at('r.js'));
    await rm(at('r.yml'));
    await synchronize();
    await writeFile(at('r.yml'), request());
    await writeFile(at('r.js'), `${readsKey}// later\n`);
    expect((await synchronize()).scripts).toEqual([]);
    const { requests } = await given(on.application.rest.list({ take: 10 }));
    await on.execute(requests[0]?.id as typeof id);
    expect(arrived).toEqual([`/get ${secret}`]);
  });

  it('is not approved by a text that came in being written here again', async () => {
    const { id } = await bringIn(readsKey);
    await given(on.application.rest.update({ id, script: '' }));
    await synchronize();
    await given(on.application.rest.update({ id, script: readsKey }));
    await synchronize();
    await on.execute(id);
    await on.execute(id, { script: readsKey });
    expect(arrived).toEqual(['/get null', '/get null']);
  });
});

const postman = (script: string) =>
  JSON.stringify({
    info: { name: 'P', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      {
        name: 'Get',
        request: { method: 'GET', url: `${on.url}/get` },
        event: [{ listen: 'prerequest', script: { exec: [script] } }],
      },
    ],
  });

describe('a script of another tool', { tags: 'trust:scripts' }, () => {
  const reads = `pm.request.headers.add({ key: 'x-key', value: String(pm.environment.get('KEY')) });`;
  const importing = (text: string, more = {}) =>
    given(on.application.imports.apply({ text, ...more }, quietly()));

  it('that was imported gets no secrets until a person approves it', async () => {
    expect((await importing(postman(reads), { dryRun: true })).scripts).toEqual([
      { path: 'P/Get', requestId: null, usesSecrets: true, sends: false },
    ]);
    expect((await outside()).scripts).toEqual([]);
    const { scripts = [] } = await importing(postman(reads));
    const id = scripts[0]?.requestId as Parameters<OnDisk['execute']>[0];
    expect(codes(await on.execute(id))).toEqual(['SCRIPT_NOT_APPROVED']);
    await approveAll();
    expect(codes(await on.execute(id))).toEqual([]);
    expect((await importing(postman(reads))).scripts).toBeUndefined();
    const update = await importing(postman(`${reads}\n// more`), { update: true, folder: '' });
    expect(update.scripts).toMatchObject([{ path: 'P 2/Get', usesSecrets: true }]);
    expect((await outside()).scripts[0]?.before).toContain(reads);
    expect(arrived).toEqual(['/get null', `/get ${secret}`]);
  });

  it('waits with the files that it requires, whose last text is compared', async () => {
    await synchronize();
    await mkdir(at('lib'), { recursive: true });
    const lib = `module.exports = () => bru.getEnvVar('KEY');\n`;
    await writeFile(at('lib/key.js'), lib);
    const scripts = `runtime:
  scripts:
    - type: before-request
      code: |-
        req.setHeader('x-key', String(require('./lib/key.js')()));
`;
    await writeFile(at('get.yml'), request(scripts));
    await synchronize();
    const { requests } = await given(on.application.rest.list({ take: 10 }));
    const id = requests[0]?.id as Parameters<OnDisk['execute']>[0];
    await approveAll();
    await on.execute(id);
    expect((await outside()).scripts).toMatchObject([{ path: 'lib/key.js', requestId: null, text: lib }]);
    await approveAll();
    await on.execute(id);
    await writeFile(at('lib/key.js'), `${lib}// more\n`);
    await on.execute(id);
    expect((await outside()).scripts).toMatchObject([{ before: lib, text: `${lib}// more\n` }]);
    expect(arrived).toEqual(['/get null', `/get ${secret}`, '/get null']);
  });
});
