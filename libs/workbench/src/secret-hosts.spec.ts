import { generateKeyPairSync } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createQuietContext } from '@tandem/application';
import type { Auth, AuthOf, ExecutionResult } from '@tandem/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const token = 'a-t0ken+that/is=long';
let on: OnDisk;
let port = '';
let arrivedRequests: string[] = [];
beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    arrivedRequests.push(`${request.headers.host ?? ''} ${request.url ?? ''}`);
    if (request.url === '/away')
      response.writeHead(307, { location: `http://localhost:${port}/landed` }).end();
    else response.end('{}');
  });
  port = new URL(on.url).port;
  const { environments, scriptSending, secretHosts } = on.application;
  await unwrapResult(
    environments.create({ name: 'Dev', secrets: { TOKEN: token, FREE: 'another-long-value' } }),
  );
  await unwrapResult(environments.activate({ id: 'Dev' }));
  await unwrapResult(scriptSending.decide({ allow: true }));
  await unwrapResult(secretHosts.choose({ environment: 'Dev', name: 'TOKEN', hosts: [`127.0.0.1:${port}`] }));
});
afterAll(() => on.close());
beforeEach(() => {
  arrivedRequests = [];
});

const execute = async (fields: Parameters<OnDisk['create']>[0]): Promise<ExecutionResult> =>
  on.execute((await on.create(fields)).id);

/** The path of an environment's file in the folder. */
const toFilePath = async (name: string): Promise<string> =>
  (await readdir(on.folder, { recursive: true })).find((path) => path.endsWith(`${name}.yml`)) ?? '';

/** Creates an auth whose token comes from a host that the secrets are not bound to. */
const createTokenAuth = (client: Partial<AuthOf<'oauth2'>>): Auth => ({
  type: 'oauth2',
  grant: 'client_credentials',
  accessTokenUrl: `http://localhost:${port}/token`,
  clientId: 'c',
  ...client,
});

const refusal = {
  code: 'SECRET_HOST_REFUSED',
  details: { secret: 'TOKEN' },
};

describe('a secret with hosts', { tags: 'secrets:hosts' }, () => {
  it('is sent to these hosts', async () => {
    const { error, response } = await execute({
      method: 'POST',
      url: `${on.url}/{{TOKEN}}`,
      body: { type: 'text', content: '{{TOKEN}}' },
      auth: { type: 'bearer', token: '{{TOKEN}}' },
    });
    expect([error, response?.status]).toEqual([null, 200]);
  });

  it('is not sent to other hosts, and the error says so', async () => {
    const before = on.accepted();
    const { error, response } = await execute({ url: `http://localhost:${port}/?q={{TOKEN}}` });
    expect(error).toEqual({
      ...refusal,
      message: `The secret TOKEN may only be sent to 127.0.0.1:${port}, and this request would take it to localhost:${port}, so it was not sent. Send it without TOKEN, or, if TOKEN belongs there, let a person add localhost:${port} to its hosts under Environments in the window.`,
      details: { secret: 'TOKEN', host: `localhost:${port}`, hop: 'first', hosts: [`127.0.0.1:${port}`] },
    });
    expect([response, arrivedRequests, on.accepted()]).toEqual([null, [], before]);
  });

  it('is not sent to other hosts to get a token, even in the escaped form of OAuth 2.0', async () => {
    for (const clientAuth of ['basic', 'body'] as const) {
      const { error } = await execute({
        url: `${on.url}/`,
        auth: createTokenAuth({ clientSecret: '{{TOKEN}}', clientAuth }),
      });
      expect([clientAuth, error]).toMatchObject([clientAuth, refusal]);
    }
    expect(arrivedRequests).toEqual([]);
  });

  it.each<Auth>([
    { type: 'aws-sigv4', accessKeyId: 'a', secretAccessKey: '{{TOKEN}}', region: 'r', service: 's' },
    { type: 'oauth1', consumerKey: 'k', consumerSecret: '{{TOKEN}}', signatureMethod: 'HMAC-SHA256' },
    { type: 'jwt', algorithm: 'HS256', secret: '{{TOKEN}}', claims: '{"sub": "1"}' },
    { type: 'wsse', username: 'u', password: '{{TOKEN}}' },
    { type: 'digest', username: 'u', password: '{{TOKEN}}' },
    { type: 'ntlm', username: 'u', password: '{{TOKEN}}' },
  ])('does not sign a request to other hosts by $type', async (auth) => {
    const message = `would take it or a signature made with it to localhost:${port}, so it was not sent.`;
    const { error } = await execute({ url: `http://localhost:${port}/`, auth });
    expect(error).toMatchObject({ ...refusal, message: expect.stringContaining(message) as string });
    expect(arrivedRequests).toEqual([]);
    expect((await execute({ url: `${on.url}/own`, auth })).error).toBeNull();
    // A redirect to another origin drops the auth.
    expect((await execute({ url: `${on.url}/away`, auth })).error).toBeNull();
    expect(arrivedRequests.at(-1)).toBe(`localhost:${port} /landed`);
  });

  it('does not sign a request for a token to other hosts', async () => {
    const { environments, secretHosts } = on.application;
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    await unwrapResult(environments.update({ id: 'Dev', secrets: { KEY: privateKey } }));
    await unwrapResult(secretHosts.choose({ environment: 'Dev', name: 'KEY', hosts: [`127.0.0.1:${port}`] }));
    const { error } = await execute({
      url: `${on.url}/`,
      auth: createTokenAuth({ clientAuth: 'private_key_jwt', privateKey: '{{KEY}}' }),
    });
    expect(error).toMatchObject({ ...refusal, details: { secret: 'KEY', hop: 'token' } });
    expect(arrivedRequests).toEqual([]);
    await unwrapResult(environments.update({ id: 'Dev', removeSecrets: ['KEY'] }));
  });

  it('is refused only as a whole part of a request if it is too short to be searched for', async () => {
    const { environments, secretHosts } = on.application;
    await unwrapResult(environments.update({ id: 'Dev', secrets: { PIN: 'z9' } }));
    await unwrapResult(secretHosts.choose({ environment: 'Dev', name: 'PIN', hosts: [`127.0.0.1:${port}`] }));
    const away = `http://localhost:${port}/`;
    const form = (value: string) => ({
      url: away,
      method: 'POST',
      body: { type: 'form-urlencoded', fields: [{ name: 'pin', value, enabled: true }] } as const,
    });
    for (const fields of [{ url: `${away}{{PIN}}` }, { url: `${away}?pin={{PIN}}` }, form('{{PIN}}')])
      expect((await execute(fields)).error).toMatchObject({ ...refusal, details: { secret: 'PIN' } });
    expect(arrivedRequests).toEqual([]);
    const parts = [{ name: 'a', value: 'b', enabled: true }];
    const whole = { url: away, method: 'POST', body: { type: 'multipart', parts } } as const;
    for (const fields of [{ url: `${away}{{PIN}}x` }, form('{{PIN}}x'), whole])
      expect((await execute(fields)).error).toBeNull();
    await unwrapResult(environments.update({ id: 'Dev', removeSecrets: ['PIN'] }));
  });

  it('does not stop a request whose header looks like a message of NTLM but is none', async () => {
    for (const value of ['NTLM a===', 'NTLM TlRM', 'NTLM TlRMTVNTUAA= x']) {
      const { error } = await execute({
        url: `http://localhost:${port}/`,
        headers: [{ name: 'authorization', value, enabled: true }],
      });
      expect([value, error]).toEqual([value, null]);
    }
  });

  it('does not affect other secrets, or requests without it', async () => {
    const { error } = await execute({ url: `http://localhost:${port}/{{FREE}}` });
    expect(error).toBeNull();
  });

  it('is not sent to another host by a redirect, and the first request is reported as sent', async () => {
    const { error, redirects } = await execute({
      method: 'POST',
      url: `${on.url}/away`,
      body: { type: 'text', content: '{{TOKEN}}' },
    });
    expect(error).toMatchObject({ ...refusal, details: { hop: 'redirect' } });
    expect(redirects).toMatchObject([{ status: 307 }]);
    expect(arrivedRequests).toEqual([`127.0.0.1:${port} /away`]);
  });

  it('is still restricted in its copies after it was removed', async () => {
    const { environments } = on.application;
    await execute({
      url: `${on.url}/copy`,
      script: `export const onRequest = (req) => req.env.setVariable('COPY', req.env.getSecret('TOKEN'));`,
    });
    await unwrapResult(environments.update({ id: 'Dev', removeSecrets: ['TOKEN'] }));
    const { error } = await execute({ url: `http://localhost:${port}/{{COPY}}` });
    expect(error).toMatchObject(refusal);
    await unwrapResult(environments.update({ id: 'Dev', secrets: { TOKEN: token } }));
  });
});

describe('the hosts of secrets', { tags: 'secrets:hosts:person' }, () => {
  it('are listed, also for secrets without hosts', async () => {
    const { secrets } = await unwrapResult(on.application.secretHosts.list({}));
    expect(secrets.map(({ name, hosts, wanted }) => [name, hosts, wanted]).sort()).toEqual([
      ['FREE', [], undefined],
      ['TOKEN', [`127.0.0.1:${port}`], undefined],
    ]);
  });

  it.each([['https://a.example'], ['*'], ['a.example/path']])('cannot be %s', async (host) => {
    const chosen = on.application.secretHosts.choose({ environment: 'Dev', name: 'FREE', hosts: [host] });
    await expect(unwrapResult(chosen)).rejects.toThrow('is not a host');
  });

  it('can be changed and removed', async () => {
    const { choose } = on.application.secretHosts;
    const hosts = async (wanted: readonly string[]) =>
      (await unwrapResult(choose({ environment: 'Dev', name: 'FREE', hosts: wanted }))).secrets.find(
        ({ name }) => name === 'FREE',
      )?.hosts;
    expect(await hosts(['A.example', '*.b.example:8443'])).toEqual(['a.example', '*.b.example:8443']);
    expect(await hosts([])).toEqual([]);
  });

  it("are in the environment's file, and changes to the file may remove hosts, but add hosts only if a person agrees", async () => {
    const { environments, secretHosts, synchronization } = on.application;
    const synchronize = () => unwrapResult(synchronization.synchronize({}));
    const { id } = await unwrapResult(
      environments.create({ name: 'Filed', secrets: { KEY: 'the-key-of-a-file' } }),
    );
    const choose = (hosts: readonly string[]) =>
      unwrapResult(secretHosts.choose({ environment: 'Filed', name: 'KEY', hosts }));
    await choose(['*.a.example', 'b.example']);
    await synchronize();
    const file = join(on.folder, await toFilePath('Filed'));
    const said = async (from: string, to: string) => {
      const text = await readFile(file, 'utf8');
      expect(text).toContain(from);
      await writeFile(file, text.replace(from, to));
      await synchronize();
      const { secrets } = await unwrapResult(secretHosts.list({}));
      const { hosts, wanted } = secrets.find(({ environmentId }) => environmentId === id) ?? { hosts: [] };
      return [hosts, wanted];
    };
    expect(await said('*.a.example', 'x.a.example')).toEqual([['x.a.example', 'b.example'], undefined]);
    expect(await said('x.a.example', 'evil.example')).toEqual([
      ['x.a.example', 'b.example'],
      ['evil.example', 'b.example'],
    ]);
    expect((await synchronize()).warnings).toEqual([
      {
        code: 'hostsWait',
        message: expect.stringMatching(/KEY .* evil\.example.* x\.a\.example, b\.example only/) as string,
      },
    ]);
    await choose(['x.a.example', 'b.example']);
    await synchronize();
    expect((await synchronize()).warnings).toEqual([]);
    expect(await readFile(file, 'utf8')).not.toContain('evil');
    expect(await said('x.a.example', 'y.example')).toMatchObject([{}, ['y.example', 'b.example']]);
    await choose(['y.example', 'b.example']);
    expect(await said('KEY', 'KEY')).toEqual([['y.example', 'b.example'], undefined]);
  });

  it('are suggested to a person whose request sent a secret without hosts', async () => {
    const { id } = await on.create({ url: `${on.url}/{{FREE}}` });
    const asPerson = { ...createQuietContext(), by: 'window' };
    const { diagnostics } = await unwrapResult<ExecutionResult>(
      on.application.rest.execute({ id }, asPerson),
    );
    expect(diagnostics).toMatchObject([{ code: 'SECRET_UNBOUND', where: 'secret:FREE' }]);
    const asAgent = { ...asPerson, by: 'agent', redactsSecrets: true };
    expect(
      (await unwrapResult<ExecutionResult>(on.application.rest.execute({ id }, asAgent))).diagnostics,
    ).toEqual([]);
  });

  it('are suggested from requests in which an agent sent a secret without hosts', async () => {
    const { secretHosts } = on.application;
    await unwrapResult(
      on.application.environments.create({ name: 'Sent', secrets: { ROAMING: 'some-value', PIN: '123' } }),
    );
    const of = async (name: string) =>
      (await unwrapResult(secretHosts.list({}))).secrets.find((one) => one.name === name);
    expect(await of('ROAMING')).not.toHaveProperty('sentTo');
    expect(await of('ROAMING')).not.toHaveProperty('isShort');
    expect(await of('PIN')).toMatchObject({ isShort: true });
    const { id } = await on.create({ url: `${on.url}/{{ROAMING}}` });
    const asAgent = { ...createQuietContext(), by: 'agent', kind: 'mcp', redactsSecrets: true } as const;
    await unwrapResult(on.application.rest.execute({ id, environment: 'Sent' }, asAgent));
    const { host } = new URL(on.url);
    expect(await of('ROAMING')).toMatchObject({ hosts: [], sentTo: [host] });
    await unwrapResult(secretHosts.choose({ environment: 'Sent', name: 'ROAMING', hosts: [host] }));
    expect(await of('ROAMING')).not.toHaveProperty('sentTo');
  });
});

describe('the hosts of ten thousand secrets', { tags: ['secrets:hosts', 'cpu'] }, () => {
  it('are listed in a moment', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `TOKEN_${at}`);
    const secrets = Object.fromEntries(names.map((name) => [name, `value-of-${name}`]));
    await unwrapResult(on.application.environments.create({ name: 'Many', secrets }));
    const began = process.cpuUsage().user;
    const { secrets: listed } = await unwrapResult(on.application.secretHosts.list({}));
    expect(process.cpuUsage().user - began).toBeLessThan(2_000_000);
    expect(listed.filter(({ environment }) => environment === 'Many').map(({ name }) => name)).toEqual(names);
    await unwrapResult(on.application.environments.remove({ id: 'Many' }));
  });
});
