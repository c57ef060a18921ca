import { beforeEach, describe, expect, it } from 'vitest';

import type { ExecutionResult, OutgoingRequest, RestRequestId } from '@tandem/core';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';

import { createQuietContext } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import type { ExecuteRestArguments } from './execute-arguments.js';
import { executeSaved } from './execute.js';

let fixture: PlannedApplication;
/** For each path: the status of the response, and the variable that the script then sets. */
let byPath: Record<string, { readonly status?: number; readonly sets?: string; readonly secret?: true }>;

const pathOf = ({ url }: Pick<OutgoingRequest, 'url'>) => new URL(url).pathname;

beforeEach(async () => {
  fixture = await createPlannedApplication();
  byPath = {};
  fixture.plan.meanwhile = (request) => {
    const { status = 200, sets, secret } = byPath[pathOf(request)] ?? {};
    const kind = secret ? ('secret' as const) : ('variable' as const);
    fixture.plan.response = { status };
    fixture.plan.onResponse = { changes: sets === undefined ? [] : [{ kind, name: 'token', value: sets }] };
    return Promise.resolve();
  };
});

const create = (name: string, needs: readonly string[] = [], more = {}) =>
  fixture.createRest({
    name,
    url: `http://h/${name}`,
    headers: [{ name: 'x-token', value: '{{token}}', enabled: true }],
    needs,
    ...more,
  });
const execute = (id: string, more: Partial<ExecuteRestArguments> = {}, context = createQuietContext()) =>
  unwrapResult<ExecutionResult>(fixture.application.rest.execute({ id: id, ...more }, context));
const tokens = () =>
  fixture.seen.sent.map(({ headers }) => headers.find(([name]) => name === 'x-token')?.[1]);
const paths = () => fixture.seen.sent.map(pathOf);
const issueOf = async (answer: Parameters<typeof unwrapRefusal>[0]) =>
  ((await unwrapRefusal(answer)) as { issues: readonly { path: string; message: string }[] }).issues[0];

describe('a request with dependencies', () => {
  it(
    'executes each dependency once before the request, and reports them',
    { tags: 'needs:order' },
    async () => {
      const login = await create('login');
      const query = await fixture.createGraphql({ name: 'query', url: 'http://h/query', needs: [login] });
      const setup = await create('setup', [login]);
      const last = await create('last', [setup, query, login]);
      const { needs, error } = await execute(last);
      expect(error).toBeNull();
      expect(paths()).toEqual(['/login', '/setup', '/query', '/last']);
      expect(needs?.map(({ id, name }) => [id, name])).toEqual([
        [setup, 'setup'],
        [query, 'query'],
        [login, 'login'],
      ]);
      const { executions } = await unwrapResult(fixture.application.executions.list({ take: 9 }));
      expect(executions.map(({ name }) => name)).toEqual(['last', 'query', 'setup', 'login']);
      expect(needs?.map(({ executionId }) => executionId)).toEqual(
        ['setup', 'query', 'login'].map((name) => executions.find((one) => one.name === name)?.id),
      );
      const steps: string[] = [];
      await execute(
        setup,
        {},
        { ...createQuietContext(), progress: (...step) => steps.push(step.join(' ')) },
      );
      expect(steps.slice(0, 2)).toEqual(['0 1 needs', '1 8 interpolate']);
    },
  );

  it('is executed alone if the call requests that', { tags: 'needs:skip' }, async () => {
    const last = await create('last', [await create('login')]);
    expect(await execute(last, { needs: 'skip' })).not.toHaveProperty('needs');
    expect(paths()).toEqual(['/last']);
  });

  it("sees the variables that the dependencies' scripts set", { tags: 'needs:variables' }, async () => {
    byPath['/login'] = { sets: 'abc' };
    const login = await create('login');
    const last = await create('last', [await create('setup', [login])]);
    await execute(last, { environment: null });
    expect(tokens()).toEqual(['{{token}}', 'abc', 'abc']);
    expect(fixture.seen.environments.at(-1)).toMatchObject({ name: null, variables: { token: 'abc' } });
    await execute(last, { environment: null, variables: { token: 'of the call' } });
    expect(tokens().at(-1)).toBe('of the call');
    await execute(last);
    expect(tokens().at(-1)).toBe('abc');
    expect((await fixture.environment()).variables).toMatchObject([{ name: 'token', value: 'abc' }]);
  });

  it('shows an agent no secrets that the dependencies set', { tags: 'needs:variables' }, async () => {
    byPath['/login'] = { sets: 'very-secret', secret: true };
    const last = await create('last', [await create('login')], { url: 'http://h/{{token}}' });
    const agent = { ...createQuietContext(), redactsSecrets: true };
    const { request } = await execute(last, { environment: null }, agent);
    expect(fixture.seen.sent.at(-1)?.url).toContain('very-secret');
    expect(request.url).not.toContain('very-secret');
  });

  it('stores no secret of a failed dependency', { tags: 'needs:failed' }, async () => {
    byPath['/login'] = { sets: 'very-secret', secret: true };
    const error = { message: 'no' };
    fixture.plan.onTest = {
      tests: [{ name: 'very-secret', suite: [], status: 'failed', durationMs: 1, error }],
    };
    const last = await create('last', [await create('login')]);
    const { executionId, error: reported } = await execute(last, { environment: null });
    expect(reported?.message).toContain('its test very-secret failed');
    const stored = await unwrapResult(fixture.store.executions.get(fixture.workspace.id, executionId));
    expect(JSON.stringify(stored)).not.toContain('very-secret');
  });

  it('is not sent if a dependency fails', { tags: 'needs:failed' }, async () => {
    byPath['/login'] = { status: 401 };
    const login = await create('login');
    const last = await create('last', [login]);
    const answered = await execute(last);
    expect(paths()).toEqual(['/login']);
    const { executions } = await unwrapResult(fixture.application.executions.list({ take: 9 }));
    expect(answered).toMatchObject({
      response: null,
      error: {
        code: 'NEED_FAILED',
        message:
          '"login", which must have run before, failed: it was answered with 401 and has no test that accepts that. Nothing was sent.',
        details: { id: login, name: 'login', executionId: executions[1]?.id },
      },
    });
    expect(executions[0]).toMatchObject({ requestId: last, error: 'NEED_FAILED' });
    fixture.plan.onTest = { tests: [{ name: 'a', suite: [], status: 'passed', durationMs: 1, error: null }] };
    expect((await execute(last)).error).toBeNull();
    const error = { message: 'no' };
    fixture.plan.onTest = { tests: [{ name: 'a', suite: [], status: 'failed', durationMs: 1, error }] };
    expect((await execute(last)).error?.message).toContain('its test a failed.');
    fixture.plan.failure = { fault: { code: 'TIMEOUT', message: 'late.' } };
    expect((await execute(last)).error).toMatchObject({
      message: '"login", which must have run before, failed: TIMEOUT: late. Nothing was sent.',
      details: { code: 'TIMEOUT' },
    });
  });

  it('is cancelled while a dependency runs', { tags: 'needs:failed' }, async () => {
    const cancelling = new AbortController();
    fixture.plan.meanwhile = () => {
      cancelling.abort();
      return Promise.resolve();
    };
    const last = await create('last', [await create('login')]);
    const { error } = await execute(last, {}, { ...createQuietContext(), signal: cancelling.signal });
    expect(error?.code).toBe('CANCELLED');
    expect(paths()).toEqual(['/login']);
  });

  it("reuses a dependency's recent success in the same environment", { tags: 'needs:reused' }, async () => {
    const login = await create('login');
    const last = await create('last', [login], { settings: { maxAge: '15m' } });
    await unwrapResult(fixture.application.environments.create({ name: 'Other' }));
    byPath['/login'] = { status: 500 };
    await execute(login);
    byPath['/login'] = {};
    const { needs: first } = await execute(last);
    expect(first).toMatchObject([{ name: 'login' }]);
    const { needs } = await execute(last);
    expect(needs).toEqual([{ ...first?.[0], reused: true }]);
    await execute(last, { environment: 'Other' });
    expect(paths()).toEqual(['/login', '/login', '/last', '/last', '/login', '/last']);
    const now = fixture.ports.clock.now().getTime();
    const later = (minutes: number) => {
      const clock = { ...fixture.ports.clock, now: () => new Date(now + minutes * 60_000) };
      return unwrapResult(executeSaved({ ...fixture.ports, clock }).rest({ id: last }, createQuietContext()));
    };
    expect((await later(14)).needs).toMatchObject([{ reused: true }]);
    expect((await later(16)).needs?.[0]).not.toHaveProperty('reused');
    await unwrapResult(fixture.application.rest.remove({ id: login }));
    expect((await execute(last)).error?.code).toBe('NEED_FAILED');
  });

  it(
    'waits for a dependency that another call is executing, if its result may be reused',
    { tags: 'needs:shared' },
    async () => {
      byPath['/login'] = { sets: 'abc' };
      const login = await create('login');
      const settings = { maxAge: '15m' };
      const all = await Promise.all(['a', 'b', 'c'].map((name) => create(name, [login], { settings })));
      const results = await Promise.all(all.map((id) => execute(id)));
      expect(paths().filter((path) => path === '/login')).toHaveLength(1);
      expect(new Set(results.map(({ needs }) => needs?.[0]?.executionId)).size).toBe(1);
      expect(results.filter(({ needs }) => needs?.[0]?.reused !== true)).toHaveLength(1);
      expect(tokens().slice(1)).toEqual(['abc', 'abc', 'abc']);
      const [x, y] = [await create('x', [login]), await create('y', [login])];
      await Promise.all([execute(x), execute(y)]);
      expect(paths().filter((path) => path === '/login')).toHaveLength(3);
    },
  );

  it(
    'accepts a failed execution of a dependency by another call, but not a cancelled one',
    { tags: 'needs:shared' },
    async () => {
      byPath['/login'] = { status: 500 };
      const login = await create('login');
      const settings = { maxAge: '15m' };
      const [one, two] = [
        await create('one', [login], { settings }),
        await create('two', [login], { settings }),
      ];
      const failed = await Promise.all([execute(one), execute(two)]);
      const ids = failed.map(({ error }) => (error?.details as { executionId?: string }).executionId);
      expect([new Set(ids).size, typeof ids[0]]).toEqual([1, 'string']);
      expect(paths()).toEqual(['/login']);
      byPath['/login'] = {};
      const stop = new AbortController();
      const answer = fixture.plan.meanwhile;
      fixture.plan.meanwhile = (request) => {
        if (paths().length === 2) stop.abort();
        return answer(request);
      };
      const [given, stored] = await Promise.all([
        execute(one, {}, { ...createQuietContext(), signal: stop.signal }),
        execute(two),
      ]);
      expect([given.error?.code, stored.error]).toEqual(['CANCELLED', null]);
    },
  );

  it('executes each dependency once in a run of several requests', { tags: 'needs:order' }, async () => {
    const login = await create('login');
    const [one, two] = [await create('one', [login]), await create('two', [login])];
    const many = () =>
      unwrapResult(
        fixture.application.rest.executeMany(
          { ids: [one, login, two] as RestRequestId[] },
          createQuietContext(),
        ),
      );
    expect((await many()).summary).toMatchObject({ total: 3, passed: 3 });
    expect(paths()).toEqual(['/login', '/one', '/two']);
    byPath['/login'] = { status: 500 };
    const { results } = await many();
    expect(results.map(({ error }) => error?.slice(0, 11))).toEqual([
      'NEED_FAILED',
      undefined,
      'NEED_FAILED',
    ]);
    expect(paths().slice(3)).toEqual(['/login']);
  });
});

describe('a dependency of a request', () => {
  it('must be a request of the same workspace', { tags: 'needs:refused' }, async () => {
    const { rest } = fixture.application;
    const id = await create('one');
    for (const got of ['rest_0123456789abcdef', 'login', '../login.yml'])
      expect(await issueOf(rest.update({ id, needs: [got] }))).toMatchObject({
        path: 'needs[0]',
        message: 'needs[0] is not the id, path or name of a request of this workspace',
      });
    expect(await issueOf(rest.create({ name: 'two', needs: [id, 'x'] }))).toMatchObject({ path: 'needs[1]' });
    const needing = await create('two', [id]);
    await unwrapResult(rest.remove({ id }));
    await unwrapResult(rest.update({ id: needing, needs: [id], name: 'still' }));
    expect((await execute(needing)).error).toMatchObject({
      code: 'NEED_FAILED',
      message: `It needs "${id}", which is not a request of this workspace. Take out or correct it. Nothing was sent.`,
    });
  });

  it('must not itself depend on that request', { tags: 'needs:refused' }, async () => {
    const { rest } = fixture.application;
    const one = await create('one');
    const two = await create('two', [one]);
    expect(await issueOf(rest.update({ id: one, needs: [one] }))).toMatchObject({
      message: 'needs[0] would make a circle: one → one; leave it out',
    });
    expect(await issueOf(rest.update({ id: one, needs: [two] }))).toMatchObject({
      message: 'needs[0] would make a circle: one → two → one; leave it out',
    });
    // A file may contain a cycle, which the app refuses.
    const present = await unwrapResult(rest.get({ id: one }));
    await unwrapResult(fixture.store.restRequests.replace({ ...present, needs: [two], revision: 9 }, 1));
    expect((await execute(one)).error?.message).toContain('Requests need each other: one → two → one.');
    expect(paths()).toEqual([]);
  });

  it('is refused with an invalid maximum age', { tags: 'needs:reused' }, async () => {
    const { rest } = fixture.application;
    const id = await create('one', [await create('login')], { settings: { maxAge: '2h' } });
    expect(await issueOf(rest.update({ id, settings: { maxAge: '15 minutes' } }))).toMatchObject({
      message: 'settings.maxAge must be a time such as 30s, 15m, 2h or 1d, or empty',
    });
    await unwrapResult(fixture.application.folders.create({ path: 'A' }));
    for (const folder of ['A', ''])
      expect(
        await issueOf(fixture.application.folders.update({ id: folder, settings: { maxAge: '1 h' } })),
      ).toMatchObject({ path: 'settings.maxAge' });
    const present = await unwrapResult(rest.get({ id }));
    await unwrapResult(
      fixture.store.restRequests.replace({ ...present, settings: { maxAge: 'soon' }, revision: 9 }, 1),
    );
    expect((await execute(id)).error).toMatchObject({
      code: 'NEED_FAILED',
      message:
        'Its setting maxAge is "soon"; it must be a time such as 30s, 15m, 2h or 1d, or empty. Nothing was sent.',
    });
  });
});
