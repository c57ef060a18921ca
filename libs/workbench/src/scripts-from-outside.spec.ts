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
const listOutsideScripts = () => unwrapResult(on.application.outsideScripts.list({}));
const approveAll = async () => {
  const { scripts } = await listOutsideScripts();
  return unwrapResult(on.application.outsideScripts.approve({ hashes: scripts.map(({ hash }) => hash) }));
};
const listCodes = ({ diagnostics }: ExecutionResult) => diagnostics.map(({ code }) => code);

const keyReadingScript = `export function onRequest(req) {
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

/** Adds a request to the folder, like a colleague. */
const addFromFolder = async (script: string) => {
  await synchronize();
  await writeFile(resolvePath('get.yml'), request());
  await writeFile(resolvePath('get.js'), script);
  const report = await synchronize();
  const { requests } = await unwrapResult(on.application.rest.list({ take: 10 }));
  return { report, id: requests[0]?.id as Parameters<OnDisk['execute']>[0] };
};

describe('a script that arrives from the folder', { tags: 'trust:scripts' }, () => {
  it('gets no secrets until a person approves it, and the result reports that', async () => {
    const { report, id } = await addFromFolder(keyReadingScript);
    expect(report.scripts).toEqual([{ path: 'get.js', requestId: id, usesSecrets: true, sends: false }]);
    const before = await on.execute(id);
    expect(before.error).toBeNull();
    expect(before.diagnostics).toMatchObject([{ code: 'SCRIPT_NOT_APPROVED', where: 'onRequest' }]);
    expect(before.diagnostics[0]?.message).toContain('the script of "Get"');
    expect((await approveAll()).scripts).toEqual([]);
    expect(listCodes(await on.execute(id))).toEqual([]);
    expect(arrivedRequests).toEqual(['/get null', `/get ${secret}`]);
  });

  it("may not send requests until a person approves it, even if the workspace's scripts may", async () => {
    await unwrapResult(on.application.scriptSending.decide({ allow: true }));
    const { report, id } = await addFromFolder(
      `export async function onTest(req, res) { await send({ url: '${on.url}/beside' }); }\n`,
    );
    expect(report.scripts).toMatchObject([{ usesSecrets: false, sends: true }]);
    expect(listCodes(await on.execute(id))).toContain('SCRIPT_NOT_APPROVED');
    expect(arrivedRequests).toEqual(['/get -']);
    await approveAll();
    await on.execute(id);
    expect(arrivedRequests).toEqual(['/get -', '/get -', '/beside -']);
  });

  it('runs without approval if it neither reads secrets nor sends requests', async () => {
    const { report, id } = await addFromFolder(
      `export function onRequest(req) { req.headers.set('x-key', req.env.getVariable('x') ?? 'none'); }
      export function onTest(req, res) { test('is fine', () => expect(res.status).toBe(200)); }`,
    );
    expect(report.scripts).toMatchObject([{ usesSecrets: false, sends: false }]);
    const result = await on.execute(id);
    expect(result.diagnostics).toEqual([]);
    expect(result.lifecycle.tests.results).toMatchObject([{ status: 'passed' }]);
    expect(arrivedRequests).toEqual(['/get none']);
  });

  it('cannot get a secret through a computed name', async () => {
    const { report, id } = await addFromFolder(
      `export function onRequest(req) {
        req.headers.set('x-key', String(req['e' + 'nv']['get' + 'Sec' + 'ret']('KEY')));
      }`,
    );
    expect(report.scripts).toHaveLength(1);
    await on.execute(id);
    expect(arrivedRequests).toEqual(['/get null']);
  });

  it('keeps secrets from the scripts of the folder too, because they share its globals', async () => {
    const { id } = await addFromFolder('globalThis.x = 1;\n');
    await unwrapResult(on.application.folders.update({ id: '', script: keyReadingScript }));
    expect(listCodes(await on.execute(id))).toEqual(['SCRIPT_NOT_APPROVED']);
    expect(arrivedRequests.join()).not.toContain(secret);
  });

  it('needs approval again after a change, which is shown with its previous text, but not if the change is reverted', async () => {
    const { id } = await addFromFolder(keyReadingScript);
    await approveAll();
    await writeFile(resolvePath('get.js'), `${keyReadingScript}// more\n`);
    await synchronize();
    expect((await listOutsideScripts()).scripts).toMatchObject([
      {
        path: 'Get',
        requestId: id,
        before: keyReadingScript,
        text: `${keyReadingScript}// more\n`,
        usesSecrets: true,
      },
    ]);
    await on.execute(id);
    await writeFile(resolvePath('get.js'), keyReadingScript);
    expect((await synchronize()).scripts).toEqual([]);
    expect((await listOutsideScripts()).scripts).toEqual([]);
    await on.execute(id);
    expect(arrivedRequests).toEqual(['/get null', `/get ${secret}`]);
  });

  it('is trusted with its folder, as are later versions; when the trust ends, only new versions need approval', async () => {
    const { id } = await addFromFolder(keyReadingScript);
    const { outsideScripts } = on.application;
    expect(await unwrapResult(outsideScripts.trust({ trust: true }))).toMatchObject({
      isTrusted: true,
      scripts: [],
    });
    await writeFile(resolvePath('get.js'), `${keyReadingScript}// more\n`);
    expect((await synchronize()).scripts).toEqual([]);
    await on.execute(id);
    expect(await unwrapResult(outsideScripts.trust({ trust: false }))).toMatchObject({
      isTrusted: false,
      scripts: [],
    });
    await on.execute(id);
    await writeFile(resolvePath('get.js'), `${keyReadingScript}// and more\n`);
    expect((await synchronize()).scripts).toHaveLength(1);
    await on.execute(id);
    expect(arrivedRequests).toEqual([`/get ${secret}`, `/get ${secret}`, '/get null']);
  });
});

describe('a script written in Tandem', { tags: 'trust:scripts' }, () => {
  it('needs no approval, even if an earlier text of it returns with the folder', async () => {
    const { id } = await on.create({ url: `${on.url}/get`, script: keyReadingScript });
    await synchronize();
    const earlier = await readFile(resolvePath('r.js'), 'utf8');
    await unwrapResult(on.application.rest.update({ id, script: `${keyReadingScript}// later\n` }));
    await synchronize();
    await writeFile(resolvePath('r.js'), earlier);
    expect((await synchronize()).scripts).toEqual([]);
    await rm(resolvePath('r.js'));
    await rm(resolvePath('r.yml'));
    await synchronize();
    await writeFile(resolvePath('r.yml'), request());
    await writeFile(resolvePath('r.js'), `${keyReadingScript}// later\n`);
    expect((await synchronize()).scripts).toEqual([]);
    const { requests } = await unwrapResult(on.application.rest.list({ take: 10 }));
    await on.execute(requests[0]?.id as typeof id);
    expect(arrivedRequests).toEqual([`/get ${secret}`]);
  });

  it('is not approved if it repeats an imported text', async () => {
    const { id } = await addFromFolder(keyReadingScript);
    await unwrapResult(on.application.rest.update({ id, script: '' }));
    await synchronize();
    await unwrapResult(on.application.rest.update({ id, script: keyReadingScript }));
    await synchronize();
    await on.execute(id);
    await on.execute(id, { script: keyReadingScript });
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

describe('a script from another tool', { tags: 'trust:scripts' }, () => {
  const reads = `pm.request.headers.add({ key: 'x-key', value: String(pm.environment.get('KEY')) });`;
  const importing = (text: string, more = {}) =>
    unwrapResult(on.application.imports.apply({ text, ...more }, createQuietContext()));

  it('gets no secrets after an import until a person approves it', async () => {
    expect((await importing(postman(reads), { dryRun: true })).scripts).toEqual([
      { path: 'P/Get', requestId: null, usesSecrets: true, sends: false },
    ]);
    expect((await listOutsideScripts()).scripts).toEqual([]);
    const { scripts = [] } = await importing(postman(reads));
    const id = scripts[0]?.requestId as Parameters<OnDisk['execute']>[0];
    expect(listCodes(await on.execute(id))).toEqual(['SCRIPT_NOT_APPROVED']);
    await approveAll();
    expect(listCodes(await on.execute(id))).toEqual([]);
    expect((await importing(postman(reads))).scripts).toBeUndefined();
    const update = await importing(postman(`${reads}\n// more`), { update: true, folder: '' });
    expect(update.scripts).toMatchObject([{ path: 'P 2/Get', usesSecrets: true }]);
    expect((await listOutsideScripts()).scripts[0]?.before).toContain(reads);
    expect(arrivedRequests).toEqual(['/get null', `/get ${secret}`]);
  });

  it('is approved together with the files that it requires, which are compared with their previous texts', async () => {
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
    expect((await listOutsideScripts()).scripts).toMatchObject([
      { path: 'lib/key.js', requestId: null, text: lib },
    ]);
    await approveAll();
    await on.execute(id);
    await writeFile(resolvePath('lib/key.js'), `${lib}// more\n`);
    await on.execute(id);
    expect((await listOutsideScripts()).scripts).toMatchObject([{ before: lib, text: `${lib}// more\n` }]);
    expect(arrivedRequests).toEqual(['/get null', `/get ${secret}`, '/get null']);
  });
});
