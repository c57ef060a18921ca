import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { ProxySetting } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const credentials = `Basic ${Buffer.from('ada:SecretOfProxy').toString('base64')}`;
let on: OnDisk;
let server: Server;
let port: number;
beforeAll(async () => {
  on = await openOnDisk((_, response) => response.end('straight'));
  server = createServer(({ url, headers }, response) => {
    if (headers['proxy-authorization'] === credentials) response.end(`asked for ${url}`);
    else response.writeHead(407).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  const { environments } = await unwrapResult(on.application.environments.list({}));
  const secrets = { PROXY_PASSWORD: 'SecretOfProxy' };
  await unwrapResult(on.application.environments.update({ id: environments[0]!.id, secrets }));
});
afterAll(async () => {
  await on.close();
  await new Promise((resolve) => server.close(resolve));
});

const createProxySetting = (): ProxySetting => ({
  mode: 'manual',
  protocol: 'http',
  hostname: '127.0.0.1',
  port,
  auth: { username: 'ada', password: '{{PROXY_PASSWORD}}', enabled: true },
});

const executeThroughProxy = async (proxy: ProxySetting, url = 'http://a.example/path') => {
  const connections = { ca: [], clientCertificates: [], proxy };
  await unwrapResult(on.application.folders.update({ id: '', connections }));
  return on.execute((await on.create({ url })).id);
};

describe('the proxy of a workspace', { tags: ['proxy:named', 'proxy:bypass', 'proxy:messages'] }, () => {
  it('gets the requests, and its credentials, which the result does not show', async () => {
    const result = await executeThroughProxy(createProxySetting());
    expect(result).toMatchObject({
      error: null,
      response: { textBody: 'asked for http://a.example/path' },
      connection: { proxy: `http://127.0.0.1:${port}`, remoteAddress: '127.0.0.1' },
    });
    expect(JSON.stringify(result)).not.toMatch(/SecretOfProxy|proxy-authorization/i);
  });

  it('does not get requests to this machine', async () => {
    expect((await executeThroughProxy(createProxySetting(), on.url)).response?.textBody).toBe('straight');
  });

  it('can be disabled without losing its settings', async () => {
    const off = await executeThroughProxy(
      { ...createProxySetting(), mode: 'none' },
      'http://no-such-host.invalid/',
    );
    expect(off.error?.code).toBe('NETWORK_ERROR');
  });

  it('fails the execution if its credentials are refused or have no value', async () => {
    const auth = { username: 'ada', password: 'wrong', enabled: true };
    expect((await executeThroughProxy({ ...createProxySetting(), auth })).error).toMatchObject({
      code: 'PROXY_ERROR',
      details: { cause: 'PROXY_CREDENTIALS', proxy: `http://127.0.0.1:${port}` },
    });
    const { environments } = await unwrapResult(on.application.environments.list({}));
    await unwrapResult(
      on.application.environments.update({ id: environments[0]!.id, secrets: { LATER: '' } }),
    );
    const empty = await executeThroughProxy({
      ...createProxySetting(),
      auth: { ...auth, password: '{{LATER}}' },
    });
    expect(empty.error).toMatchObject({ code: 'UNRESOLVED_VARIABLE', details: { names: ['LATER'] } });
    const unknown = await executeThroughProxy({
      ...createProxySetting(),
      auth: { ...auth, password: '{{NOT_SET}}' },
    });
    expect(unknown.error).toMatchObject({
      code: 'UNRESOLVED_VARIABLE',
      message: expect.stringContaining('{{NOT_SET}}') as string,
    });
  });
});
