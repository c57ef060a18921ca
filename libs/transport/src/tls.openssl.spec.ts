import type { ServerOptions } from 'node:https';

import type { ClientCertificate, NamedFile, TlsOptions } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type Authority, type IssuedCertificate, openAuthority } from './testing/authority.js';
import { openStrictServer } from './testing/openssl-server.js';
import { openOtherEnd, type OtherEnd, formatOutcome } from './testing/other-end.js';
import { createSelfSigned } from './testing/self-signed.js';

let authority: Authority;
let host: IssuedCertificate;
let client: IssuedCertificate;
let end: OtherEnd;
beforeAll(() => {
  authority = openAuthority();
  host = authority.issue('127.0.0.1');
  client = authority.issue('client');
});
afterAll(() => {
  authority.remove();
});
beforeEach(() => {
  end = openOtherEnd();
});
afterEach(() => end.close());

const file = (name: string, text: string | Uint8Array): NamedFile => ({ name, bytes: Buffer.from(text) });

interface SecureSocket {
  readonly getPeerCertificate: () => { readonly subject?: { readonly CN?: string } };
}

/** Starts a server with the certificate `issued`. It responds with the common name in the client's certificate. */
const startServer = (issued: IssuedCertificate, options: ServerOptions = {}) =>
  end.https(
    ({ socket }, response) => {
      const { subject } = (socket as unknown as SecureSocket).getPeerCertificate();
      response.end(subject?.CN ?? 'nobody');
    },
    { ...issued, ...options },
  );

const createTrustOptions = (more: TlsOptions = {}): TlsOptions => ({
  ca: [file('ca.pem', authority.ca)],
  ...more,
});

const getCause = (outcome: Awaited<ReturnType<OtherEnd['send']>>): readonly [unknown, string] => {
  if (E.isRight(outcome)) throw new Error('it was sent');
  const { code, message, details } = outcome.left.fault;
  expect(code).toBe('TLS_ERROR');
  return [(details as { readonly cause: string }).cause, message];
};

describe('a server with a certificate from a CA that the workspace trusts', { tags: 'tls:ca' }, () => {
  it('is trusted, and the result shows its certificate', async () => {
    const url = await startServer(host);
    for (const reused of [false, true])
      await expect
        .poll(async () => {
          const outcome = await end.send(url, {}, { tls: createTrustOptions() });
          return E.isRight(outcome) ? outcome.right.connection : outcome.left;
        })
        .toEqual({
          protocol: 'http/1.1',
          reused,
          remoteAddress: '127.0.0.1',
          tls: {
            version: 'TLSv1.3',
            cipher: expect.stringMatching(/^TLS_/) as string,
            subject: 'CN=127.0.0.1',
            issuer: 'CN=Test CA',
            validTo: '2049-12-31T23:59:59.000Z',
          },
        });
  });

  it('is not trusted by other requests, even on a reused connection', async () => {
    const url = await startServer(host);
    expect(await end.send(url, {}, { tls: createTrustOptions() })).toMatchObject({ right: { status: 200 } });
    expect(getCause(await end.send(url))[0]).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  });

  it('has its certificate in the result even when a TLS session is resumed', async () => {
    const url = await end.https(
      (_, response) => response.writeHead(200, { connection: 'close' }).end(),
      host,
    );
    for (let round = 0; round < 3; round++)
      expect(await end.send(url, {}, { tls: createTrustOptions() })).toMatchObject({
        right: { connection: { reused: false, tls: { subject: 'CN=127.0.0.1' } } },
      });
  });

  it.each([
    ['no certificate', 'not PEM', 'CA_INVALID', 'The CA file ca.pem contains no PEM certificate'],
    [
      'a damaged certificate',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      'CA_INVALID',
      'damaged',
    ],
  ])('is refused if the CA file contains %s', async (_, text, cause, message) => {
    const url = await startServer(host);
    const outcome = getCause(await end.send(url, {}, { tls: { ca: [file('ca.pem', text)] } }));
    expect(outcome).toEqual([cause, expect.stringContaining(message)]);
  });
});

describe('an untrusted certificate', { tags: 'tls:messages' }, () => {
  it.each<[string, () => IssuedCertificate, string, RegExp]>([
    [
      'has expired',
      () => authority.issue('127.0.0.1', ['20200101000000Z', '20200102000000Z']),
      'CERT_HAS_EXPIRED',
      /has expired\. Renew it on the server/,
    ],
    [
      'is not valid yet',
      () => authority.issue('127.0.0.1', ['20480101000000Z', '20490102000000Z']),
      'CERT_NOT_YET_VALID',
      /is not valid yet\. Check the clock/,
    ],
    [
      'is for another host',
      () => authority.issue('other.example'),
      'ERR_TLS_CERT_ALTNAME_INVALID',
      /is for another host\. Use the host name/,
    ],
    [
      'is self-signed',
      () => createSelfSigned('127.0.0.1'),
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      /is self-signed.*CA files of the workspace/,
    ],
  ])('is reported with the reason that it %s', async (_, issued, cause, message) => {
    const url = await startServer(issued());
    expect(getCause(await end.send(url, {}, { tls: createTrustOptions() }))).toEqual([
      cause,
      expect.stringMatching(message),
    ]);
    expect(await end.send(url, {}, { tls: createTrustOptions({ verify: false }) })).toMatchObject({
      right: { status: 200 },
    });
  });

  it('is reported with the missing CA', async () => {
    expect(getCause(await end.send(await startServer(host)))).toEqual([
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      expect.stringMatching(/intermediate certificate is missing.*whole chain\. Else add the PEM file/),
    ]);
  });

  it('is distinguished from a server without TLS', async () => {
    const url = await end.http((_, response) => response.end());
    expect(getCause(await end.send(url.replace('http:', 'https:')))[1]).toMatch(/did not respond with TLS/);
  });
});

describe('a client certificate', { tags: 'tls:client' }, () => {
  it('is reported if it has an old cipher, with how to convert it', { tags: 'tls:named' }, async () => {
    const pkcs12 = file('old.p12', authority.pkcs12(client, 'pass', ['-legacy']));
    const certificate = { domain: '127.0.0.1', type: 'pkcs12', pkcs12, passphrase: 'pass' } as const;
    expect(getCause(await sent(certificate))).toEqual([
      'CIPHER_OLD',
      expect.stringMatching(/old\.p12.*old cipher.*openssl pkcs12 -legacy/),
    ]);
  });

  const mutual = () => startServer(host, { ca: authority.ca, requestCert: true, rejectUnauthorized: true });
  const pem = (more: Partial<Extract<ClientCertificate, { type: 'pem' }>> = {}): ClientCertificate => ({
    domain: '127.0.0.1',
    type: 'pem',
    certificate: file('client.pem', client.cert),
    key: file('client.key', client.key),
    ...more,
  });
  const sent = async (certificate: ClientCertificate) =>
    end.send(await mutual(), {}, { tls: createTrustOptions({ clientCertificates: [certificate] }) });

  it.each<[string, () => ClientCertificate]>([
    ['PEM', () => pem()],
    [
      'PEM with an encrypted key',
      () => pem({ key: file('k', authority.locked(client.key, 'pass')), passphrase: 'pass' }),
    ],
    [
      'PKCS#12',
      () => ({
        domain: '127.*',
        type: 'pkcs12',
        pkcs12: file('c.p12', authority.pkcs12(client, 'pass')),
        passphrase: 'pass',
      }),
    ],
  ])('is sent: %s', async (_, certificate) => {
    expect(formatOutcome(await sent(certificate()))).toBe('client');
  });

  it('is not sent to other hosts, and the error says that one is missing', async () => {
    const strict = await openStrictServer(host, authority.ca);
    const tls = (domain: string) => ({ tls: createTrustOptions({ clientCertificates: [pem({ domain })] }) });
    try {
      expect(getCause(await end.send(strict.url, {}, tls('*.example.com')))).toEqual([
        expect.stringMatching(/^ERR_SSL_(SSLV3|SSL\/TLS)_ALERT_HANDSHAKE_FAILURE$/),
        expect.stringContaining('may ask for a client certificate; add one'),
      ]);
      expect(await end.send(strict.url, {}, tls('127.0.0.1'))).toMatchObject({ right: { status: 200 } });
    } finally {
      await strict.close();
    }
  });

  it('is mentioned as missing if a server closes the connection', async () => {
    expect(await end.send(await mutual(), {}, { tls: createTrustOptions() })).toMatchObject({
      left: { fault: { message: expect.stringContaining('If it asks for a client certificate') as string } },
    });
  });

  it.each<[string, () => ClientCertificate, string, string]>([
    [
      'a wrong passphrase',
      () => pem({ key: file('k.pem', authority.locked(client.key, 'pass')), passphrase: 'wrong' }),
      'PASSPHRASE_WRONG',
      'does not open with its passphrase (k.pem)',
    ],
    [
      'no passphrase',
      () => pem({ key: file('k.pem', authority.locked(client.key, 'pass')) }),
      'PASSPHRASE_WRONG',
      'needs a passphrase (k.pem)',
    ],
    [
      'a wrong passphrase of PKCS#12',
      () => ({
        domain: '*',
        type: 'pkcs12',
        pkcs12: file('c.p12', authority.pkcs12(client, 'pass')),
        passphrase: 'no',
      }),
      'PASSPHRASE_WRONG',
      'does not open with its passphrase (c.p12)',
    ],
    [
      'the key of another certificate',
      () => pem({ key: file('other.key', host.key) }),
      'KEY_MISMATCH',
      'The key other.key does not belong to',
    ],
    [
      'a file that is not a certificate',
      () => pem({ certificate: file('client.pem', 'x') }),
      'CERTIFICATE_INVALID',
      'cannot be read',
    ],
  ])('is reported with what is wrong with it: %s', async (_, certificate, cause, message) => {
    const outcome = getCause(await sent(certificate()));
    expect(outcome).toEqual([cause, expect.stringContaining(message)]);
    expect(outcome[1]).not.toContain('wrong');
  });

  it('is reported if the server does not know it', async () => {
    const strict = await openStrictServer(host, authority.ca);
    const stranger = createSelfSigned('client');
    const certificate = pem({ certificate: file('c', stranger.cert), key: file('k', stranger.key) });
    try {
      const tls = createTrustOptions({ clientCertificates: [certificate] });
      expect(getCause(await end.send(strict.url, {}, { tls }))[1]).toContain(
        'did not accept the client certificate',
      );
    } finally {
      await strict.close();
    }
  });
});

it(
  'connections are never shared between requests with and without verification',
  { tags: 'tls:verify' },
  async () => {
    const url = await startServer(createSelfSigned('127.0.0.1'));
    expect(await end.send(url, {}, { tls: { verify: false } })).toMatchObject({ right: { status: 200 } });
    expect(getCause(await end.send(url))[0]).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(await end.send(url, {}, { tls: { verify: false } })).toMatchObject({ right: { status: 200 } });
  },
);

it('connections of old configurations are closed', { tags: 'tls:ca' }, async () => {
  const url = await startServer(host);
  for (let round = 0; round < 20; round++)
    expect(
      await end.send(
        url,
        {},
        {
          tls: createTrustOptions({
            clientCertificates: [{ domain: `${round}.example`, type: 'pkcs12', pkcs12: file('p', 'x') }],
          }),
        },
      ),
    ).toMatchObject({ right: { status: 200 } });
  await expect.poll(end.connections).toBeLessThanOrEqual(16);
});
