import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { type CallContext, createQuietContext } from '@tandem/application';
import type { ConnectionSettings, ExecutionResult } from '@tandem/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openHttpsEnd } from './testing/https-end.js';
import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const agent = { by: 'mallory', kind: 'mcp', session: 'm' } as const;
const person = { by: 'window', kind: 'window', session: 'page' } as const;
const agentContext: CallContext = { ...createQuietContext(), ...agent, redactsSecrets: true };
const noConnections: ConnectionSettings = { ca: [], clientCertificates: [] };
const insecureSettings = { tls: { verify: false } };
const otherHostUrl = 'http://fine.example.test/';

let on: OnDisk;
let end: Awaited<ReturnType<typeof openHttpsEnd>>;
let server: Server;
let port: number;
let requestCount = 0;
beforeAll(async () => {
  end = await openHttpsEnd();
  on = await openOnDisk((_, response) => response.end('plain'));
  server = createServer((_, response) => {
    requestCount += 1;
    response.end('by the proxy');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  await mkdir(join(on.folder, 'ca'));
  await writeFile(join(on.folder, 'ca', 'root.pem'), end.cert);
});
afterAll(async () => {
  await on.close();
  await end.close();
  await new Promise((resolve) => server.close(resolve));
});
const actAsAgent = () => on.application.as(agent);
const actAsPerson = () => on.application.as(person);
const proxy = (bypass = ''): ConnectionSettings => ({
  ...noConnections,
  proxy: { mode: 'manual', protocol: 'http', hostname: '127.0.0.1', port, bypass },
});
const storeConnections = async (by: typeof agent | typeof person, connections: ConnectionSettings) => {
  await unwrapResult(on.application.as(by).folders.get({ id: '' }));
  return unwrapResult(on.application.as(by).folders.update({ id: '', connections }));
};
const executeForErrorCode = async (id: string, more: object = {}): Promise<string | undefined> =>
  (await unwrapResult<ExecutionResult>(on.application.rest.execute({ id, ...more }, agentContext))).error
    ?.code;
const send = async (url: string, more: object = {}) => {
  const { id } = await unwrapResult(actAsAgent().rest.create({ name: 'R', url, ...more }));
  return executeForErrorCode(id);
};
const notApprovedCode = 'CONNECTION_NOT_APPROVED';
const getOtherUrl = () => end.url.replace('127.0.0.1', 'localhost');

beforeEach(async () => {
  await storeConnections(person, noConnections);
  await unwrapResult(actAsPerson().folders.update({ id: '', settings: {} }));
  requestCount = 0;
});

describe("a person's agreement to a setting", { tags: 'trust:connections' }, () => {
  it('is needed again if an agent sets a proxy whose setting the person undid', async () => {
    const since = new Date().toISOString();
    await storeConnections(person, proxy());
    expect(await send(otherHostUrl)).toBeUndefined();
    await unwrapResult(actAsPerson().activity.undoChanges({ since }));
    await storeConnections(agent, proxy());
    expect(await send(otherHostUrl)).toBe(notApprovedCode);
    expect(requestCount).toBe(1);
  });

  it('stays if the person undoes another change', async () => {
    await storeConnections(person, proxy());
    const since = new Date().toISOString();
    await unwrapResult(actAsPerson().rest.create({ name: 'Other', url: otherHostUrl }));
    await unwrapResult(actAsPerson().activity.undoChanges({ since }));
    expect(await send(otherHostUrl)).toBeUndefined();
  });

  it('is needed again if an agent restores a request that the person deleted', async () => {
    const request = await unwrapResult(
      actAsPerson().rest.create({ name: 'Own', url: end.url, settings: insecureSettings }),
    );
    expect(await executeForErrorCode(request.id)).toBeUndefined();
    await unwrapResult(actAsPerson().rest.remove({ id: request.id }));
    await unwrapResult(actAsAgent().requests.restore({ request }));
    expect(await executeForErrorCode(request.id)).toBe(notApprovedCode);
  });

  it("is not restored by an agent's undo", async () => {
    const { id } = await unwrapResult(
      actAsPerson().rest.create({ name: 'Own', url: end.url, settings: insecureSettings }),
    );
    await unwrapResult(actAsPerson().rest.remove({ id }));
    await unwrapResult(actAsAgent().activity.undoChanges({ since: new Date(0).toISOString() }));
    await expect(executeForErrorCode(id)).rejects.toThrow('There is no REST request');
  });

  it('is needed again if an agent restores a folder that disables verification and that the person deleted', async () => {
    const { id } = await unwrapResult(
      actAsPerson().folders.create({ path: 'Restored', settings: insecureSettings }),
    );
    const own = await unwrapResult(
      actAsPerson().rest.create({ name: 'Own', url: end.url, folder: 'Restored' }),
    );
    await unwrapResult(actAsPerson().folders.update({ id, settings: {} }));
    await unwrapResult(actAsPerson().folders.update({ id, settings: insecureSettings }));
    expect(await executeForErrorCode(own.id)).toBeUndefined();
    await unwrapResult(actAsPerson().folders.remove({ id }));
    await unwrapResult(actAsAgent().folders.restore({ id }));
    expect(await executeForErrorCode(own.id)).toBe(notApprovedCode);
  });

  it('is needed if an agent recreates a deleted folder', async () => {
    const { id } = await unwrapResult(
      actAsPerson().folders.create({ path: 'Again', settings: insecureSettings }),
    );
    await unwrapResult(actAsPerson().folders.remove({ id }));
    await unwrapResult(actAsAgent().folders.create({ path: 'Again', settings: insecureSettings }));
    expect(await send(end.url, { folder: 'Again' })).toBe(notApprovedCode);
  });

  it('does not cover what an agent adds to a folder, even if the person changed something else in the folder later', async () => {
    const { id } = await unwrapResult(
      actAsPerson().folders.create({ path: 'Slow', settings: insecureSettings }),
    );
    const own = await unwrapResult(actAsPerson().rest.create({ name: 'Own', url: end.url, folder: 'Slow' }));
    await unwrapResult(actAsPerson().folders.update({ id, settings: {} }));
    await unwrapResult(actAsPerson().folders.update({ id, settings: insecureSettings }));
    const strange = await unwrapResult(
      actAsAgent().rest.create({ name: 'Strange', url: getOtherUrl(), folder: 'Slow' }),
    );
    expect(await executeForErrorCode(own.id)).toBeUndefined();
    await unwrapResult(
      actAsPerson().folders.update({ id, settings: { ...insecureSettings, timeoutMs: 5000 } }),
    );
    expect(await executeForErrorCode(strange.id)).toBe(notApprovedCode);
    expect(await executeForErrorCode(own.id)).toBeUndefined();
  });

  it('does not cover what an agent moves into a folder, or renames', async () => {
    const { id: folder } = await unwrapResult(
      actAsPerson().folders.create({ path: 'Into', settings: insecureSettings }),
    );
    const { id } = await unwrapResult(actAsAgent().rest.create({ name: 'Strange', url: getOtherUrl() }));
    await unwrapResult(actAsAgent().rest.update({ id, folder: 'Into' }));
    expect(await executeForErrorCode(id)).toBe(notApprovedCode);
    await unwrapResult(actAsAgent().folders.get({ id: folder }));
    await unwrapResult(actAsAgent().folders.update({ id: folder, name: 'Renamed' }));
    expect(await executeForErrorCode(id)).toBe(notApprovedCode);
  });

  it('does not cover what the person imports', async () => {
    const text = `curl -k '${end.url}'`;
    await unwrapResult(actAsPerson().imports.apply({ text }, { ...createQuietContext(), ...person }));
    const { requests } = await unwrapResult(on.application.requests.list({ take: 200 }));
    expect(await executeForErrorCode(requests.at(-1)!.id)).toBe(notApprovedCode);
  });

  it("does not cover an agent's setting if the person changes another setting next to it", async () => {
    await storeConnections(agent, { ...noConnections, ca: ['ca/root.pem'] });
    await storeConnections(person, { ...noConnections, ca: ['ca/root.pem'], sessionCookies: 'restart' });
    expect(await send(end.url)).toBe(notApprovedCode);
    await storeConnections(agent, proxy());
    await storeConnections(person, {
      ...noConnections,
      proxy: { ...proxy().proxy!, bypass: 'a.example.test' },
    });
    expect(await send(otherHostUrl)).toBe(notApprovedCode);
    expect(requestCount).toBe(0);
  });

  it('can be given together with exceptions', async () => {
    await storeConnections(person, proxy('a.example.test'));
    await storeConnections(person, proxy('b.example.test'));
    expect(await send(otherHostUrl)).toBeUndefined();
    await storeConnections(agent, proxy());
    expect(await send(otherHostUrl)).toBe(notApprovedCode);
  });

  it('does not cover the proxy of a Bruno collection that the person converts and opens', async () => {
    const path = await mkdtemp(join(on.folder, '..', 'bruno-'));
    const config = { protocol: 'http', hostname: '127.0.0.1', port, bypassProxy: '<-loopback>' };
    const collection = { version: '1', name: 'Received', type: 'collection' };
    await writeFile(
      join(path, 'bruno.json'),
      JSON.stringify({ ...collection, proxy: { inherit: false, config } }),
    );
    await writeFile(
      join(path, 'A.bru'),
      `meta {\n  name: A\n  type: http\n}\n\nget {\n  url: ${on.url}\n}\n`,
    );
    await unwrapResult(actAsPerson().workspaces.convert({ path }));
    const { workspace } = await unwrapResult(actAsPerson().workspaces.open({ path }));
    const workspaceId = workspace.id;
    await unwrapResult(actAsPerson().synchronization.synchronize({ workspaceId }));
    const { requests } = await unwrapResult(on.application.requests.list({ workspaceId, take: 10 }));
    expect(await executeForErrorCode(requests[0]!.id, { workspaceId })).toBe(notApprovedCode);
    expect(requestCount).toBe(0);
  });
});
