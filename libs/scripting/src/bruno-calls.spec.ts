import type {
  AnswerScriptCall,
  RetainedVariable,
  NamedScript,
  ScriptCall,
  ScriptCallAnswer,
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

const runtime = createScriptRuntime({ limits: { wallMs: patientMs, memoryMb: 64 } });
afterAll(() => runtime.close());

const callResponse: ScriptCallAnswer = {
  outcome: {
    response: {
      ...sampleResponse,
      status: 201,
      headers: [
        ['Content-Type', 'application/json'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ],
    },
  },
};

const createFailure = (code: string, more: object = {}): ScriptCallAnswer => ({
  outcome: { error: { code, message: 'No connection.', ...more } },
});

/** Runs the text as a Bruno script after the response. */
const run = async (text: string, answer: (call: ScriptCall) => ScriptCallAnswer = () => callResponse) => {
  const calls: ScriptCall[] = [];
  const scripts: NamedScript[] = [
    { name: 'after response', text, foreign: { dialect: 'bruno', event: 'afterResponse' } },
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
  const failures = (answered.tests ?? []).map(({ error }) => error?.message);
  return { ...answered, calls, failures };
};

const logs = ({ logs: lines }: { readonly logs: readonly { readonly message: string }[] }) =>
  lines.map(({ message }) => message);

describe('axios in a Bruno script', { tags: 'calls:bruno' }, () => {
  it.each([
    [`axios('http://h/a')`, { method: 'GET', url: 'http://h/a', body: { type: 'none' }, cookies: false }],
    [
      `axios({ url: '/a', baseURL: 'http://h', params: { q: 'a b', list: [1, 2] } })`,
      {
        url: 'http://h/a?q=a+b&list%5B%5D=1&list%5B%5D=2',
      },
    ],
    [
      `axios.get('http://h', { headers: { 'X-A': 'b', 'X-None': null } })`,
      {
        headers: [
          { name: 'Accept', value: 'application/json, text/plain, */*', enabled: true },
          { name: 'X-A', value: 'b', enabled: true },
        ],
      },
    ],
    [
      `axios.post('http://h', { a: [1] })`,
      {
        method: 'POST',
        headers: [{ name: 'Accept' }, { name: 'Content-Type', value: 'application/json' }],
        body: { type: 'text', content: '{"a":[1]}' },
      },
    ],
    [
      `axios.put('http://h', 'text')`,
      {
        method: 'PUT',
        headers: [{ name: 'Accept' }, { name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
        body: { type: 'text', content: 'text' },
      },
    ],
    [
      `axios.patch('http://h', { a: 'b c' }, { headers: { 'content-type': 'application/x-www-form-urlencoded' } })`,
      {
        method: 'PATCH',
        body: { type: 'text', content: 'a=b+c' },
      },
    ],
    [`axios.post('http://h', new URLSearchParams({ a: '&' }))`, { body: { type: 'text', content: 'a=%26' } }],
    [
      `axios.postForm('http://h', { a: 1, b: ['c'] })`,
      {
        headers: [{ name: 'Accept' }],
        body: {
          type: 'multipart',
          parts: [
            { name: 'a', value: '1' },
            { name: 'b[]', value: 'c' },
          ],
        },
      },
    ],
    [`axios.delete('http://h/a')`, { method: 'DELETE' }],
    [`axios.head('http://h/a')`, { method: 'HEAD' }],
    [`axios.options('http://h/a')`, { method: 'OPTIONS' }],
    [`axios.request({ url: 'http://h/a', method: 'purge' })`, { method: 'PURGE' }],
    [
      `axios.create({ baseURL: 'http://h/v1', headers: { 'X-A': 'b' } }).get('a')`,
      {
        url: 'http://h/v1/a',
        headers: [{ name: 'Accept' }, { name: 'X-A', value: 'b' }],
      },
    ],
    [
      `axios('http://h', { auth: { username: 'a', password: 'b' }, timeout: 50, maxRedirects: 0 })`,
      {
        auth: { type: 'basic', username: 'a', password: 'b' },
        timeoutMs: 50,
        followRedirects: false,
      },
    ],
    [`require('axios').get('http://h/a')`, { url: 'http://h/a' }],
    [
      `(() => { const Form = require('form-data'); const form = new Form(); form.append('a', '{}', { contentType: 'application/json', filename: 'a.json' }); form.append('b', 1); return axios.post('http://h/a', form, { headers: form.getHeaders() }); })()`,
      {
        headers: [{ name: 'Accept', value: 'application/json, text/plain, */*', enabled: true }],
        body: {
          type: 'multipart',
          parts: [
            { name: 'a', value: '{}', contentType: 'application/json', filename: 'a.json', enabled: true },
            { name: 'b', value: '1', enabled: true },
          ],
        },
      },
    ],
  ])('sends %s', async (call, expected) => {
    const { calls, error, failures } = await run(`await ${call};`);
    expect([error, failures]).toEqual([null, []]);
    expect(calls).toMatchObject([expected]);
  });

  it('resolves to an axios response', async () => {
    const answer = await run(`
      const res = await axios.get('http://h/a');
      console.log(res.status, res.statusText, res.data.a[0], res.headers['content-type'], res.headers['set-cookie'].length);
      console.log(res.headers.get('Content-Type'), res.config.method, res.request.res.responseUrl);
      console.log(Object.prototype.toString.call((await axios.get('http://h/a', { responseType: 'arraybuffer' })).data));
      console.log(typeof (await axios.get('http://h/a', { responseType: 'text' })).data);`);
    expect(answer.failures).toEqual([]);
    expect(logs(answer)).toEqual([
      '201 OK 1 application/json 2',
      `application/json get ${sampleResponse.url}`,
      '[object Uint8Array]',
      'string',
    ]);
  });

  it('rejects with the response for a status of 400 or above', async () => {
    const bad: ScriptCallAnswer = {
      outcome: { response: { ...sampleResponse, status: 404, statusText: 'Not Found' } },
    };
    const answer = await run(
      `try { await axios.get('http://h/a') } catch (e) {
        console.log(e.message, e.code, e.isAxiosError, axios.isAxiosError(e), e.status, e.response.status, e.response.data.a[0], e.config.url);
      }
      const { status } = await axios.get('http://h/a', { validateStatus: () => true });
      console.log(status);`,
      () => bad,
    );
    expect(logs(answer)).toEqual([
      'Request failed with status code 404 ERR_BAD_REQUEST true true 404 404 1 http://h/a',
      '404',
    ]);
  });

  it.each<[string, ScriptCallAnswer, string]>([
    [
      '{}',
      createFailure('NETWORK_ERROR', { cause: 'ECONNREFUSED' }),
      'ECONNREFUSED: No connection.|ECONNREFUSED|true',
    ],
    ['{ timeout: 20 }', createFailure('TIMEOUT'), 'timeout of 20ms exceeded|ECONNABORTED|true'],
    ['{}', createFailure('TIMEOUT'), 'No connection.|ECONNABORTED|true'],
    ['{}', createFailure('SCRIPT_REQUESTS_OFF'), 'No connection.|SCRIPT_REQUESTS_OFF|true'],
  ])('rejects with %s and %o', async (config, answer, expected) => {
    const text = `try { await axios('http://h', ${config}) } catch (e) { console.log([e.message, e.code, e.response === undefined].join('|')) }`;
    expect(logs(await run(text, () => answer))).toEqual([expected]);
  });

  it('keeps the script running if it does not await the call', async () => {
    const text = `
      const get = async () => (await axios.get('http://h/a')).data;
      get().then(async (data) => { await bru.sleep(5); bru.setVar('got', data.a[0]); });`;
    expect((await run(text)).kept).toEqual([{ scope: 'runtime', name: 'got', value: 1 }]);
  });

  it('reports where a failing request was made', async () => {
    const { tests } = await run(`\nawait axios.get('http://h/a');`, () => createFailure('NETWORK_ERROR'));
    expect(tests).toMatchObject([
      {
        name: 'Post-Response Script Error',
        error: { message: expect.stringContaining('No connection.') as string },
      },
    ]);
    expect(JSON.stringify(tests)).toContain('after response:2');
  });

  it('refuses bytes that are not text', async () => {
    const { failures, calls } = await run(`await axios.post('http://h', new Uint8Array([255]));`);
    expect(failures).toEqual([expect.stringContaining('only if they are UTF-8') as string]);
    expect(calls).toEqual([]);
  });
});

describe('bru.sendRequest', { tags: 'calls:bruno' }, () => {
  it('accepts a URL or an axios config, and keeps text unchanged', async () => {
    const { calls, failures } = await run(`
      await bru.sendRequest('http://h/a');
      await bru.sendRequest({ method: 'POST', url: 'http://h/b', headers: { 'Content-Type': 'application/json' }, data: '{"a": 1}' });
      await bru.sendRequest({ method: 'POST', url: 'http://h/c', data: { a: 1 } });`);
    expect(failures).toEqual([]);
    expect(calls).toMatchObject([
      { method: 'GET', url: 'http://h/a' },
      { method: 'POST', body: { type: 'text', content: '{"a": 1}' } },
      { headers: [{ name: 'Accept' }, { value: 'application/json' }], body: { content: '{"a":1}' } },
    ]);
  });

  it('calls back with the response or the error before the script ends', async () => {
    const answer = await run(
      `bru.sendRequest({ url: 'http://h/a' }, async (error, res) => { console.log(error, res.status, res.data.a[0], typeof res.responseTime); });
       bru.sendRequest({ url: 'http://h/no' }, async (error, res) => { console.log(error.message, res); await bru.sleep(5); bru.setVar('after', true); });`,
      (call) =>
        call.kind === 'send' && call.url.endsWith('/no') ? createFailure('NETWORK_ERROR') : callResponse,
    );
    expect(logs(answer)).toEqual(['null 201 1 number', 'No connection. null']);
    expect(answer.kept).toEqual([{ scope: 'runtime', name: 'after', value: true }]);
  });
});

describe('an un-awaited call', { tags: 'calls:bruno' }, () => {
  it.each([
    `bru.sendRequest('http://h', () => { throw new Error('from a callback') });`,
    `axios.get('http://h').then(() => { throw new Error('from a callback') });`,
  ])('fails the script with an exception from its continuation: %s', async (text) => {
    const { error } = await run(text);
    expect(error).toMatchObject({ message: 'Error: from a callback', script: 'after response', line: 1 });
  });
});

describe('bru.runRequest', { tags: 'calls:bruno' }, () => {
  it("resolves to the response, and makes its scripts' changes visible", async () => {
    const kept: readonly RetainedVariable[] = [
      { scope: 'runtime', name: 'token', value: 't' },
      { scope: 'runtime', name: 'x', value: 2 },
    ];
    const answer = await run(
      `bru.setVar('x', 1);
       const res = await bru.runRequest('auth/login');
       console.log(res.status, res.statusText, res.data.a[0], res.headers['content-type'], res.url, bru.getVar('token'), bru.getVar('x'));`,
      () => ({ ...callResponse, kept }),
    );
    expect(answer.calls).toEqual([
      {
        kind: 'execute',
        request: 'auth/login',
        kept: [{ scope: 'runtime', name: 'x', value: 1 }],
        changes: [],
      },
    ]);
    expect(logs(answer)).toEqual([`201 OK 1 application/json ${sampleResponse.url} t 2`]);
    expect(answer.kept).toEqual([{ scope: 'runtime', name: 'x', value: 1 }, ...kept]);
  });

  it('sees environment variables that the other request changed', async () => {
    const answer = await run(
      `bru.setEnvVar('id', 1); await bru.runRequest('x'); console.log(bru.getEnvVar('id'));`,
      () => ({ ...callResponse, changes: [{ kind: 'variable', name: 'id', value: '7' }] }),
    );
    expect(logs(answer)).toEqual(['7']);
  });

  it.each([
    ['SKIPPED', '"status":"skipped"'],
    ['NETWORK_ERROR', '"status":"error"'],
    ['SCRIPT_ERROR', 'thrown: No connection.'],
    ['SCRIPT_REQUESTS_OFF', 'thrown: No connection.'],
  ])('with the code %s results in %s', async (code, expected) => {
    const text = `try { console.log(JSON.stringify(await bru.runRequest('x'))) } catch (e) { console.log('thrown: ' + e.message) }`;
    expect(logs(await run(text, () => createFailure(code)))).toEqual([
      expect.stringContaining(expected) as string,
    ]);
  });
});
