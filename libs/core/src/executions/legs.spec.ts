import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Guard, openGuard } from '../guards/guard.js';
import { evaluateGuards, type GuardedRequest } from '../guards/evaluate-guards.js';
import { listLegs } from './legs.js';

const denyHosts = (...hosts: readonly string[]): Guard => ({
  protected: false,
  agents: { rules: [{ methods: [], hosts, then: 'deny' }], otherwise: 'allow' },
});

const denyMethod = (method: string): Guard => ({
  protected: false,
  agents: { rules: [{ methods: [method], hosts: [], then: 'deny' }], otherwise: 'allow' },
});

const request = (parts: Partial<GuardedRequest> = {}): GuardedRequest => ({
  method: 'GET',
  url: 'http://fine.example.test/all',
  headers: [],
  body: null,
  ...parts,
});

const createProxy = (hostname: string, port: number, forwards = true) => ({
  proxy: { protocol: 'http', hostname, port, forwards } as const,
});

/** Every way in which a request can reach a host or name it. */
const ways: readonly ((host: string, port: number) => Partial<GuardedRequest>)[] = [
  (host, port) => ({ url: `http://${host}:${port}/x` }),
  (host, port) => ({ url: `https://${host}:${port}/x` }),
  (host, port) => ({ headers: [['Host', `${host}:${port}`]] }),
  (host, port) => ({ url: `http://127.9.9.9:${port}/`, headers: [['hOST', host]] }),
  (host, port) => ({ headers: [['X_Forwarded_Host', `other.test, ${host}:${port}`]] }),
  (host, port) => ({ headers: [['Forwarded', `for=1.2.3.4;Host="${host}:${port}"`]] }),
  (host, port) => ({ headers: [['X_Original_URL', `http://u@${host}:${port}/x`]] }),
  (host, port) => ({ headers: [['X-Rewrite-Url', `//${host}:${port}/x`]] }),
  (host, port) => ({ method: 'COPY', headers: [['Destination', `https://${host}:${port}`]] }),
  (host, port) => ({ headers: [['X-HTTP-Host-Override', `${host}:${port}`]] }),
  (host, port) => createProxy(host, port),
  (host, port) => createProxy(host, port, false),
];

const ownHosts = new Set(['192.168.7.5', '[fe80::7]', 'workstation', 'workstation.local']);

const v4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));

/** Names and addresses of this machine, in all the spellings that URLs allow. */
const ownSpelling = fc.oneof(
  fc.constantFrom(
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'localhost.localdomain',
    '[::1]',
    '[::]',
  ),
  fc.constantFrom('[0:0:0:0:0:0:0:1]', '0', '0.0.0.0', '2130706433', '0x7f000001', '0177.0.0.1', '127.1'),
  fc.constantFrom('192.168.7.5', '0xc0a80705', '3232237317', '[::ffff:192.168.7.5]', '[FE80::7]'),
  fc.constantFrom('workstation', 'WorkStation.', 'workstation.local'),
  v4.map(([a, b, c]) => `127.${a}.${b}.${c}`),
  v4.map(([a, b, c]) => `[::ffff:127.${a}.${b}.${c}]`),
  fc.constantFrom('[::127.0.0.1]', '[64:ff9b::127.0.0.1]', '[::ffff:0:127.0.0.1]', '[64:FF9B::7f00:1]'),
  // Full-width and circled digits, and an ideographic full stop, which URLs normalize.
  fc.constantFrom(
    '１２７.０.０.１',
    '①②⑦.0.0.1',
    '127。0。0。1',
    'ｌｏｃａｌｈｏｓｔ',
    '0x7f.0x0.0x0.0x1',
    '017700000001',
  ),
);

describe('every host that a request reaches or names', { tags: 'guard:legs' }, () => {
  it('is matched by a rule for this machine if it is any name or address of this machine', () => {
    fc.assert(
      fc.property(
        ownSpelling,
        ownSpelling,
        fc.integer({ min: 1, max: 65_535 }),
        fc.constantFrom(...ways),
        fc.boolean(),
        (ruled, reached, port, way, hasPort) => {
          const guard = denyHosts(hasPort ? `${ruled}:${port}` : ruled);
          expect(evaluateGuards([guard], request(way(reached, port)), 'agent', ownHosts)).toBe('deny');
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is not matched by a rule for this machine if it is another machine', () => {
    const elsewhere = fc.constantFrom(
      'fine.example.test',
      '10.0.0.1',
      '[2001:db8::1]',
      'localhost.example.test',
    );
    fc.assert(
      fc.property(
        ownSpelling,
        elsewhere,
        fc.constantFrom(...ways.filter((_, at) => at !== 3)),
        (ruled, reached, way) => {
          expect(evaluateGuards([denyHosts(ruled)], request(way(reached, 8080)), 'agent', ownHosts)).toBe(
            'allow',
          );
        },
      ),
    );
  });

  it('matches every rule if it is an invalid Host header', () => {
    for (const host of ['a b', '', 'x@y', '*'])
      expect(
        evaluateGuards([denyHosts('admin.example.test')], request({ headers: [['Host', host]] }), 'agent'),
      ).toBe('deny');
  });

  it('is refused if a guard does not list it, unless it is a proxy that forwards to a listed host', () => {
    const only: Guard = {
      protected: false,
      agents: { rules: [{ methods: [], hosts: ['fine.example.test'], then: 'allow' }], otherwise: 'deny' },
    };
    expect(evaluateGuards([only], request(createProxy('10.0.0.1', 3128)), 'agent')).toBe('allow');
    expect(evaluateGuards([only], request({ headers: [['Host', 'other.test']] }), 'agent')).toBe('deny');
    expect(evaluateGuards([openGuard, only], request({ url: 'http://other.test/' }), 'agent')).toBe('deny');
  });

  it('is listed, whether it is the server, the host of a header or the proxy', () => {
    const legs = listLegs({
      ...request({ headers: [['host', 'admin.test:81']], ...createProxy('127.0.0.1', 8081) }),
    });
    expect(legs.map(({ role, to: { host, port } }) => [role, host, port])).toEqual([
      ['server', 'fine.example.test', 80],
      ['authority', 'admin.test', 81],
      ['proxy', '127.0.0.1', 8081],
    ]);
  });
});

const form = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
const json = [['content-type', 'application/json; charset=utf-8']] as const;
const multipart = [['content-type', 'multipart/form-data; boundary=b']] as const;

describe('a method override in a request', { tags: 'guard:override' }, () => {
  it.each<[string, Partial<GuardedRequest>]>([
    ['a header', { headers: [['X-HTTP-Method-Override', 'DELETE']] }],
    ['a header with underscores', { headers: [['X_HTTP_Method_Override', 'delete']] }],
    ['a header with hyphens and underscores', { headers: [['x_http-method_OVERRIDE', ' Delete ']] }],
    ['a header without Override', { headers: [['X_HTTP_Method', 'DELETE']] }],
    ['another header', { headers: [['X-Method_Override', 'DELETE']] }],
    ['the header for the original method', { headers: [['X-Original-Method', 'DELETE']] }],
    ['the header for a rewritten method', { headers: [['X_Rewrite_Method', 'DELETE']] }],
    ['the header for a forwarded method', { headers: [['X-Forwarded-Method', 'DELETE']] }],
    ['a header without X-', { headers: [['Method-Override', 'DELETE']] }],
    ['a parameter named method', { url: 'http://h/?method=delete' }],
    ['a field named method', { headers: form, body: 'method=DELETE' }],
    [
      'a part named method',
      {
        headers: multipart,
        body: '--b\r\nContent-Disposition: form-data; name="method"\r\n\r\ndelete\r\n--b--',
      },
    ],
    ['the query', { url: 'http://h/?_METHOD=delete' }],
    ['the query in escapes', { url: 'http://h/?%5Fmethod=%44ELETE' }],
    ['the query by the name of a header', { url: 'http://h/?x-http-method-override=DELETE' }],
    ['the query after a semicolon', { url: 'http://h/?a=1;_method=delete' }],
    ['the first of a list', { headers: [['X-HTTP-Method-Override', 'DELETE, POST']] }],
    ['a JSON body', { headers: json, body: '{"a":1, "_method" : "delete"}' }],
    ['a JSON body in escapes', { headers: json, body: '{"\\u005fmethod":"DEL\\u0045TE"}' }],
    ['a JSON body in bytes', { headers: json, body: new TextEncoder().encode('{"_METHOD":"DELETE"}') }],
    ['a form', { headers: form, body: 'a=1&_method=delete' }],
    [
      'a form in bytes and escapes',
      { headers: form, body: new TextEncoder().encode('%5fmethod=delet%65&b=2') },
    ],
    [
      'a part of a multipart body',
      {
        headers: multipart,
        body: '--b\r\nContent-Disposition: form-data; name="_method"\r\n\r\ndelete\r\n--b--',
      },
    ],
    [
      'a part with a type',
      {
        headers: multipart,
        body: '--b\r\nContent-Disposition: form-data; name=_method\r\nContent-Type: text/plain\r\n\r\nDELETE\r\n--b--',
      },
    ],
  ])('is recognized in %s', (_where, parts) => {
    expect(evaluateGuards([denyMethod('DELETE')], request({ method: 'POST', ...parts }), 'agent')).toBe(
      'deny',
    );
  });

  it('is recognized in a header name of any case, with hyphens or underscores', () => {
    const letters = 'x-http-method-override'
      .split('')
      .map((letter) =>
        letter === '-' ? fc.constantFrom('-', '_') : fc.constantFrom(letter, letter.toUpperCase()),
      );
    fc.assert(
      fc.property(fc.tuple(...letters), (name) => {
        const headers = [[name.join(''), 'DELETE']] as const;
        expect(evaluateGuards([denyMethod('DELETE')], request({ headers }), 'agent')).toBe('deny');
      }),
    );
  });

  it('is not recognized in a header or field that only resembles a method override', () => {
    const body = 'the_method=delete&_methods=delete';
    expect(evaluateGuards([denyMethod('DELETE')], request({ headers: form, body }), 'agent')).toBe('allow');
    const text = '{"_methods":"DELETE","text":"\\"_method\\":\\"DELETE\\""}';
    expect(evaluateGuards([denyMethod('DELETE')], request({ headers: json, body: text }), 'agent')).toBe(
      'allow',
    );
    expect(evaluateGuards([denyMethod('DELETE')], request({ body: '_method=delete' }), 'agent')).toBe(
      'allow',
    );
    const production: Guard = { ...openGuard, protected: true };
    expect(evaluateGuards([production], request({ url: 'http://h/?method=card' }), 'agent')).toBe('allow');
  });
});
