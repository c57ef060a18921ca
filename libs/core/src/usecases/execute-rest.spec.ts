import { beforeEach, describe, expect, it } from 'vitest';

import { createApplication, quietly } from '../application.js';
import type { ExecuteRest, ExecutionResult } from '../domain/execution.js';
import type { RestRequestId } from '../domain/ids.js';
import { E, TE } from '../fp.js';
import type { OutgoingRequest } from '../ports/http.js';
import type { Store } from '../ports/repositories.js';
import type { HandlerAnswer, OnRequestAnswer, ScriptRuntime } from '../ports/scripts.js';
import { countingIds, fixedClock, memoryStore } from '../testing/index.js';
import type { CreateRest } from './rest-requests.js';

const silent: HandlerAnswer = {
  present: true,
  error: null,
  result: null,
  logs: [],
  changes: [],
  diagnostics: [],
};
const broken = { code: 'SCRIPT_ERROR', message: 'Error: oh', line: 3 };

/** What the handlers of the script under test answer; nothing is run. */
interface Plan {
  onRequest?: Partial<OnRequestAnswer>;
  onResponse?: Partial<HandlerAnswer>;
  onTest?: Partial<HandlerAnswer>;
}

let plan: Plan;
let order: string[];
let sent: OutgoingRequest[];
let scriptsRun: string[];
let store: Store;
let application: ReturnType<typeof createApplication>;

const scripts: ScriptRuntime = {
  check: () => Promise.resolve(null),
  withSession: (script, _environment, _signal, use) => {
    scriptsRun.push(script);
    return use({
      onRequest: ({ url, method, headers, body }) => {
        order.push('onRequest');
        return Promise.resolve({
          ...silent,
          request: { url, method, headers, body },
          mock: null,
          ...plan.onRequest,
        });
      },
      onResponse: () => {
        order.push('onResponse');
        return Promise.resolve({ ...silent, ...plan.onResponse });
      },
      onTest: () => {
        order.push('onTest');
        return Promise.resolve({ ...silent, tests: [], ...plan.onTest });
      },
    });
  },
};

beforeEach(async () => {
  [plan, order, sent, scriptsRun, store] = [{}, [], [], [], memoryStore()];
  application = createApplication({
    store,
    scripts,
    http: {
      cookiesOf: () => [],
      send: (request) => {
        order.push('send');
        sent.push(request);
        const headers = [['content-type', 'text/plain']] as const;
        return TE.right({
          status: 200,
          statusText: 'OK',
          headers,
          body: new TextEncoder().encode('hello'),
          time: 2,
          url: request.url,
        });
      },
    },
    files: { read: (_, path) => TE.right(new TextEncoder().encode(`<${path}>`)) },
    clock: fixedClock(),
    ids: countingIds(),
    product: { name: 'Tandem', version: '9' },
    builtIns: () => ({ echo_base_url: 'http://echo' }),
  });
  await application.workspaces.open({ path: '/w' })();
});

const right = <A>(outcome: E.Either<unknown, A>): A => {
  if (E.isLeft(outcome)) throw new Error(JSON.stringify(outcome.left));
  return outcome.right;
};

const create = async (fields: Partial<CreateRest>): Promise<RestRequestId> =>
  right(await application.rest.create({ name: 'R', url: 'http://h/x', script: 's', ...fields })()).id;

const execute = async (
  fields: Partial<CreateRest> = {},
  input: Omit<ExecuteRest, 'id'> = {},
): Promise<ExecutionResult> =>
  right(await application.rest.execute({ id: await create(fields), ...input }, quietly())());

const variables = async () => {
  const { id, activeEnvironmentId } = right(await store.workspaces.all()())[0]!;
  return right(await store.environments.get(id, activeEnvironmentId!)()).variables;
};

const setting = (name: string, value: string) => ({ kind: 'variable' as const, name, value });

describe('an execution', () => {
  it('follows its steps in their order', async () => {
    const result = await execute();
    expect(order).toEqual(['onRequest', 'send', 'onResponse', 'onTest']);
    expect(result).toMatchObject({
      request: { name: 'R', method: 'GET', url: 'http://h/x' },
      response: { status: 200, textBody: 'hello', bodyType: 'text', size: 5, bodyTruncated: false },
      error: null,
    });
  });

  it('fills in overrides, then the environment, then the built-ins', async () => {
    plan.onResponse = { changes: [setting('a', 'env'), setting('b', 'env')] };
    await execute();
    await execute({ url: '{{echo_base_url}}/{{a}}/{{b}}/{{n}}' }, { variables: { a: 'call', n: { x: 1 } } });
    expect(sent.at(-1)?.url).toBe('http://echo/call/env/%7B%22x%22:1%7D');
  });

  it('sends no request with an unresolved URL, and others as written with a diagnostic', async () => {
    expect(await execute({ url: 'http://{{nobody}}/' })).toMatchObject({
      error: { code: 'UNRESOLVED_VARIABLE' },
      response: null,
    });
    expect(sent).toEqual([]);
    const result = await execute({ headers: [{ name: 'x', value: '{{nobody}}', enabled: true }] });
    expect(sent[0]?.headers).toContainEqual(['x', '{{nobody}}']);
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
    expect(sent).toEqual([]);
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
    await execute({ method: 'POST', ...(body ? { body } : {}) });
    expect(sent[0]?.body).toMatchObject(expected);
    expect(sent[0]?.headers.find(([name]) => name === 'content-type')?.[1]).toBe(contentType);
  });

  it.each<[CreateRest['auth'], string]>([
    [{ type: 'basic', username: 'ü', password: 'p:w' }, 'Basic w7w6cDp3'],
    [{ type: 'bearer', token: 't' }, 'Bearer t'],
  ])('proves who sends with %j, unless a header does', async (auth, expected) => {
    await execute({ ...(auth ? { auth } : {}) });
    expect(sent[0]?.headers).toContainEqual(['authorization', expected]);
    await execute({
      ...(auth ? { auth } : {}),
      headers: [{ name: 'Authorization', value: 'mine', enabled: true }],
    });
    expect(sent[1]?.headers.filter(([name]) => /authorization/i.test(name))).toEqual([
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
    const result = right(await application.rest.execute({ id: await create({}) }, context)());
    expect(result).toMatchObject({ error: { code: 'CANCELLED' }, response: null });
    expect(order).toEqual([]);
  });

  it('tells each step as it begins', async () => {
    const told: string[] = [];
    const context = {
      ...quietly(),
      progress: (done: number, total: number, name: string) => told.push(`${done}/${total} ${name}`),
    };
    await application.rest.execute(
      { id: await create({}) },
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
    plan.onRequest = { mock: { status: 201, statusText: 'Made', headers: [['X', '1']], body: 'mock' } };
    expect(await execute()).toMatchObject({
      response: { status: 201, statusText: 'Made', time: 0, textBody: 'mock', headers: { x: '1' } },
      lifecycle: { mocked: true },
    });
    expect(order).toEqual(['onRequest', 'onResponse', 'onTest']);
  });

  it('whose onRequest fails sends nothing and runs no further', async () => {
    plan.onRequest = { error: broken };
    const result = await execute();
    expect(order).toEqual(['onRequest']);
    expect(result).toMatchObject({
      error: { code: 'SCRIPT_ERROR', message: expect.stringContaining('line 3') as string },
      response: null,
      lifecycle: { preRequest: { success: false, error: broken } },
    });
  });

  it('whose onResponse fails keeps the response, loses its changes and still tests', async () => {
    plan = {
      onRequest: { changes: [setting('a', '1')] },
      onResponse: { error: broken, changes: [setting('b', '2')] },
    };
    const result = await execute();
    expect(order).toEqual(['onRequest', 'send', 'onResponse', 'onTest']);
    expect(result).toMatchObject({
      error: null,
      response: { status: 200 },
      lifecycle: { postResponse: { success: false } },
    });
    expect(await variables()).toEqual([]);
  });

  it('stores what onRequest and onResponse changed, and nothing of onTest', async () => {
    plan = {
      onRequest: { changes: [setting('a', '1')] },
      onResponse: { changes: [setting('b', '2')] },
      onTest: { changes: [setting('c', '3')] },
    };
    await execute();
    expect(await variables()).toEqual([
      { name: 'a', value: '1', enabled: true },
      { name: 'b', value: '2', enabled: true },
    ]);
  });

  it('that changes method or URL to something invalid ends the execution', async () => {
    const request = { url: 'http://h/', method: 'GET', headers: [], body: null };
    plan.onRequest = { request: { ...request, url: 'nonsense' } };
    expect((await execute()).error?.code).toBe('URL_INVALID');
    plan.onRequest = { request: { ...request, method: 'G T' } };
    expect((await execute()).error?.code).toBe('METHOD_INVALID');
  });

  it('given with the call runs once, and is saved when asked', async () => {
    const id = await create({ script: 'saved' });
    await application.rest.execute({ id, script: 'once' }, quietly())();
    await application.rest.execute({ id }, quietly())();
    await application.rest.execute({ id, script: 'kept', persistScript: true }, quietly())();
    await application.rest.execute({ id }, quietly())();
    expect(scriptsRun).toEqual(['once', 'saved', 'kept', 'kept']);
  });

  it('cannot be saved when none is given', async () => {
    const outcome = await application.rest.execute(
      { id: await create({}), persistScript: true },
      quietly(),
    )();
    expect(outcome).toMatchObject({ left: { kind: 'invalid-input', issues: [{ path: 'persistScript' }] } });
  });
});
