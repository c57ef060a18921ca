import type {
  AnswerScriptCall,
  ExecutionResult,
  ScriptCall,
  ScriptCallAnswer,
  ScriptRequest,
} from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { createPlannedApplication, type PlannedApplication } from '../testing/index.js';
import type { ExecuteRestArguments } from './execute-arguments.js';

let fixture: PlannedApplication;
let answers: ScriptCallAnswer[];
beforeEach(async () => {
  fixture = await createPlannedApplication();
  answers = [];
});

const allow = () => unwrapResult(fixture.application.scriptSending.decide({ allow: true }));
const execute = (id: string, more: Partial<ExecuteRestArguments> = {}, context = createQuietContext()) =>
  unwrapResult<ExecutionResult>(fixture.application.rest.execute({ id: id, ...more }, context));

const send = (url: string, more: Partial<Extract<ScriptCall, { kind: 'send' }>> = {}): ScriptCall => ({
  ...{ kind: 'send', url, method: 'GET', headers: [], body: { type: 'none' }, changes: [] },
  ...more,
});
const createExecuteCall = (
  request: string,
  more: Partial<Extract<ScriptCall, { kind: 'execute' }>> = {},
): ScriptCall => ({ kind: 'execute', request, changes: [], ...more });

/** Makes one handler of the request `name` call other requests from its script. */
const planCalls = (name: string, handler: string, ...calls: readonly ScriptCall[]) => {
  const before = fixture.plan.calling;
  const own = async (at: string, request: ScriptRequest, answer: AnswerScriptCall) => {
    await before(at, request, answer);
    if (at !== handler || request.name !== name) return;
    for (const one of calls) answers.push(await answer(one, new AbortController().signal));
  };
  fixture.plan.calling = own;
};
const errors = () => answers.map(({ outcome }) => ('error' in outcome ? outcome.error : null));
const urls = () => fixture.seen.sent.map(({ url }) => url);

describe('requests sent by scripts', { tags: 'calls:allowed' }, () => {
  it('are refused until a person allows them, and the result reports that', async () => {
    planCalls('R', 'onRequest', send('http://h/other'));
    const { diagnostics, steps } = await fixture.rest();
    expect(errors()).toMatchObject([{ code: 'SCRIPT_REQUESTS_OFF' }]);
    expect(errors()[0]?.message).toContain('--allow-script-requests');
    expect(diagnostics).toMatchObject([{ code: 'SCRIPT_REQUESTS_OFF', where: 'onRequest' }]);
    expect(steps).toBeUndefined();
    expect(urls()).toEqual(['http://h/x']);
  });

  it('are sent after a person has allowed them, until the person decides otherwise', async () => {
    const { scriptSending } = fixture.application;
    planCalls('R', 'onRequest', send('http://h/other'));
    expect(await unwrapResult(scriptSending.get({}))).toEqual({ decision: 'waiting', fixed: false });
    expect(await allow()).toEqual({ decision: 'allowed', fixed: false });
    await fixture.rest();
    expect(urls()).toEqual(['http://h/other', 'http://h/x']);
    expect(await unwrapResult(scriptSending.decide({ allow: false }))).toMatchObject({ decision: 'refused' });
    await fixture.rest();
    expect(urls()).toEqual(['http://h/other', 'http://h/x', 'http://h/x']);
  });
});

describe('a request that a script sends', { tags: 'calls:sent' }, () => {
  beforeEach(allow);

  it('is sent without substituting variables, over the connection of the request that has the script', async () => {
    const { id } = await fixture.environment();
    await unwrapResult(fixture.application.environments.update({ id, variables: { x: 'filled' } }));
    const body = { type: 'json', content: '{"a":"{{x}}"}' } as const;
    const auth = { type: 'basic', username: '{{x}}', password: 'p' } as const;
    const more = { method: 'POST', headers: [{ name: 'X-One', value: '{{x}}', enabled: true }], body, auth };
    planCalls('R', 'onRequest', send('http://h/:id?{{x}}', { ...more, followRedirects: false }));
    await fixture.rest({ settings: { http: '2', tls: { verify: false }, cookies: true, maxRedirects: 3 } });
    const [request] = fixture.seen.sent;
    expect(request).toMatchObject({
      method: 'POST',
      url: 'http://h/:id?{{x}}',
      body: { kind: 'text', text: '{"a":"{{x}}"}' },
    });
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      'X-One': '{{x}}',
      authorization: `Basic ${Buffer.from('{{x}}:p').toString('base64')}`,
      'content-type': 'application/json',
      'user-agent': 'Tandem/9',
    });
    expect(fixture.seen.options[0]).toMatchObject({
      ...{ followRedirects: false, maxRedirects: 10, http: '2', tls: { verify: false }, timeoutMs: 30_000 },
    });
  });

  it('returns its response, and is a step of the result', async () => {
    fixture.plan.response = { status: 201 };
    planCalls('R', 'onResponse', send('http://h/after'));
    const { steps } = await fixture.rest();
    expect(answers[0]?.outcome).toMatchObject({
      response: { status: 201, body: 'hello', url: 'http://h/after' },
    });
    expect(steps).toEqual([
      { step: 'script', method: 'GET', url: 'http://h/after', status: 201, durationMs: 2 },
    ]);
  });

  it('that fails returns the transport error, and is still a step of the result', async () => {
    const fault = { code: 'OWN_SERVER_REFUSED', message: 'This is Tandem.' } as const;
    fixture.plan.meanwhile = ({ url }) => {
      fixture.plan.failure = url.endsWith('/own') ? { fault } : null;
      return Promise.resolve();
    };
    planCalls('R', 'onRequest', send('http://h/own'), send('nonsense'), send('http://h/', { method: 'A B' }));
    const { steps, error } = await fixture.rest();
    expect(errors()).toMatchObject([fault, { code: 'URL_INVALID' }, { code: 'METHOD_INVALID' }]);
    expect(steps?.map((step) => step.error)).toEqual(['OWN_SERVER_REFUSED', 'URL_INVALID', 'METHOD_INVALID']);
    expect(steps?.map((step) => step.durationMs)).toEqual([0, 0, 0]);
    expect(error).toBeNull();
  });

  it('does not send a header with a secret to another origin', async () => {
    const changes = [{ kind: 'secret', name: 'fresh', value: 'fresh-secret' } as const];
    const { id } = await fixture.environment();
    await unwrapResult(fixture.application.environments.update({ id, secrets: { key: 'stored-secret' } }));
    const headers = ['x-a: stored-secret', 'x-b: fresh-secret', 'x-c: plain'].map((field) => {
      const [name = '', value = ''] = field.split(': ');
      return { name, value, enabled: true };
    });
    planCalls('R', 'onRequest', send('http://h/', { headers, changes }));
    await fixture.rest();
    expect(fixture.seen.sent[0]?.credentials).toEqual(['x-a', 'x-b']);
  });

  it('is shown with redacted secrets in the result for an agent and in the history', async () => {
    const { id } = await fixture.environment();
    await unwrapResult(fixture.application.environments.update({ id, secrets: { key: 'stored-secret' } }));
    planCalls('R', 'onRequest', send('http://h/?key=stored-secret'));
    const request = await fixture.createRest();
    const result = await execute(request, {}, { ...createQuietContext(), redactsSecrets: true });
    expect(result.steps?.[0]?.url).toBe('http://h/?key=‹secret:key›');
    const stored = await unwrapResult(fixture.application.executions.get({ id: result.executionId }));
    expect(JSON.stringify(stored)).not.toContain('stored-secret');
  });

  it('is not sent by a preview', { tags: 'calls:preview' }, async () => {
    const id = await fixture.createRest();
    fixture.plan.calling = async (_, __, answer) => {
      await answer(send('http://h/'), new AbortController().signal);
    };
    const { diagnostics } = await unwrapResult(
      fixture.application.requests.preview({ id }, createQuietContext()),
    );
    expect(diagnostics).toMatchObject([{ code: 'DRY_RUN' }]);
    expect(urls()).toEqual([]);
  });

  it('is refused if its URL is very long', async () => {
    planCalls('R', 'onRequest', send(`http://h/${'x'.repeat(20_000)}`));
    const { steps } = await fixture.rest();
    expect(errors()).toMatchObject([{ code: 'URL_INVALID' }]);
    expect(steps?.[0]?.url.length).toBeLessThan(17_000);
  });
});

describe('the timeout of requests that a script sends', { tags: 'calls:time' }, () => {
  beforeEach(allow);

  it('is the timeout of the request that has the script, and covers all requests of a handler together', async () => {
    fixture.plan.meanwhile = ({ url }) =>
      url.endsWith('/slow') ? new Promise((resolve) => setTimeout(resolve, 60)) : Promise.resolve();
    planCalls('R', 'onRequest', send('http://h/slow', { timeoutMs: 5_000 }), send('http://h/next'));
    await fixture.rest({ settings: { timeoutMs: 40 } });
    expect(fixture.seen.options[0]).toMatchObject({ timeoutMs: 40 });
    expect(fixture.seen.options[0]?.signal.aborted).toBe(true);
    // The planned transport does not end when its signal is aborted.
    expect(fixture.seen.options[1]?.signal.aborted).toBe(true);
  });

  it('is reported in the error', async () => {
    fixture.plan.meanwhile = ({ url }) => {
      fixture.plan.failure = url.endsWith('/slow')
        ? { fault: { code: 'CANCELLED', message: 'The execution was cancelled.' } }
        : null;
      return url.endsWith('/slow') ? new Promise((resolve) => setTimeout(resolve, 60)) : Promise.resolve();
    };
    planCalls('R', 'onRequest', send('http://h/slow'));
    await fixture.rest({ settings: { timeoutMs: 40 } });
    expect(errors()).toMatchObject([
      { code: 'TIMEOUT', message: expect.stringContaining('40 ms') as string },
    ]);
  });
});

describe('a saved request that a script executes', { tags: 'calls:saved' }, () => {
  beforeEach(allow);

  const create = (name: string, more = {}) => fixture.createRest({ name, url: `http://h/${name}`, ...more });

  it('runs with its scripts, and returns its response, changes and tests', async () => {
    const { id } = await fixture.environment();
    const login = await create('Login', { headers: [{ name: 'x-user', value: '{{user}}', enabled: true }] });
    fixture.plan.onTest = {
      tests: [{ name: 'works', suite: [], status: 'passed', durationMs: 0, error: null }],
    };
    planCalls('Me', 'onRequest', createExecuteCall('Login', { variables: { user: 'ann' } }));
    fixture.plan.asked = (_, request) => {
      const value = request.name === 'Login' ? 'from login' : 'from me';
      fixture.plan.onResponse = { changes: [{ kind: 'variable', name: 'token', value }] };
      return {};
    };
    const { steps, executionId } = await execute(await create('Me'));
    expect(answers[0]).toMatchObject({
      outcome: {
        response: { status: 200, body: 'hello' },
        execution: { tests: [{ name: 'works', status: 'passed' }] },
      },
      changes: [{ kind: 'variable', name: 'token', value: 'from login' }],
    });
    expect(fixture.seen.sent[0]?.headers).toContainEqual(['x-user', 'ann']);
    expect(urls()).toEqual(['http://h/Login', 'http://h/Me']);
    const { executions } = await unwrapResult(fixture.application.executions.list({ take: 9 }));
    expect(executions.map(({ name }) => name)).toEqual(['Me', 'Login']);
    expect(executions[0]?.id).toBe(executionId);
    expect(steps).toMatchObject([{ step: 'script', status: 200, executionId: executions[1]?.id }]);
    const stored = await unwrapResult(fixture.store.environments.get(fixture.workspace.id, id));
    expect(stored.variables.map(({ name, value }) => [name, value])).toEqual([['token', 'from me']]);
    expect(executions[1]?.requestId).toBe(login);
  });

  it('sees the variables and secrets that the script has set, and the secrets stay redacted', async () => {
    await create('Login', {
      headers: [{ name: 'x-seen', value: '{{plain}} {{key}}', enabled: true }],
    });
    const changes = [
      { kind: 'variable', name: 'plain', value: 'p' },
      { kind: 'secret', name: 'key', value: 'a-new-secret' },
    ] as const;
    planCalls('Me', 'onRequest', createExecuteCall('Login', { changes }));
    const { executionId } = await execute(await create('Me'), { variables: { plain: 'old' } });
    expect(fixture.seen.sent[0]?.headers).toContainEqual(['x-seen', 'p a-new-secret']);
    const { executions } = await unwrapResult(fixture.application.executions.list({ take: 9 }));
    for (const { id } of executions) {
      const stored = await unwrapResult(fixture.application.executions.get({ id }));
      expect(JSON.stringify(stored)).not.toContain('a-new-secret');
    }
    expect(executions.map(({ id }) => id)).toContain(executionId);
  });

  it('is found by id, path or name, and an error quotes an unknown or ambiguous reference', async () => {
    const id = await create('One', { folder: 'a' });
    await create('One', { folder: 'b' });
    const query = await fixture.createGraphql({ name: 'Query', url: 'http://h/query' });
    const targets = [id, 'a/One', 'One', 'Query', query, 'Onne', 'rest_0000000000009999'];
    planCalls('Me', 'onRequest', ...targets.map((one) => createExecuteCall(one)));
    await execute(await create('Me'));
    expect(errors().map((error) => error?.message ?? null)).toEqual([
      null,
      null,
      expect.stringContaining('"One" is the name of several requests; give a path, such as a/One'),
      null,
      null,
      expect.stringContaining(
        '"Onne" is not the name or path of a request of this workspace; did you mean One?',
      ),
      expect.stringContaining('There is no REST request rest_0000000000009999'),
    ]);
  });

  it('runs in the same environment and for the same caller as the request that has the script', async () => {
    await create('Login');
    planCalls('Me', 'onRequest', createExecuteCall('Login'));
    const me = await create('Me');
    await execute(me, { environment: null }, { ...createQuietContext(), by: 'mcp', redactsSecrets: true });
    const { executions } = await unwrapResult(fixture.application.executions.list({ take: 9 }));
    expect(executions.map(({ environment, by }) => [environment, by])).toEqual([
      [null, 'mcp'],
      [null, 'mcp'],
    ]);
  });

  it('causes an error if it fails', async () => {
    await create('Login', { url: '{{nowhere}}' });
    planCalls('Me', 'onRequest', createExecuteCall('Login'));
    const { steps, error } = await execute(await create('Me'));
    expect(errors()).toMatchObject([{ code: 'UNRESOLVED_VARIABLE' }]);
    expect(steps).toMatchObject([{ status: null, error: 'UNRESOLVED_VARIABLE' }]);
    expect(error).toBeNull();
  });

  it('is refused at the nesting limit if it executes itself', { tags: 'calls:limits' }, async () => {
    planCalls('Me', 'onRequest', createExecuteCall('Me'));
    await execute(await create('Me'));
    expect(urls()).toHaveLength(4);
    expect(errors().filter((error) => error !== null)).toMatchObject([
      {
        message: expect.stringContaining(
          'at most 3 deep (TANDEM_SCRIPT_NESTING): Me → Me → Me → Me → Me',
        ) as string,
      },
    ]);
  });

  it('is reported as a cycle if it depends on the request whose script executes it', async () => {
    const me = await create('Me');
    await create('Login', { needs: [me], settings: { maxAge: '1h' } });
    planCalls('Me', 'onRequest', createExecuteCall('Login'));
    await execute(me);
    expect(errors()).toMatchObject([
      { code: 'NEED_FAILED', message: expect.stringContaining('Me → Login → Me') as string },
    ]);
  });

  it('counts toward a limit together with all nested executions', { tags: 'calls:limits' }, async () => {
    const many = Array.from({ length: 40 }, () => createExecuteCall('Me'));
    planCalls('Me', 'onRequest', ...many);
    await execute(await create('Me'));
    const { length } = errors().filter((error) => error?.message.includes('too many requests') === true);
    expect(length).toBeGreaterThan(0);
    expect(urls().length).toBeLessThanOrEqual(1_001);
  });
});
