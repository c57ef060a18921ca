import type {
  AnswerScriptCall,
  ScriptCall,
  ScriptCallAnswer,
  ScriptResponse,
  ScriptRuntime,
  ScriptSession,
} from '@tandem/core';
import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { patientMs, sampleEnvironment, sampleRequest, sampleResponse, sampleRuns } from './testing/sample.js';

const limits = { wallMs: patientMs, memoryMb: 64 };
const runtime = createScriptRuntime({ limits });
const small = createScriptRuntime({
  limits: { ...limits, calls: 3, callBytes: 10_000, answerBytes: 20_000 },
});
/** A runtime that soon stops a script in a loop. */
const swift = createScriptRuntime({ limits: { ...limits, cpuMs: 300 } });
afterAll(() => Promise.all([runtime, small, swift].map((one) => one.close())));

const nothing = new AbortController().signal;

const createResponse = (body: string, more: Partial<ScriptResponse> = {}): ScriptCallAnswer => ({
  outcome: { response: { ...sampleResponse, body, size: body.length, ...more } },
});

/** Answers each call with the URL or the name of its request, and records the call. */
const recordCalls = (answer: (call: ScriptCall) => ScriptCallAnswer | Promise<ScriptCallAnswer>) => {
  const calls: ScriptCall[] = [];
  const signals: AbortSignal[] = [];
  const answering: AnswerScriptCall = (call, signal) => {
    calls.push(call);
    signals.push(signal);
    return Promise.resolve(answer(call));
  };
  return { calls, signals, answering };
};

const echo = (call: ScriptCall): ScriptCallAnswer =>
  createResponse(call.kind === 'send' ? call.url : call.request);

const withSession = <A>(
  script: string,
  answer: AnswerScriptCall | undefined,
  use: (session: ScriptSession) => Promise<A>,
  { on = runtime, signal = nothing }: { on?: ScriptRuntime; signal?: AbortSignal } = {},
): Promise<A> => on.withSession(script, sampleEnvironment, signal, use, answer);

const onRequest = (body: string, answer: AnswerScriptCall | undefined, on = runtime) =>
  withSession(
    `export async function onRequest(req) { ${body} }`,
    answer,
    (session) => session.onRequest(sampleRequest),
    { on },
  );

describe('a call in a script', { tags: 'calls:script' }, () => {
  it("sends the script's request and returns its response", async () => {
    const { calls, answering } = recordCalls(echo);
    const { result, error } = await onRequest(
      `const res = await send({ method: 'POST', url: new URL('http://h/a?b'), headers: { 'X-One': '{{1}}' }, json: { a: 1 },
         auth: { type: 'bearer', token: 't' }, timeoutMs: 5, followRedirects: false });
       return [res.status, res.ok, res.text(), res.headers.get('content-type'), Array.from(res.bytes()).length, res.env === req.env];`,
      answering,
    );
    expect(error).toBeNull();
    expect(result).toEqual([200, true, 'http://h/a?b', 'application/json', 12, true]);
    expect(calls).toEqual([
      {
        kind: 'send',
        method: 'POST',
        url: 'http://h/a?b',
        headers: [{ name: 'X-One', value: '{{1}}', enabled: true }],
        body: { type: 'json', content: '{"a":1}' },
        auth: { type: 'bearer', token: 't' },
        timeoutMs: 5,
        followRedirects: false,
        changes: [],
      },
    ]);
  });

  it.each([
    [`'http://h/'`, { method: 'GET', url: 'http://h/', body: { type: 'none' } }],
    [`{ url: 'x', body: 'text' }`, { url: 'x', body: { type: 'text', content: 'text' } }],
    [
      `{ url: 'x', form: { a: 1, b: '&' } }`,
      {
        body: {
          type: 'form-urlencoded',
          fields: [
            { name: 'a', value: '1', enabled: true },
            { name: 'b', value: '&', enabled: true },
          ],
        },
      },
    ],
  ])('is read: send(%s)', async (args, expected) => {
    const { calls, answering } = recordCalls(echo);
    expect((await onRequest(`await send(${args})`, answering)).error).toBeNull();
    expect(calls[0]).toMatchObject(expected);
  });

  it.each([
    [`send()`, 'send takes a URL or an object'],
    [`send({})`, 'with a url'],
    [`send({ url: 'x', bodi: 1 })`, 'not bodi'],
    [`send({ url: 'x', body: {} })`, 'use json'],
    [`send({ url: 'x', body: '', json: 1 })`, 'not several'],
    [`send({ url: 'x', method: 1 })`, 'method that is a string'],
    [`send({ url: 'x', headers: { 'a b': 1 } })`, 'not a header name'],
    [`send({ url: 'x', timeoutMs: 'soon' })`, 'timeoutMs must be'],
    [`send({ url: 'x', auth: { type: 'secret' } })`, 'auth.type'],
    [`execute()`, 'execute takes the name'],
    [`execute('x', { variable: 1 })`, 'not variable'],
  ])('is refused, and nothing is sent: %s', async (body, message) => {
    const { calls, answering } = recordCalls(echo);
    const { error } = await onRequest(`await ${body}`, answering);
    expect(error?.message).toContain(message);
    expect(calls).toEqual([]);
  });

  it("executes a saved request, and the script then sees the request's changes", async () => {
    const changes = [
      { kind: 'variable', name: 'id', value: '7' },
      { kind: 'secret', name: 'token', value: 'new' },
      { kind: 'variable', name: 'base', value: null },
    ] as const;
    const execution = { id: 'exec_1', tests: [{ name: 'a', status: 'passed' as const }] };
    const { calls, answering } = recordCalls(() => ({
      outcome: { response: sampleResponse, execution },
      changes,
    }));
    const { result, changes: made } = await onRequest(
      `req.env.setVariable('mine', 1);
       const res = await execute('Login', { variables: { user: 'ann' } });
       return [res.status, res.execution, req.env.getVariable('id'), req.env.getSecret('token'), req.env.hasVariable('base')];`,
      answering,
    );
    const mine = { kind: 'variable', name: 'mine', value: '1', type: 'number' };
    expect(calls).toEqual([
      { kind: 'execute', request: 'Login', variables: { user: 'ann' }, changes: [mine] },
    ]);
    expect(result).toEqual([200, execution, '7', 'new', false]);
    expect(made).toEqual([mine, ...changes]);
  });

  it('throws an error with a code and a location if it fails', async () => {
    const error = { code: 'NETWORK_ERROR', message: 'No connection.' };
    const { answering } = recordCalls(() => ({ outcome: { error } }));
    const caught = await onRequest(
      `try { await send('x') } catch (e) { return [e.message, e.code] }`,
      answering,
    );
    expect(caught.result).toEqual(['No connection.', 'NETWORK_ERROR']);
    const thrown = await withSession(
      `export async function onRequest() {\n  await send('x');\n}`,
      answering,
      (session) => session.onRequest(sampleRequest),
    );
    expect(thrown.error).toMatchObject({ message: 'Error: No connection.', line: 2 });
  });

  it('is refused if nothing answers calls', async () => {
    expect((await onRequest(`await send('x')`, undefined)).error?.message).toContain('cannot send requests');
  });

  it('returns bytes, and no text if there is no text', async () => {
    const bytes = Uint8Array.of(255, 0, 1);
    const { answering } = recordCalls(() => ({
      outcome: { response: { ...sampleResponse, body: null, bytes } },
    }));
    const { result } = await onRequest(
      `const res = await send('x'); try { res.text() } catch (e) { return [[...res.bytes()], e.message] }`,
      answering,
    );
    expect(result).toEqual([[255, 0, 1], 'the body is not text, or is too long for a script']);
  });
});

describe('un-awaited calls of a handler', { tags: 'calls:script' }, () => {
  it('are awaited when the handler ends, including follow-up calls', async () => {
    const { calls, answering } = recordCalls(echo);
    const { logs, changes } = await onRequest(
      `send('a').then((res) => res.text()).then((text) => text).then((text) => {
         console.log(text);
         send('b').then(() => { req.env.setVariable('seen', 1) });
       });`,
      answering,
    );
    expect(calls).toHaveLength(2);
    expect(logs).toEqual([{ level: 'log', message: 'a' }]);
    expect(changes).toEqual([{ kind: 'variable', name: 'seen', value: '1', type: 'number' }]);
  });

  it('belong to the next handler if a timer makes them after the handler has ended', async () => {
    const { calls, answering } = recordCalls(echo);
    const script = `export const onRequest = () => { setTimeout(() => send('late'), 1) };
      export const onResponse = async () => { await new Promise((done) => setTimeout(done, 5)) };`;
    const errors = await withSession(script, answering, async (session) => [
      (await session.onRequest(sampleRequest)).error,
      calls.length,
      (await session.onResponse(sampleRequest, sampleResponse)).error,
    ]);
    expect(errors).toEqual([null, 0, null]);
    expect(calls).toHaveLength(1);
  });

  it('are refused while the script loads', async () => {
    const { calls, answering } = recordCalls(echo);
    const { error } = await withSession(
      `await send('x'); export const onRequest = () => 1;`,
      answering,
      (session) => session.onRequest(sampleRequest),
    );
    expect(error?.message).toContain('in a handler only');
    expect(calls).toEqual([]);
  });
});

describe('the time for the network', { tags: 'calls:time' }, () => {
  it("does not count towards a handler's time", async () => {
    const brief = createScriptRuntime({ limits: { ...limits, wallMs: 2_000 } });
    const slow: AnswerScriptCall = async (call) => {
      await new Promise((resolve) => setTimeout(resolve, 2_200));
      return echo(call);
    };
    const [ended, endless] = await Promise.all([
      onRequest(`return (await send('x')).text()`, slow, brief),
      onRequest(`await send('x'); await new Promise(() => 0)`, slow, brief),
    ]);
    expect(ended).toMatchObject({ error: null, result: 'x' });
    expect(endless.error).toMatchObject({ code: 'SCRIPT_TIMEOUT' });
    await brief.close();
  });

  it('ends with the execution, and the call is cancelled', async () => {
    const controller = new AbortController();
    const { signals, answering } = recordCalls(() => {
      controller.abort();
      return new Promise(() => undefined);
    });
    const answer = await withSession(
      `export const onRequest = () => send('x');`,
      answering,
      (session) => session.onRequest(sampleRequest),
      { signal: controller.signal },
    );
    expect(answer.error?.code).toBe('CANCELLED');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('ends with a handler that exceeds its CPU time, and the call is cancelled', async () => {
    const tight = createScriptRuntime({ limits: { ...limits, cpuMs: 200 } });
    const { signals, answering } = recordCalls(() => new Promise(() => undefined));
    const { error } = await onRequest(`send('x'); await 1; for (;;);`, answering, tight);
    expect(error?.code).toBe('SCRIPT_TIMEOUT');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await tight.close();
  });
});

describe('the limits of calls', { tags: 'calls:limits' }, () => {
  it('apply to the calls of each handler', async () => {
    const { calls, answering } = recordCalls(echo);
    const script = `const flood = async () => { for (let n = 0; ; n++) { try { await send('x') } catch (e) { return [n, e.message] } } };
      export const onRequest = flood; export const onResponse = flood;`;
    const results = await withSession(
      script,
      answering,
      async (session) => [
        (await session.onRequest(sampleRequest)).result,
        (await session.onResponse(sampleRequest, sampleResponse)).result,
      ],
      { on: small },
    );
    const refused = [3, 'a handler may send at most 3 requests'];
    expect(results).toEqual([refused, refused]);
    expect(calls).toHaveLength(6);
  });

  it('apply to the sent data', async () => {
    const { calls, answering } = recordCalls(echo);
    const { error } = await onRequest(`await send({ url: 'x', body: 'y'.repeat(30_000) })`, answering, small);
    expect(error?.message).toContain('at most 20000 bytes');
    expect(calls).toEqual([]);
  });

  it('apply to all responses of an execution together', async () => {
    const { answering } = recordCalls(() => createResponse('y'.repeat(6_000)));
    const { result } = await onRequest(
      `await send('x'); try { await send('x') } catch (e) { return [e.code, e.message] }`,
      answering,
      small,
    );
    expect(result).toEqual(['RESPONSE_TOO_LARGE', expect.stringContaining('more than 10000 bytes')]);
  });
});

describe('a session that moves to another script host', { tags: 'calls:repeat' }, () => {
  const killHosts = () =>
    Promise.all(
      ['for (;;);', 'Array(2 ** 32 - 1).fill(0);'].map((body) => sampleRuns(swift).onRequest(body)),
    );

  it('gets the same answers in the same order, and sends nothing twice', async () => {
    let release: () => void = () => undefined;
    const second = new Promise<void>((resolve) => (release = resolve));
    const { calls, answering } = recordCalls(async (call) => {
      if (call.kind === 'send' && call.url === 'first') await second;
      else setImmediate(release);
      return echo(call);
    });
    const script = `const seen = [];
      const note = async (url) => { seen.push((await send(url)).text(), Date.now(), Math.random()) };
      export const onRequest = async () => { await Promise.all([note('first'), note('second')]); return seen; };
      export const onResponse = () => seen;
      export const onTest = async () => { await note('third'); return seen; };`;
    await withSession(
      script,
      answering,
      async (session) => {
        const { result: seen } = await session.onRequest(sampleRequest);
        expect((seen as unknown[]).filter((one) => typeof one === 'string')).toEqual(['second', 'first']);
        await killHosts();
        expect((await session.onResponse(sampleRequest, sampleResponse)).result).toEqual(seen);
        await killHosts();
        const { result } = await session.onTest(sampleRequest, sampleResponse);
        expect(result).toEqual([...(seen as unknown[]), 'third', expect.anything(), expect.anything()]);
      },
      { on: swift },
    );
    expect(calls).toHaveLength(3);
  });

  it('gets its previous answers, and those that arrive while it waits', async () => {
    let arrived: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => (arrived = resolve));
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { calls, answering } = recordCalls(async (call) => {
      if (call.kind === 'send' && call.url.startsWith('slow')) {
        arrived();
        await released;
      }
      return echo(call);
    });
    const script = `export async function onRequest() {
        const at = Date.now();
        const first = (await send('quick ' + at)).text();
        const slow = (await send('slow ' + crypto.randomUUID() + Date.now())).text();
        return first === 'quick ' + at && slow.startsWith('slow');
      }`;
    await withSession(
      script,
      answering,
      async (session) => {
        const running = session.onRequest(sampleRequest);
        await waits;
        await killHosts();
        release();
        expect(await running).toMatchObject({ error: null, result: true });
      },
      { on: swift },
    );
    expect(calls).toHaveLength(2);
  });

  it('forgets the calls of a stopped handler', async () => {
    const tight = createScriptRuntime({ limits: { ...limits, cpuMs: 300 } });
    const { calls, answering } = recordCalls(echo);
    const script = `export const onRequest = async () => (await send('a')).text();
      export const onResponse = async () => { await send('b'); for (;;); };
      export const onTest = async () => (await send('c')).text();`;
    const results = await withSession(
      script,
      answering,
      async (session) => [
        (await session.onRequest(sampleRequest)).result,
        (await session.onResponse(sampleRequest, sampleResponse)).error?.code,
        (await session.onTest(sampleRequest, sampleResponse)).result,
      ],
      { on: tight },
    );
    expect(results).toEqual(['a', 'SCRIPT_TIMEOUT', 'c']);
    expect(calls.map((call) => call.kind === 'send' && call.url)).toEqual(['a', 'b', 'c']);
    await tight.close();
  });

  it('forgets the calls of a handler with an uncaught error', async () => {
    const { calls, answering } = recordCalls(echo);
    const script = `export const onRequest = async () => { await send('a'); Promise.reject(new Error('lost')); await send('b'); };
      export const onResponse = async () => (await send('c')).text();`;
    const results = await withSession(script, answering, async (session) => [
      (await session.onRequest(sampleRequest)).error?.message,
      (await session.onResponse(sampleRequest, sampleResponse)).result,
    ]);
    expect(results).toEqual(['Error: lost', 'c']);
    expect(calls.at(-1)).toMatchObject({ url: 'c' });
  });
});

it('a bug in answering a call is not a script error', async () => {
  const answering: AnswerScriptCall = () => Promise.reject(new Error('a bug'));
  await expect(onRequest(`await send('x')`, answering)).rejects.toThrow('a bug');
});
