import type { RunControl } from '@tandem/core';
import { beforeEach, describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import type { ExecuteManyRestArguments, ExecuteManyResult } from './execute-many.js';

let fixture: PlannedApplication;
beforeEach(async () => {
  fixture = await createPlannedApplication();
});

const many = (input: ExecuteManyRestArguments, context = createQuietContext()) =>
  unwrapResult<ExecuteManyResult>(fixture.application.rest.executeMany(input, context));

const planFailures = () => {
  fixture.plan.meanwhile = (request) => {
    fixture.plan.failure = request.url.includes('bad')
      ? { fault: { code: 'TIMEOUT', message: 'late' } }
      : null;
    return Promise.resolve();
  };
};

describe('many executions', () => {
  it('run in the order of the ids, with a summary', async () => {
    fixture.plan.onTest = {
      tests: [
        { name: 'a', suite: ['s'], status: 'failed', durationMs: 1, error: { message: 'no' } },
        { name: 'b', suite: [], status: 'passed', durationMs: 1, error: null },
      ],
    };
    const [one, two] = [await fixture.createRest({ name: 'One' }), await fixture.createRest({ name: 'Two' })];
    const { summary, results } = await many({ ids: [two, one] });
    expect(summary).toEqual({ total: 2, passed: 0, failed: 2, skipped: 0, testsPassed: 2, testsFailed: 2 });
    expect(results).toMatchObject([
      { name: 'Two', outcome: 'failed', status: 200, failedTests: ['s › a'] },
      { name: 'One', outcome: 'failed' },
    ]);
    const { executions } = await unwrapResult(fixture.application.executions.list({ take: 9 }));
    expect(executions.map(({ id }) => id)).toEqual(results.map(({ executionId }) => executionId).reverse());
  });

  it('of a folder continue after a failure, unless the call requests a stop', async () => {
    planFailures();
    for (const url of ['http://h/1', 'http://h/bad', 'http://h/3'])
      await fixture.createRest({ url, folder: 'f/g' });
    await fixture.createRest({ folder: 'else' });
    const outcomes = ({ results }: ExecuteManyResult) => results.map(({ outcome }) => outcome);
    const whole = await many({ folder: 'f' });
    expect(outcomes(whole)).toEqual(['passed', 'failed', 'passed']);
    expect(whole.results[1]?.error).toBe('TIMEOUT: late');
    expect(outcomes(await many({ folder: 'f', stopOnFailure: true }))).toEqual([
      'passed',
      'failed',
      'skipped',
    ]);
  });

  it('are refused for an empty folder, and the error suggests other folders', async () => {
    await fixture.createGraphql({ folder: 'queries' });
    const refusedBy = async (folder: string) =>
      (await unwrapRefusal(fixture.application.rest.executeMany({ folder }, createQuietContext()))) as {
        issues: readonly { message: string; near?: readonly string[] }[];
      };
    expect((await refusedBy('nope')).issues[0]?.message).toBe(
      'folder has no REST requests; all of them are at the top, which is ""',
    );
    await fixture.createRest({ folder: 'items/old' });
    const [near] = (await refusedBy('Item')).issues;
    expect(near).toMatchObject({
      path: 'folder',
      near: ['items'],
      message: 'folder has no REST requests; did you mean items?',
    });
    expect((await refusedBy('queries')).issues[0]?.message).toBe(
      'folder has no REST requests; the folders that do are items, items/old',
    );
    for (let index = 10; index < 30; index++) await fixture.createRest({ folder: `f${index}` });
    expect((await refusedBy('something')).issues[0]?.message).toMatch(/ f10, .*, f19 and others$/);
    expect((await many({ folder: '' })).summary.total).toBe(21);
  });

  it('run in the order that the requests have in their folder', async () => {
    const [a, b] = [
      await fixture.createRest({ name: 'a', folder: 'f' }),
      await fixture.createRest({ name: 'b', folder: 'f' }),
    ];
    await fixture.createRest({ name: 'c', folder: 'f/g' });
    await fixture.createGraphql({ folder: 'f' });
    await unwrapResult(fixture.application.requests.place({ id: b, before: a }));
    expect((await many({ folder: 'f' })).results.map(({ name }) => name)).toEqual(['b', 'a', 'c']);
  });

  it('report which request is running, and end when the call is cancelled', async () => {
    const controller = new AbortController();
    const received: unknown[] = [];
    for (const name of ['A', 'B', 'C']) await fixture.createRest({ name });
    const { results } = await many(
      { folder: '' },
      {
        signal: controller.signal,
        progress: (...step) => {
          received.push(step);
          if (step[0] === 1) controller.abort();
        },
      },
    );
    expect(received).toEqual([
      [0, 3, 'A'],
      [1, 3, 'B'],
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'skipped']);
  });

  describe('use the environment that is active when the call starts', { tags: 'environment:pinned' }, () => {
    const withTwoEnvironments = async () => {
      const { id } = await fixture.environment();
      const { update, create } = fixture.application.environments;
      await unwrapResult(update({ id, variables: { host: 'first', step: '0' } }));
      const other = await unwrapResult(create({ name: 'Other', variables: { host: 'second' } }));
      for (const name of ['A', 'B']) await fixture.createRest({ name, url: 'http://{{host}}/{{step}}' });
      return { first: id, other: other.id };
    };
    const urls = () => fixture.seen.sent.map(({ url }) => url);

    it("for every request and every script's change, even if another environment is activated meanwhile", async () => {
      const { first, other } = await withTwoEnvironments();
      fixture.plan.onResponse = { changes: [{ kind: 'variable', name: 'step', value: '1' }] };
      fixture.plan.meanwhile = async () => {
        await unwrapResult(fixture.application.environments.activate({ id: other }));
      };
      await many({ folder: '' });
      expect(urls()).toEqual(['http://first/0', 'http://first/1']);
      const variables = async (id: string) =>
        (await unwrapResult(fixture.application.environments.list({}))).environments.find(
          (one) => one.id === id,
        )?.variables;
      expect(await variables(first)).toContainEqual({ name: 'step', value: '1', enabled: true });
      expect(await variables(other)).toEqual([{ name: 'host', value: 'second', enabled: true }]);
    });

    it('and no environment if none was active', async () => {
      const { first, other } = await withTwoEnvironments();
      await unwrapResult(fixture.application.environments.remove({ id: first }));
      fixture.plan.meanwhile = async () => {
        await unwrapResult(fixture.application.environments.activate({ id: other }));
      };
      for (const name of ['C', 'D']) await fixture.createRest({ name, url: `http://h/${name}`, folder: 'f' });
      fixture.plan.onResponse = { changes: [{ kind: 'variable', name: 'step', value: '1' }] };
      const { results } = await many({ folder: 'f' });
      expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
      const { environments } = await unwrapResult(fixture.application.environments.list({}));
      expect(environments.flatMap(({ variables }) => variables.map(({ name }) => name))).toEqual(['host']);
    });

    it('and fail before sending if that environment is deleted meanwhile', async () => {
      const { first } = await withTwoEnvironments();
      fixture.plan.meanwhile = async () => {
        await unwrapResult(fixture.application.environments.remove({ id: first }));
      };
      const { results } = await many({ folder: '' });
      expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'failed']);
      expect(results[1]?.error).toBe(
        'The environment "Default" was deleted during the call. Activate an environment and try again.',
      );
      expect(urls()).toEqual(['http://first/0']);
    });
  });

  describe('are a run', { tags: 'run:many' }, () => {
    it('that is stored, and visible to their scripts', async () => {
      await fixture.createRest({ name: 'A' });
      const { summary } = await many({ folder: '' });
      const { runs } = await unwrapResult(fixture.application.runs.list({}));
      expect(runs).toMatchObject([{ isGreen: true, counts: { requests: summary.total } }]);
      expect(fixture.seen.environments).toMatchObject([{ run: { id: runs[0]?.id, iteration: 1 } }]);
    });

    it('that their scripts can control', async () => {
      for (const name of ['A', 'B', 'C', 'D']) await fixture.createRest({ name });
      const asks: Readonly<Record<string, RunControl>> = { A: { next: 'C' }, C: { skip: 'off' } };
      fixture.plan.asked = (handler, { name }) => (handler === 'onRequest' ? (asks[name] ?? {}) : {});
      const { summary, results } = await many({ folder: '' });
      expect(results.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
        'A passed',
        'C skipped',
        'D passed',
        'B skipped',
      ]);
      expect(summary).toMatchObject({ total: 4, passed: 2, failed: 0, skipped: 2 });
      expect(results[1]?.error).toMatch(/^SKIPPED: .*off/);
      fixture.plan.asked = (_, { name }) => (name === 'A' ? { next: 'Nope' } : {});
      expect((await many({ folder: '' })).results[0]).toMatchObject({
        outcome: 'failed',
        error: 'run.next: "Nope" is not the name or path of a request of this run',
      });
    });
  });

  it('are refused before anything is sent if the call names an unknown id, neither ids nor a folder, or both', async () => {
    const id = await fixture.createRest();
    const run = (input: ExecuteManyRestArguments) =>
      unwrapRefusal(fixture.application.rest.executeMany(input, createQuietContext()));
    expect(await run({ ids: [id, 'rest_zzzzzzzzzzzzzzzz'] })).toMatchObject({
      kind: 'not-found',
    });
    expect(await run({})).toMatchObject({ kind: 'invalid-input' });
    expect(await run({ ids: [id], folder: '' })).toMatchObject({ kind: 'invalid-input' });
    expect(fixture.seen.sent).toEqual([]);
  });
});
