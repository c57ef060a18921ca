import { beforeEach, describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { unwrapResult, unwrapRefusal, sampleEnvironment } from '@tandem/core/testing';

import type { ExecutionResult } from '@tandem/core';
import { scriptBodyBytes } from '@tandem/execution';

import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

const brokenScriptError = { code: 'SCRIPT_ERROR', message: 'Error: oh', line: 3, column: 7 };
const notReached = { success: true, error: null, result: null };
const passedTest = { name: 'works', suite: ['s'], status: 'passed', durationMs: 1, error: null } as const;
const failedTest = { ...passedTest, name: 'fails', status: 'failed', error: { message: 'no' } } as const;

let on: PlannedApplication;
beforeEach(async () => {
  on = await createPlannedApplication();
});

const createChange = (name: string, value: string | null, kind: 'variable' | 'secret' = 'variable') => ({
  kind,
  name,
  value,
});
const variables = async () => (await on.environment()).variables;

describe('an execution', () => {
  it('runs its steps in order', { tags: ['order:steps', 'order:interpolate-before-script'] }, async () => {
    const result = await on.rest({ url: '{{echo_base_url}}/x' });
    expect(on.seen.order).toEqual(['onRequest', 'send', 'onResponse', 'onTest']);
    expect(on.seen.requests[0]).toMatchObject({ url: 'http://echo/x', name: 'R', variables: {} });
    expect(result.error).toBeNull();
  });

  it('reports each step as it begins', async () => {
    const received: string[] = [];
    const context = {
      ...createQuietContext(),
      progress: (done: number, total: number, name: string) => {
        received.push(`${done}/${total} ${name}`);
      },
    };
    await unwrapResult(on.application.rest.execute({ id: await on.createRest() }, context));
    expect(received).toEqual([
      '0/7 interpolate',
      '1/7 onRequest',
      '2/7 auth',
      '3/7 send',
      '4/7 onResponse',
      '5/7 persist',
      '6/7 onTest',
    ]);
  });

  it(
    'stores the changes to the environment before the tests begin',
    { tags: ['order:persist-before-test'] },
    async () => {
      on.plan.onResponse = { changes: [createChange('a', '1')] };
      const seen: unknown[] = [];
      const context = {
        ...createQuietContext(),
        progress: (_done: number, _total: number, name: string) => {
          if (name === 'onTest') seen.push(variables());
        },
      };
      await unwrapResult(on.application.rest.execute({ id: await on.createRest() }, context));
      expect(await Promise.all(seen)).toEqual([[{ name: 'a', value: '1', enabled: true }]]);
    },
  );

  it.each(['onRequest', 'send', 'onResponse', 'onTest'])(
    'ends at %s if it is cancelled before or during that step',
    { tags: ['send:cancel'] },
    async (at) => {
      const controller = new AbortController();
      const context = {
        signal: controller.signal,
        progress: (_done: number, _total: number, name: string) => {
          if (name === at) controller.abort();
        },
      };
      const result = await unwrapResult<ExecutionResult>(
        on.application.rest.execute({ id: await on.createRest() }, context),
      );
      expect(result.error?.code).toBe('CANCELLED');
      expect(on.seen.order.at(-1)).toBe(at);
    },
  );

  it('does nothing if it is cancelled before it begins', { tags: ['send:cancel'] }, async () => {
    const context = { ...createQuietContext(), signal: AbortSignal.abort() };
    const result = await unwrapResult<ExecutionResult>(
      on.application.rest.execute({ id: await on.createRest() }, context),
    );
    expect(result).toMatchObject({ error: { code: 'CANCELLED' }, response: null });
    expect(on.seen.order).toEqual([]);
  });
});

describe('onRequest', () => {
  it('may respond instead of the network', { tags: ['script:mock'] }, async () => {
    on.plan.onRequest = { mock: { status: 201, statusText: 'Made', headers: [['X', '1']], body: 'mock' } };
    expect(await on.rest()).toMatchObject({
      request: { method: 'GET', url: 'http://h/x' },
      response: { status: 201, statusText: 'Made', time: 0, textBody: 'mock', size: 4, headers: { x: '1' } },
      error: null,
      lifecycle: { mocked: true },
    });
    expect(on.seen.order).toEqual(['onRequest', 'onResponse', 'onTest']);
    expect(on.seen.responses[0]).toMatchObject({ mocked: true, body: 'mock', time: 0 });
    expect((await on.rest({ script: '' })).lifecycle.mocked).toBe(false);
  });

  it.each(['iso-8859-1', 'koi8-r', 'utf-16le', 'nonsense', 'utf-8'])(
    'may respond with text in %s',
    { tags: ['script:mock'] },
    async (charset) => {
      const body = charset === 'koi8-r' ? 'да' : 'é';
      const headers = [['content-type', `text/plain; charset=${charset}`]] as const;
      on.plan.onRequest = { mock: { status: 200, statusText: '', headers, body } };
      expect((await on.rest()).response).toMatchObject({ textBody: body, bodyType: 'text' });
      expect(on.seen.responses[0]).toMatchObject({ body });
    },
  );

  it.each([
    [{}, ''],
    [{ line: 3 }, ' (line 3)'],
    [{ line: 3, column: 7 }, ' (line 3, column 7)'],
    [{ script: 'a/folder.js' }, ' (a/folder.js)'],
    [{ script: 'a/folder.js', line: 3 }, ' (a/folder.js:3)'],
  ])(
    'is reported with the location of its failure: %j',
    { tags: 'script:fails:on-request' },
    async (place, words) => {
      on.plan.onRequest = { error: { code: 'SCRIPT_TIMEOUT', message: 'late', ...place } };
      expect((await on.rest()).error).toEqual({
        code: 'SCRIPT_TIMEOUT',
        message: `onRequest failed, so nothing was sent: late${words}`,
        details: { handler: 'onRequest', ...place },
      });
    },
  );

  it(
    'is not reported as a script error if the execution was cancelled',
    { tags: 'send:cancel' },
    async () => {
      const controller = new AbortController();
      on.plan.onRequest = { error: brokenScriptError };
      on.plan.asked = () => {
        controller.abort();
        return {};
      };
      const context = { ...createQuietContext(), signal: controller.signal };
      const id = await on.createRest();
      const result = await unwrapResult<ExecutionResult>(on.application.rest.execute({ id }, context));
      expect(result.error).toEqual({ code: 'CANCELLED', message: 'The execution was cancelled.' });
    },
  );

  it.each([
    [['x y', '1'], '"x y" is not a header name'],
    [['x', 'a\nb'], 'The header x contains a character'],
  ] as const)('may not respond with the header %j', { tags: ['script:mock'] }, async (header, message) => {
    on.plan.onRequest = { mock: { status: 200, statusText: '', headers: [header], body: '' } };
    expect(await on.rest()).toMatchObject({
      error: { code: 'HEADER_INVALID', message: expect.stringContaining(message) as string },
      response: null,
      lifecycle: { mocked: false },
    });
    expect(on.seen.order).toEqual(['onRequest']);
  });

  it('may respond to a request without a valid URL', { tags: ['script:mock'] }, async () => {
    on.plan.onRequest = { mock: { status: 200, statusText: '', headers: [], body: '' } };
    expect(await on.rest({ url: '' })).toMatchObject({
      error: null,
      response: { status: 200, bodyType: 'empty' },
    });
  });

  it(
    'prevents sending and later handlers if it fails',
    { tags: ['script:fails:on-request', 'lifecycle:not-reached'] },
    async () => {
      on.plan.onRequest = { error: brokenScriptError, changes: [createChange('a', '1')] };
      const result = await on.rest();
      expect(on.seen.order).toEqual(['onRequest']);
      expect(result).toMatchObject({
        error: {
          code: 'SCRIPT_ERROR',
          message: 'onRequest failed, so nothing was sent: Error: oh (line 3, column 7)',
          details: { handler: 'onRequest', line: 3, column: 7 },
        },
        response: null,
      });
      expect(result.lifecycle).toEqual({
        preRequest: { success: false, error: brokenScriptError, result: null },
        postResponse: notReached,
        tests: { summary: { success: true, error: null, result: { testResults: [] } }, results: [] },
        mocked: false,
      });
      expect(await variables()).toEqual([]);
    },
  );

  it(
    'is not named in the error if the script did not load',
    { tags: ['script:fails:on-request'] },
    async () => {
      on.plan.onRequest = { present: false, error: brokenScriptError };
      const message = 'The script did not load, so nothing was sent: Error: oh (line 3, column 7)';
      expect((await on.rest()).error).toMatchObject({ code: 'SCRIPT_ERROR', message });
    },
  );

  it.each(['SCRIPT_TIMEOUT', 'SCRIPT_MEMORY'])(
    'that ends with %s fails the execution with the same code',
    { tags: ['script:fails:on-request'] },
    async (code) => {
      on.plan.onRequest = { error: { code, message: 'too much' } };
      expect((await on.rest()).error?.code).toBe(code);
    },
  );

  it('fails the execution if it sets an invalid URL or method', { tags: ['url:invalid'] }, async () => {
    const request = { url: 'http://h/', method: 'GET', headers: [], body: null };
    for (const [change, code] of [
      [{ url: 'nonsense' }, 'URL_INVALID'],
      [{ url: '' }, 'URL_MISSING'],
      [{ method: 'G T' }, 'METHOD_INVALID'],
      [{ headers: [['a b', 'x']] as const }, 'HEADER_INVALID'],
    ] as const) {
      on.plan.onRequest = { request: { ...request, ...change } };
      expect(await on.rest()).toMatchObject({
        error: { code },
        response: null,
        lifecycle: { preRequest: { success: true } },
      });
    }
    expect(on.seen.sent).toEqual([]);
  });

  it(
    'may change URL, method, headers and body, and the result shows the changes',
    { tags: ['result:request:as-sent'] },
    async () => {
      on.plan.onRequest = {
        request: { url: 'http://other/{{a}}/:b', method: 'PUT', headers: [['x', '1']], body: 'new' },
      };
      const result = await on.rest({ body: { type: 'multipart', parts: [] } });
      expect(on.seen.sent).toEqual([
        {
          url: 'http://other/%7B%7Ba%7D%7D/:b',
          method: 'PUT',
          headers: [['x', '1']],
          credentials: [],
          body: { kind: 'text', text: 'new' },
        },
      ]);
      expect(result.request).toMatchObject({ url: 'http://other/%7B%7Ba%7D%7D/:b', method: 'PUT' });
      expect(on.seen.requests[1]).toMatchObject({ url: 'http://other/%7B%7Ba%7D%7D/:b', body: 'new' });
    },
  );

  it('does not change a body that it cannot read', async () => {
    on.plan.files = { 'a.bin': 'abc' };
    await on.rest({ method: 'POST', body: { type: 'binary', file: 'a.bin' } });
    expect(on.seen.requests[0]?.body).toBeNull();
    expect(on.seen.sent[0]?.body).toMatchObject({ kind: 'bytes' });
  });
});

describe('onResponse', () => {
  it(
    'keeps the response and discards all changes to variables if it fails, and the tests still run',
    { tags: ['script:fails:on-response'] },
    async () => {
      on.plan.onRequest = { changes: [createChange('a', '1')] };
      on.plan.onResponse = { error: brokenScriptError, changes: [createChange('b', '2')] };
      const result = await on.rest();
      expect(on.seen.order).toEqual(['onRequest', 'send', 'onResponse', 'onTest']);
      expect(result).toMatchObject({
        error: null,
        response: { status: 200 },
        lifecycle: { postResponse: { success: false, error: brokenScriptError, result: null } },
      });
      expect(await variables()).toEqual([]);
    },
  );

  it('is reported in the diagnostics if it fails, as is onTest', { tags: 'script:fails:told' }, async () => {
    on.plan.onResponse = { error: { ...brokenScriptError, message: 'Error: oh', line: 3 } };
    on.plan.onTest = { error: { ...brokenScriptError, message: 'Error: no' } };
    expect((await on.rest()).diagnostics).toMatchObject([
      {
        code: 'HANDLER_FAILED',
        message: 'onResponse failed, so changes to the environment were not stored: Error: oh (line 3)',
        where: 'onResponse',
      },
      { code: 'HANDLER_FAILED', where: 'onTest' },
    ]);
    on.plan.onTest = {};
    const { results } = await unwrapResult(
      on.application.rest.executeMany({ ids: [await on.createRest()] }, createQuietContext()),
    );
    expect(results).toMatchObject([
      { outcome: 'failed', error: expect.stringContaining('Error: oh') as string },
    ]);
  });

  it('sees the same response as onTest', { tags: ['script:same-response'] }, async () => {
    on.plan.response = {
      headers: [
        ['a', '1'],
        ['content-type', 'text/plain'],
      ],
      url: 'http://redirected/',
    };
    await on.rest();
    const [first, second] = on.seen.responses;
    expect(first).toMatchObject({
      status: 200,
      body: 'hello',
      size: 5,
      url: 'http://redirected/',
      mocked: false,
    });
    expect(second).toEqual(first);
  });

  it(
    'also receives the bytes of a body that cannot be restored from its text',
    { tags: ['result:body:charset'] },
    async () => {
      const body = new Uint8Array([0xfc]);
      on.plan.response = { headers: [['content-type', 'text/plain; charset=iso-8859-1']], body };
      await on.rest();
      expect(on.seen.responses[0]).toMatchObject({ body: 'ü', bytes: body });
      on.plan.response = { headers: [['content-type', 'image/png']], body };
      await on.rest();
      expect(on.seen.responses.at(-1)).toMatchObject({ body: null, bytes: body });
      on.plan.response = { headers: [['content-type', 'text/plain']], body: new TextEncoder().encode('ü') };
      await on.rest();
      expect(on.seen.responses.at(-1)).not.toHaveProperty('bytes');
    },
  );

  it(
    'receives null instead of a body over 10 MiB, with one diagnostic',
    { tags: ['script:body-too-long'] },
    async () => {
      on.plan.response = { body: new Uint8Array(scriptBodyBytes).fill(97) };
      expect((await on.rest()).diagnostics).toEqual([]);
      on.plan.response = { body: new Uint8Array(scriptBodyBytes + 1).fill(97) };
      const result = await on.rest();
      expect(on.seen.responses.at(-1)).toMatchObject({ body: null, size: scriptBodyBytes + 1 });
      expect(result.diagnostics).toMatchObject([{ code: 'SCRIPT_BODY_TOO_LONG', where: 'res.body' }]);
      expect((await on.rest({ script: '' })).diagnostics).toEqual([]);
    },
  );

  it(
    'does not run if sending failed, and the changes of onRequest are not stored',
    { tags: ['lifecycle:not-reached', 'environment:persist:when'] },
    async () => {
      on.plan.onRequest = { changes: [createChange('a', '1')], result: { kept: true } };
      on.plan.failure = { fault: { code: 'TIMEOUT', message: 'late' } };
      const result = await on.rest();
      expect(on.seen.order).toEqual(['onRequest', 'send']);
      expect(result).toMatchObject({ error: { code: 'TIMEOUT' }, response: null });
      expect(result.lifecycle.preRequest).toEqual({ success: true, error: null, result: { kept: true } });
      expect(result.lifecycle.postResponse).toEqual(notReached);
      expect(await variables()).toEqual([]);
    },
  );
});

describe('onTest', () => {
  it('reports its tests, and succeeds if no test failed', { tags: ['lifecycle:tests:success'] }, async () => {
    on.plan.onTest = { tests: [passedTest, { ...passedTest, status: 'skipped' }] };
    expect((await on.rest()).lifecycle.tests).toMatchObject({ summary: { success: true, error: null } });
    on.plan.onTest = { tests: [passedTest, failedTest] };
    const result = await on.rest();
    expect(result.lifecycle.tests.summary).toEqual({
      success: false,
      error: null,
      result: { testResults: [passedTest, failedTest] },
    });
    expect(result.error).toBeNull();
  });

  it('keeps earlier results if it fails outside a test', { tags: ['script:fails:on-test'] }, async () => {
    on.plan.onTest = { tests: [passedTest], error: brokenScriptError };
    const { lifecycle, error } = await on.rest();
    expect(error).toBeNull();
    expect(lifecycle.tests).toEqual({
      summary: { success: false, error: brokenScriptError, result: { testResults: [passedTest] } },
      results: [passedTest],
    });
  });

  it(
    'leaves the test results empty if the script does not define it',
    { tags: ['script:tests:missing', 'lifecycle:not-reached'] },
    async () => {
      on.plan.onTest = { present: false };
      expect((await on.rest()).lifecycle.tests).toEqual({
        summary: { success: true, error: null, result: { testResults: [] } },
        results: [],
      });
    },
  );
});

describe('a script', () => {
  it(
    'of a call runs once, and is saved before the execution if the call requests that',
    { tags: ['script:one-off', 'script:persist'] },
    async () => {
      const id = await on.createRest({ script: 'saved' });
      const run = (input: object) =>
        unwrapResult(on.application.rest.execute({ id, ...input }, createQuietContext()));
      await run({ script: 'once' });
      await run({});
      await run({ script: 'kept', persistScript: true });
      await run({});
      await run({ script: '' });
      expect(on.seen.scripts).toEqual(['once', 'saved', 'kept', 'kept']);
      expect(await unwrapResult(on.application.rest.get({ id }))).toMatchObject({
        script: 'kept',
        revision: 2,
      });
    },
  );

  it('is saved even if the execution then fails', { tags: ['script:persist'] }, async () => {
    const id = await on.createRest({ url: '' });
    await unwrapResult(
      on.application.rest.execute({ id, script: 'kept', persistScript: true }, createQuietContext()),
    );
    expect(await unwrapResult(on.application.rest.get({ id }))).toMatchObject({ script: 'kept' });
  });

  it('cannot be saved if the call provides none', { tags: ['script:persist:needs-script'] }, async () => {
    const call = on.application.rest.execute(
      { id: await on.createRest(), persistScript: true },
      createQuietContext(),
    );
    expect(await unwrapRefusal(call)).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path: 'persistScript' }],
    });
    expect(on.seen.order).toEqual([]);
  });

  it('reports what it logged, handler by handler', { tags: ['result:execution-id'] }, async () => {
    on.plan.onRequest = { logs: [{ level: 'log', message: 'a' }] };
    on.plan.onTest = { logs: [{ level: 'error', message: 'b' }], diagnostics: [{ code: 'X', message: 'x' }] };
    const result = await on.rest();
    expect(result.logs).toEqual([
      { level: 'log', message: 'a', handler: 'onRequest' },
      { level: 'error', message: 'b', handler: 'onTest' },
    ]);
    expect(result.diagnostics).toEqual([{ code: 'X', message: 'x', where: 'onTest' }]);
  });
});

describe('the environment', () => {
  it(
    'stores changes by onRequest and onResponse, but not by onTest',
    { tags: ['environment:persist', 'environment:persist:when', 'environment:append'] },
    async () => {
      on.plan.onRequest = { changes: [createChange('a', '1'), createChange('gone', 'x')] };
      on.plan.onResponse = {
        changes: [
          createChange('b', '2'),
          createChange('a', '3'),
          createChange('gone', null),
          createChange('s', 'x', 'secret'),
        ],
      };
      on.plan.onTest = { changes: [createChange('c', '3')] };
      await on.rest();
      expect(await on.environment()).toMatchObject({
        variables: [
          { name: 'a', value: '3', enabled: true },
          { name: 'b', value: '2', enabled: true },
        ],
        secrets: [{ name: 's', value: 'x', enabled: true }],
        revision: 2,
      });
    },
  );

  it(
    'stores changes by onRequest if there is no onResponse',
    { tags: ['environment:persist:when'] },
    async () => {
      on.plan.onRequest = { changes: [createChange('a', '1')] };
      on.plan.onResponse = { present: false };
      await on.rest();
      expect(await variables()).toMatchObject([{ name: 'a', value: '1' }]);
    },
  );

  it('that cannot be stored only adds a diagnostic to the result', async () => {
    on.plan.broken = {
      kind: 'storage-failed',
      doing: 'changing',
      reason: 'other',
      cause: new Error('disk at /secret'),
    };
    on.plan.onResponse = { changes: [createChange('a', '1')] };
    const result = await on.rest();
    expect(result).toMatchObject({
      error: null,
      response: { status: 200 },
      diagnostics: [
        {
          code: 'ENVIRONMENT_NOT_SAVED',
          message: 'The changes to the environment could not be stored.',
          where: 'environment',
        },
      ],
    });
    expect(JSON.stringify(result)).not.toContain('secret');
    expect(on.seen.order.at(-1)).toBe('onTest');
  });

  it('that was deleted during the execution is reported', async () => {
    on.plan.broken = { kind: 'not-found', entity: 'environment', ref: 'env_1' };
    on.plan.onResponse = { changes: [createChange('a', '1')] };
    const [note] = (await on.rest()).diagnostics;
    expect(note).toMatchObject({ code: 'ENVIRONMENT_NOT_SAVED' });
    expect(note?.message).toContain('deleted');
  });

  it('keeps a disabled variable if a script removes a variable with its name', async () => {
    const off = { name: 'a', value: 'off', enabled: false };
    const stored = sampleEnvironment(on.workspace.id, { variables: [off, { ...off, enabled: true }] });
    await unwrapResult(on.store.environments.create(stored));
    await unwrapResult(on.store.workspaces.update({ ...on.workspace, activeEnvironmentId: stored.id }));
    on.plan.onResponse = { changes: [createChange('a', null)] };
    await on.rest();
    expect(await variables()).toEqual([off]);
  });

  it('keeps the changes of two concurrent executions', { tags: ['environment:concurrent'] }, async () => {
    on.plan.onResponse = {
      changes: [createChange('shared', 'before'), createChange('left', '0'), createChange('right', '0')],
    };
    await on.rest();
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    on.plan.meanwhile = () => gate;
    on.plan.onResponse = {};
    on.plan.onRequest = { changes: [createChange('left', '1')] };
    const left = on.rest();
    await expect.poll(() => on.seen.sent.length).toBe(2);
    on.plan.onRequest = { changes: [createChange('right', '2')] };
    const right = on.rest();
    await expect.poll(() => on.seen.sent.length).toBe(3);
    expect(on.seen.environments.slice(1)).toMatchObject([
      { variables: { left: '0', right: '0' } },
      { variables: { left: '0', right: '0' } },
    ]);
    open();
    await Promise.all([left, right]);
    expect((await variables()).map(({ name, value }) => `${name}=${value}`)).toEqual([
      'shared=before',
      'left=1',
      'right=2',
    ]);
  });

  it(
    'may be missing, and a diagnostic then reports the unsaved changes',
    { tags: ['environment:none'] },
    async () => {
      await unwrapResult(on.store.workspaces.update({ ...on.workspace, activeEnvironmentId: null }));
      on.plan.onResponse = { changes: [createChange('a', '1')] };
      const result = await on.rest();
      expect(result.error).toBeNull();
      expect(result.diagnostics).toMatchObject([{ code: 'NO_ACTIVE_ENVIRONMENT', where: 'environment' }]);
      const workspace = on.workspace.id;
      expect(on.seen.environments).toEqual([{ workspace, name: null, variables: {}, secrets: {} }]);
    },
  );
});
