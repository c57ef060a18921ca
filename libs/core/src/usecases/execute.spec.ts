import { beforeEach, describe, expect, it } from 'vitest';

import { quietly } from '../application.js';
import type { ExecuteRest } from '../domain/execution.js';
import { given, type PlannedApplication, plannedApplication } from '../testing/index.js';
import type { CreateRest } from './rest-requests.js';

const broken = { code: 'SCRIPT_ERROR', message: 'Error: oh', line: 3 };

let on: PlannedApplication;

beforeEach(async () => {
  on = await plannedApplication();
});

const execute = (fields: Partial<CreateRest> = {}, input: Omit<ExecuteRest, 'id'> = {}) =>
  on.rest(fields, input);

const variables = async () => (await on.environment()).variables;

const setting = (name: string, value: string) => ({ kind: 'variable' as const, name, value });

describe('an execution', () => {
  it('follows its steps in their order', async () => {
    const result = await execute();
    expect(on.seen.order).toEqual(['onRequest', 'send', 'onResponse', 'onTest']);
    expect(result).toMatchObject({
      request: { name: 'R', method: 'GET', url: 'http://h/x' },
      response: { status: 200, textBody: 'hello', bodyType: 'text', size: 5, bodyTruncated: false },
      error: null,
    });
  });

  it('fills in overrides, then the environment, then the built-ins', async () => {
    on.plan.onResponse = { changes: [setting('a', 'env'), setting('b', 'env')] };
    await execute();
    await execute({ url: '{{echo_base_url}}/{{a}}/{{b}}/{{n}}' }, { variables: { a: 'call', n: { x: 1 } } });
    expect(on.seen.sent.at(-1)?.url).toBe('http://echo/call/env/%7B%22x%22:1%7D');
  });

  it('sends no request with an unresolved URL, and others as written with a diagnostic', async () => {
    expect(await execute({ url: 'http://{{nobody}}/' })).toMatchObject({
      error: { code: 'UNRESOLVED_VARIABLE' },
      response: null,
    });
    expect(on.seen.sent).toEqual([]);
    const result = await execute({ headers: [{ name: 'x', value: '{{nobody}}', enabled: true }] });
    expect(on.seen.sent[0]?.headers).toContainEqual(['x', '{{nobody}}']);
    expect(result.diagnostics).toMatchObject([{ code: 'UNRESOLVED_VARIABLE', where: 'headers.x' }]);
  });

  it.each<[Partial<CreateRest>, string]>([
    [{ url: '' }, 'URL_MISSING'],
    [{ url: 'h/x' }, 'URL_INVALID'],
    [{ url: 'http://h/:id' }, 'PATH_PARAM_MISSING'],
    [{ method: 'A B' }, 'METHOD_INVALID'],
    [{ headers: [{ name: 'a b', value: '', enabled: true }] }, 'HEADER_INVALID'],
    [{ url: 'http://h/{{a}}', queryParams: [] }, 'UNRESOLVED_VARIABLE'],
  ])('of %j ends with %s and sends nothing', async (fields, code) => {
    expect((await execute(fields)).error?.code).toBe(code);
    expect(on.seen.sent).toEqual([]);
  });

  it.each<[CreateRest['body'], string | undefined, object]>([
    [{ type: 'json', content: '{}' }, 'application/json', { kind: 'text', text: '{}' }],
    [{ type: 'text', content: 'x' }, 'text/plain; charset=utf-8', { kind: 'text', text: 'x' }],
    [{ type: 'text', content: 'x', contentType: 'text/x' }, 'text/x', { kind: 'text', text: 'x' }],
    [
      {
        type: 'form-urlencoded',
        fields: [
          { name: 'a b', value: '&', enabled: true },
          { name: 'c', value: '', enabled: false },
        ],
      },
      'application/x-www-form-urlencoded',
      { kind: 'text', text: 'a+b=%26' },
    ],
    [{ type: 'binary', file: 'a.bin' }, 'application/octet-stream', { kind: 'bytes' }],
    [
      {
        type: 'multipart',
        parts: [
          { name: 'f', file: 'd/a.txt', enabled: true },
          { name: 'v', value: '1', enabled: true },
        ],
      },
      undefined,
      {
        kind: 'multipart',
        parts: [
          { name: 'f', filename: 'a.txt', contentType: 'application/octet-stream' },
          { name: 'v', value: '1' },
        ],
      },
    ],
  ])('carries the body %j', async (body, contentType, expected) => {
    on.plan.files = { 'a.bin': 'abc', 'd/a.txt': 'abc' };
    await execute({ method: 'POST', ...(body ? { body } : {}) });
    expect(on.seen.sent[0]?.body).toMatchObject(expected);
    expect(on.seen.sent[0]?.headers.find(([name]) => name === 'content-type')?.[1]).toBe(contentType);
  });

  it.each<[CreateRest['auth'], string]>([
    [{ type: 'basic', username: 'ü', password: 'p:w' }, 'Basic w7w6cDp3'],
    [{ type: 'bearer', token: 't' }, 'Bearer t'],
  ])('proves who sends with %j, unless a header does', async (auth, expected) => {
    await execute({ ...(auth ? { auth } : {}) });
    expect(on.seen.sent[0]?.headers).toContainEqual(['authorization', expected]);
    await execute({
      ...(auth ? { auth } : {}),
      headers: [{ name: 'Authorization', value: 'mine', enabled: true }],
    });
    expect(on.seen.sent[1]?.headers.filter(([name]) => /authorization/i.test(name))).toEqual([
      ['Authorization', 'mine'],
    ]);
  });

  it('cuts a long text and keeps its size', async () => {
    expect(await execute({}, { maxBodyBytes: 2 })).toMatchObject({
      response: { textBody: 'he', bodyTruncated: true, size: 5 },
    });
  });

  it('that is cancelled ends as such', async () => {
    const controller = new AbortController();
    controller.abort();
    const context = { ...quietly(), signal: controller.signal };
    const result = await given(on.application.rest.execute({ id: await on.createRest() }, context));
    expect(result).toMatchObject({ error: { code: 'CANCELLED' }, response: null });
    expect(on.seen.order).toEqual([]);
  });

  it('tells each step as it begins', async () => {
    const told: string[] = [];
    const context = {
      ...quietly(),
      progress: (done: number, total: number, name: string) => told.push(`${done}/${total} ${name}`),
    };
    await on.application.rest.execute(
      { id: await on.createRest({}) },
      { ...context, progress: (...args) => void context.progress(...args) },
    )();
    expect(told).toEqual([
      '0/6 interpolate',
      '1/6 onRequest',
      '2/6 send',
      '3/6 onResponse',
      '4/6 persist',
      '5/6 onTest',
    ]);
  });
});

describe('a script', () => {
  it('may answer instead of the network', async () => {
    on.plan.onRequest = { mock: { status: 201, statusText: 'Made', headers: [['X', '1']], body: 'mock' } };
    expect(await execute()).toMatchObject({
      response: { status: 201, statusText: 'Made', time: 0, textBody: 'mock', headers: { x: '1' } },
      lifecycle: { mocked: true },
    });
    expect(on.seen.order).toEqual(['onRequest', 'onResponse', 'onTest']);
  });

  it('whose onRequest fails sends nothing and runs no further', async () => {
    on.plan.onRequest = { error: broken };
    const result = await execute();
    expect(on.seen.order).toEqual(['onRequest']);
    expect(result).toMatchObject({
      error: { code: 'SCRIPT_ERROR', message: expect.stringContaining('line 3') as string },
      response: null,
      lifecycle: { preRequest: { success: false, error: broken } },
    });
  });

  it('whose onResponse fails keeps the response, loses its changes and still tests', async () => {
    on.plan.onRequest = { changes: [setting('a', '1')] };
    on.plan.onResponse = { error: broken, changes: [setting('b', '2')] };
    const result = await execute();
    expect(on.seen.order).toEqual(['onRequest', 'send', 'onResponse', 'onTest']);
    expect(result).toMatchObject({
      error: null,
      response: { status: 200 },
      lifecycle: { postResponse: { success: false } },
    });
    expect(await variables()).toEqual([]);
  });

  it('stores what onRequest and onResponse changed, and nothing of onTest', async () => {
    on.plan.onRequest = { changes: [setting('a', '1')] };
    on.plan.onResponse = { changes: [setting('b', '2')] };
    on.plan.onTest = { changes: [setting('c', '3')] };
    await execute();
    expect(await variables()).toEqual([
      { name: 'a', value: '1', enabled: true },
      { name: 'b', value: '2', enabled: true },
    ]);
  });

  it('that changes method or URL to something invalid ends the execution', async () => {
    const request = { url: 'http://h/', method: 'GET', headers: [], body: null };
    on.plan.onRequest = { request: { ...request, url: 'nonsense' } };
    expect((await execute()).error?.code).toBe('URL_INVALID');
    on.plan.onRequest = { request: { ...request, method: 'G T' } };
    expect((await execute()).error?.code).toBe('METHOD_INVALID');
  });

  it('given with the call runs once, and is saved when asked', async () => {
    const id = await on.createRest({ script: 'saved' });
    await on.application.rest.execute({ id, script: 'once' }, quietly())();
    await on.application.rest.execute({ id }, quietly())();
    await on.application.rest.execute({ id, script: 'kept', persistScript: true }, quietly())();
    await on.application.rest.execute({ id }, quietly())();
    expect(on.seen.scripts).toEqual(['once', 'saved', 'kept', 'kept']);
  });

  it('cannot be saved when none is given', async () => {
    const outcome = await on.application.rest.execute(
      { id: await on.createRest({}), persistScript: true },
      quietly(),
    )();
    expect(outcome).toMatchObject({ left: { kind: 'invalid-input', issues: [{ path: 'persistScript' }] } });
  });
});
