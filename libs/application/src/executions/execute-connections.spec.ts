import type { Auth, ConnectionSettings } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import type { CreateRest } from '../requests/request-arguments.js';

let on: PlannedApplication;
beforeEach(async () => {
  on = await createPlannedApplication();
});

const url = 'https://h.test/';
const bytes = (text: string) => new TextEncoder().encode(text);
const createNamedFile = (name: string) => ({ name, bytes: bytes(`in ${name}`) });

const connect = async (connections: Partial<ConnectionSettings>, files: readonly string[] = []) => {
  on.plan.files = Object.fromEntries(files.map((name) => [name, `in ${name}`]));
  const whole = { ca: [], clientCertificates: [], ...connections };
  await unwrapResult(on.application.folders.update({ id: '', connections: whole }));
};

/** Sends a request, and returns the TLS and proxy options that the transport receives. */
const sendAndGetOptions = async (
  fields: Partial<CreateRest> = {},
  variables: Record<string, string> = {},
) => {
  const { error } = await on.rest({ url, ...fields }, { variables });
  const { tls, proxy } = on.seen.options.at(-1) ?? {};
  return { error, tls, proxy };
};

const pem = { type: 'pem', domain: '*.test', certificate: 'c.pem', key: 'k.pem', enabled: true } as const;
const pkcs12 = { type: 'pkcs12', domain: 'h.test', file: 'c.p12', enabled: true } as const;

describe('TLS', { tags: 'tls:files' }, () => {
  it('uses the certificates of the workspace, whose files are read', async () => {
    const clientCertificates = [
      { ...pem, passphrase: '{{pass}}' },
      { ...pkcs12, passphrase: '' },
      { ...pkcs12, file: 'off.p12', enabled: false },
      { ...pkcs12, passphrase: '{{none}}' },
      { ...pkcs12, passphrase: '{{loop}}' },
    ];
    await connect({ ca: ['ca.pem', 'more.pem'], clientCertificates }, [
      'ca.pem',
      'more.pem',
      'c.pem',
      'k.pem',
      'c.p12',
    ]);
    const variables = { pass: 'open', loop: '{{loop}}' };
    expect(await sendAndGetOptions({}, variables)).toEqual({
      error: null,
      proxy: undefined,
      tls: {
        ca: [createNamedFile('ca.pem'), createNamedFile('more.pem')],
        clientCertificates: [
          {
            domain: '*.test',
            passphrase: 'open',
            type: 'pem',
            certificate: createNamedFile('c.pem'),
            key: createNamedFile('k.pem'),
          },
          { domain: 'h.test', type: 'pkcs12', pkcs12: createNamedFile('c.p12') },
          { domain: 'h.test', passphrase: '{{none}}', type: 'pkcs12', pkcs12: createNamedFile('c.p12') },
          { domain: 'h.test', passphrase: '{{loop}}', type: 'pkcs12', pkcs12: createNamedFile('c.p12') },
        ],
      },
    });
  });

  it('is verified unless the request disables it', async () => {
    expect((await sendAndGetOptions()).tls).toBeUndefined();
    expect((await sendAndGetOptions({ settings: { tls: { verify: true } } })).tls).toBeUndefined();
    expect((await sendAndGetOptions({ settings: { tls: { verify: false } } })).tls).toEqual({
      verify: false,
    });
    await connect({ ca: ['ca.pem'] }, ['ca.pem']);
    expect((await sendAndGetOptions({ settings: { tls: { verify: false } } })).tls).toEqual({
      ca: [createNamedFile('ca.pem')],
      clientCertificates: [],
      verify: false,
    });
  });

  it.each([
    { ca: ['none.pem'] },
    { clientCertificates: [{ ...pem }] },
    { clientCertificates: [{ ...pkcs12 }] },
  ])('with %j fails before sending if a file is missing, but not for plain HTTP', async (connections) => {
    await connect(connections, ['c.pem']);
    expect(await sendAndGetOptions({ url: 'HTTPS://h.test/' })).toMatchObject({
      error: { code: 'FILE_NOT_FOUND' },
    });
    expect(on.seen.sent).toEqual([]);
    expect(await sendAndGetOptions({ url: 'http://h.test/' })).toEqual({
      error: null,
      tls: undefined,
      proxy: undefined,
    });
    const settings = { tls: { verify: false } };
    expect(await sendAndGetOptions({ url: 'http://https:1/', settings })).toMatchObject({
      tls: { verify: false },
    });
  });

  it('has its files loaded for plain HTTP too, because a redirect may use TLS', async () => {
    await connect({ ca: ['ca.pem'] }, ['ca.pem']);
    expect((await sendAndGetOptions({ url: 'http://h.test/' })).tls).toMatchObject({
      ca: [createNamedFile('ca.pem')],
    });
  });
});

it('a connection uses the settings of its request', { tags: 'http:version' }, async () => {
  await on.rest({ settings: { http: '2', timeoutMs: 7, followRedirects: false, maxRedirects: 3 } });
  await on.rest({}, { timeoutMs: 9 });
  const { signal: _, cookies: _cookies, guard: _guard, share: _share, ...said } = on.seen.options[0]!;
  expect(said).toEqual({
    http: '2',
    timeoutMs: 7,
    followRedirects: false,
    maxRedirects: 3,
    maxBytes: 52_428_800,
  });
  const { signal: _signal, cookies: _jar, guard: _none, share: _memory, ...usual } = on.seen.options[1]!;
  expect(usual).toEqual({ timeoutMs: 9, followRedirects: true, maxRedirects: 10, maxBytes: 52_428_800 });
});

describe('a proxy', { tags: 'proxy:named' }, () => {
  const manual = { mode: 'manual', hostname: 'p.test' } as const;

  it.each<[NonNullable<ConnectionSettings['proxy']>, unknown]>([
    [{ mode: 'none', hostname: 'p.test' }, undefined],
    [{ mode: 'system', hostname: 'p.test' }, 'system'],
    [manual, { protocol: 'http', hostname: 'p.test', port: '', bypass: '' }],
    [
      { ...manual, protocol: ' socks5 ', hostname: '{{host}}', port: 8080, bypass: 'a.test, {{host}}' },
      { protocol: 'socks5', hostname: 'filled.test', port: '8080', bypass: 'a.test, filled.test' },
    ],
    [
      { ...manual, auth: { username: ' {{user}}', password: 'p', enabled: true } },
      { protocol: 'http', hostname: 'p.test', port: '', bypass: '', username: 'u', password: 'p' },
    ],
    [
      { ...manual, auth: { username: '{{none}}', password: 'p', enabled: false } },
      { protocol: 'http', hostname: 'p.test', port: '', bypass: '' },
    ],
  ])('set as %j is passed to the transport as %j', async (proxy, expected) => {
    await connect({ proxy });
    expect((await sendAndGetOptions({}, { host: 'filled.test', user: 'u' })).proxy).toEqual(expected);
  });

  it('prevents sending if its variables have no values', async () => {
    const { id } = await on.environment();
    await unwrapResult(on.application.environments.update({ id, secrets: { empty: '' } }));
    await connect({ proxy: { ...manual, hostname: '{{host}}', bypass: '{{empty}}' } });
    expect((await sendAndGetOptions()).error).toEqual({
      code: 'UNRESOLVED_VARIABLE',
      message:
        'The proxy of the workspace needs a value for {{host}}. Set it in the environment, or change the connections of the workspace.',
      details: { names: ['host', 'empty'] },
    });
    expect((await sendAndGetOptions({}, { host: '{{host}}' })).error).toMatchObject({
      code: 'VARIABLE_CYCLE',
    });
    expect(on.seen.sent).toEqual([]);
  });
});

describe('OAuth 1.0', { tags: 'auth:oauth1' }, () => {
  const oauth1 = { type: 'oauth1', signatureMethod: 'RSA-SHA256', consumerKey: 'k' } as const;

  /** The auth passed to the transport, or why the request is not sent. */
  const signed = async (auth: Auth, variables: Record<string, string> = {}) => {
    const { error } = await on.rest({ auth }, { variables });
    return error ?? on.seen.sent.at(-1)?.auth;
  };

  it('reads the private key from a workspace file if the signature method needs a key', async () => {
    on.plan.files = { 'a.pem': 'PEM' };
    const privateKeyFile = '{{file}}';
    const variables = { file: 'a.pem' };
    const filled = { ...oauth1, privateKeyFile: 'a.pem' };
    expect(await signed({ ...oauth1, privateKeyFile }, variables)).toEqual({ ...filled, privateKey: 'PEM' });
    expect(await signed({ ...oauth1, privateKeyFile, privateKey: 'own' }, variables)).toEqual({
      ...filled,
      privateKey: 'own',
    });
    const plain = { ...oauth1, signatureMethod: 'PLAINTEXT', privateKeyFile: 'none.pem' } as const;
    expect(await signed(plain)).toEqual(plain);
    expect(await signed({ ...oauth1, privateKeyFile: 'none.pem' })).toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('is sent with variables substituted, strings made well-formed and empty strings omitted', async () => {
    const auth = {
      ...oauth1,
      signatureMethod: 'HMAC-SHA1',
      consumerKey: '{{k}}\ud800',
      consumerSecret: '{{k}}\udfff',
      realm: '',
      timestamp: '17',
    } as const;
    expect(await signed(auth, { k: 'K' })).toEqual({
      type: 'oauth1',
      signatureMethod: 'HMAC-SHA1',
      consumerKey: 'K\ufffd',
      consumerSecret: 'K\ufffd',
      timestamp: '17',
    });
  });

  it.each<[string, Partial<Extract<Auth, { type: 'oauth1' }>>, string]>([
    [
      'consumerKey',
      { consumerKey: '', consumerSecret: 'x' },
      'OAuth 1.0 has no consumer key, so nothing was sent. Set auth.consumerKey.',
    ],
    [
      'privateKey',
      {},
      'RSA-SHA256 needs a private key, so nothing was sent. Set auth.privateKey or auth.privateKeyFile.',
    ],
    [
      'timestamp',
      { privateKey: 'x', timestamp: '17 ' },
      'The timestamp of OAuth 1.0 is not a number of seconds since 1970. Change auth.timestamp, or leave it empty for the current time.',
    ],
    [
      'timestamp',
      { privateKey: 'x', timestamp: 'x17' },
      'The timestamp of OAuth 1.0 is not a number of seconds since 1970. Change auth.timestamp, or leave it empty for the current time.',
    ],
    [
      'realm',
      { privateKey: 'x', realm: 'a\n' },
      'The realm of OAuth 1.0 has characters that a header cannot contain. Use printable ASCII in auth.realm.',
    ],
    [
      'realm',
      { privateKey: 'x', realm: 'éa' },
      'The realm of OAuth 1.0 has characters that a header cannot contain. Use printable ASCII in auth.realm.',
    ],
  ])('is not sent if its field %s is invalid: %j', async (field, more, message) => {
    expect(await signed({ ...oauth1, ...more })).toEqual({
      code: 'AUTH_INVALID',
      message,
      details: { field: `auth.${field}` },
    });
    expect(on.seen.sent).toEqual([]);
  });

  it('accepts a realm of any printable ASCII characters', async () => {
    expect(await signed({ ...oauth1, privateKey: 'x', realm: 'a b~' })).toMatchObject({ realm: 'a b~' });
  });
});
