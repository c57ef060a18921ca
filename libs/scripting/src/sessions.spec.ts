import { afterAll, describe, expect, it } from 'vitest';

import { createCallRecord } from './call-record.js';
import { createScriptRuntime } from './index.js';
import { defaultLimits } from './limits.js';
import { createPool } from './pool.js';
import { openSession } from './session.js';
import { patientMs, sampleEnvironment, sampleRequest, sampleResponse, sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime({ limits: { cpuMs: 300, wallMs: patientMs, memoryMb: 64 } });
afterAll(() => runtime.close());
const { within, onRequest } = sampleRuns(runtime);

const killHosts = () =>
  Promise.all(['for (;;);', 'for (;;);', 'Array(2 ** 32 - 1).fill(0);', 'for (;;);'].map(onRequest));

describe('a missing handler', () => {
  const logsOf = (script: string) =>
    within(script, async (session) => {
      await session.onRequest(sampleRequest);
      const { present, logs } = await session.onResponse(sampleRequest, sampleResponse);
      const { tests } = await session.onTest(sampleRequest, sampleResponse);
      return { present, logs: logs.map(({ message }) => message), tests: tests.map(({ status }) => status) };
    });

  it('is reported as missing, and later handlers run', async () => {
    const script = `export const onTest = (req, res) => test('status', () => expect(res.status).toBe(200));`;
    expect(await logsOf(script)).toEqual({ present: false, logs: [], tests: ['passed'] });
  });

  it('still lets a due timer run', async () => {
    const script = `export const onRequest = () => { setTimeout(() => console.log('late'), 0);
      setTimeout(() => console.log('never'), 60_000); for (let i = 0; i < 1e5; i++); };`;
    const said = await within(script, async (session) => {
      const { logs } = await session.onRequest(sampleRequest);
      const messages = logs.map(({ message }) => message);
      // On a busy machine, the host may answer several calls before it checks its timers.
      while (messages.length === 0) {
        const next = await session.onResponse(sampleRequest, sampleResponse);
        messages.push(...next.logs.map(({ message }) => message));
      }
      const last = await session.onTest(sampleRequest, sampleResponse);
      return [...messages, ...last.logs.map(({ message }) => message)];
    });
    expect(said).toEqual(['late']);
  });

  it('affects only its own script, even if the script claims to have a handler', async () => {
    const script = `Array.prototype.filter = () => ['onRequest', 'onResponse', 'onTest', 'x'];
      export const onRequest = () => 1; export const onTest = () => 2;`;
    const answers = await within(script, async (session) => [
      await session.onRequest(sampleRequest),
      await session.onTest(sampleRequest, sampleResponse),
    ]);
    expect(answers[0]?.error?.code).toBe('SCRIPT_ERROR');
    expect((await onRequest('return 7')).result).toBe(7);
  });
});

describe('an execution whose hosts do not start', () => {
  it('fails after several attempts', async () => {
    const { execPath } = process;
    process.execPath = '/nowhere/node';
    try {
      const broken = createScriptRuntime();
      const { error } = await sampleRuns(broken).onRequest('return 1');
      expect(error).toMatchObject({
        code: 'SCRIPT_HOST_ENDED',
        message: expect.stringContaining('ended before it was ready') as string,
      });
      await broken.close();
    } finally {
      process.execPath = execPath;
    }
  });
});

describe('an execution that waits for its response', () => {
  it('occupies no host, so that 64 such executions wait at the same time', async () => {
    const script = `let n = 1; export const onRequest = () => ++n; export const onResponse = () => ++n;`;
    let arrived = 0;
    let open: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (open = resolve));
    const one = () =>
      within(script, async (session) => {
        await session.onRequest(sampleRequest);
        arrived += 1;
        if (arrived === 64) open();
        await all;
        return (await session.onResponse(sampleRequest, sampleResponse)).result;
      });
    expect(await Promise.all(Array.from({ length: 64 }, one))).toEqual(Array(64).fill(3));
  });

  it('is not affected by other executions that crash their hosts', async () => {
    const honest = `let n = 1; export const onRequest = () => ++n; export const onResponse = () => ++n;`;
    const hostile = (body: string) => `export const onRequest = () => { ${body} };`;
    const killers = ['Array(2 ** 32 - 1).fill(0);', 'for (;;);', 'JSON.parse("[".repeat(5e6));'];
    let arrived = 0;
    let open: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (open = resolve));
    const one = (script: string) =>
      within(script, async (session) => {
        const { error } = await session.onRequest(sampleRequest);
        arrived += 1;
        if (arrived === 64) open();
        await all;
        return error?.code ?? (await session.onResponse(sampleRequest, sampleResponse)).result;
      });
    const answers = await Promise.all([
      ...killers.map((body) => one(hostile(body))),
      ...Array.from({ length: 61 }, () => one(honest)),
    ]);
    expect(answers.slice(0, 3).every((code) => String(code).startsWith('SCRIPT_'))).toBe(true);
    expect(answers.slice(3)).toEqual(Array(61).fill(3));
  });

  it('keeps its state if another script crashes its host', async () => {
    const script = `const made = [Math.random(), Date.now(), crypto.randomUUID(), new Date().getTime()];
      const later = [];
      export async function onRequest(req) {
        await new Promise((done) => setTimeout(done, 3));
        later.push(Date.now(), Math.random(), crypto.getRandomValues(new Uint8Array(4)).join());
        req.env.setVariable('n', later[0]);
        return [made, later];
      }
      export const onResponse = (req, res) => [made, later, res.env.getVariable('n')];
      export const onTest = () => Math.random() !== later[1] && Date.now() >= later[0];`;
    await within(script, async (session) => {
      const [made, later] = (await session.onRequest(sampleRequest)).result as [unknown[], unknown[]];
      await killHosts();
      const answer = await session.onResponse(sampleRequest, sampleResponse);
      expect(answer.result).toEqual([made, later, later[0]]);
      expect(answer.changes).toEqual([]);
      await killHosts();
      expect((await session.onTest(sampleRequest, sampleResponse)).result).toBe(true);
    });
  });

  it('does not repeat console lines when it is rebuilt', async () => {
    const script = `export const onRequest = () => console.log('one'); export const onResponse = () => console.log('two');`;
    await within(script, async (session) => {
      expect((await session.onRequest(sampleRequest)).logs).toHaveLength(1);
      await killHosts();
      expect((await session.onResponse(sampleRequest, sampleResponse)).logs).toEqual([
        { level: 'log', message: 'two' },
      ]);
    });
  });
});

describe('a handler after a stopped handler', () => {
  it('has the state from before the stopped handler', async () => {
    const script = `let n = 1; export const onRequest = () => ++n;
      export const onResponse = () => { n = 100; for (;;); }; export const onTest = () => n;`;
    const answers = await within(script, async (session) => [
      (await session.onRequest(sampleRequest)).result,
      (await session.onResponse(sampleRequest, sampleResponse)).error?.code,
      (await session.onTest(sampleRequest, sampleResponse)).result,
    ]);
    expect(answers).toEqual([2, 'SCRIPT_TIMEOUT', 2]);
  });
});

describe('a limit of a script', () => {
  it('is reported as soon as it is exceeded', async () => {
    const own = createScriptRuntime({ hosts: 1, limits: { wallMs: 500 } });
    const began = performance.now();
    const { error } = await sampleRuns(own).onRequest('await new Promise(() => {})');
    expect(performance.now() - began).toBeGreaterThanOrEqual(490);
    expect(error?.message).toContain('longer than 500 ms');
    await own.close();
  });

  it('on CPU time does not affect a script that only waits', async () => {
    const sleeper = onRequest('await new Promise((done) => setTimeout(done, 600)); return 1');
    const [answer] = await Promise.all([sleeper, onRequest('return 2')]);
    expect(answer).toMatchObject({ error: null, result: 1 });
  });

  it('also applies if the work is split into pieces', async () => {
    const answer = await onRequest(`const turn = () => new Promise((done) => setTimeout(done, 0));
      for (;;) { const end = Date.now() + 50; while (Date.now() < end); await turn(); }`);
    expect(answer.error).toMatchObject({ code: 'SCRIPT_TIMEOUT' });
    expect(answer.error?.message).toContain('CPU');
  });
});

describe('cancelling an execution', () => {
  it('ends a running handler immediately', async () => {
    const controller = new AbortController();
    const running = within(
      'export const onRequest = () => new Promise(() => {});',
      (session) => session.onRequest(sampleRequest),
      controller.signal,
    );
    controller.abort();
    expect(await running).toMatchObject({ error: { code: 'CANCELLED' } });
  });

  it('does not start the handler again on another host', async () => {
    const pool = createPool({ hosts: 1, limits: defaultLimits, restMs: 60_000 });
    const controller = new AbortController();
    const first = await pool.acquire();
    const session = openSession(pool, {
      scripts: [{ name: null, text: 'export const onRequest = () => new Promise(() => {});' }],
      environment: JSON.stringify(sampleEnvironment),
      record: createCallRecord(undefined, defaultLimits),
      signal: controller.signal,
    });
    const answer = session.call('onRequest', JSON.stringify({ request: sampleRequest }));
    await first.check('');
    controller.abort();
    expect((await answer).error?.code).toBe('CANCELLED');
    session.close();
    await first.exited;
    const next = await pool.acquire();
    expect([next === first, next.busy(), next.holds()]).toEqual([false, 0, 0]);
    await pool.close();
  });

  it('prevents further handlers from running', async () => {
    const controller = new AbortController();
    const answer = await within(
      'export const onRequest = () => 1; export const onResponse = () => 2;',
      async (session) => {
        await session.onRequest(sampleRequest);
        controller.abort();
        return session.onResponse(sampleRequest, sampleResponse);
      },
      controller.signal,
    );
    expect(answer).toMatchObject({ error: { code: 'CANCELLED' }, result: null });
  });
});

describe('a closed runtime', () => {
  it('leaves no process and no pending handler behind', async () => {
    const own = createScriptRuntime({ limits: { wallMs: patientMs } });
    const waiting = sampleRuns(own).onRequest('await new Promise(() => {})');
    await sampleRuns(own).onRequest('return 1');
    await own.close();
    expect((await waiting).error).toMatchObject({ code: 'CANCELLED' });
  });
});

describe('the body of a response', () => {
  it('belongs to the current call, whether or not it is cached, before and after an error', async () => {
    const script = `export const onResponse = (req, res) => { if (res.body === 'loop') for (;;); return res.body; };
      export const onTest = (req, res) => res.body;`;
    const answered = (body: string | null) => ({ ...sampleResponse, body });
    const bodies = await within(script, async (session) => {
      const response = async (body: string | null) =>
        (await session.onResponse(sampleRequest, answered(body))).result;
      const test = async (body: string | null) =>
        (await session.onTest(sampleRequest, answered(body))).result;
      const first = [await response('one'), await test('one'), await test('two'), await test(null)];
      await killHosts();
      return [...first, await test('two'), await response('loop'), await test('loop'), await test('')];
    });
    expect(bodies).toEqual(['one', 'one', 'two', null, 'two', null, 'loop', '']);
  });
});
