import { createEmptyJar, sampleCookie, unwrapRefusal, unwrapResult } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { createApplication, createQuietContext } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import type { RunScriptsAgainArguments } from './run-scripts-again.js';

let fixture: PlannedApplication;
beforeEach(async () => {
  fixture = await createPlannedApplication();
});

const runAgain = (input: RunScriptsAgainArguments) =>
  unwrapResult(fixture.application.executions.runScripts(input, createQuietContext()));

const test = { name: 'answers', suite: [], status: 'passed', durationMs: 1, error: null } as const;

describe('running scripts on the last response', () => {
  it('reports the tests and logs, and sends nothing', async () => {
    const { request, executionId } = await fixture.rest();
    fixture.plan.onTest = { tests: [test], logs: [{ level: 'log', message: 'seen' }] };
    const answer = await runAgain({ id: request.id });
    expect(answer.execution.id).toBe(executionId);
    expect(answer.tests).toEqual({ error: null, results: [test] });
    expect(answer.logs).toEqual([{ level: 'log', message: 'seen', handler: 'onTest' }]);
    expect(fixture.seen.sent).toHaveLength(1);
  });

  it('passes the stored response and request to the scripts unchanged', async () => {
    fixture.plan.response = {
      status: 201,
      body: new TextEncoder().encode('{"a":1}'),
      headers: [
        ['content-type', 'application/json'],
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ],
    };
    const { request } = await fixture.rest({ url: 'http://h/x?page=2' });
    const before = [fixture.seen.responses.at(-1), fixture.seen.requests.at(-1)];
    await runAgain({ id: request.id });
    const { headers: _, ...sent } = before[1]!;
    expect(fixture.seen.responses.at(-1)).toEqual({ ...before[0], bytes: undefined });
    expect(fixture.seen.requests.at(-1)).toMatchObject(sent);
  });

  it('runs the script of the call instead of the saved one', async () => {
    const { request } = await fixture.rest({ script: 'saved' });
    await runAgain({ id: request.id, script: 'typed' });
    expect(fixture.seen.scripts.at(-1)).toContain('typed');
  });

  it('lists what the scripts would set, and stores nothing', async () => {
    const { request } = await fixture.rest();
    const before = await fixture.environment();
    fixture.plan.onResponse = {
      changes: [
        { kind: 'variable', name: 'n', value: '1', type: 'number' },
        { kind: 'variable', name: 'n', value: '2', type: 'number' },
        { kind: 'secret', name: 'token', value: 'a-secret-value' },
        { kind: 'variable', name: 'gone', value: null },
      ],
      kept: [{ scope: 'collection', name: 'page', value: { next: 3 } }],
    };
    const { changes } = await runAgain({ id: request.id });
    expect(changes).toEqual([
      { kind: 'variable', name: 'n', removed: false, value: '2' },
      { kind: 'secret', name: 'token', removed: false },
      { kind: 'variable', name: 'gone', removed: true },
      { kind: 'retained', name: 'page', removed: false, value: '{"next":3}' },
    ]);
    expect(await fixture.environment()).toEqual(before);
    expect(fixture.ports.retainedVariables.of(fixture.workspace.id)).toEqual([]);
    const { executions } = await unwrapResult(fixture.application.executions.list({ take: 9 }));
    expect(executions).toHaveLength(1);
  });

  it('lists the cookies that the scripts would set, and stores none', async () => {
    const { request } = await fixture.rest();
    const { ports, workspace, store } = fixture;
    const openJar: typeof ports.http.openJar = () => ({
      ...createEmptyJar(),
      edit: () => undefined,
      takeChanges: () => ({ set: [sampleCookie()], removed: [] }),
    });
    fixture.plan.onResponse = {
      cookieEdits: [{ kind: 'set', url: 'http://h/', name: sampleCookie().name, value: 'v' }],
    };
    const { executions } = createApplication({ ...ports, http: { ...ports.http, openJar } });
    const answer = await unwrapResult(executions.runScripts({ id: request.id }, createQuietContext()));
    expect(answer.changes).toEqual([{ kind: 'cookie', name: sampleCookie().name, removed: false }]);
    expect(await unwrapResult(store.cookies.all(workspace.id))).toEqual([]);
  });

  it('redacts secrets in what the scripts log', async () => {
    const { request } = await fixture.rest();
    fixture.plan.onResponse = {
      changes: [{ kind: 'secret', name: 'token', value: 'a-secret-value' }],
      logs: [{ level: 'log', message: 'a-secret-value' }],
    };
    const { logs } = await runAgain({ id: request.id });
    expect(logs[0]?.message).toBe('‹secret:token›');
  });

  it('refuses requests that the scripts send', async () => {
    const { request } = await fixture.rest();
    const answers: unknown[] = [];
    fixture.plan.calling = async (_handler, _request, call) => {
      const send = {
        kind: 'send',
        url: 'http://h/',
        method: 'GET',
        headers: [],
        body: { type: 'none' },
        changes: [],
      };
      answers.push(await call(send as Parameters<typeof call>[0], new AbortController().signal));
    };
    await runAgain({ id: request.id });
    expect(answers).toMatchObject([{ outcome: { error: { code: 'DRY_RUN' } } }]);
    expect(fixture.seen.sent).toHaveLength(1);
  });

  it('uses the last execution that has a response', async () => {
    const { request, executionId } = await fixture.rest();
    fixture.plan.failure = { fault: { code: 'TIMEOUT', message: 'late' } };
    await unwrapResult(fixture.application.rest.execute({ id: request.id }, createQuietContext()));
    expect((await runAgain({ id: request.id })).execution.id).toBe(executionId);
  });

  it('says that a request without a stored response must be sent first', async () => {
    const id = await fixture.createRest();
    const refusal = fixture.application.executions.runScripts({ id }, createQuietContext());
    expect(await unwrapRefusal(refusal)).toMatchObject({
      issues: [{ message: 'id has no stored response; send the request first' }],
    });
  });

  it('warns that secrets in the stored response are redacted', async () => {
    const { id, activeEnvironmentId } = fixture.workspace;
    const secret = { kind: 'secret', name: 'KEY', value: 's3cret-value' } as const;
    await unwrapResult(fixture.store.environments.change(id, activeEnvironmentId!, [secret], 'now'));
    fixture.plan.response = {
      body: new TextEncoder().encode('{"echo":"s3cret-value"}'),
      headers: [['content-type', 'application/json']],
    };
    const { request } = await fixture.rest();
    const { diagnostics } = await runAgain({ id: request.id });
    expect(diagnostics.map(({ code }) => code)).toEqual(['SECRETS_HIDDEN']);
    expect(fixture.seen.responses.at(-1)?.body).toBe('{"echo":"‹secret:KEY›"}');
  });
});
