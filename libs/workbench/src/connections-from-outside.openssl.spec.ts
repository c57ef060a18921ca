import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { type CallContext, createQuietContext } from '@tandem/application';
import { type ConnectionSettings, type ExecutionResult, openGuard } from '@tandem/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openHttpsEnd } from './testing/https-end.js';
import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const agent = { by: 'mallory', kind: 'mcp' } as const;
const person = { by: 'window', kind: 'window', session: 'page' } as const;
const agentContext: CallContext = { ...createQuietContext(), ...agent, redactsSecrets: true };
const noConnections: ConnectionSettings = { ca: [], clientCertificates: [] };
const insecureSettings = { tls: { verify: false } };

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
  await writeFile(join(on.folder, 'ca', 'client.key'), end.lockedKey);
});
afterAll(async () => {
  await on.close();
  await end.close();
  await new Promise((resolve) => server.close(resolve));
});

const actAsAgent = () => on.application.as(agent);
const actAsPerson = () => on.application.as(person);
const listPendingSettings = async () =>
  (await unwrapResult(on.application.connectionReviews.list({}))).settings;
const agreeToAll = async () =>
  unwrapResult(
    actAsPerson().connectionReviews.approve({ keys: (await listPendingSettings()).map(({ key }) => key) }),
  );
const createProxySetting = (
  more: Partial<NonNullable<ConnectionSettings['proxy']>> = {},
): ConnectionSettings => ({
  ...noConnections,
  proxy: { mode: 'manual', protocol: 'http', hostname: '127.0.0.1', port, ...more },
});
const storeConnections = (by: typeof agent | typeof person, connections: ConnectionSettings) =>
  unwrapResult(on.application.as(by).folders.update({ id: '', connections }));
const synchronize = () => unwrapResult(actAsAgent().synchronization.synchronize({ confirmDeletions: true }));

const sendAs = async (who: CallContext, id: string, environment?: string): Promise<ExecutionResult> =>
  unwrapResult<ExecutionResult>(
    on.application.rest.execute({ id, ...(environment === undefined ? {} : { environment }) }, who),
  );
const send = async (url: string, settings = {}): Promise<ExecutionResult> => {
  const { id } = await unwrapResult(actAsAgent().rest.create({ name: 'R', url, settings }));
  return sendAs(agentContext, id);
};
const otherHostUrl = 'http://fine.example.test/';

beforeEach(async () => {
  await storeConnections(person, noConnections);
  await unwrapResult(actAsPerson().folders.update({ id: '', settings: {} }));
  requestCount = 0;
});

describe(
  'a setting that lets others read what is sent, such as a proxy,',
  { tags: 'trust:connections' },
  () => {
    it('blocks every execution until a person agrees, if an agent set it', async () => {
      await storeConnections(agent, createProxySetting());
      const refused = await send(otherHostUrl);
      expect(refused.error).toMatchObject({
        code: 'CONNECTION_NOT_APPROVED',
        message: `Nobody has agreed to the proxy http://127.0.0.1:${port}, which an agent or a file has set and which decides who can read this request, so it was not sent. Ask the person you work for to look at it in Tandem's window, under Trust, and to agree to it there, or take it out of the settings.`,
        details: { waiting: [{ kind: 'proxy', value: `http://127.0.0.1:${port}` }] },
      });
      const { id } = await on.create({ url: otherHostUrl });
      const byPerson = await sendAs({ ...createQuietContext(), ...person }, id);
      expect(byPerson.error?.code).toBe('CONNECTION_NOT_APPROVED');
      expect(requestCount).toBe(0);
      expect(await agreeToAll()).toEqual({ isFixed: false, settings: [] });
      expect((await send(otherHostUrl)).response?.textBody).toBe('by the proxy');
    });

    it('takes effect immediately if a person sets it, while other pending settings stay pending', async () => {
      await storeConnections(person, createProxySetting());
      expect((await send(otherHostUrl)).error).toBeNull();
      await storeConnections(agent, createProxySetting({ hostname: 'LOCALHOST' }));
      expect((await send(otherHostUrl)).error?.details).toEqual({
        waiting: [{ kind: 'proxy', value: `http://localhost:${port}` }],
      });
      await storeConnections(agent, createProxySetting({ port: port === 1 ? 2 : 1 }));
      expect((await send(otherHostUrl)).error?.code).toBe('CONNECTION_NOT_APPROVED');
    });

    it('is pending again if an agent restores what a person removed, also by an undo', async () => {
      await storeConnections(person, createProxySetting());
      await storeConnections(person, noConnections);
      await storeConnections(agent, createProxySetting());
      expect((await send(otherHostUrl)).error?.code).toBe('CONNECTION_NOT_APPROVED');
      await storeConnections(person, noConnections);
      await unwrapResult(actAsAgent().activity.undoChanges({ since: new Date(0).toISOString() })).catch(
        () => undefined,
      );
      const { error } = await send(otherHostUrl);
      expect(error?.code).not.toBeUndefined();
      expect(requestCount).toBe(0);
    });

    it('stays in effect if exceptions are added, and is pending again if one is removed', async () => {
      await storeConnections(person, createProxySetting({ bypass: 'a.example.test' }));
      await storeConnections(agent, createProxySetting({ bypass: 'b.example.test, a.example.test' }));
      expect((await send(otherHostUrl)).error).toBeNull();
      await storeConnections(agent, createProxySetting({ bypass: '' }));
      expect((await send(otherHostUrl)).error?.code).toBe('CONNECTION_NOT_APPROVED');
      await storeConnections(agent, createProxySetting({ bypass: 'a.example.test, <-loopback>' }));
      expect((await send(otherHostUrl)).error?.code).toBe('CONNECTION_NOT_APPROVED');
    });

    it('is checked after substitution, so that a value set by an agent makes it a new setting', async () => {
      const { environments } = await unwrapResult(on.application.environments.list({}));
      const { id } = environments[0]!;
      await unwrapResult(actAsPerson().environments.update({ id, variables: { proxyHost: '127.0.0.1' } }));
      await storeConnections(person, createProxySetting({ hostname: '{{proxyHost}}' }));
      expect((await send(otherHostUrl)).error).toBeNull();
      await unwrapResult(actAsAgent().environments.update({ id, variables: { proxyHost: '127.0.0.2' } }));
      expect((await send(otherHostUrl)).error?.code).toBe('CONNECTION_NOT_APPROVED');
      expect((await listPendingSettings()).map(({ value }) => value)).toEqual([`http://127.0.0.2:${port}`]);
      await unwrapResult(actAsPerson().environments.update({ id, variables: {} }));
    });

    it('does not affect requests that do not depend on it', async () => {
      await storeConnections(agent, { ...createProxySetting(), ca: ['ca/root.pem'] });
      expect((await send(on.url)).response?.textBody).toBe('plain');
      await storeConnections(agent, { ...noConnections, proxy: { mode: 'none', hostname: '' } });
      expect(await listPendingSettings()).toEqual([]);
    });

    it("is pending if it is a CA file, identified by the file's content", async () => {
      await storeConnections(agent, { ...noConnections, ca: ['ca/root.pem'] });
      expect((await send(end.url)).error).toMatchObject({
        code: 'CONNECTION_NOT_APPROVED',
        details: { waiting: [{ kind: 'ca' }] },
      });
      await agreeToAll();
      expect((await send(end.url)).error).toBeNull();
      await writeFile(join(on.folder, 'ca', 'root.pem'), `${end.cert}\n`);
      expect((await send(end.url)).error?.code).toBe('CONNECTION_NOT_APPROVED');
      await writeFile(join(on.folder, 'ca', 'root.pem'), end.cert);
    });

    it('is pending if it is a client certificate, together with its servers', async () => {
      const certificate = (domain: string) => ({
        type: 'pem' as const,
        ...{ domain, certificate: 'ca/root.pem', key: 'ca/client.key', enabled: true },
      });
      await storeConnections(person, { ...noConnections, ca: ['ca/root.pem'] });
      const connections = (domain: string) => ({
        ca: ['ca/root.pem'],
        clientCertificates: [{ ...certificate(domain), passphrase: end.passphrase }],
      });
      await storeConnections(agent, connections('other.example.test'));
      expect((await send(end.url)).error).toBeNull();
      await storeConnections(agent, connections('127.0.0.1'));
      expect((await send(end.url)).error).toMatchObject({
        code: 'CONNECTION_NOT_APPROVED',
        details: {
          waiting: [
            {
              kind: 'clientCertificate',
              value: expect.stringMatching(
                /^ca\/root\.pem, ca\/client\.key for 127\.0\.0\.1 \(SHA-256 /,
              ) as string,
            },
          ],
        },
      });
      await agreeToAll();
      expect((await send(end.url)).error).toBeNull();
      await writeFile(join(on.folder, 'ca', 'client.key'), `${end.lockedKey}\n`);
      expect((await send(end.url)).error?.code).toBe('CONNECTION_NOT_APPROVED');
      await writeFile(join(on.folder, 'ca', 'client.key'), end.lockedKey);
    });

    it('is pending if verification is disabled, in a request, a folder or the workspace', async () => {
      expect((await send(end.url, insecureSettings)).error).toMatchObject({
        code: 'CONNECTION_NOT_APPROVED',
        details: { waiting: [{ kind: 'unverified', value: `the request "R" for ${new URL(end.url).host}` }] },
      });
      expect((await listPendingSettings()).map(({ kind, value }) => [kind, value])).toEqual([
        ['unverified', `the request "R" for ${new URL(end.url).host}`],
      ]);
      await agreeToAll();
      expect(await listPendingSettings()).toEqual([]);
      await unwrapResult(actAsAgent().folders.update({ id: '', settings: insecureSettings }));
      expect((await send(end.url)).error?.code).toBe('CONNECTION_NOT_APPROVED');
      expect((await send(end.url, { tls: { verify: true } })).error?.code).toBe('TLS_ERROR');
      await unwrapResult(actAsPerson().folders.update({ id: '', settings: {} }));
      await unwrapResult(actAsPerson().folders.update({ id: '', settings: insecureSettings }));
      expect((await send(end.url)).error).toBeNull();
    });

    it('needs no approval if a person disabled verification in the request', async () => {
      const { id } = await unwrapResult(
        actAsPerson().rest.create({ name: 'Own', url: end.url, settings: insecureSettings }),
      );
      expect((await sendAs(agentContext, id)).error).toBeNull();
      const copy = await unwrapResult(actAsAgent().rest.copy({ id }));
      expect((await sendAs(agentContext, copy.id)).error?.code).toBe('CONNECTION_NOT_APPROVED');
    });

    it('is pending again if another server is no longer verified, because the URL, a variable or the environment changed', async () => {
      const other = end.url.replace('127.0.0.1', 'localhost');
      const { id } = await unwrapResult(
        actAsPerson().rest.create({ name: 'Own', url: end.url, settings: insecureSettings }),
      );
      expect((await sendAs(agentContext, id)).error).toBeNull();
      await unwrapResult(actAsAgent().rest.get({ id }));
      await unwrapResult(actAsAgent().rest.update({ id, url: other }));
      expect((await sendAs(agentContext, id)).error?.code).toBe('CONNECTION_NOT_APPROVED');
      await unwrapResult(actAsPerson().rest.update({ id, url: other }));
      expect((await sendAs(agentContext, id)).error?.code).toBe('CONNECTION_NOT_APPROVED');
      await agreeToAll();
      expect((await sendAs(agentContext, id)).error?.code).not.toBe('CONNECTION_NOT_APPROVED');
      const url = `https://{{at}}:${new URL(end.url).port}/`;
      const named = await unwrapResult(
        actAsPerson().rest.create({
          name: 'Named',
          url,
          settings: insecureSettings,
          requestVariables: [{ name: 'at', value: '127.0.0.1', enabled: true }],
        }),
      );
      expect((await sendAs(agentContext, named.id)).error).toBeNull();
      const called = await unwrapResult<ExecutionResult>(
        on.application.rest.execute({ id: named.id, variables: { at: 'localhost' } }, agentContext),
      );
      expect(called.error?.code).toBe('CONNECTION_NOT_APPROVED');
    });

    it('is approved by a person who changes the URL if the person, not an agent, disabled verification in that request', async () => {
      const own = await unwrapResult(
        actAsPerson().rest.create({
          name: 'Own',
          url: 'https://a.example.test/',
          settings: insecureSettings,
        }),
      );
      await unwrapResult(actAsPerson().rest.update({ id: own.id, url: end.url }));
      expect((await sendAs(agentContext, own.id)).error).toBeNull();
      const strange = await unwrapResult(
        actAsAgent().rest.create({
          name: 'Strange',
          url: 'https://a.example.test/',
          settings: insecureSettings,
        }),
      );
      await unwrapResult(actAsPerson().rest.update({ id: strange.id, url: end.url }));
      expect((await sendAs(agentContext, strange.id)).error?.code).toBe('CONNECTION_NOT_APPROVED');
    });

    it('is pending if it comes from a file in the folder', async () => {
      await synchronize();
      const file = join(on.folder, 'tandem', 'opencollection.yml');
      await writeFile(
        file,
        `opencollection: "1.0.0"\ninfo:\n  name: Received\nconfig:\n  proxy:\n    inherit: false\n    config:\n      protocol: http\n      hostname: 127.0.0.1\n      port: ${port}\nextensions:\n  tandem:\n    format: 1\n    ca:\n      - ca/root.pem\n`,
      );
      const report = await synchronize();
      expect(report.warnings.map(({ code }) => code)).toContain('connectionWaits');
      expect((await send(otherHostUrl)).error?.code).toBe('CONNECTION_NOT_APPROVED');
      expect((await listPendingSettings()).map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['ca', 'proxy']),
      );
      expect(requestCount).toBe(0);
    });

    it('is shown by a dry run', async () => {
      await storeConnections(agent, createProxySetting());
      const { id } = await on.create({ url: otherHostUrl });
      const dry = await unwrapResult(on.application.rest.execute({ id, dryRun: true }, agentContext));
      expect(dry.diagnostics.map(({ code }) => code)).toContain('CONNECTION_NOT_APPROVED');
    });

    it('applies to what scripts send too', async () => {
      await unwrapResult(actAsPerson().scriptSending.decide({ allow: true }));
      await storeConnections(agent, createProxySetting());
      const { id } = await on.create({
        url: on.url,
        script: `export async function onRequest() { await send({ url: '${otherHostUrl}' }).catch((e) => console.log(e.code)); }`,
      });
      const { logs } = await sendAs(agentContext, id);
      expect(JSON.stringify(logs)).toContain('CONNECTION_NOT_APPROVED');
      expect(requestCount).toBe(0);
    });
  },
);

describe('disabled verification', { tags: 'trust:unverified' }, () => {
  it('prevents secrets with hosts from being sent, even if a person agreed', async () => {
    await unwrapResult(
      actAsPerson().environments.create({ name: 'Bound', secrets: { KEY: 'bound-to-its-host-1' } }),
    );
    await unwrapResult(
      actAsPerson().secretHosts.choose({ environment: 'Bound', name: 'KEY', hosts: ['127.0.0.1:*'] }),
    );
    const headers = [{ name: 'x-key', value: '{{KEY}}', enabled: true }];
    const { id } = await unwrapResult(
      actAsPerson().rest.create({ name: 'Key', url: end.url, headers, settings: insecureSettings }),
    );
    const refused = await sendAs({ ...createQuietContext(), ...person }, id, 'Bound');
    expect(refused.error).toMatchObject({ code: 'TLS_UNVERIFIED_REFUSED', details: { secret: 'KEY' } });
    await storeConnections(person, { ...noConnections, ca: ['ca/root.pem'] });
    await unwrapResult(actAsPerson().rest.update({ id, settings: {} }));
    expect((await sendAs({ ...createQuietContext(), ...person }, id, 'Bound')).error).toBeNull();
  });

  it('prevents sending with a production environment', async () => {
    const { id: environment } = await unwrapResult(actAsPerson().environments.create({ name: 'Live' }));
    await unwrapResult(
      actAsPerson().environments.guard({ id: environment, guard: { ...openGuard, protected: true } }),
    );
    const { id } = await unwrapResult(
      actAsPerson().rest.create({ name: 'Live', url: end.url, settings: insecureSettings }),
    );
    for (const who of [agentContext, { ...createQuietContext(), ...person }])
      expect((await sendAs(who, id, 'Live')).error?.code).toBe('TLS_UNVERIFIED_REFUSED');
    expect((await sendAs(agentContext, id)).error).toBeNull();
  });
});
