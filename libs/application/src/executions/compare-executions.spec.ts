import { beforeEach, describe, expect, it } from 'vitest';

import type { ExecutionId, TestResult } from '@tandem/core';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';

import { createQuietContext } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;
let request: Awaited<ReturnType<PlannedApplication['createRest']>>;
beforeEach(async () => {
  fixture = await createPlannedApplication();
  request = await fixture.createRest();
});

type Response = PlannedApplication['plan']['response'];
type Input = Parameters<PlannedApplication['application']['executions']['compare']>[0];

const run = async (text: string | Uint8Array, more: Response = {}): Promise<ExecutionId> => {
  const body = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  fixture.plan.response = { body, headers: [['content-type', 'text/plain']], ...more };
  const result = await unwrapResult(fixture.application.rest.execute({ id: request }, createQuietContext()));
  return result.executionId;
};
const compare = (input: Input) => unwrapResult(fixture.application.executions.compare(input));
const differences = async (input: Input) => (await compare(input)).differences;
const message = async (input: Input) => {
  const error = await unwrapRefusal(fixture.application.executions.compare(input));
  return error.kind === 'invalid-input' ? error.issues.map((one) => one.message).join() : error;
};
const planTestResult = (status: TestResult['status']) => {
  const one: TestResult = { name: 't', suite: [], status, durationMs: 1, error: null };
  fixture.plan.onTest = { tests: [one] };
};

describe('a comparison of executions', { tags: 'executions:compare' }, () => {
  it('shows status, headers and body, but not Date', async () => {
    const first = await run('one', { headers: [['x-a', '1']] });
    const second = await run('two', {
      status: 500,
      headers: [
        ['x-b', '2'],
        ['date', 'later'],
      ],
    });
    expect(await compare({ a: second })).toMatchObject({
      before: { id: first, status: 200 },
      after: { id: second, status: 500 },
      differences: [
        { path: 'status', before: 200, after: 500 },
        { path: 'headers.x-a', before: '1' },
        { path: 'headers.x-b', after: '2' },
        { path: '$', before: 'one', after: 'two' },
      ],
    });
    const ignore = ['status', 'headers.X-A', 'headers.x-b'];
    expect((await differences({ a: second, ignore })).map(({ path }) => path)).toEqual(['$']);
  });

  it('names the argument that each side comes from', async () => {
    await run('one');
    const second = await run('two');
    expect(await compare({ a: second })).toMatchObject({
      before: { label: expect.stringMatching(/^b \(previous\): .+ in .+$/) as string },
      after: { label: expect.stringMatching(/^a: .+/) as string },
    });
  });

  it('compares an execution with the previous execution of its request, or with the last execution that passed', async () => {
    planTestResult('passed');
    const passed = await run('one');
    planTestResult('failed');
    const failed = await run('two');
    await fixture.rest();
    const last = await run('two');
    expect((await compare({ a: last })).before.id).toBe(failed);
    expect((await compare({ a: last, b: 'previous' })).before.id).toBe(failed);
    expect((await compare({ a: last, b: 'lastPassed' })).before.id).toBe(passed);
    expect(await differences({ a: last, b: failed })).toEqual([]);
  });

  it('accepts the path or name of a request, and uses the newest execution of that request', async () => {
    expect(await message({ a: 'Nothing' })).toBe(
      'a is not the id, path or name of a request of this workspace',
    );
    const { name } = await unwrapResult(fixture.application.rest.get({ id: request }));
    expect(await message({ a: name })).toBe('a is a request of which no execution is kept; execute it first');
    const before = await run('one');
    const after = await run('two');
    expect(await compare({ a: name })).toMatchObject({ before: { id: before }, after: { id: after } });
  });

  it('shows the earlier execution first, whatever the order of the arguments', async () => {
    const first = await run('one');
    const stored = await unwrapResult(fixture.store.executions.get(fixture.workspace.id, first));
    const second = 'exec_0000000000000999' as ExecutionId;
    const summary = { ...stored.summary, id: second, startedAt: '2999-01-01T00:00:00.000Z' };
    await unwrapResult(fixture.store.executions.add({ ...stored, summary }, null, 9));
    for (const input of [
      { a: first, b: second },
      { a: second, b: first },
    ])
      expect(await compare(input)).toMatchObject({ before: { id: first }, after: { id: second } });
  });

  it('gives advice when there is no execution to compare with', async () => {
    const only = await run('one');
    expect(await message({ a: only })).toMatch(
      /no earlier execution of the request is kept.*executions_list/,
    );
    await run('two');
    expect(await message({ a: only, b: 'lastPassed' })).toMatch(/in which tests passed/);
    expect(await message({ a: only, b: 'yesterday' })).toMatch(/executionId, previous or lastPassed/);
    expect(await message({ a: only, b: 'constructor' })).toMatch(/executionId, previous or lastPassed/);
    expect(await unwrapRefusal(fixture.application.executions.compare({ a: 'exec_none' }))).toMatchObject({
      kind: 'not-found',
    });
  });

  it('shows where long headers differ, and how long they are', { tags: 'mcp:cut' }, async () => {
    const header = (end: string) => ({ headers: [['x-long', `${'x'.repeat(1_000)}${end}`]] as const });
    await run('one', header('A'));
    const second = await run('one', header('B'));
    expect(await differences({ a: second })).toEqual([
      {
        path: 'headers.x-long',
        before: `…${'x'.repeat(40)}A`,
        after: `…${'x'.repeat(40)}B`,
        truncated: true,
        size: 1_001,
      },
    ]);
  });

  it('can be continued from an offset', { tags: 'mcp:cut' }, async () => {
    await run('one', { headers: [['x-a', '1']] });
    const second = await run('two', { status: 500, headers: [['x-a', '2']] });
    const whole = await compare({ a: second });
    expect(whole).not.toHaveProperty('nextOffset');
    expect(whole.differences).toHaveLength(3);
    expect(await differences({ a: second, offset: 1 })).toEqual(whole.differences.slice(1));
  });

  it('explains why a body is missing or binary', async () => {
    const image = { headers: [['content-type', 'image/png']] as const };
    const first = await run(Uint8Array.from([0, 255]), image);
    const same = await run(Uint8Array.from([0, 255]), image);
    const other = await run(Uint8Array.from([0, 254, 1]), image);
    expect(await differences({ a: same, b: first })).toEqual([]);
    expect(await differences({ a: other })).toEqual([{ path: 'body', before: '2 bytes', after: '3 bytes' }]);
    fixture.plan.failure = { fault: { code: 'TIMEOUT', message: 'late' } };
    const late = await run('');
    expect(await differences({ a: late, ignore: ['headers.content-type'] })).toEqual([
      { path: 'status', before: 200 },
      { path: 'error', after: 'TIMEOUT' },
      { path: 'body', before: '3 bytes', after: '0 bytes' },
    ]);
  });

  it('redacts values that became secret later, even where they are cut', async () => {
    const { id, activeEnvironmentId } = fixture.workspace;
    const header = `${'x'.repeat(292)}s3cret-value`;
    await run('s3cret-value', { headers: [['x-a', header]] });
    const second = await run('other', { headers: [] });
    const key = { kind: 'secret', name: 'KEY', value: 's3cret-value' } as const;
    await unwrapResult(fixture.store.environments.change(id, activeEnvironmentId!, [key], 'now'));
    expect(JSON.stringify(await compare({ a: second }))).toContain('‹secret:KEY›');
    expect(JSON.stringify(await compare({ a: second }))).not.toContain('s3c');
  });
});
