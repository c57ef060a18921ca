import { expect, it } from 'vitest';

import { connectionRows } from './connection-rows.js';

const plain = { protocol: 'http/1.1', reused: true, remoteAddress: '127.0.0.1', tls: null };

const linesOf = (rows: ReturnType<typeof connectionRows>) =>
  rows.map(({ name, value }) => `${name}: ${value}`);

it('shows what is known of a connection, and leaves out the rest', () => {
  expect(linesOf(connectionRows(plain))).toEqual([
    'Protocol: http/1.1',
    'Connection: reused',
    'Address: 127.0.0.1',
  ]);
  const tls = {
    version: 'TLSv1.3',
    cipher: 'TLS_AES_256_GCM_SHA384',
    subject: 'CN=a.example',
    issuer: '',
    validTo: '2049-12-31T23:59:59.000Z',
  };
  expect(linesOf(connectionRows({ ...plain, reused: false, remoteAddress: null, tls }))).toEqual([
    'Protocol: http/1.1',
    'Connection: new',
    'TLS: TLSv1.3, TLS_AES_256_GCM_SHA384',
    'Certificate: CN=a.example',
    'Valid until: 2049-12-31T23:59:59.000Z',
  ]);
});

it('names the proxy, whose address is that of the connection', { tags: 'proxy:named' }, () => {
  expect(linesOf(connectionRows({ ...plain, proxy: 'http://proxy.example:3128' }))).toEqual(
    expect.arrayContaining(['Proxy: http://proxy.example:3128', 'Address of the proxy: 127.0.0.1']),
  );
});
