import type { RunEvent, RunPlan, RunReport } from '@tandem/core';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;
let events: RunEvent[];
beforeEach(async () => {
  fixture = await createPlannedApplication();
  events = [];
});

const run = (plan: RunPlan = {}, context = createQuietContext()): Promise<RunReport> =>
  unwrapResult(fixture.application.runs.run({ plan }, context, (event) => events.push(event)));

const getRefusalMessage = async (plan: RunPlan): Promise<string> => {
  const error = await unwrapRefusal(fixture.application.runs.run({ plan }, createQuietContext()));
  return (error as { readonly issues: readonly { readonly message: string }[] }).issues[0]?.message ?? '';
};

const outcomes = ({ requests }: RunReport): readonly string[] =>
  requests.map(({ name, outcome }) => `${name} ${outcome}`);

const getEndedEvents = () => events.filter((event) => event.kind === 'request-ended');

const urls = (): readonly string[] => fixture.seen.sent.map(({ url }) => url);

const test = (status: 'passed' | 'failed') => ({
  name: 't',
  suite: ['s'],
  status,
  durationMs: 1,
  error: status === 'passed' ? null : { message: 'expected 1', expected: 1, actual: 2 },
});

const planFailureAt = (part: string, times = Infinity): void => {
  let left = times;
  fixture.plan.meanwhile = (request) => {
    const fails = request.url.includes(part) && left-- > 0;
    fixture.plan.failure = fails ? { fault: { code: 'TIMEOUT', message: 'late' } } : null;
    return Promise.resolve();
  };
};

describe('the requests of a run', () => {
  it('follow the order of the tree: folders first, depth first', { tags: 'run:order' }, async () => {
    for (const folder of ['', 'b', 'a/deep', 'a']) await fixture.createRest({ name: `in ${folder}`, folder });
    await fixture.createGraphql({ name: 'graph', folder: 'a' });
    expect((await run()).requests.map(({ path }) => path)).toEqual([
      'a/deep/in a/deep',
      'a/in a',
      'a/graph',
      'b/in b',
      'in ',
    ]);
  });

  it('run after their dependencies, which run once', { tags: 'run:order' }, async () => {
    const login = await fixture.createRest({ name: 'login', url: 'http://h/login', folder: 'z' });
    await fixture.createRest({ name: 'one', url: 'http://h/1', folder: 'a', needs: [login] });
    await fixture.createRest({ name: 'two', url: 'http://h/2', folder: 'a', needs: [login] });
    const report = await run();
    expect(urls()).toEqual(['http://h/login', 'http://h/1', 'http://h/2']);
    expect(outcomes(report)).toEqual(['one untested', 'two untested', 'login untested']);
  });

  it('are selected by id, folder, or part of the path', { tags: 'run:select' }, async () => {
    const first = await fixture.createRest({ name: 'get user', folder: 'users' });
    await fixture.createRest({ name: 'list', folder: 'users/all' });
    await fixture.createRest({ name: 'else' });
    const names = async (select: RunPlan['select']) =>
      (await run({ select: select ?? {} })).requests.map(({ name }) => name);
    expect(await names({ ids: [first] })).toEqual(['get user']);
    expect(await names({ ids: ['else', 'users/Get user'] })).toEqual(['else', 'get user']);
    expect(await names({ folders: ['users'] })).toEqual(['list', 'get user']);
    expect(await names({ grep: 'USERS/get' })).toEqual(['get user']);
    expect(await names({})).toHaveLength(3);
  });

  it('are included and excluded by tags', { tags: 'run:tags' }, async () => {
    await fixture.createRest({ name: 'a', tags: ['smoke'] });
    await fixture.createRest({ name: 'b', tags: ['smoke', 'slow'], folder: 'f' });
    await fixture.createGraphql({ name: 'c', tags: ['users'] });
    await fixture.createRest({ name: 'd' });
    const names = async (select: RunPlan['select']) =>
      (await run({ select: select ?? {} })).requests.map(({ name }) => name);
    expect(await names({ tags: ['smoke', 'users'] })).toEqual(['b', 'a', 'c']);
    expect(await names({ tags: ['smoke'], excludeTags: ['slow'] })).toEqual(['a']);
    expect(await names({ excludeTags: ['slow', 'users'] })).toEqual(['a', 'd']);
    expect(await names({ folders: ['f'], tags: ['smoke'] })).toEqual(['b']);
    expect(await getRefusalMessage({ select: { tags: ['smok'] } })).toBe(
      'select.tags[0] is not a tag of any request: smok; did you mean smoke?',
    );
    expect(await getRefusalMessage({ select: { excludeTags: ['slow', 'sloww'] } })).toMatch(
      /^select\.excludeTags\[1\]/,
    );
    expect(await getRefusalMessage({ select: { folders: ['f'], tags: ['users'] } })).toMatch(
      /^select\.tags leaves none of the 1 requests \(users\)/,
    );
    expect(await getRefusalMessage({ select: { grep: 'zz', tags: ['users'] } })).toMatch(
      /^select\.grep fits none/,
    );
  });

  it('are refused if no request is selected or a name is unknown', { tags: 'run:select' }, async () => {
    expect(await getRefusalMessage({})).toMatch(/^select selects no requests; the workspace has none yet/);
    await fixture.createRest({ name: 'get user', folder: 'users' });
    expect(await getRefusalMessage({ select: { ids: ['rest_none'] } })).toMatch(
      /^select\.ids\[0\] is not the id/,
    );
    expect(await getRefusalMessage({ select: { ids: ['get usr'] } })).toMatch(/did you mean/);
    expect(await getRefusalMessage({ select: { folders: ['user'] } })).toMatch(/did you mean users\?$/);
    expect(await getRefusalMessage({ select: { grep: 'nothing' } })).toMatch(
      /fits none of the 1 paths, such as users/,
    );
    expect(await getRefusalMessage({ rows: [] })).toMatch(/^rows has no rows/);
    expect(await getRefusalMessage({ rows: [{}], iterations: 2 })).toMatch(
      /^iterations cannot be used with rows/,
    );
    expect(
      await unwrapRefusal(
        fixture.application.runs.run({ plan: { environments: ['Nope'] } }, createQuietContext()),
      ),
    ).toEqual(expect.objectContaining({ kind: 'not-found', entity: 'environment', ref: 'Nope' }));
    expect(fixture.seen.sent).toEqual([]);
  });

  it('are refused with their names if they depend on each other', { tags: 'run:circle' }, async () => {
    const a = await fixture.createRest({ name: 'a' });
    const b = await fixture.createRest({ name: 'b', needs: [a] });
    // The app refuses a cycle, but a file can contain one.
    const present = await unwrapResult(fixture.store.restRequests.get(fixture.workspace.id, a));
    await unwrapResult(fixture.store.restRequests.replace({ ...present, needs: [b] }, present.revision));
    expect(await getRefusalMessage({})).toMatch(/need each other: a → b → a\./);
    expect(fixture.seen.sent).toEqual([]);
  });

  it(
    'are divided among machines, so that each request runs on one machine',
    { tags: 'run:shard' },
    async () => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) await fixture.createRest({ name });
      const part = async (index: number) =>
        (await run({ shard: { index, of: 2 } })).requests.map(({ name }) => name);
      expect([...(await part(1)), ...(await part(2))].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(await getRefusalMessage({ shard: { index: 3, of: 2 } })).toMatch(
        /^shard\.index must be at most 2/,
      );
      expect(await getRefusalMessage({ shard: { index: 9, of: 9 } })).toMatch(
        /^shard\.of is more than the 5 selected/,
      );
    },
  );
});

describe('iterations of a run', () => {
  it('use each row in each environment', { tags: 'run:matrix' }, async () => {
    await fixture.createRest({ url: 'http://{{host}}/{{id}}' });
    for (const name of ['Dev', 'Live'])
      await unwrapResult(
        fixture.application.environments.create({ name, variables: { host: name.toLowerCase() } }),
      );
    const report = await run({ environments: ['Dev', 'live'], rows: [{ id: 1 }, { id: 'two' }] });
    expect(urls()).toEqual(['http://dev/1', 'http://live/1', 'http://dev/two', 'http://live/two']);
    expect(report.plan).toMatchObject({ iterations: 2, environments: ['Dev', 'Live'] });
    expect(report.requests[3]).toMatchObject({ iteration: 2, environment: 'Live', row: { id: 'two' } });
  });

  it('have their own variables and cookies, which are not stored', { tags: 'run:layer' }, async () => {
    const { id } = await fixture.environment();
    await unwrapResult(fixture.application.environments.update({ id, variables: { token: 'stored' } }));
    await fixture.createRest({ name: 'a', url: 'http://h/{{token}}' });
    await fixture.createRest({ name: 'b', url: 'http://h/{{token}}' });
    let made = 0;
    fixture.plan.meanwhile = () => {
      const value = `made${(made += 1)}`;
      fixture.plan.onResponse = { changes: [{ kind: 'variable', name: 'token', value }] };
      return Promise.resolve();
    };
    await run({ iterations: 2 });
    expect(urls()).toEqual(['http://h/stored', 'http://h/made1', 'http://h/stored', 'http://h/made3']);
    expect((await fixture.environment()).variables).toEqual([
      { name: 'token', value: 'stored', enabled: true },
    ]);
  });

  it(
    'store the variables that scripts set only if there is one iteration, and storing is not disabled',
    { tags: 'run:persist' },
    async () => {
      await fixture.createRest();
      fixture.plan.onResponse = { changes: [{ kind: 'variable', name: 'token', value: 'new' }] };
      for (const plan of [{ persist: false }, { rows: [{}] }, { iterations: 2 }]) await run(plan);
      expect((await fixture.environment()).variables).toEqual([]);
      await run();
      expect((await fixture.environment()).variables).toMatchObject([{ name: 'token', value: 'new' }]);
    },
  );

  it(
    "let a script's variable override a folder's variable, and a row override both",
    { tags: 'run:carried' },
    async () => {
      await fixture.createRest({ name: 'a', url: 'http://h/{{v}}', folder: 'f' });
      await fixture.createRest({ name: 'b', url: 'http://h/{{v}}', folder: 'f' });
      const [folder] = (await unwrapResult(fixture.application.folders.list({}))).folders;
      const variables = [{ name: 'v', value: 'folder', enabled: true }];
      await unwrapResult(fixture.application.folders.update({ id: folder?.id ?? '', variables }));
      fixture.plan.onResponse = { changes: [{ kind: 'variable', name: 'v', value: 'script' }] };
      await run();
      await run({ rows: [{ v: 'row' }] });
      expect(urls()).toEqual(['http://h/folder', 'http://h/script', 'http://h/row', 'http://h/row']);
    },
  );

  it(
    'run concurrently up to the limit, each with its requests one by one',
    { tags: 'run:parallel' },
    async () => {
      await fixture.createRest({ name: 'a', url: 'http://h/{{n}}/a' });
      await fixture.createRest({ name: 'b', url: 'http://h/{{n}}/b' });
      let running = 0;
      let most = 0;
      fixture.plan.meanwhile = async () => {
        most = Math.max(most, (running += 1));
        await new Promise(setImmediate);
        running -= 1;
      };
      await run({ rows: [1, 2, 3, 4, 5].map((n) => ({ n })), parallel: 3 });
      expect(most).toBe(3);
      for (const n of [1, 2, 3, 4, 5])
        expect(urls().indexOf(`http://h/${n}/a`)).toBeLessThan(urls().indexOf(`http://h/${n}/b`));
    },
  );
});

describe('the outcome of a request in a run', { tags: 'run:outcome' }, () => {
  it('is passed if all tests pass, untested without tests, and failed if a test fails', async () => {
    await fixture.createRest({ name: 'a' });
    expect(await run()).toMatchObject({ isGreen: true, counts: { untested: 1 } });
    expect(await run({ requireTests: true })).toMatchObject({ isGreen: false, counts: { untested: 1 } });
    fixture.plan.onTest = { tests: [test('passed')] };
    expect(await run()).toMatchObject({ isGreen: true, counts: { passed: 1, testsPassed: 1 } });
    fixture.plan.onTest = { tests: [test('passed'), test('failed')] };
    const report = await run();
    expect(report).toMatchObject({ isGreen: false, counts: { failed: 1, testsPassed: 1, testsFailed: 1 } });
    expect(report.requests[0]?.failedTests).toEqual([
      { name: 't', suite: ['s'], message: 'expected 1', expected: 1, actual: 2 },
    ]);
  });

  it('reports where in the script a test failed', async () => {
    await fixture.createRest({ name: 'a' });
    const at = (message: string, script?: string) => ({
      ...test('failed'),
      error: { message },
      ...(script === undefined ? {} : { script }),
    });
    fixture.plan.onTest = {
      tests: [at('no (line 3, column 5)'), at('no (users/folder.js:7:9)', 'users/folder.js'), at('(a:b)')],
    };
    expect((await run()).requests[0]?.failedTests).toMatchObject([
      { message: 'no', line: 3, column: 5 },
      { message: 'no', file: 'users/folder.js', line: 7, column: 9 },
      { message: '(a:b)' },
    ]);
  });

  it('is failed if a handler fails, and an error if there is no response', async () => {
    await fixture.createRest({ name: 'a', url: 'http://h/a' });
    fixture.plan.onResponse = { error: { code: 'SCRIPT_ERROR', message: 'oh', line: 3, column: 5 } };
    const [failed] = (await run()).requests;
    expect(failed).toMatchObject({ outcome: 'failed', status: 200, error: null });
    expect(failed?.failedTests).toEqual([
      { name: 'onResponse', suite: [], message: 'oh', line: 3, column: 5 },
    ]);
    planFailureAt('/a');
    expect((await run()).requests[0]).toMatchObject({
      outcome: 'error',
      status: null,
      error: { code: 'TIMEOUT', message: 'late' },
    });
  });

  it('is flaky if a retry passes', { tags: 'run:retry' }, async () => {
    await fixture.createRest({ name: 'a', url: 'http://h/a' });
    fixture.plan.onTest = { tests: [test('passed')] };
    planFailureAt('/a', 2);
    const report = await run({ retry: 2 });
    expect(report).toMatchObject({ isGreen: true, requests: [{ outcome: 'flaky', attempts: 3 }] });
    planFailureAt('/a', 2);
    expect((await run({ retry: 1 })).requests[0]).toMatchObject({ outcome: 'error', attempts: 2 });
  });

  it(
    'is also flaky if a failed dependency passes when it is executed again',
    { tags: 'run:retry' },
    async () => {
      const setup = await fixture.createRest({ name: 'setup', url: 'http://h/setup' });
      const login = await fixture.createRest({ name: 'login', url: 'http://h/login' });
      const me = await fixture.createRest({ name: 'me', url: 'http://h/me', needs: [setup, login] });
      fixture.plan.onTest = { tests: [test('passed')] };
      planFailureAt('/login', 1);
      const report = await run({ select: { ids: [me, login] }, retry: 1 });
      expect(outcomes(report)).toEqual(['me flaky', 'login passed']);
      expect(urls().map((url) => url.slice('http://h/'.length))).toEqual(['setup', 'login', 'login', 'me']);
      planFailureAt('/login', 3);
      const failing = await run({ select: { ids: [me, login] }, retry: 1 });
      expect(outcomes(failing)).toEqual(['me error', 'login error']);
    },
  );

  it('is skipped after the maximum number of failures', { tags: 'run:bail' }, async () => {
    for (const name of ['a', 'bad', 'bad2', 'd']) await fixture.createRest({ name, url: `http://h/${name}` });
    planFailureAt('bad');
    expect(outcomes(await run({ bail: 1 }))).toEqual([
      'a untested',
      'bad error',
      'bad2 skipped',
      'd skipped',
    ]);
    expect(outcomes(await run({ bail: 2 }))).toEqual(['a untested', 'bad error', 'bad2 error', 'd skipped']);
    expect(outcomes(await run())).toEqual(['a untested', 'bad error', 'bad2 error', 'd untested']);
  });
});

describe('the events of a run', () => {
  it('arrive in order, and add up to the report', { tags: 'run:outcome' }, async () => {
    await fixture.createRest({ name: 'a' });
    const report = await run();
    expect(events.map(({ kind }) => kind)).toEqual(['started', 'request-started', 'request-ended', 'ended']);
    expect(events.at(-1)).toEqual({ kind: 'ended', report });
  });

  it('report the finished requests if the run is stopped', { tags: 'run:stop' }, async () => {
    for (const name of ['a', 'b', 'c']) await fixture.createRest({ name, url: `http://h/${name}` });
    const controller = new AbortController();
    fixture.plan.meanwhile = ({ url }) => {
      if (url.endsWith('/b')) controller.abort();
      return Promise.resolve();
    };
    const report = await run({}, { ...createQuietContext(), signal: controller.signal });
    expect(report.isInterrupted).toBe(true);
    expect(outcomes(report)).toEqual(['a untested', expect.stringMatching(/^b /), 'c skipped']);
    expect(urls()).not.toContain('http://h/c');
  });

  it('contain no secret in any part', { tags: 'run:secrets' }, async () => {
    const { id } = await fixture.environment();
    const secret = 'planted-secret-value';
    await unwrapResult(fixture.application.environments.update({ id, secrets: { TOKEN: secret } }));
    await fixture.createRest({ name: `named ${secret}`, url: `http://h/{{TOKEN}}`, folder: `in ${secret}` });
    fixture.plan.response = { body: new TextEncoder().encode(`body ${secret}`) };
    fixture.plan.onResponse = { changes: [{ kind: 'secret', name: 'MADE', value: 'made-by-a-script' }] };
    fixture.plan.onTest = {
      tests: [{ ...test('failed'), name: secret, error: { message: secret, actual: 'made-by-a-script' } }],
    };
    await run({ rows: [{ row: secret }] });
    expect(JSON.stringify(events)).toContain('‹secret:TOKEN›');
    expect(JSON.stringify(events)).not.toContain(secret);
    expect(JSON.stringify(events)).not.toContain('made-by-a-script');
  });

  it(
    'contain the sent requests if the caller wants them, also for dependencies',
    { tags: 'run:exchanges' },
    async () => {
      const { id } = await fixture.environment();
      await unwrapResult(
        fixture.application.environments.update({ id, secrets: { TOKEN: 'planted-secret-value' } }),
      );
      const login = await fixture.createRest({
        name: 'login',
        method: 'POST',
        headers: [{ name: 'x-key', value: '{{TOKEN}}', enabled: true }],
        body: { type: 'text', content: 'user {{TOKEN}}' },
      });
      const me = await fixture.createRest({ name: 'me', needs: [login] });
      await run({ select: { ids: [me, login] } });
      expect(getEndedEvents().map(({ sent }) => sent)).toEqual([undefined, undefined]);
      await run({ select: { ids: [me, login] } }, { ...createQuietContext(), wantsExchanges: true });
      const [ofMe, ofLogin] = getEndedEvents().slice(2);
      expect(ofMe?.sent?.body).toEqual({ type: 'none' });
      expect(ofLogin?.sent).toMatchObject({
        headers: expect.arrayContaining([{ name: 'x-key', value: '‹secret:TOKEN›' }]) as unknown,
        body: { type: 'text', text: 'user ‹secret:TOKEN›' },
      });
      expect(ofLogin?.result?.response?.textBody).toBe('hello');
      expect(JSON.stringify(events)).not.toContain('planted-secret-value');
    },
  );

  it(
    'contain no secret of a dependency whose execution the run shares with a person',
    { tags: 'run:secrets' },
    async () => {
      const { id } = await fixture.environment();
      await unwrapResult(
        fixture.application.environments.update({ id, secrets: { TOKEN: 'planted-secret-value' } }),
      );
      const login = await fixture.createRest({ name: 'login', url: 'http://h/{{TOKEN}}' });
      const settings = { maxAge: '1h' };
      const [one, two] = [
        await fixture.createRest({ name: 'one', needs: [login], settings }),
        await fixture.createRest({ name: 'two', needs: [login], settings }),
      ];
      await Promise.all([
        unwrapResult(fixture.application.rest.execute({ id: one }, createQuietContext())),
        run({ select: { ids: [two, login] } }),
      ]);
      expect(JSON.stringify(events)).toContain('http://h/‹secret:TOKEN›');
      expect(JSON.stringify(events)).not.toContain('planted-secret-value');
    },
  );

  it('redact a secret only once, even if its value occurs in markers', { tags: 'run:secrets' }, async () => {
    const { id } = await fixture.environment();
    await unwrapResult(
      fixture.application.environments.update({ id, name: 'a secret', secrets: { WORD: 'secret' } }),
    );
    await fixture.createRest({ name: 'a secret', url: 'http://h/secret', folder: 'a secret' });
    fixture.plan.onTest = { tests: [{ ...test('failed'), error: { message: 'a secret' } }] };
    await run({ rows: [{ row: 'a secret' }], environments: ['a secret'] });
    expect(JSON.stringify(events)).toContain('a ‹secret:WORD›');
    expect(JSON.stringify(events)).not.toContain('‹‹');
  });
});
