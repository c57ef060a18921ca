import { type RunReport, limitStoredReport } from '@tandem/core';
import { unwrapResult, unwrapRefusal, sampleRun } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import type { ExecuteRunArguments } from './execute-run.js';

let fixture: PlannedApplication;
beforeEach(async () => {
  fixture = await createPlannedApplication();
});

const execute = (input: ExecuteRunArguments = {}, context = createQuietContext()) =>
  unwrapResult(fixture.application.runs.execute(input, context));
const listRuns = async () => (await unwrapResult(fixture.application.runs.list({}))).runs;

const createFailedTest = (name: string) => ({
  name,
  suite: ['s'],
  status: 'failed' as const,
  durationMs: 1,
  error: { message: 'expected 1\nmore (line 3, column 5)' },
});

describe('a run that a caller executes', { tags: 'run:call' }, () => {
  it('returns only counts if everything passed', async () => {
    for (let n = 0; n < 13; n += 1) await fixture.createRest({ name: `Request number ${n}` });
    fixture.plan.onTest = { tests: [{ ...createFailedTest('t'), status: 'passed', error: null }] };
    const view = await execute();
    expect(view).toMatchObject({ isGreen: true, counts: { requests: 13, passed: 13 } });
    expect(Object.keys(view).sort()).toEqual(['counts', 'durationMs', 'id', 'isGreen']);
    expect(JSON.stringify(view).length).toBeLessThan(400);
  });

  it('returns how many requests got each status if some requests have no tests', async () => {
    await fixture.createRest({ name: 'a' });
    const run = await execute({ iterations: 3 });
    expect(run).toMatchObject({ counts: { untested: 3 }, statuses: { 200: 3 } });
    const { get } = fixture.application.runs;
    expect(await unwrapResult(get({ id: run.id }))).toMatchObject({ statuses: { 200: 3 } });
    fixture.plan.onTest = { tests: [createFailedTest('t')] };
    expect(await execute()).not.toHaveProperty('statuses');
  });

  it('returns a line for each failed request, all details or only counts, as requested', async () => {
    await fixture.createRest({ name: 'a', folder: 'f' });
    fixture.plan.onTest = { tests: [createFailedTest('one'), createFailedTest('two')] };
    const [line = ''] = (await execute({ rows: [{ n: 1 }, { n: 2 }] })).failures ?? [];
    expect(line).toMatch(
      /^f\/a · iteration 1 · failed · 200 · exec_\w+: s › one: expected 1 \(3:5\); s › two: expected 1 \(3:5\)$/,
    );
    expect((await execute({ report: 'full' })).requests).toMatchObject([{ path: 'f/a', outcome: 'failed' }]);
    expect(await execute({ report: 'summary' })).not.toHaveProperty('failures');
  });

  it('lists 100 failures, and further failures from an offset', { tags: 'mcp:cut' }, async () => {
    await fixture.createRest({ name: 'a' });
    fixture.plan.onTest = { tests: [createFailedTest('t')] };
    const { id, failures, ...more } = await execute({ iterations: 130 });
    expect(failures).toHaveLength(100);
    expect(more).toMatchObject({ truncated: true, size: 130, nextOffset: 100 });
    const { get } = fixture.application.runs;
    const { failures: rest, ...end } = await unwrapResult(get({ id, offset: 100 }));
    expect(rest).toHaveLength(30);
    expect(end).not.toHaveProperty('truncated');
  });

  it(
    'says how many lines a failed request logged if it does not show all of them',
    { tags: 'mcp:cut' },
    async () => {
      await fixture.createRest({ name: 'a' });
      const logs = Array.from({ length: 57 }, (_, at) => ({
        ...{ level: 'log', message: `line ${at}`, handler: 'onTest' },
      }));
      fixture.plan.onTest = { tests: [createFailedTest('t')], logs };
      const [line = ''] = (await execute()).failures ?? [];
      expect(line).toContain('logs (last 20 of 57 lines): line 37 | ');
      const [entry] = (await execute({ report: 'full' })).requests ?? [];
      expect(entry).toMatchObject({ logsTruncated: true, logsSize: 57 });
    },
  );

  it('selects by ids, folder, tags and part of the path', async () => {
    const id = await fixture.createRest({ name: 'a', folder: 'f', tags: ['x'] });
    await fixture.createRest({ name: 'b', folder: 'f' });
    await fixture.createRest({ name: 'c', tags: ['x'] });
    const names = async (input: ExecuteRunArguments) =>
      (await execute({ ...input, report: 'full' })).requests?.map(({ name }) => name);
    expect(await names({ ids: [id] })).toEqual(['a']);
    expect(await names({ folder: 'f' })).toEqual(['a', 'b']);
    expect(await names({ tags: ['x'] })).toEqual(['a', 'c']);
    expect(await names({ folder: 'f', excludeTags: ['x'] })).toEqual(['b']);
    expect(await names({ grep: 'f/' })).toEqual(['a', 'b']);
  });

  it('reports its events as lines of JSON to a caller that receives text', async () => {
    await fixture.createRest({ name: 'a' });
    let text = '';
    await execute({}, { ...createQuietContext(), onText: (more) => (text += more) });
    const events = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly kind: string });
    expect(events.map(({ kind }) => kind)).toEqual(['started', 'request-started', 'request-ended']);
    expect(events[2]).toMatchObject({ entry: { name: 'a', outcome: 'untested' } });
    expect(events[2]).not.toHaveProperty('result');
  });
});

describe('stored runs', { tags: 'run:stored' }, () => {
  it('are listed, and can be read as they were returned', async () => {
    await fixture.createRest({ name: 'a' });
    const first = await execute({ report: 'full' });
    const second = await execute({ rows: [{}, {}] });
    expect((await listRuns()).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await unwrapResult(fixture.application.runs.get({ id: first.id, report: 'full' }))).toEqual(first);
    expect(await unwrapRefusal(fixture.application.runs.get({ id: 'run_none' }))).toMatchObject({
      kind: 'not-found',
      entity: 'run',
    });
  });

  it('are refused with the argument names in the error', { tags: 'run:select' }, async () => {
    await fixture.createRest({ name: 'a' });
    for (const [input, path] of [
      [{ ids: ['b'] }, 'ids[0]'],
      [{ grep: 'zz' }, 'grep'],
    ] as const) {
      const error = await unwrapRefusal(fixture.application.runs.execute(input, createQuietContext()));
      expect(error).toMatchObject({
        issues: [{ path, message: expect.stringMatching(/^(ids\[0\] is|grep fits)/) as string }],
      });
    }
  });

  it('have the name of their plan, or a name made from their selection', { tags: 'run:name' }, async () => {
    const id = await fixture.createRest({ name: 'a', folder: 'f/g', tags: ['x', 'y'] });
    await fixture.createRest({ name: 'b', folder: 'f', tags: ['x'] });
    for (const input of [
      {},
      { folder: '' },
      { folder: 'f' },
      { tags: ['x', 'y'] },
      { ids: [id] },
      { name: 'Before a release', folder: 'f' },
      { name: 'n'.repeat(300) },
    ])
      await execute(input);
    expect((await listRuns()).map(({ name }) => name).reverse()).toEqual([
      undefined,
      undefined,
      'f',
      'x, y',
      'a',
      'Before a release',
      'n'.repeat(200),
    ]);
    const named = await execute({ ids: [id], report: 'full' });
    expect(named.name).toBe('a');
    expect(await unwrapResult(fixture.application.runs.get({ id: named.id, report: 'full' }))).toEqual(named);
  });

  it('contain no secrets', async () => {
    const { id } = await fixture.environment();
    await unwrapResult(fixture.application.environments.update({ id, secrets: { TOKEN: 'planted-secret' } }));
    await fixture.createRest({ name: 'a', url: 'http://h/{{TOKEN}}' });
    const run = await execute({ rows: [{ x: 'planted-secret' }], name: 'planted-secret', report: 'full' });
    const stored = await unwrapResult(fixture.store.runs.get(fixture.workspace.id, run.id));
    expect(JSON.stringify(stored)).toContain('‹secret:TOKEN›');
    expect(JSON.stringify(stored)).not.toContain('planted-secret');
  });

  it('keep failed requests rather than others if a report is too long', () => {
    const [entry] = sampleRun().requests;
    if (entry === undefined) throw new Error('no entry');
    const outcomes = ['passed', 'failed', 'skipped', 'error', 'passed'] as const;
    const whole: RunReport = sampleRun({ requests: outcomes.map((outcome) => ({ ...entry, outcome })) });
    const shown = (most: number) => limitStoredReport(whole, most).requests.map(({ outcome }) => outcome);
    expect(limitStoredReport(whole, 5)).toBe(whole);
    expect(shown(3)).toEqual(['passed', 'failed', 'error']);
    expect(shown(1)).toEqual(['failed']);
    expect(limitStoredReport(whole, 3).isShortened).toBe(true);
  });

  it('are refused in unsupported formats', async () => {
    await fixture.createRest({ name: 'a' });
    const { id } = await execute();
    expect(await unwrapRefusal(fixture.application.runs.get({ id, format: 'junit' }))).toMatchObject({
      kind: 'invalid-input',
    });
  });
});
