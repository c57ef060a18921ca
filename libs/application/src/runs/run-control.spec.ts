import type { RunControl, RunPlan, RunReport } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;
/** For each request by name, what its script asks of the run: in onRequest, or with `after` in onResponse. */
let asks: Record<string, (sent: number) => RunControl>;
let after: boolean;

beforeEach(async () => {
  fixture = await createPlannedApplication();
  asks = {};
  after = false;
  const counts = new Map<string, number>();
  fixture.plan.asked = (handler, { name }) => {
    if ((handler === 'onResponse') !== after) return {};
    const sent = (counts.get(name) ?? 0) + 1;
    counts.set(name, sent);
    return asks[name]?.(sent) ?? {};
  };
});

const create = async (...names: readonly string[]): Promise<void> => {
  for (const name of names) await fixture.createRest({ name, url: `http://h/${name}` });
};

const run = (plan: RunPlan = {}): Promise<RunReport> =>
  unwrapResult(fixture.application.runs.run({ plan }, createQuietContext()));

const outcomes = ({ requests }: RunReport): readonly string[] =>
  requests.map(
    ({ name, outcome, reason }) => `${name} ${outcome}${reason === undefined ? '' : `: ${reason}`}`,
  );

const urls = (): readonly string[] => fixture.seen.sent.map(({ url }) => url.slice('http://h/'.length));

describe('a request that its script skips', { tags: 'run:skip' }, () => {
  it('is not sent, and is reported as skipped with the reason', async () => {
    await create('a', 'b');
    asks = { a: () => ({ skip: 'no user' }) };
    const report = await run({ retry: 2 });
    expect(outcomes(report)).toEqual(['a skipped: no user', 'b untested']);
    expect(report).toMatchObject({ isGreen: true, requests: [{ error: null, attempts: 1 }, {}] });
    expect(urls()).toEqual(['b']);
  });

  it('fails the requests that depend on it', async () => {
    const login = await fixture.createRest({ name: 'login' });
    await fixture.createRest({ name: 'me', needs: [login] });
    asks = { login: () => ({ skip: 'off' }) };
    const { requests } = await run();
    expect(requests.find(({ name }) => name === 'me')?.error).toMatchObject({
      code: 'NEED_FAILED',
      message: expect.stringMatching(/SKIPPED: The script skipped the request.*: off/) as string,
    });
  });

  it('is reported as an error if its execution is not part of a run', async () => {
    const id = await fixture.createRest({ name: 'a' });
    asks = { a: () => ({ skip: 'no user' }) };
    const result = await unwrapResult(fixture.application.rest.execute({ id }, createQuietContext()));
    expect(result.error).toEqual({
      code: 'SKIPPED',
      message: 'The script skipped the request, so nothing was sent: no user',
      details: { reason: 'no user' },
    });
  });
});

describe('a run that is stopped by a script', { tags: 'run:stop-by-script' }, () => {
  it('skips the rest of all iterations, and does not count as interrupted', async () => {
    await create('a', 'b', 'c');
    asks = { b: () => ({ stop: 'the service is down' }) };
    const report = await run({ iterations: 2 });
    const why = 'skipped: the script of b stopped the run: the service is down';
    expect(outcomes(report)).toEqual([
      'a untested',
      'b untested',
      `c ${why}`,
      `a ${why}`,
      `b ${why}`,
      `c ${why}`,
    ]);
    expect([report.isInterrupted, report.isGreen]).toEqual([undefined, true]);
  });

  it("ends even if a dependency's script stops it", async () => {
    const login = await fixture.createRest({ name: 'login', folder: 'z', url: 'http://h/login' });
    await fixture.createRest({ name: 'me', folder: 'a', url: 'http://h/me', needs: [login] });
    await create('last');
    asks = { login: () => ({ stop: 'locked' }) };
    expect(outcomes(await run()).at(-1)).toMatch(/^last skipped: .*locked$/);
    expect(urls()).toEqual(['login', 'me']);
  });
});

describe('a script that names the next request', { tags: 'run:next' }, () => {
  it('makes that request run next, and requests in between are reported as skipped', async () => {
    await create('a', 'b', 'c');
    asks = { a: () => ({ next: 'c' }) };
    expect(outcomes(await run())).toEqual(['a untested', 'c untested', 'b skipped: run.next passed over it']);
  });

  it('can name its own request, which is then executed again', async () => {
    await create('poll', 'z');
    after = true;
    asks = { poll: (sent): RunControl => (sent < 4 ? { next: 'poll' } : {}) };
    expect(urls()).toEqual([]);
    const report = await run({ iterations: 2, parallel: 2 });
    expect(report.counts.requests).toBe(7);
    expect(report.counts.skipped).toBe(0);
  });

  it('ends only its own iteration if it names null', async () => {
    await create('a', 'b');
    asks = { a: () => ({ next: null }) };
    const skipped = 'b skipped: run.next passed over it';
    expect(outcomes(await run({ iterations: 2 }))).toEqual(['a untested', skipped, 'a untested', skipped]);
  });

  it('can name the request by path, by its name in the same folder, or by its name anywhere', async () => {
    for (const folder of ['x', 'y'])
      for (const name of ['start', 'same', 'end'])
        await fixture.createRest({ name, folder, url: `http://h/${folder}-${name}` });
    await fixture.createRest({ name: 'only', url: 'http://h/only' });
    asks = {
      start: (sent) => ({ next: sent === 1 ? 'end' : 'y/end' }),
      end: (sent) => ({ next: sent === 1 ? '/y/start' : 'only' }),
    };
    await run();
    expect(urls()).toEqual(['x-start', 'x-end', 'y-start', 'y-end', 'only']);
  });

  it.each([
    ['lgoin', 'run.next: "lgoin" is not the name or path of a request of this run; did you mean login?'],
    ['twice', 'run.next: "twice" is the name of several requests; give a path, such as f/twice, g/twice'],
  ])('fails if the name is %s, which ends the iteration', async (next, message) => {
    for (const folder of ['f', 'g']) await fixture.createRest({ name: 'twice', folder });
    await create('login', 'start', 'later');
    asks = { start: () => ({ next }) };
    const report = await run();
    expect(report.requests.find(({ name }) => name === 'start')).toMatchObject({
      outcome: 'failed',
      failedTests: [{ name: 'run.next', message }],
    });
    expect(outcomes(report).at(-1)).toBe('later skipped: the iteration ended with an error of run.next');
    expect(report.isGreen).toBe(false);
  });

  it('is stopped if requests repeat endlessly', async () => {
    await create('a', 'b', 'c');
    asks = { b: () => ({ next: 'a' }) };
    const report = await run();
    expect(report.requests.findLast(({ name }) => name === 'b')?.failedTests).toEqual([
      {
        name: 'run.next',
        suite: [],
        message:
          'run.next: the loop was cut after 1,000 requests; call run.next(null) or go on to a later request to end it',
      },
    ]);
    // Two requests once each, and then 1,000 repetitions in total.
    expect(urls()).toHaveLength(1_002);
    expect(outcomes(report).at(-1)).toMatch(/^c skipped/);
  });
});

it('scripts can read the run, its iteration, its row and the attempt', { tags: 'run:script' }, async () => {
  await create('a');
  await unwrapResult(fixture.application.environments.create({ name: 'Dev' }));
  fixture.plan.failure = { fault: { code: 'TIMEOUT', message: 'late' } };
  const report = await run({ environments: ['Dev'], rows: [{ n: 1 }, { n: 2 }], retry: 1 });
  const known = { id: report.id, iterations: 2, environment: 'Dev' };
  expect(fixture.seen.environments.map((one) => one.run)).toEqual([
    { ...known, iteration: 1, row: { n: 1 }, attempt: 1 },
    { ...known, iteration: 1, row: { n: 1 }, attempt: 2 },
    { ...known, iteration: 2, row: { n: 2 }, attempt: 1 },
    { ...known, iteration: 2, row: { n: 2 }, attempt: 2 },
  ]);
});
