import type {
  BeforeRequestAnswer,
  ForeignDialect,
  ForeignRequest,
  NamedScript,
  SavedView,
  ScriptRequest,
} from '@tandem/core';
import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import {
  patientMs,
  sampleEnvironment,
  sampleForeign,
  sampleRequest,
  sampleResponse,
} from './testing/sample.js';

const runtime = createScriptRuntime({ hosts: 1, limits: { wallMs: patientMs, cpuMs: patientMs } });
afterAll(() => runtime.close());

const row = (name: string, value: string, enabled = true) => ({ name, value, enabled });

const emptyView: SavedView = {
  auth: { type: 'none' },
  inheritsAuth: false,
  headers: [],
  query: [],
  form: null,
  graphql: null,
};
const requestOf = (saved: Partial<SavedView>, more: Partial<ForeignRequest> = {}): ForeignRequest => ({
  ...sampleRequest,
  headers: [],
  query: [],
  form: null,
  contentType: null,
  authHeader: null,
  saved: { ...emptyView, ...saved },
  ...more,
});

const scriptOf = (
  event: 'beforeRequest' | 'tests',
  text: string,
  dialect: ForeignDialect = 'postman',
): NamedScript => ({
  name: event === 'tests' ? 'test script' : 'pre-request script',
  text,
  foreign: { dialect, event },
});

const environment = {
  ...sampleEnvironment,
  foreign: { ...sampleForeign, location: ['API', 'Users', 'One'] },
};

const callBeforeRequest = (
  text: string,
  request: ForeignRequest,
  dialect?: ForeignDialect,
): Promise<BeforeRequestAnswer> =>
  runtime.withSession(
    [scriptOf('beforeRequest', text, dialect)],
    environment,
    new AbortController().signal,
    (session) => session.beforeRequest?.(request) ?? Promise.reject(new Error('there is no such script')),
  );

/** Evaluates an expression in a test script. Returns its JSON value. */
const evaluateInTests = async (expression: string, request: ScriptRequest): Promise<unknown> => {
  const text = `pm.test(String(JSON.stringify(${expression})), () => {});`;
  const answer = await runtime.withSession(
    [scriptOf('tests', text)],
    environment,
    new AbortController().signal,
    (session) => session.onResponse(request, sampleResponse),
  );
  return JSON.parse(answer.tests?.[0]?.name ?? 'null');
};

const authAfter = async (text: string, saved: Partial<SavedView> = {}) =>
  (await callBeforeRequest(text, requestOf(saved))).request.auth;

const basic = { type: 'basic', username: 'u', password: '{{base}}' } as const;

describe('the auth of a request in Postman scripts', { tags: 'foreign:auth' }, () => {
  it('is sent as a pre-request script sets it', async () => {
    expect(
      await authAfter(`pm.request.auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{t}}' }] };`),
    ).toEqual({ type: 'bearer', token: '{{t}}' });
    expect(await authAfter(`pm.request.auth = { type: 'digest', digest: { username: 'a' } };`)).toEqual({
      type: 'digest',
      username: 'a',
      password: '',
    });
    expect(
      await authAfter(`pm.request.authorizeUsing({ type: 'basic', username: 'a', password: 'b' });`),
    ).toEqual({ type: 'basic', username: 'a', password: 'b' });
  });

  it('changes with its lists, and otherwise stays unchanged', async () => {
    expect(
      await authAfter(`pm.request.auth.basic.upsert({ key: 'password', value: 'p' });`, { auth: basic }),
    ).toEqual({ ...basic, password: 'p' });
    expect(await authAfter(`pm.request.auth.basic.get('username');`, { auth: basic })).toBeUndefined();
    expect(await authAfter(`pm.request.auth = null;`, { auth: basic })).toBeUndefined();
  });

  it('is none if its type is unknown or if a token would have to be fetched', async () => {
    const none = { type: 'none' };
    expect(await authAfter(`pm.request.auth = { type: 'noauth' };`, { auth: basic })).toEqual(none);
    expect(await authAfter(`pm.request.auth = { type: 'what', what: [] };`)).toEqual(none);
    const url = `{ key: 'accessTokenUrl', value: 'http://elsewhere/token' }, { key: 'clientId', value: 'c' }`;
    expect(await authAfter(`pm.request.auth = { type: 'oauth2', oauth2: [${url}] };`)).toEqual(none);
    const token = `{ key: 'accessToken', value: 't' }`;
    expect(await authAfter(`pm.request.auth = { type: 'oauth2', oauth2: [${url}, ${token}] };`)).toEqual({
      type: 'bearer',
      token: 't',
    });
  });

  it('is empty before the request if it is inherited, and filled in after the request', async () => {
    const saved = { ...emptyView, auth: basic, inheritsAuth: true };
    expect(await authAfter(`pm.request.method = typeof pm.request.auth;`, saved)).toBeUndefined();
    const { request } = await callBeforeRequest(
      `pm.request.method = typeof pm.request.auth;`,
      requestOf(saved),
    );
    expect(request.method).toBe('undefined');
    expect(await evaluateInTests('pm.request.auth', { ...sampleRequest, saved })).toEqual({
      type: 'basic',
      basic: [
        { type: 'string', value: 'u', key: 'username' },
        { type: 'string', value: 'x', key: 'password' },
      ],
    });
  });
});

describe('a disabled part of a request', { tags: 'foreign:disabled' }, () => {
  const saved = {
    headers: [row('A', '1'), row('Off', '2', false), row('B', '3')],
    query: [row('q', '1'), row('off', '2', false)],
  };

  it('is in the lists of Postman scripts, but not sent', async () => {
    const answer = await callBeforeRequest(
      `pm.request.headers.add({ key: 'Seen', value: pm.request.headers.map((one) => one.key + Boolean(one.disabled)).join() + pm.request.url.query.count() });`,
      requestOf(saved),
    );
    expect(answer.request.headers).toEqual([
      ['A', '1'],
      ['B', '3'],
      ['Seen', 'Afalse,Offtrue,Bfalse2'],
    ]);
  });

  it('is sent if a script enables it', async () => {
    const { request } = await callBeforeRequest(
      `pm.request.headers.one('Off').disabled = false; pm.request.url.query.one('off').disabled = false;`,
      requestOf(saved),
    );
    expect(request.headers).toEqual([
      ['A', '1'],
      ['Off', '2'],
      ['B', '3'],
    ]);
    expect(request.url).toContain('?q=1&off=2');
  });

  it('keeps its position among the sent headers', async () => {
    const sent = {
      ...sampleRequest,
      headers: [
        ['A', '1'],
        ['B', '3'],
        ['Host', 'h'],
      ],
      saved: { ...emptyView, ...saved },
    } as const;
    expect(await evaluateInTests('pm.request.headers.map((one) => one.key)', sent)).toEqual([
      'A',
      'Off',
      'B',
      'Host',
    ]);
  });

  it('is in the lists of forms, where a part keeps its type and a file its path', async () => {
    const fields = [
      { ...row('a', '{}'), contentType: 'application/json' },
      row('off', 'x', false),
      { ...row('f', 'a.txt'), isFile: true },
    ];
    const form = { type: 'formdata', fields } as const;
    const { request } = await callBeforeRequest(
      `const { formdata } = pm.request.body; formdata.one('off').disabled = false; formdata.one('a').value = formdata.one('f').src;`,
      requestOf({ form }, { form: { type: 'formdata', fields: [] } }),
    );
    expect(request.form).toEqual({
      type: 'formdata',
      fields: [
        { name: 'a', value: 'a.txt', contentType: 'application/json' },
        { name: 'off', value: 'x' },
        { name: 'f', value: 'a.txt' },
      ],
    });
    expect(
      await evaluateInTests('pm.request.body.mode', { ...sampleRequest, saved: { ...emptyView, form } }),
    ).toBe('formdata');
  });
});

describe('the body of a GraphQL request in Postman scripts', { tags: 'foreign:graphql' }, () => {
  const graphql = { query: 'query A { a }', variables: '{"n": "{{base}}"}', operationName: 'A' };

  it('has its query and variables, before and after sending', async () => {
    const { request } = await callBeforeRequest(
      `pm.request.method = JSON.stringify(pm.request.body);`,
      requestOf({ graphql }, { body: '{}' }),
    );
    expect(JSON.parse(request.method)).toEqual({ mode: 'graphql', graphql });
    expect(request.graphql).toBeUndefined();
    expect(
      await evaluateInTests('[pm.request.body.mode, pm.request.body.graphql.variables]', {
        ...sampleRequest,
        saved: { ...emptyView, graphql },
      }),
    ).toEqual(['graphql', '{"n": "x"}']);
  });

  it("is sent with the scripts' changes", async () => {
    const { request } = await callBeforeRequest(
      `pm.request.body.graphql.query = '{ b }'; pm.request.body.graphql.variables = { m: 1 };`,
      requestOf({ graphql }, { body: '{}' }),
    );
    expect(request.graphql).toEqual({ query: '{ b }', variables: '{"m":1}', operationName: 'A' });
  });
});

describe('the location of a request', { tags: 'foreign:place' }, () => {
  it('consists of the names from the collection down to the request, and refers to the request whose script runs', async () => {
    expect(
      await evaluateInTests('[pm.execution.location, pm.execution.location.current]', sampleRequest),
    ).toEqual([['API', 'Users', 'One'], 'One']);
  });
});

describe('the body of a request in Bruno scripts', { tags: 'foreign:bruno:interface' }, () => {
  it('has query and variables for GraphQL, and both can be changed in place', async () => {
    const graphql = { query: '{ a }', variables: '{"n": {{n}}}', operationName: null };
    const { request } = await callBeforeRequest(
      `const body = req.getBody(); req.setMethod(JSON.stringify(body)); body.query = '{ b }';`,
      requestOf({ graphql }, { body: '{}', contentType: 'application/json' }),
      'bruno',
    );
    expect(JSON.parse(request.method)).toEqual({ query: '{ a }', variables: '{"n": {{n}}}' });
    expect(request.graphql).toEqual({ ...graphql, query: '{ b }' });
  });

  it("has a form's parts with their types, and files remain files", async () => {
    const form = {
      type: 'formdata',
      fields: [
        { name: 'a', value: '1', contentType: 'text/x' },
        { name: 'f', value: 'a.txt' },
      ],
    } as const;
    const saved = {
      form: {
        type: 'formdata',
        fields: [
          { ...row('a', '1'), contentType: 'text/x' },
          { ...row('f', 'a.txt'), isFile: true },
        ],
      },
    } as const;
    const { request } = await callBeforeRequest(
      `const parts = req.getBody(); req.setMethod(JSON.stringify(parts)); parts.push({ name: 'b', value: '2', enabled: true, type: 'text', contentType: '' });`,
      requestOf(saved, { form, contentType: 'multipart/form-data' }),
      'bruno',
    );
    expect(JSON.parse(request.method)).toEqual([
      { name: 'a', value: '1', enabled: true, type: 'text', contentType: 'text/x' },
      { name: 'f', value: ['a.txt'], enabled: true, type: 'file', contentType: '' },
    ]);
    expect(request.form).toEqual({ ...form, fields: [...form.fields, { name: 'b', value: '2' }] });
  });
});
