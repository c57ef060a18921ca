import type { AnswerScriptCall, NamedScript, ScriptCall, ScriptCallAnswer } from '@tandem/core';
import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import {
  patientMs,
  sampleEnvironment,
  sampleForeign,
  sampleRequest,
  sampleResponse,
} from './testing/sample.js';

const runtime = createScriptRuntime({ limits: { wallMs: patientMs, memoryMb: 64 } });
afterAll(() => runtime.close());

const callResponse: ScriptCallAnswer = {
  outcome: {
    response: {
      ...sampleResponse,
      status: 201,
      cookies: [{ name: 'sid', value: 'abc', secure: false, httpOnly: false }],
    },
  },
};

/** Runs the text as a Postman test script. */
const testsOf = async (text: string, answer: (call: ScriptCall) => ScriptCallAnswer = () => callResponse) => {
  const calls: ScriptCall[] = [];
  const scripts: NamedScript[] = [
    { name: 'test script', text, foreign: { dialect: 'postman', event: 'tests' } },
  ];
  const answering: AnswerScriptCall = (call) => {
    calls.push(call);
    return Promise.resolve(answer(call));
  };
  const answered = await runtime.withSession(
    scripts,
    { ...sampleEnvironment, foreign: sampleForeign },
    new AbortController().signal,
    (session) => session.onResponse(sampleRequest, sampleResponse),
    answering,
  );
  return { ...answered, calls };
};

const logs = ({ logs: lines }: { readonly logs: readonly { readonly message: string }[] }) =>
  lines.map(({ message }) => message);

describe('pm.sendRequest', { tags: 'calls:postman' }, () => {
  it('calls back with a response and its cookies before the script ends', async () => {
    const answer = await testsOf(`
      pm.test('later', (done) => {
        pm.sendRequest('http://h/a', function (error, res, more) {
          console.log(String(error), res.code, res.json().a[0], res.status, more.cookies.get('sid'), this === pm);
          done();
        });
      });
      console.log('first');`);
    expect(answer.error).toBeNull();
    expect(logs(answer)).toEqual(['first', 'null 201 1 OK abc true']);
    expect(answer.tests).toMatchObject([{ name: 'later', status: 'passed' }]);
    expect(answer.calls).toMatchObject([{ kind: 'send', method: 'GET', url: 'http://h/a' }]);
  });

  it('resolves to the response without a callback, and rejects with an error', async () => {
    const error = { code: 'NETWORK_ERROR', message: 'No connection.' };
    const answer = await testsOf(
      `const res = await pm.sendRequest({ url: 'http://h/ok' });
       try { await pm.sendRequest('http://h/no') } catch (e) { console.log(res.code, e.message, e.code) }`,
      (call) => (call.kind === 'send' && call.url.endsWith('/no') ? { outcome: { error } } : callResponse),
    );
    expect(logs(answer)).toEqual(['201 No connection. NETWORK_ERROR']);
  });

  it('calls back with the error if a request cannot be sent', async () => {
    const answer = await testsOf(`
      pm.sendRequest(undefined, (error) => console.log(error.message));
      pm.sendRequest({ url: 'x', auth: { type: 'hawk' } }, (error) => console.log(error.message));
      pm.sendRequest({ url: 'x', body: { mode: 'other' } }, (error) => console.log(error.message));`);
    expect(logs(answer)).toEqual([
      'sendrequest: nothing to request',
      expect.stringContaining('takes the auth basic, bearer, apikey or digest here, not hawk'),
      expect.stringContaining('not other'),
    ]);
    expect(answer.calls).toEqual([]);
  });

  it.each([
    [`pm.request.url`, { url: 'http://h/x' }],
    [
      `{ url: { protocol: 'http', host: ['a', 'b'], port: '8', path: ['c', 'd'], query: [{ key: 'q', value: '1' }] } }`,
      { url: 'http://a.b:8/c/d?q=1' },
    ],
    [
      `{ url: 'u', method: 'put', header: { 'X-A': 1 } }`,
      { method: 'PUT', headers: [{ name: 'X-A', value: '1' }] },
    ],
    [
      `{ url: 'u', header: 'X-A: b\\nX-C: d:e' }`,
      {
        headers: [
          { name: 'X-A', value: 'b' },
          { name: 'X-C', value: 'd:e' },
        ],
      },
    ],
    [
      `{ url: 'u', header: [{ key: 'a', value: 'b' }, { key: 'c', value: 'd', disabled: true }] }`,
      { headers: [{ name: 'a', value: 'b' }] },
    ],
    [`{ url: 'u', body: 'text' }`, { body: { type: 'text', content: 'text' } }],
    [
      `{ url: 'u', body: { mode: 'raw', raw: JSON.stringify({ a: 1 }), options: { raw: { language: 'json' } } } }`,
      { body: { type: 'text', content: '{"a":1}', contentType: 'application/json' } },
    ],
    [
      `{ url: 'u', body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: 'b' }] } }`,
      { body: { type: 'form-urlencoded', fields: [{ name: 'a', value: 'b', enabled: true }] } },
    ],
    [
      `{ url: 'u', body: { mode: 'urlencoded', urlencoded: 'a=b&c=d' } }`,
      { body: { fields: [{ name: 'a' }, { name: 'c', value: 'd' }] } },
    ],
    [
      `{ url: 'u', body: { mode: 'formdata', formdata: [{ key: 'a', value: 'b', type: 'text' }, { key: 'f', type: 'file', src: '/etc/passwd' }] } }`,
      { body: { type: 'multipart', parts: [{ name: 'a', value: 'b', enabled: true }] } },
    ],
    [
      `{ url: 'u', body: { mode: 'formdata', formdata: [{ key: 'a', value: '{}', type: 'text', contentType: 'application/json' }] } }`,
      {
        body: {
          type: 'multipart',
          parts: [{ name: 'a', value: '{}', contentType: 'application/json', enabled: true }],
        },
      },
    ],
    [`{ url: 'u', body: { mode: 'file', file: { src: '/etc/passwd' } } }`, { body: { type: 'none' } }],
    [
      `{ url: 'u', body: { mode: 'graphql', graphql: { query: '{ a }' } } }`,
      { body: { content: '{"query":"{ a }"}', contentType: 'application/json' } },
    ],
    [
      `{ url: 'u', auth: { type: 'basic', basic: [{ key: 'username', value: 'a' }, { key: 'password', value: 'b' }] } }`,
      { auth: { type: 'basic', username: 'a', password: 'b' } },
    ],
    [
      `{ url: 'u', auth: { type: 'bearer', bearer: { token: 't' } } }`,
      { auth: { type: 'bearer', token: 't' } },
    ],
    [
      `{ url: 'u', auth: { type: 'apikey', apikey: [{ key: 'key', value: 'k' }, { key: 'value', value: 'v' }, { key: 'in', value: 'query' }] } }`,
      { auth: { type: 'api-key', name: 'k', value: 'v', in: 'query' } },
    ],
  ])('sends %s', async (request, expected) => {
    const { calls, error } = await testsOf(`pm.sendRequest(${request}, (e) => { if (e) throw e; });`);
    expect(error).toBeNull();
    expect(calls).toMatchObject([expected]);
  });

  it.each([
    ['after', ''],
    ['before', 'await new Promise((done) => setTimeout(done, 50));'],
  ])("fails the script if a callback throws %s the script's text has ended", async (_, rest) => {
    const { tests } = await testsOf(`pm.sendRequest('http://h', () => { throw new Error('no') }); ${rest}`);
    expect(tests).toMatchObject([
      {
        name: 'Test script',
        status: 'failed',
        error: { message: expect.stringContaining('Error: no') as string },
      },
    ]);
  });
});

describe('pm.execution.runRequest', { tags: 'calls:postman' }, () => {
  it('resolves to the response, and makes its changes visible', async () => {
    const changes = [{ kind: 'variable', name: 'id', value: '7' }] as const;
    const answer = await testsOf(
      `const res = await pm.execution.runRequest('Login', { variables: { user: 'ann' } });
       console.log(res.code, pm.environment.get('id'));`,
      () => ({ ...callResponse, changes }),
    );
    expect(answer.calls).toEqual([
      { kind: 'execute', request: 'Login', variables: { user: 'ann' }, changes: [] },
    ]);
    expect(logs(answer)).toEqual(['201 7']);
    expect(answer.changes).toEqual(changes);
  });

  it('resolves to null for a skipped request', async () => {
    const error = { code: 'SKIPPED', message: 'The script skipped the request.' };
    const answer = await testsOf(`console.log(await pm.execution.runRequest('x'));`, () => ({
      outcome: { error },
    }));
    expect(logs(answer)).toEqual(['null']);
  });
});
