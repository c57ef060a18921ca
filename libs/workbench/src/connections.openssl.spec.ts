import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ConnectionSettings } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openHttpsEnd } from './testing/https-end.js';
import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

let on: OnDisk;
let end: Awaited<ReturnType<typeof openHttpsEnd>>;
beforeAll(async () => {
  end = await openHttpsEnd();
  on = await openOnDisk((_, response) => response.end('plain'));
  await mkdir(join(on.folder, 'certs'));
  await writeFile(join(on.folder, 'certs', 'ca.pem'), end.cert);
  await writeFile(join(on.folder, 'certs', 'client.pem'), end.cert);
  await writeFile(join(on.folder, 'certs', 'client.key'), end.lockedKey);
  await writeFile(join(on.folder, '..', 'outside.pem'), end.cert);
  const { environments } = await unwrapResult(on.application.environments.list({}));
  await unwrapResult(
    on.application.environments.update({ id: environments[0]!.id, secrets: { PASS: end.passphrase } }),
  );
});
afterAll(async () => {
  await on.close();
  await end.close();
});

const executeConnected = async (connections: Partial<ConnectionSettings>, url = end.url) => {
  await unwrapResult(
    on.application.folders.update({ id: '', connections: { ...noConnections, ...connections } }),
  );
  return on.execute((await on.create({ url })).id);
};
const client = (more = {}) => ({
  type: 'pem' as const,
  domain: '127.0.0.1',
  certificate: 'certs/client.pem',
  key: 'certs/client.key',
  passphrase: '{{PASS}}',
  enabled: true,
  ...more,
});
const noConnections = { ca: [], clientCertificates: [] };
const ca = ['certs/ca.pem'];

describe('the connections of a workspace', { tags: ['tls:files', 'tls:ca', 'tls:client'] }, () => {
  it('trust the CAs in its folder', async () => {
    expect(await executeConnected({})).toMatchObject({ error: { code: 'TLS_ERROR' } });
    expect(await executeConnected({ ca })).toMatchObject({ error: null, response: { textBody: 'nobody' } });
  });

  it('present client certificates, with a secret as passphrase', async () => {
    const result = await executeConnected({ ca, clientCertificates: [client()] });
    expect(result).toMatchObject({ error: null, response: { textBody: '127.0.0.1' } });
    expect(JSON.stringify(result)).not.toContain(end.passphrase);
    const off = await executeConnected({ ca, clientCertificates: [client({ enabled: false })] });
    expect(off.response?.textBody).toBe('nobody');
    const wrong = await executeConnected({ ca, clientCertificates: [client({ passphrase: 'no' })] });
    expect(wrong.error).toMatchObject({ code: 'TLS_ERROR', details: { cause: 'PASSPHRASE_WRONG' } });
  });

  it.each([
    ['FILE_REFUSED', '../outside.pem'],
    ['FILE_REFUSED', '/etc/ssl/certs/ca-certificates.crt'],
    ['FILE_NOT_FOUND', 'certs/none.pem'],
  ])('read only files in the folder: %s for %s', async (code, file) => {
    expect((await executeConnected({ ca: [file] })).error).toMatchObject({ code });
    expect((await executeConnected({ ca: [file] }, on.url)).error).toBeNull();
  });

  it('apply only to the workspace', async () => {
    const { id } = await unwrapResult(on.application.folders.create({ path: 'Users' }));
    await expect(
      unwrapResult(on.application.folders.update({ id, connections: { ...noConnections, ca } })),
    ).rejects.toThrow(/connections are those of the workspace/);
  });
});
