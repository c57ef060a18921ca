import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, sampleEnvironment } from '@tandem/core/testing';

import type { Body, EnvironmentId, Pair } from '@tandem/core';

import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import type { CreateRest } from '../requests/request-arguments.js';

let on: PlannedApplication;
beforeEach(async () => {
  on = await createPlannedApplication();
});

const pair = (name: string, value: string, enabled = true): Pair => ({ name, value, enabled });

/** Stores variables and secrets in the active environment. */
const store = async (variables: Record<string, string>, secrets: Record<string, string> = {}) => {
  const { id, workspaceId } = await on.environment();
  const changes = [
    ...Object.entries(variables).map(([name, value]) => ({ kind: 'variable' as const, name, value })),
    ...Object.entries(secrets).map(([name, value]) => ({ kind: 'secret' as const, name, value })),
  ];
  await unwrapResult(on.store.environments.change(workspaceId, id, changes, '2026-01-01T00:00:00.000Z'));
};

const getLastSent = () => on.seen.sent.at(-1)!;
const field = (name: string) => getLastSent().headers.filter(([key]) => key.toLowerCase() === name);

describe('a variable reference', () => {
  it(
    'gets its value from the call, else from variables, secrets or built-ins, in this order',
    { tags: ['interpolate:order', 'interpolate:order:secrets'] },
    async () => {
      await store({ b: 'variable', c: 'variable', echo_base_url: 'mine' }, { c: 'secret', d: 'secret' });
      const headers = ['a', 'b', 'c', 'd', 'echo_base_url'].map((name) => pair(name, `{{${name}}}`));
      await on.rest({ headers }, { variables: { a: 'call', b: 'call' } });
      expect(getLastSent().headers.slice(0, 5)).toEqual([
        ['a', 'call'],
        ['b', 'call'],
        ['c', 'variable'],
        ['d', 'secret'],
        ['echo_base_url', 'mine'],
      ]);
    },
  );

  it('gets a new value each time if it names a built-in', { tags: ['interpolate:builtins'] }, async () => {
    const names = ['$uuid', '$uuid', '$timestamp', '$isoTimestamp', 'echo_base_url'];
    await on.rest({ body: { type: 'text', content: names.map((name) => `{{${name}}}`).join(' ') } });
    const { body } = getLastSent();
    const values = body.kind === 'text' ? body.text.split(' ') : [];
    expect(values[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(values[1]).not.toBe(values[0]);
    expect(values[2]).toBe('1767323045');
    expect(values[3]).toBe('2026-01-02T03:04:05.678Z');
    expect(values[4]).toBe('http://echo');
  });

  it(
    'gets a value if it names a dynamic variable of Postman',
    { tags: ['interpolate:builtins'] },
    async () => {
      const names = ['$guid', '$randomUUID', '$randomBoolean', '$randomCatsImage'];
      await on.rest({ body: { type: 'text', content: names.map((name) => `{{${name}}}`).join(' ') } });
      const { body } = getLastSent();
      const [guid, uuid, ...made] = body.kind === 'text' ? body.text.split(' ') : [];
      expect(guid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(uuid).not.toBe(guid);
      expect(made).toEqual(['made-randomBoolean', 'made-randomCatsImage']);
    },
  );

  it(
    'is replaced in URL, headers, body and enabled parameters, in names and values',
    { tags: ['interpolate:places', 'interpolate:places:all', 'interpolate:blanks'] },
    async () => {
      const fields: Partial<CreateRest> = {
        url: 'http://{{a}}/:p?own={{a}}',
        pathParams: [pair('p', '{{ a }}')],
        queryParams: [pair('q{{a}}', '{{a}}'), pair('off', '{{a}}', false)],
        headers: [pair('x-{{a}}', '-{{a}}-'), pair('x-off', '{{a}}', false)],
        auth: { type: 'api-key', name: 'key-{{a}}', value: '{{a}}', in: 'header' },
        body: { type: 'form-urlencoded', fields: [pair('f{{a}}', '{{a}}')] },
      };
      await on.rest(fields, { variables: { a: 'A' }, queryParams: { 'c{{a}}': '{{a}}' } });
      expect(getLastSent()).toMatchObject({ url: 'http://A/A?own=A&qA=A&cA=A', body: { text: 'fA=A' } });
      expect(getLastSent().headers).toEqual(
        expect.arrayContaining([
          ['x-A', '-A-'],
          ['key-A', 'A'],
        ]),
      );
      expect(field('x-off')).toEqual([]);
    },
  );

  it.each<[CreateRest['body'], object]>([
    [
      { type: 'json', content: '{"a":"{{a}}"}' },
      { kind: 'text', text: '{"a":"A"}' },
    ],
    [
      { type: 'text', content: '{{a}}', contentType: 'text/{{a}}' },
      { kind: 'text', text: 'A' },
    ],
    [{ type: 'binary', file: '{{a}}.bin' }, { kind: 'bytes' }],
    [
      {
        type: 'multipart',
        parts: [
          { name: '{{a}}', value: '{{a}}', enabled: true },
          { name: 'f', file: '{{a}}.bin', filename: '{{a}}.txt', contentType: 'text/{{a}}', enabled: true },
          { name: 'off', value: '', enabled: false },
        ],
      },
      {
        kind: 'multipart',
        parts: [
          { name: 'A', value: 'A' },
          { name: 'f', filename: 'A.txt', contentType: 'text/A' },
        ],
      },
    ],
  ])(
    'is replaced in the body %j',
    { tags: ['interpolate:places:all', 'body:kinds'] },
    async (body, expected) => {
      on.plan.files = { 'A.bin': 'abc' };
      await on.rest({ ...(body ? { body } : {}) }, { variables: { a: 'A' } });
      expect(getLastSent().body).toMatchObject(expected);
    },
  );

  it(
    'refers to a variable rather than a secret of the same name, which a diagnostic reports',
    { tags: 'interpolate:shadowed' },
    async () => {
      await store(
        { a: 'variable', unused: 'x' },
        { a: 'secret-a', b: 'secret-b', c: 'secret-c', unused: 'secret-unused' },
      );
      const { diagnostics } = await on.rest(
        { url: 'http://h/{{a}}', headers: [pair('x', '{{b}} {{b}} {{c}}')] },
        { variables: { b: 'call' } },
      );
      expect(field('x')).toEqual([['x', 'call call secret-c']]);
      expect(diagnostics).toMatchObject([
        {
          code: 'SECRET_SHADOWED',
          where: 'variables.a',
          message: expect.stringContaining('of the environment') as string,
        },
        {
          code: 'SECRET_SHADOWED',
          where: 'variables.b',
          message: expect.stringContaining('of the call') as string,
        },
      ]);
      const failed = await on.rest({ url: 'http://h/{{a}}/{{nowhere}}' });
      expect(failed).toMatchObject({
        error: { code: 'UNRESOLVED_VARIABLE' },
        diagnostics: [{ code: 'SECRET_SHADOWED', where: 'variables.a' }],
      });
    },
  );

  it(
    'ignores a secret without a value if a variable replaces it',
    { tags: 'interpolate:empty-secret' },
    async () => {
      await store({}, { a: 'value', b: '', c: '', unused: '' });
      const { error } = await on.rest(
        { headers: [pair('x', 'Bearer {{a}}{{b}}{{c}}')], requestVariables: [pair('b', 'request')] },
        { variables: { c: '' } },
      );
      expect(error).toBe(null);
      expect(field('x')).toEqual([['x', 'Bearer valuerequest']]);
    },
  );

  it.each([
    ['a bearer', { auth: { type: 'bearer', token: '{{a}}' } }, 'auth.token'],
    ['a password', { auth: { type: 'basic', username: 'u', password: '{{a}}' } }, 'auth.password'],
    ['a header', { headers: [pair('authorization', 'Bearer {{a}}')] }, 'headers.authorization'],
    ['a Cookie header', { headers: [pair('Cookie', 'theme=dark; sid={{a}}')] }, 'headers.Cookie'],
    [
      'a secret of OAuth 1.0',
      { auth: { type: 'oauth1', signatureMethod: 'HMAC-SHA1', consumerKey: '{{a}}' } },
      'auth.consumerKey',
    ],
    ['another header', { headers: [pair('x', '{{a}}')] }, 'headers.x'],
    ['a variable', { headers: [pair('x', '{{v}}')], requestVariables: [pair('v', '{{a}}')] }, 'headers.x'],
    ['the URL', { url: 'http://h/{{a}}' }, 'url'],
    ['a query parameter', { queryParams: [pair('q', '{{a}}')] }, 'queryParams.q'],
    ['a path parameter', { url: 'http://h/:p', pathParams: [pair('p', '{{a}}')] }, 'pathParams.p'],
    ['the body', { body: { type: 'text', content: '{{a}}', contentType: '' } }, 'body'],
  ] satisfies [string, Partial<CreateRest>, string][])(
    'fails the execution before sending if it names a secret without a value in %s',
    { tags: ['interpolate:empty-secret:credential'] },
    async (_, request, where) => {
      await store({}, { a: '' });
      const { error } = await on.rest(request);
      expect(error).toMatchObject({ code: 'SECRET_EMPTY', details: { name: 'a', where } });
      expect(error?.message).toContain('TANDEM_SECRET_A');
      expect(on.seen.sent).toEqual([]);
    },
  );

  it(
    'to a secret that only another environment has fails the execution before sending, and the error names that environment',
    { tags: ['interpolate:empty-secret:credential'] },
    async () => {
      const { workspaceId } = await on.environment();
      await unwrapResult(
        on.store.environments.create({
          ...sampleEnvironment(workspaceId),
          id: 'env_other' as EnvironmentId,
          name: 'Other',
          secrets: [pair('elsewhere', 'value-of-it')],
        }),
      );
      const bearer = { type: 'bearer', token: '{{elsewhere}}' } as const;
      const requests = [
        { auth: bearer },
        { headers: [pair('x', '{{elsewhere}}')] },
        { url: 'http://h/{{elsewhere}}' },
      ];
      for (const request of requests) {
        const { error } = await on.rest(request);
        expect(error?.code).toBe('SECRET_EMPTY');
        expect(error?.message).toContain('Choose the environment “Other”, which has it');
      }
      expect(on.seen.sent).toEqual([]);
      // A name that is not a secret may get its value later, such as the token that a login sets.
      await on.rest({ auth: { type: 'bearer', token: '{{later}}' } });
      expect(field('authorization')).toEqual([['authorization', 'Bearer {{later}}']]);
    },
  );

  it('is replaced in a data URL, whose content is sent as a file', { tags: ['bodies:parts'] }, async () => {
    const part = { name: 'a', file: 'data:image/png;base64,{{bytes}}', enabled: true };
    const parts = [part, { ...part, file: 'data:,a%20%FF', filename: 'b.txt', contentType: 'text/plain' }];
    await on.rest({ method: 'POST', body: { type: 'multipart', parts } }, { variables: { bytes: 'AAEC' } });
    expect(getLastSent().body).toEqual({
      kind: 'multipart',
      parts: [
        { name: 'a', filename: 'a', contentType: 'image/png', bytes: Uint8Array.of(0, 1, 2) },
        { name: 'a', filename: 'b.txt', contentType: 'text/plain', bytes: Uint8Array.of(97, 32, 255) },
      ],
    });
    await on.rest({ method: 'POST', body: { type: 'binary', file: 'data:;base64,AAEC' } });
    expect(getLastSent().body).toEqual({ kind: 'bytes', bytes: Uint8Array.of(0, 1, 2) });
  });

  it.each(['data:;base64,%', 'data:image/png'])(
    'fails the execution before sending in the invalid data URL %s',
    { tags: ['bodies:parts'] },
    async (file) => {
      const { error } = await on.rest({ method: 'POST', body: { type: 'binary', file } });
      expect(error).toMatchObject({ code: 'BODY_INVALID' });
    },
  );

  it.each([
    { type: 'form-urlencoded', fields: [pair('a', '1', false)] },
    { type: 'multipart', parts: [] },
  ] satisfies Body[])(
    'adds no body to a form without enabled fields: $type',
    { tags: ['body:empty-form'] },
    async (body) => {
      await on.rest({ method: 'POST', body });
      expect(getLastSent().body).toEqual({ kind: 'none' });
      expect(field('content-type')).toEqual([]);
    },
  );

  describe('a variable of the call that no reference uses', { tags: ['interpolate:unused'] }, () => {
    const unused = ({ diagnostics }: { readonly diagnostics: readonly { readonly code: string }[] }) =>
      diagnostics.filter(({ code }) => code === 'VARIABLE_UNUSED');

    it('is reported with similar names', async () => {
      const call = { variables: { baseUrl: 'x', page: 1 } };
      expect(unused(await on.rest({ headers: [pair('x', '{{base_url}} {{page}}')] }, call))).toEqual([
        {
          code: 'VARIABLE_UNUSED',
          where: 'variables.baseUrl',
          message:
            'The variable baseUrl of the call was not used: nothing refers to {{baseUrl}}. Did you mean {{base_url}}?',
        },
      ]);
    });

    it('is not reported if a script reads it, or may read it', async () => {
      const call = { variables: { user: 'x' } };
      for (const text of [
        'export function onRequest(req) { console.log(req.variables.user); }',
        'export function onTest(req) { const all = req.variables; return all; }',
        'export function onRequest(req) { const name = "us" + "er"; return req.variables[name]; }',
      ])
        expect(unused(await on.rest({ script: text }, call))).toEqual([]);
      const text = 'export function onRequest(req) { console.log(req.variables.other); }';
      expect(unused(await on.rest({ script: text }, call))).toHaveLength(1);
    });

    it('is reported even if its name is part of another word in a script, or a word of the settings', async () => {
      const script = 'export function onTest(req, res) { const token = res.body; console.log(token); }';
      for (const name of ['n', 'on', 'hosts', 'mode', 'verify', 'proxy'])
        expect(unused(await on.rest({ script }, { variables: { [name]: 1 } })), name).toHaveLength(1);
    });

    it('is not reported if another value of the call refers to it', async () => {
      const call = { variables: { a: '{{b}}', b: '1', c: '2' }, queryParams: { q: '{{c}}' } };
      expect(unused(await on.rest({ headers: [pair('x', '{{a}}')] }, call))).toEqual([]);
    });
  });

  it('is replaced by JSON if the value is not a string', { tags: ['interpolate:json'] }, async () => {
    const variables = { s: 'x "y"', n: 1.5, b: false, z: null, o: { a: [1] } };
    await on.rest({ body: { type: 'text', content: '{{s}} {{n}} {{b}} {{z}} {{o}}' } }, { variables });
    expect(getLastSent().body).toMatchObject({ text: 'x "y" 1.5 false null {"a":[1]}' });
  });

  it(
    "may be part of another variable's value, but a cycle fails the execution",
    { tags: ['interpolate:nesting', 'interpolate:cycle'] },
    async () => {
      await store({ host: '{{name}}.example', name: 'api', loop: '{{pool}}', pool: '{{loop}}' });
      await on.rest({ url: 'http://{{host}}/' });
      expect(getLastSent().url).toBe('http://api.example/');
      const looped = await on.rest({ headers: [pair('x', '{{loop}}')] });
      expect(looped.error).toMatchObject({
        code: 'VARIABLE_CYCLE',
        message: expect.stringContaining('loop → pool → loop') as string,
      });
      expect(on.seen.sent).toHaveLength(1);
    },
  );

  it.each([
    ['x', 30],
    ['', 30],
    ['y'.repeat(1_000_000), 2],
  ])(
    'fails the execution early if its values expand endlessly',
    { tags: ['interpolate:bounded'] },
    async (leaf, times) => {
      const variables = Object.fromEntries([
        ...Array.from({ length: 9 }, (_, level) => [`v${level}`, `{{v${level + 1}}}`.repeat(times)]),
        ['v9', leaf],
      ]) as Record<string, string>;
      const result = await on.rest({ body: { type: 'text', content: '{{v0}}' } }, { variables });
      expect(result.error?.code).toBe('VARIABLE_CYCLE');
    },
  );

  it(
    'is reported in the URL if it has no value, and nothing is sent',
    { tags: ['interpolate:unresolved:url'] },
    async () => {
      const result = await on.rest({ url: 'http://{{host}}/{{what}}' });
      expect(result).toMatchObject({
        error: { code: 'UNRESOLVED_VARIABLE', details: { names: ['host', 'what'] } },
        response: null,
      });
      expect(on.seen.order).toEqual([]);
    },
  );

  it(
    'is sent unchanged outside the URL if it has no value, and is reported',
    { tags: ['interpolate:unresolved:elsewhere'] },
    async () => {
      const result = await on.rest({
        headers: [pair('x', '{{nobody}}')],
        body: { type: 'json', content: '{"n": {{number}}}' },
      });
      expect(field('x')).toEqual([['x', '{{nobody}}']]);
      expect(getLastSent().body).toMatchObject({ text: '{"n": {{number}}}' });
      expect(result.diagnostics).toEqual([
        {
          code: 'UNRESOLVED_VARIABLE',
          message: expect.stringContaining('{{number}}') as string,
          where: 'body',
        },
        {
          code: 'UNRESOLVED_VARIABLE',
          message: expect.stringContaining('{{nobody}}') as string,
          where: 'headers.x',
        },
      ]);
    },
  );

  it('is not replaced after a backslash', { tags: ['interpolate:escape'] }, async () => {
    await on.rest({ body: { type: 'text', content: '\\{{a}} {{a}}' } }, { variables: { a: 'A' } });
    expect(getLastSent().body).toMatchObject({ text: '{{a}} A' });
  });

  it(
    'gets no value from a disabled variable, and the first value from a repeated variable',
    { tags: ['domain:pair:order'] },
    async () => {
      const id = sampleEnvironment(on.workspace.id).id;
      const variables = [pair('a', 'off', false), pair('a', 'first'), pair('a', 'second')];
      await unwrapResult(on.store.environments.create(sampleEnvironment(on.workspace.id, { id, variables })));
      await unwrapResult(on.store.workspaces.update({ ...on.workspace, activeEnvironmentId: id }));
      await on.rest({ url: 'http://{{a}}/' });
      expect(getLastSent().url).toBe('http://first/');
    },
  );
});

describe('a path parameter', () => {
  it(
    'from the call overrides a saved parameter, with or without `enabled`',
    { tags: ['path:values', 'path:override', 'path:encoding', 'path:segment'] },
    async () => {
      const pathParams = [pair('a', 'saved'), pair('b', 'saved'), pair('c', 'saved')];
      await on.rest(
        { url: 'http://h:8080/:a/:b/:c.json/v1:batch', pathParams },
        { pathParams: { b: 'x/y z', c: { value: 7, enabled: true } } },
      );
      expect(getLastSent().url).toBe('http://h:8080/saved/x%2Fy%20z/7.json/v1:batch');
    },
  );

  it.each([
    [[], {}],
    [[pair('id', 'saved', false)], {}],
    [[pair('id', 'saved')], { id: { value: 'x', enabled: false } }],
    [[pair('id', 'saved')], { id: '' }],
    [[pair('id', '{{empty}}')], {}],
  ])(
    'without a value prevents sending: saved as %j, in the call as %j',
    { tags: ['path:missing', 'path:missing:empty'] },
    async (pathParams, given) => {
      const result = await on.rest(
        { url: 'http://h/:id', pathParams },
        { pathParams: given, variables: { empty: '' } },
      );
      expect(result).toMatchObject({
        error: {
          code: 'PATH_PARAM_MISSING',
          message: expect.stringContaining(':id') as string,
          details: { missing: ['id'] },
        },
        response: null,
      });
      expect(on.seen.sent).toEqual([]);
    },
  );
});

describe('the query', () => {
  it(
    'consists of the query in the URL unchanged, then the saved pairs, then the pairs from the call',
    { tags: ['query:extra', 'query:order', 'query:encoding'] },
    async () => {
      const queryParams = [pair('a', '1 2'), pair('off', 'x', false), pair('a', 'ü&')];
      await on.rest(
        {
          url: 'http://h/p?z=%zz&y=a b#frag',
          queryParams,
          auth: { type: 'api-key', name: 'k', value: 'v', in: 'query' },
        },
        { queryParams: { page: 2, on: true, list: ['x', 1], none: null } },
      );
      expect(getLastSent().url).toBe(
        'http://h/p?z=%zz&y=a%20b&a=1%202&a=%C3%BC%26&page=2&on=true&list=x&list=1&k=v',
      );
    },
  );
});

it(
  'a query parameter of a call replaces every parameter whose name is the same after substitution',
  { tags: 'query:call:replaces' },
  async () => {
    await on.rest(
      {
        url: 'http://h/:page?{{name}}=0&page=1#page=3',
        pathParams: [pair('page', 'p')],
        queryParams: [
          pair('{{name}}', '4'),
          pair('page', '5', false),
          pair('off', '6', false),
          pair('z', '7'),
        ],
      },
      { variables: { name: 'size' }, queryParams: { '{{name}}': '{{name}} 2', page: 8, off: 9, z: null } },
    );
    expect(getLastSent().url).toBe('http://h/p?size=size%202&page=8&off=9');
    expect(on.seen.requests.at(-1)?.queryParams).toEqual({ size: 'size 2', page: '8', off: '9' });
  },
);

describe('headers', () => {
  it.each<[CreateRest['body'], string | undefined]>([
    [{ type: 'none' }, undefined],
    [{ type: 'json', content: '{}' }, 'application/json'],
    [{ type: 'text', content: 'x' }, 'text/plain; charset=utf-8'],
    [{ type: 'text', content: 'x', contentType: 'text/x' }, 'text/x'],
    [
      { type: 'form-urlencoded', fields: [pair('a b', '&'), pair('c', '', false)] },
      'application/x-www-form-urlencoded',
    ],
    [{ type: 'multipart', parts: [{ name: 'a', value: '1', enabled: true }] }, undefined],
    [{ type: 'binary', file: 'a.bin' }, 'application/octet-stream'],
    [{ type: 'binary', file: 'a.bin', contentType: 'image/png' }, 'image/png'],
  ])(
    'contain the content type of the body %j, unless the request sets one',
    { tags: ['headers:content-type', 'body:kinds'] },
    async (body, expected) => {
      on.plan.files = { 'a.bin': 'abc' };
      const fields = { method: 'POST', ...(body ? { body } : {}) };
      await on.rest(fields);
      expect(field('content-type').map(([, value]) => value)).toEqual(
        expected === undefined ? [] : [expected],
      );
      await on.rest({ ...fields, headers: [pair('Content-TYPE', 'own')] });
      expect(field('content-type')).toEqual([['Content-TYPE', 'own']]);
    },
  );

  it('include User-Agent unless the request sets it', { tags: ['headers:user-agent'] }, async () => {
    await on.rest();
    expect(field('user-agent')).toEqual([['user-agent', 'Tandem/9']]);
    await on.rest({ headers: [pair('User-Agent', 'me')] });
    expect(field('user-agent')).toEqual([['User-Agent', 'me']]);
  });

  it('keep their order and duplicates', { tags: ['domain:pair:order'] }, async () => {
    await on.rest({ headers: [pair('b', '1'), pair('a', '2'), pair('b', '3')] });
    expect(getLastSent().headers.slice(0, 3)).toEqual([
      ['b', '1'],
      ['a', '2'],
      ['b', '3'],
    ]);
  });

  it.each(['a b', '', 'ü', 'x:'])(
    'with the name %j fail with HEADER_INVALID',
    { tags: ['headers:invalid'] },
    async (name) => {
      expect((await on.rest({ headers: [pair(name, 'x')] })).error).toMatchObject({
        code: 'HEADER_INVALID',
        details: { name },
      });
      expect(on.seen.sent).toEqual([]);
    },
  );

  it('fail with HEADER_INVALID if a variable adds a line break', { tags: ['headers:invalid'] }, async () => {
    const result = await on.rest({ headers: [pair('x', '{{v}}')] }, { variables: { v: 'a\r\nevil: 1' } });
    expect(result.error?.code).toBe('HEADER_INVALID');
    expect(on.seen.sent).toEqual([]);
  });
});

describe('a body', () => {
  it.each(['{"a": 1,}', 'nonsense', "{'a': 1}", '{"a": NaN}', '{"a": /* }', '{"a": '])(
    'of invalid JSON is sent unchanged, and a diagnostic locates the syntax error: %s',
    { tags: ['body:json:invalid'] },
    async (content) => {
      const result = await on.rest({ body: { type: 'json', content } });
      expect(result.error).toBeNull();
      expect(result.diagnostics).toMatchObject([
        { code: 'BODY_NOT_JSON', message: expect.stringMatching(/line 1, column/) as string, where: 'body' },
      ]);
      expect(getLastSent().body).toEqual({ kind: 'text', text: content });
      expect(field('content-type')).toEqual([['content-type', 'application/json']]);
    },
  );

  it.each([
    ['{\n  // who\n  "a": "http://x/y", // kept\n "n": 1.10 }', '{\n  \n  "a": "http://x/y", \n "n": 1.10 }'],
    ['/* {{gone}} */{"a": "/* {{v}} */", "b": {{url}}}', '{"a": "/* x\\"y */", "b": "http://h/"}'],
    ['{"a": "\\"// no", "b": [1, /* two\r\nlines */ 2]}', '{"a": "\\"// no", "b": [1,  2]}'],
    ['// only\n', '\n'],
  ])(
    'of JSON is sent without its comments, and otherwise unchanged: %j',
    { tags: ['body:json:comments'] },
    async (content, text) => {
      const variables = { v: 'x"y', url: '"http://h/"' };
      const result = await on.rest(
        { body: { type: 'json', content }, headers: [pair('x', '{{v}}{{url}}')] },
        { variables },
      );
      expect(result).toMatchObject({ error: null, diagnostics: [] });
      expect(getLastSent().body).toEqual({ kind: 'text', text });
    },
  );

  it('of text keeps what looks like a comment', { tags: ['body:json:comments'] }, async () => {
    const body = { type: 'text', content: '{"a": 1 /* x */}', contentType: 'application/json' } as const;
    await on.rest({ body });
    expect(getLastSent().body).toEqual({ kind: 'text', text: body.content });
  });

  it(
    'of JSON stays valid, whatever values are substituted in its strings',
    { tags: 'body:json:escaped' },
    async () => {
      await store({ nested: '{{quote}}\n' }, { quote: 'it is "so"' });
      const content = '{"text": "{{nested}}", "data": {{data}}, "as text": "{{data}}"}';
      const data = { list: [1, '"'] };
      expect((await on.rest({ body: { type: 'json', content } }, { variables: { data } })).error).toBeNull();
      const { body } = getLastSent();
      expect(body.kind === 'text' && JSON.parse(body.text)).toEqual({
        text: 'it is "so"\n',
        data,
        'as text': JSON.stringify(data),
      });
    },
  );

  it(
    "of JSON that a secret makes invalid is reported with the secret's name, but not its value",
    { tags: 'body:json:invalid:place' },
    async () => {
      await store({}, { key: 'sk-live-1234567890' });
      const content = '{"a": /* one\n */ 1,\n "key": {{key}}}';
      const { diagnostics } = await on.rest({ body: { type: 'json', content } });
      expect(diagnostics).toEqual([
        {
          code: 'BODY_NOT_JSON',
          message:
            'The JSON body is not valid at line 3, column 9, in the value of {{key}}: expected a value. It is sent as it is; fix it unless the server is meant to refuse it.',
          where: 'body',
        },
      ]);
    },
  );

  it('of JSON may be blank, and a script may replace it', { tags: ['body:json:invalid'] }, async () => {
    expect((await on.rest({ body: { type: 'json', content: '' } })).error).toBeNull();
    const request = { url: 'http://h/x', method: 'POST', headers: [], body: 'not JSON' };
    on.plan.onRequest = { request };
    expect((await on.rest({ body: { type: 'json', content: '%%' } })).error).toBeNull();
    expect(getLastSent().body).toEqual({ kind: 'text', text: 'not JSON' });
  });

  it(
    'with a missing file fails with FILE_NOT_FOUND, and nothing is sent',
    { tags: ['body:files:missing'] },
    async () => {
      const parts = [{ name: 'f', file: 'gone', enabled: true }];
      expect((await on.rest({ body: { type: 'multipart', parts } })).error?.code).toBe('FILE_NOT_FOUND');
      expect((await on.rest({ body: { type: 'binary', file: 'gone' } })).error?.code).toBe('FILE_NOT_FOUND');
      expect(on.seen.sent).toEqual([]);
    },
  );

  it('of a form can be decoded to the same fields', { tags: ['body:kinds'] }, async () => {
    const fields = fc.array(
      fc.record({ name: fc.string({ unit: 'grapheme' }), value: fc.string({ unit: 'grapheme' }) }),
    );
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        fc.pre(given.every(({ name, value }) => !`${name}${value}`.includes('{{')));
        await on.rest({
          body: { type: 'form-urlencoded', fields: given.map(({ name, value }) => pair(name, value)) },
        });
        const { body } = getLastSent();
        expect([...new URLSearchParams(body.kind === 'text' ? body.text : '')]).toEqual(
          given.map(({ name, value }) => [name, value]),
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe('the target', () => {
  it.each([
    ['', 'URL_MISSING'],
    ['{{blank}}', 'URL_MISSING'],
    ['hello world', 'URL_INVALID'],
    ['ftp://h/', 'URL_INVALID'],
    ['file:///etc/passwd', 'URL_INVALID'],
    ['http://h:99999/', 'URL_INVALID'],
  ])('%j results in %s', { tags: ['url:missing', 'url:scheme'] }, async (url, code) => {
    const result = await on.rest({ url }, { variables: { blank: ' ' } });
    expect(result.error).toMatchObject({
      code,
      message: expect.stringMatching(/(Set|Start|Use|Check) .+\.$/) as string,
    });
    expect(on.seen.sent).toEqual([]);
  });

  it.each(['G T', '', 'GET\r\nX', 'ü'])(
    'with the method %j fails with METHOD_INVALID',
    { tags: ['domain:method:token'] },
    async (method) => {
      expect((await on.rest({ method })).error).toMatchObject({
        code: 'METHOD_INVALID',
        message: expect.stringContaining('GET or POST') as string,
      });
      expect(on.seen.sent).toEqual([]);
    },
  );

  it.each(['GET', 'PURGE', 'M-SEARCH', 'get', "a'b"])(
    'accepts the method %s',
    { tags: ['domain:method:token'] },
    async (method) => {
      expect((await on.rest({ method })).error).toBeNull();
      expect(getLastSent().method).toBe(method);
    },
  );
});
