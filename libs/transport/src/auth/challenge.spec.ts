import { createHash, generateKeyPairSync } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { type Unsendable } from '../request/unsendable.js';
import { listChallenges } from './challenge.js';
import { parseRsaKey } from './rsa-key.js';
import { createWsseFields } from './wsse.js';

const challenges = (...fields: readonly string[]) =>
  listChallenges(fields.map((value) => ['www-authenticate', value] as const)).map(
    ({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)],
  );

describe('the challenges of a response', () => {
  it.each<[string, unknown]>([
    ['Basic', [['basic', {}]]],
    ['Basic realm="a, b"', [['basic', { realm: 'a, b' }]]],
    ['Digest REALM=a , nonce = "x\\"y\\\\"', [['digest', { realm: 'a', nonce: 'x"y\\' }]]],
    [
      'NTLM TlRMTVNTUAAB==, Basic realm=a',
      [
        ['ntlm', {}],
        ['basic', { realm: 'a' }],
      ],
    ],
    [
      'Negotiate, NTLM',
      [
        ['negotiate', {}],
        ['ntlm', {}],
      ],
    ],
    [
      'Digest qop="", algorithm=MD5,Basic realm="b"',
      [
        ['digest', { qop: '', algorithm: 'MD5' }],
        ['basic', { realm: 'b' }],
      ],
    ],
    [', Digest realm="r", nonce="n"', [['digest', { realm: 'r', nonce: 'n' }]]],
    ['Digest realm="r",, ,nonce="n",', [['digest', { realm: 'r', nonce: 'n' }]]],
    [
      ',,Basic realm="b", ,Digest realm="r",,nonce="n"',
      [
        ['basic', { realm: 'b' }],
        ['digest', { realm: 'r', nonce: 'n' }],
      ],
    ],
    [
      'Negotiate, Digest realm="r"',
      [
        ['negotiate', {}],
        ['digest', { realm: 'r' }],
      ],
    ],
    [
      'Bearer scope="a b" error="x" Digest realm="r"',
      [
        ['bearer', { scope: 'a b', error: 'x' }],
        ['digest', { realm: 'r' }],
      ],
    ],
    ['Digest realm="r" nonce="n"', [['digest', { realm: 'r', nonce: 'n' }]]],
    [' realm=a', []],
    ['', []],
    ['"', []],
  ])('of %j are %j', (field, expected) => {
    expect(challenges(field)).toEqual(expected);
  });

  it('are collected from all fields of the name', () => {
    expect(challenges('Basic', 'NTLM')).toEqual([
      ['basic', {}],
      ['ntlm', {}],
    ]);
    const headers = [
      ['proxy-authenticate', 'Basic'],
      ['www-authenticate', 'NTLM'],
    ] as const;
    expect(listChallenges(headers, 'proxy-authenticate').map(({ scheme }) => scheme)).toEqual(['basic']);
  });
});

it('a UsernameToken has the digest of its nonce, its time and the password', () => {
  const now = new Date('2026-01-02T03:04:05.678Z');
  const [[name, value] = ['', '']] = createWsseFields(
    { type: 'wsse', username: 'a"\\b', password: 'secret' },
    now,
  );
  expect(name).toBe('x-wsse');
  const [, digest, nonce] =
    /^UsernameToken Username="a\\"\\\\b", PasswordDigest="([^"]+)", Nonce="([0-9a-f]{32})", Created="2026-01-02T03:04:05\.678Z"$/.exec(
      value,
    ) ?? [];
  const hash = createHash('sha1').update(`${nonce}2026-01-02T03:04:05.678Zsecret`).digest('hex');
  expect(digest).toBe(Buffer.from(hash).toString('base64'));
});

describe('the RSA key of OAuth 1.0', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });

  it('may have escaped line breaks', () => {
    expect(parseRsaKey(String(rsa)).asymmetricKeyType).toBe('rsa');
    expect(parseRsaKey(String(rsa).replaceAll('\n', '\\n')).asymmetricKeyType).toBe('rsa');
  });

  it.each([
    ['cannot be read', 'no key'],
    ['is not an RSA key', String(elliptic)],
  ])('is rejected if it %s', (what, pem) => {
    let fault: unknown;
    try {
      parseRsaKey(pem);
    } catch (error) {
      fault = (error as Unsendable).fault;
    }
    expect(fault).toEqual({
      ...{ code: 'AUTH_INVALID', details: { field: 'auth.privateKey' } },
      message: `The private key of OAuth 1.0 ${what}. Set auth.privateKey to an unencrypted RSA key in PEM with at most 8192 bits.`,
    });
  });
});
