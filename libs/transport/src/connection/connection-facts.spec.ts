import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import { describe, expect, it } from 'vitest';

import { describeConnection } from '../attempt.js';

/** A fake TLS connection to a server with this certificate. */
const createSecureSocket = (certificate: object | undefined, more: object = {}): Socket =>
  Object.create(TLSSocket.prototype, {
    ...Object.getOwnPropertyDescriptors({
      ...{ remoteAddress: '127.0.0.1', alpnProtocol: false, getProtocol: () => 'TLSv1.3' },
      getCipher: () => ({ standardName: 'TLS_AES_256_GCM_SHA384' }),
      getPeerX509Certificate: () => certificate,
      ...more,
    }),
  }) as Socket;

describe('the description of a connection', () => {
  it('contains its address and its proxy', () => {
    const facts = { protocol: 'http/1.1', remoteAddress: null, tls: null };
    expect(describeConnection(new Socket())).toEqual(facts);
    expect(describeConnection(new Socket(), 'http://p:80')).toEqual({ ...facts, proxy: 'http://p:80' });
  });

  it('contains a certificate with one line for each field', () => {
    const certificate = {
      ...{ subject: 'O=Example\nCN=a.example', issuer: `CN=${'x'.repeat(600)}` },
      validTo: 'Dec 31 23:59:59 2049 GMT',
    };
    expect(describeConnection(createSecureSocket(certificate, { alpnProtocol: 'h2' }))).toEqual({
      ...{ protocol: 'h2', remoteAddress: '127.0.0.1' },
      tls: {
        ...{ version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', subject: 'O=Example, CN=a.example' },
        ...{ issuer: `CN=${'x'.repeat(509)}`, validTo: '2049-12-31T23:59:59.000Z' },
      },
    });
    expect(describeConnection(createSecureSocket(certificate)).protocol).toBe('http/1.1');
  });

  it('has empty fields where a certificate lacks them, and keeps a date that cannot be parsed', () => {
    const unknown = { version: '', subject: '', issuer: '', validTo: '' };
    expect(describeConnection(createSecureSocket(undefined, { getProtocol: () => null })).tls).toMatchObject(
      unknown,
    );
    expect(describeConnection(createSecureSocket({ validTo: 'never' })).tls).toMatchObject({
      validTo: 'never',
    });
  });
});
