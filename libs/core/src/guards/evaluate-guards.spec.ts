import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  type Guard,
  toEnvironmentGuard,
  findGuardProblem,
  openGuard,
  type GuardDecision,
  guardDecisions,
} from './guard.js';
import { parseGuardHost, parseUrlHost, findHostPatternProblem, matchesHost } from './guard-host.js';
import { evaluateGuards, type GuardedRequest, isLooserGuard } from './evaluate-guards.js';

const guard = (agents: Partial<Guard['agents']> = {}, isProtected = false): Guard => ({
  protected: isProtected,
  agents: { ...openGuard.agents, ...agents },
});

const rule = (then: GuardDecision, methods: readonly string[] = [], hosts: readonly string[] = []) => ({
  methods,
  hosts,
  then,
});

const production = guard({}, true);

const createRequest = (
  method: string,
  url = 'https://api.example.com/users',
  headers: GuardedRequest['headers'] = [],
): GuardedRequest => ({ method, url, headers });

describe('a guard decides', { tags: 'guard:rules' }, () => {
  it.each<[string, readonly Guard[], GuardedRequest, GuardDecision]>([
    ['to allow everything if there is no guard', [], createRequest('DELETE'), 'allow'],
    ['to allow everything if the guard is open', [openGuard], createRequest('DELETE'), 'allow'],
    ['to allow GET in production', [production], createRequest('GET'), 'allow'],
    ['to allow HEAD in production', [production], createRequest('HEAD'), 'allow'],
    ['to allow OPTIONS in production', [production], createRequest('OPTIONS'), 'allow'],
    ['to ask about POST in production', [production], createRequest('POST'), 'ask'],
    [
      'to treat a method in lower case like the same method in capitals',
      [production],
      createRequest('delete'),
      'ask',
    ],
    ['to treat an unusual method as one that changes something', [production], createRequest('PURGE'), 'ask'],
    [
      'to treat a GET that stands for another method as that method',
      [production],
      createRequest('GET', undefined, [['X-HTTP-Method-Override', 'DELETE']]),
      'ask',
    ],
    [
      'to treat a GET that names another method in its query as that method',
      [production],
      createRequest('GET', 'https://h/?_method=delete'),
      'ask',
    ],
    [
      'by the first rule that matches',
      [guard({ rules: [rule('allow', ['POST']), rule('deny')] })],
      createRequest('POST'),
      'allow',
    ],
    [
      'by a later rule if the first rule does not match',
      [guard({ rules: [rule('allow', ['POST']), rule('deny')] })],
      createRequest('PUT'),
      'deny',
    ],
    [
      'by a rule rather than by the production switch',
      [guard({ rules: [rule('allow', ['POST'])] }, true)],
      createRequest('POST'),
      'allow',
    ],
    [
      'by the stricter of the production switch and the default',
      [guard({ otherwise: 'deny' }, true)],
      createRequest('GET'),
      'deny',
    ],
    ['by the host', [guard({ rules: [rule('deny', [], ['*.example.com'])] })], createRequest('GET'), 'deny'],
    [
      'by the default for another host',
      [guard({ rules: [rule('deny', [], ['*.example.com'])] })],
      createRequest('GET', 'https://example.com/'),
      'allow',
    ],
    [
      'by the strictest of several guards',
      [guard({ otherwise: 'ask' }), guard({ otherwise: 'deny' }), openGuard],
      createRequest('GET'),
      'deny',
    ],
    ['by methods in any case', [guard({ rules: [rule('deny', ['post'])] })], createRequest('POST'), 'deny'],
    [
      'by the rules for any host if the URL is invalid',
      [guard({ rules: [rule('deny')] })],
      createRequest('GET', ':'),
      'deny',
    ],
  ])('%s', (_what, guards, request, verdict) => {
    expect(evaluateGuards(guards, request, 'agent')).toBe(verdict);
  });

  it('to ask a person only in production, and only about requests that change something', () => {
    const strict = guard({ otherwise: 'deny', rules: [rule('deny')] });
    expect(evaluateGuards([strict], createRequest('DELETE'), 'person')).toBe('allow');
    expect(evaluateGuards([openGuard, production], createRequest('DELETE'), 'person')).toBe('ask');
    expect(evaluateGuards([production], createRequest('GET'), 'person')).toBe('allow');
  });
});

describe('a host pattern', { tags: 'guard:hosts' }, () => {
  it.each([
    ['api.example.com', 'https://API.example.com/', true],
    ['api.example.com', 'https://api.example.com.:8443/x', true],
    ['api.example.com', 'https://api.example.com@evil.test/', false],
    ['api.example.com:443', 'https://api.example.com/', true],
    ['api.example.com:443', 'http://api.example.com/', false],
    ['*.example.com', 'https://a.b.example.com/', true],
    ['*.example.com', 'https://example.com/', false],
    ['*.example.com', 'https://badexample.com/', false],
    ['*', 'http://[2001:db8::1]:9/', true],
    ['*:8080', 'http://x.test:8080/', true],
    ['*:8080', 'http://x.test/', false],
    ['[2001:DB8::1]:9', 'http://[2001:db8:0:0::1]:9/', true],
    ['2001:DB8::1', 'http://[2001:db8:0:0::1]:9/', true],
    ['bücher.example', 'http://xn--bcher-kva.example/', true],
    ['localhost', 'http://127.0.0.1:3000/', true],
    ['127.0.0.1:3000', 'http://[::1]:3000/', true],
    ['127.0.0.1', 'http://2130706433/', true],
    ['localhost:*', 'http://0x7f.1:1/', true],
    ['127.0.0.1', 'http://[::ffff:127.0.0.1]/', true],
    ['127.0.0.1', 'http://app.localhost/', true],
    ['127.0.0.1', 'http://0/', true],
  ])('%s matches %s: %s', (pattern, url, expected) => {
    const [read, host] = [parseGuardHost(pattern), parseUrlHost(url)];
    expect(read && host && matchesHost(read, host)).toBe(expected);
  });

  it.each(['', '*.', 'a b', 'http://a', 'a/b', 'a*.b', '*.*.b', 'u@h', 'a:99999', 'a?b', 'a#b', '*.*'])(
    '%j is invalid',
    (text) => {
      expect(findHostPatternProblem(text)).toContain('is not a host such as');
    },
  );
});

describe('the check of a guard', () => {
  it.each([
    [guard({ rules: [rule('deny', ['PO ST'])] }), 'agents.rules[0].methods'],
    [guard({ rules: [rule('deny'), rule('deny', [], ['a/b'])] }), 'agents.rules[1].hosts'],
    [guard({ rules: Array.from({ length: 51 }, () => rule('deny')) }), 'agents.rules'],
    [
      guard({
        rules: [
          rule(
            'deny',
            Array.from({ length: 21 }, () => 'GET'),
          ),
        ],
      }),
      'agents.rules[0].methods',
    ],
  ])('reports the location of an error', (one, path) => {
    expect(findGuardProblem(one)?.path).toBe(path);
  });

  it('converts only a guard that allows everything to null', () => {
    expect(toEnvironmentGuard(openGuard)).toBeNull();
    expect(toEnvironmentGuard(production)).toEqual(production);
    expect(toEnvironmentGuard(guard({ perMinute: 3 }))).not.toBeNull();
    expect(findGuardProblem(production)).toBeUndefined();
  });
});

const hosts = fc.constantFrom(
  'a.test',
  '*.a.test',
  '*',
  'b.a.test:8080',
  'localhost:3000',
  '*:8080',
  '127.0.0.1',
);
const methods = fc.constantFrom('GET', 'POST', 'DELETE', 'PURGE');
const guards: fc.Arbitrary<Guard> = fc.record({
  protected: fc.boolean(),
  agents: fc.record({
    rules: fc.array(
      fc.record({
        methods: fc.array(methods, { maxLength: 2 }),
        hosts: fc.array(hosts, { maxLength: 2 }),
        then: fc.constantFrom(...guardDecisions),
      }),
      { maxLength: 4 },
    ),
    otherwise: fc.constantFrom(...guardDecisions),
  }),
});
const requests: fc.Arbitrary<GuardedRequest> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'DELETE', 'PURGE', 'PATCH', 'OPTIONS'),
  url: fc
    .tuple(
      fc.constantFrom('http', 'https'),
      fc.constantFrom('a.test', 'b.a.test', 'c.b.a.test', 'x.test', '127.0.0.1', 'localhost'),
      fc.constantFrom('', ':8080', ':3000', ':9'),
    )
    .map(([scheme, host, port]) => `${scheme}://${host}${port}/`),
  headers: fc.constant([]),
});

describe('a changed guard', { tags: 'guard:loosens' }, () => {
  it.each<[string, Guard | null, Guard | null, boolean]>([
    ['no guard before and after', null, null, false],
    ['no guard before, production after', null, production, false],
    ['production before, no guard after', production, null, true],
    ['fewer requests per minute', guard({ perMinute: 10 }), guard({ perMinute: 9 }), false],
    ['more requests per minute', guard({ perMinute: 10 }), guard({ perMinute: 11 }), true],
    ['any number of requests per minute', guard({ perMinute: 10 }), null, true],
    ['one rule fewer', guard({ rules: [rule('deny', ['PURGE'])] }), openGuard, true],
    ['one rule more', openGuard, guard({ rules: [rule('deny', ['PURGE'])] }), false],
    [
      'an exception as the first rule',
      production,
      guard({ rules: [rule('allow', ['POST'], ['a.test:9'])] }, true),
      true,
    ],
    [
      'an exception as the last rule',
      guard({ rules: [rule('ask')] }),
      guard({ rules: [rule('ask'), rule('allow')] }),
      false,
    ],
    [
      'the same decision written differently',
      guard({ rules: [rule('ask')] }),
      guard({ otherwise: 'ask' }),
      false,
    ],
    ['deny instead of ask', guard({ otherwise: 'ask' }), guard({ otherwise: 'deny' }), false],
  ])('is found to be looser or not: %s', (_what, before, after, expected) => {
    expect(isLooserGuard(before, after)).toBe(expected);
  });

  it('is looser if it allows a request that the previous guard did not allow', () => {
    fc.assert(
      fc.property(
        guards,
        guards,
        fc.array(requests, { minLength: 1, maxLength: 40 }),
        (before, after, all) => {
          const rank = (one: Guard, request: GuardedRequest) =>
            guardDecisions.indexOf(evaluateGuards([one], request, 'agent'));
          const lets = all.some((request) => rank(after, request) < rank(before, request));
          expect(isLooserGuard(before, before)).toBe(false);
          if (lets) expect(isLooserGuard(before, after)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});
