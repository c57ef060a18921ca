import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createQuietContext } from '@tandem/application';
import type { ExecutionResult, SynchronizationReport } from '@tandem/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const secret = 'a-key-that-nobody-may-have';
let on: OnDisk;
let arrivedRequests: string[] = [];
beforeEach(async () => {
  arrivedRequests = [];
  on = await openOnDisk((request, response) => {
    arrivedRequests.push([request.url, request.headers['x-key'] ?? '-'].join(' '));
    response.end('{}');
  });
  const { environments } = await unwrapResult(on.application.environments.list({}));
  const id = environments[0]?.id ?? '';
  await unwrapResult(on.application.environments.update({ id, secrets: { KEY: secret } }));
});
afterEach(() => on.close());

const resolvePath = (path: string) => join(on.folder, 'tandem', path);
const synchronize = () => unwrapResult<SynchronizationReport>(on.application.synchronization.synchronize({}));
const outside = () => unwrapResult(on.application.outsideScripts.list({}));
const approveAll = async () => {
  const { scripts } = await outside();
  return unwrapResult(on.application.outsideScripts.approve({ hashes: scripts.map(({ hash }) => hash) }));
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
  await writeFile(resolvePath('get.yml'), request());
  await writeFile(resolvePath('get.js'), script);
  const report = await synchronize();
  const { requests } = await unwrapResult(on.application.rest.list({ take: 10 }));
  return { report, id: requests[0]?.id as Parameters<OnDisk['execute']>[0] };
};

describe('a script that arrives from the folder', { tags: 'trust:scripts' }, () => {
  it('gets no secrets until a person approves it, and the result says so', async () => {
    const { report, id } = await bringIn(readsKey);
    expect(report.scripts).toEqual([{ path: 'get.js', requestId: id, usesSecrets: true, sends: false }]);
    const before = await on.execute(id);
    expect(before.error).toBeNull();
    expect(before.diagnostics).toMatchObject([{ code: 'SCRIPT_NOT_APPROVED', where: 'onRequest' }]);
    expect(before.diagnostics[0]?.message).toContain('the script of "Get"');
    expect((await approveAll()).scripts).toEqual([]);
    expect(codes(await on.execute(id))).toEqual([]);
    expect(arrivedRequests).toEqual(['/get null', `/get ${secret}`]);
  });

  it('may not send until then, although scripts of the workspace may', async () => {
    await unwrapResult(on.application.scriptSending.decide({ allow: true }));
    const { report, id } = await bringIn(
      `export async function onTest(req, res) { await send({ url: '${on.url}/beside' }); }\n`,
    );
    expect(report.scripts).toMatchObject([{ usesSecrets: false, sends: true }]);
    expect(codes(await on.execute(id))).toContain('SCRIPT_NOT_APPROVED');
    expect(arrivedRequests).toEqual(['/get -']);
    await approveAll();
    await on.execute(id);
    expect(arrivedRequests).toEqual(['/get -', '/get -', '/beside -']);
  });

  it('runs as usual if it neither reads secrets nor sends', async () => {
    const { report, id } = await bringIn(
      `export function onRequest(req) { req.headers.set('x-key', req.env.getVariable('x') ?? 'none'); }
      export function onTest(req, res) { test('is fine', () => expect(res.status).toBe(200)); }`,
    );
    expect(report.scripts).toMatchObject([{ usesSecrets: false, sends: false }]);
    const result = await on.execute(id);
    expect(result.diagnostics).toEqual([]);
    expect(result.lifecycle.tests.results).toMatchObject([{ status: 'passed' }]);
    expect(arrivedRequests).toEqual(['/get none']);
  });

  it('gets no secret through a computed name either', async () => {
    const { report, id } = await bringIn(
      `export function onRequest(req) {
        req.headers.set('x-key', String(req['e' + 'nv']['get' + 'Sec' + 'ret']('KEY')));
      }`,
    );
    expect(report.scripts).toHaveLength(1);
    await on.execute(id);
    expect(arrivedRequests).toEqual(['/get null']);
  });

  it('keeps secrets from its surrounding scripts too, because they share globals', async () => {
    const { id } = await bringIn('globalThis.x = 1;\n');
    await unwrapResult(on.application.folders.update({ id: '', script: readsKey }));
    expect(codes(await on.execute(id))).toEqual(['SCRIPT_NOT_APPROVED']);
    expect(arrivedRequests.join()).not.toContain(secret);
  });

  it('waits again after a change, showing its previous text, and not after it has changed back', async () => {
    const { id } = await bringIn(readsKey);
    await approveAll();
    await writeFile(resolvePath('get.js'), `${readsKey}// more\n`);
    await synchronize();
    expect((await outside()).scripts).toMatchObject([
      { path: 'Get', requestId: id, before: readsKey, text: `${readsKey}// more\n`, usesSecrets: true },
    ]);
    await on.execute(id);
    await writeFile(resolvePath('get.js'), readsKey);
    expect((await synchronize()).scripts).toEqual([]);
    expect((await outside()).scripts).toEqual([]);
    await on.execute(id);
    expect(arrivedRequests).toEqual(['/get null', `/get ${secret}`]);
  });

  it('is trusted with its folder, and later ones too, until the folder is no longer trusted', async () => {
    const { id } = await bringIn(readsKey);
    const { outsideScripts } = on.application;
    expect(await unwrapResult(outsideScripts.trust({ trust: true }))).toMatchObject({
      isTrusted: true,
      scripts: [],
    });
    await writeFile(resolvePath('get.js'), `${readsKey}// more\n`);
    expect((await synchronize()).scripts).toEqual([]);
    await on.execute(id);
    expect(await unwrapResult(outsideScripts.trust({ trust: false }))).toMatchObject({
      isTrusted: false,
      scripts: [],
    });
    await on.execute(id);
    await writeFile(resolvePath('get.js'), `${readsKey}// and more\n`);
    expect((await synchronize()).scripts).toHaveLength(1);
    await on.execute(id);
    expect(arrivedRequests).toEqual([`/get ${secret}`, `/get ${secret}`, '/get null']);
  });
});

describe('a script written here', { tags: 'trust:scripts' }, () => {
  it('needs no approval, not even if an earlier text of it comes back with the folder', async () => {
    const { id } = await on.create({ url: `${on.url}/get`, script: readsKey });
    await synchronize();
    const earlier = await readFile(resolvePath('r.js'), 'utf8');
    await unwrapResult(on.application.rest.update({ id, script: `${readsKey}// later\n` }));
    await synchronize();
    await writeFile(resolvePath('r.js'), earlier);
    expect((await synchronize()).scripts).toEqual([]);
    await rm(resolvePath('r.js'));
    await rm(resolvePath('r.yml'));
    await synchronize();
    await writeFile(resolvePath('r.yml'), request());
    await writeFile(resolvePath('r.js'), `${readsKey}// later\n`);
    expect((await synchronize()).scripts).toEqual([]);
    const { requests } = await unwrapResult(on.application.rest.list({ take: 10 }));
    await on.execute(requests[0]?.id as typeof id);
    expect(arrivedRequests).toEqual([`/get ${secret}`]);
  });

  it('is not approved by rewriting imported text here', async () => {
    const { id } = await bringIn(readsKey);
    await unwrapResult(on.application.rest.update({ id, script: '' }));
    await synchronize();
    await unwrapResult(on.application.rest.update({ id, script: readsKey }));
    await synchronize();
    await on.execute(id);
    await on.execute(id, { script: readsKey });
    expect(arrivedRequests).toEqual(['/get null', '/get null']);
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
    unwrapResult(on.application.imports.apply({ text, ...more }, createQuietContext()));

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
    expect(arrivedRequests).toEqual(['/get null', `/get ${secret}`]);
  });

  it('waits with the files that it requires, whose previous text is compared', async () => {
    await synchronize();
    await mkdir(resolvePath('lib'), { recursive: true });
    const lib = `module.exports = () => bru.getEnvVar('KEY');\n`;
    await writeFile(resolvePath('lib/key.js'), lib);
    const scripts = `runtime:
  scripts:
    - type: before-request
      code: |-
        req.setHeader('x-key', String(require('./lib/key.js')()));
`;
    await writeFile(resolvePath('get.yml'), request(scripts));
    await synchronize();
    const { requests } = await unwrapResult(on.application.rest.list({ take: 10 }));
    const id = requests[0]?.id as Parameters<OnDisk['execute']>[0];
    await approveAll();
    await on.execute(id);
    expect((await outside()).scripts).toMatchObject([{ path: 'lib/key.js', requestId: null, text: lib }]);
    await approveAll();
    await on.execute(id);
    await writeFile(resolvePath('lib/key.js'), `${lib}// more\n`);
    await on.execute(id);
    expect((await outside()).scripts).toMatchObject([{ before: lib, text: `${lib}// more\n` }]);
    expect(arrivedRequests).toEqual(['/get null', `/get ${secret}`, '/get null']);
  });
});
