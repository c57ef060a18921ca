import type { ClientCertificate } from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import type { ExecutionContext } from '../execution-state.js';
import {
  createConnectionGuard,
  listTlsSettings,
  parseUnverifiedKey,
  toProxySetting,
  toUnverifiedSetting,
} from './connection-guard.js';

const hash = (text: string): string => `#${text}`;
const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });

describe('a setting that needs approval', { tags: 'trust:connections' }, () => {
  it('is a CA file or a client certificate, identified by its content and its domain', () => {
    const pkcs12: ClientCertificate = { type: 'pkcs12', domain: 'a.test', pkcs12: file('c.p12', 'P') };
    const pem: ClientCertificate = {
      ...{ type: 'pem', domain: 'b.test' },
      ...{ certificate: file('c.pem', 'C'), key: file('k.pem', 'K') },
    };
    expect(listTlsSettings(hash, { ca: [file('ca.pem', 'A')], clientCertificates: [pkcs12, pem] })).toEqual([
      { kind: 'ca', key: 'ca:#A', value: 'ca.pem (SHA-256 #A)' },
      {
        kind: 'clientCertificate',
        key: 'clientCertificate:#["a.test","#P"]',
        value: 'c.p12 for a.test (SHA-256 #["a.test","#P"])',
      },
      {
        kind: 'clientCertificate',
        key: 'clientCertificate:#["b.test","#C","#K"]',
        value: 'c.pem, k.pem for b.test (SHA-256 #["b.test","#C","#K"])',
      },
    ]);
    expect(listTlsSettings(hash, {})).toEqual([]);
  });

  it('is a proxy, identified by its address and by whether it gets requests to loopback', () => {
    const proxy = {
      protocol: 'HTTP',
      hostname: 'P.Test',
      port: '8080',
      bypass: ' b.test,A.test; <-Loopback>  a.test',
    };
    expect(toProxySetting(hash, proxy)).toEqual({
      kind: 'proxy',
      key: 'proxy:#http://p.test:8080 <-loopback>',
      value: 'http://p.test:8080 <-loopback>',
      bypass: ['a.test', 'b.test'],
    });
    expect(toProxySetting(hash, { ...proxy, port: '', bypass: '', username: 'u', password: 'p' })).toEqual({
      kind: 'proxy',
      key: 'proxy:#http://p.test',
      value: 'http://p.test',
      bypass: [],
    });
  });

  it('disables verification for one server, which its key names', () => {
    const { key, ...shown } = toUnverifiedSetting({ id: 'rest_1', name: 'the request "R"' }, 'a.test:443');
    expect(shown).toEqual({ kind: 'unverified', value: 'the request "R" for a.test:443' });
    expect(parseUnverifiedKey(key)).toEqual({ id: 'rest_1', host: 'a.test:443' });
    expect(parseUnverifiedKey('unverified:@[::1]:443')).toEqual({ id: '', host: '[::1]:443' });
    expect(parseUnverifiedKey('ca:#A')).toBeUndefined();
    expect(parseUnverifiedKey(`x${key}`)).toBeUndefined();
  });

  it('is not approved if the approvals cannot be read, and a call may disable verification itself', async () => {
    const added: unknown[] = [];
    const scriptReviews = {
      find: () => TE.left({ kind: 'unavailable' }),
      add: (_: string, reviews: readonly unknown[]) => {
        added.push(...reviews);
        return TE.right(undefined);
      },
    };
    const reviewing = { ports: { settingHash: hash, store: { scriptReviews } }, workspace: { id: 'w' } };
    const guard = createConnectionGuard(reviewing as unknown as ExecutionContext, { tls: { verify: false } });
    const ask = (url: string) =>
      guard?.({ hop: 'first', method: 'GET', url, headers: [], body: null }, new AbortController().signal);
    expect(await ask('http://a.test/')).toBeUndefined();
    expect(added).toEqual([]);
    expect(await ask('https://a.test/')).toMatchObject({
      code: 'CONNECTION_NOT_APPROVED',
      message: expect.stringContaining('agreed to tls.verify: false of the call for a.test, ') as string,
      details: { waiting: [{ kind: 'unverified', value: 'the call for a.test' }] },
    });
    expect(added).toMatchObject([{ hash: 'unverified:@a.test', isApproved: false, text: null }]);
  });
});
