import { type CallContext, type ExecuteRestArguments, createQuietContext } from '@tandem/application';
import {
  type ApprovalAnswer,
  type AuthorKind,
  type Change,
  type ExecutionResult,
  type Guard,
  openGuard,
  type PendingRequest,
} from '@tandem/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const secret = 'hunter-2-hunter-2';
let on: OnDisk;
let arrivedRequests: string[] = [];
let open: (() => void)[] = [];
let environment = '';
beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://h');
    arrivedRequests.push(`${request.method} ${pathname}`);
    if (pathname === '/to-post') response.writeHead(307, { location: '/landed' });
    response.end('{}');
  });
  await unwrapResult(on.application.scriptSending.decide({ allow: true }));
});
afterAll(() => on.close());

const production: Guard = { ...openGuard, protected: true };

const createGuardedEnvironment = async (guard: Guard, more: { extends?: string } = {}): Promise<void> => {
  const name = `Live ${Math.random()}`;
  const made = await unwrapResult(
    on.application.environments.create({ name, secrets: { TOKEN: secret }, ...more }),
  );
  environment = made.id;
  await unwrapResult(on.application.environments.guard({ id: made.id, guard }));
};

beforeEach(async () => {
  arrivedRequests = [];
  for (const leave of open) leave();
  open = [];
  // A request that uses a value is checked by the guards of all environments that contain it.
  const { environments } = await unwrapResult(on.application.environments.list({}));
  for (const { id } of environments) await unwrapResult(on.application.environments.remove({ id }));
  await createGuardedEnvironment(production);
});

const createContext = (kind: AuthorKind, more: Partial<CallContext> = {}): CallContext => ({
  ...createQuietContext(),
  by: 'claude',
  kind,
  session: 's1',
  ...(kind === 'mcp' ? { redactsSecrets: true } : {}),
  ...more,
});

const send = async (
  context: CallContext,
  fields: Parameters<OnDisk['create']>[0] = {},
  input: Omit<ExecuteRestArguments, 'id'> = {},
): Promise<ExecutionResult> => {
  const { id } = await on.create({ method: 'POST', url: `${on.url}/users`, ...fields });
  return unwrapResult<ExecutionResult>(on.application.rest.execute({ id, environment, ...input }, context));
};

const watchApprovals = () => {
  open.push(on.application.attend());
};

const waitForPending = async (count = 1): Promise<readonly PendingRequest[]> => {
  const list = async () => (await unwrapResult(on.application.approvals.list())).approvals;
  await expect.poll(async () => (await list()).length).toBe(count);
  return list();
};

const answer = async (given_: ApprovalAnswer): Promise<PendingRequest> => {
  const [first] = await waitForPending();
  if (first === undefined) throw new Error('nothing waits');
  await unwrapResult(
    on.application.as({ by: 'window', kind: 'window' }).approvals.answer({ id: first.id, answer: given_ }),
  );
  return first;
};

describe("an agent's request", { tags: 'guard:sends' }, () => {
  it('is sent without a question if no guard is set, or if it only reads', async () => {
    expect((await send(createContext('mcp'), { method: 'GET' })).error).toBeNull();
    await createGuardedEnvironment(openGuard);
    expect((await send(createContext('mcp'))).error).toBeNull();
    expect(arrivedRequests).toEqual(['GET /users', 'POST /users']);
  });

  it('is not sent if a rule refuses it', async () => {
    const rules = [{ methods: ['POST'], hosts: ['127.0.0.1:*'], then: 'deny' as const }];
    await createGuardedEnvironment({ ...openGuard, agents: { rules, otherwise: 'allow' } });
    const { error, response } = await send(createContext('mcp'));
    expect(error).toMatchObject({
      code: 'GUARD_DENIED',
      message: expect.stringContaining('POST http://127.0.0.1') as string,
    });
    expect([response, arrivedRequests]).toEqual([null, []]);
  });

  it('is checked by the guards of the environments that its own environment extends', async () => {
    const { name } = await unwrapResult(on.application.environments.list({})).then(
      ({ environments }) => environments.find(({ id }) => id === environment) ?? { name: '' },
    );
    await createGuardedEnvironment(openGuard, { extends: name });
    expect((await send(createContext('mcp'))).error?.code).toBe('APPROVAL_NEEDED');
    expect(arrivedRequests).toEqual([]);
  });

  it.each<[string, Parameters<OnDisk['create']>[0], readonly string[]]>([
    [
      'after its script',
      { method: 'GET', script: `export const onRequest = (req) => { req.method = 'DELETE'; };` },
      [],
    ],
    ['at a redirect', { url: '/to-post', method: 'POST' }, []],
    [
      'when a script sends it',
      {
        method: 'GET',
        script: `export const onRequest = async (req) => { await send({ method: 'POST', url: req.url }); };`,
      },
      [],
    ],
    [
      'by the method that it stands for',
      { method: 'GET', headers: [{ name: 'X-HTTP-Method-Override', value: 'DELETE', enabled: true }] },
      [],
    ],
  ])('is checked %s', async (_when, fields, sent) => {
    const url = fields.url === undefined ? `${on.url}/users` : `${on.url}${fields.url}`;
    const { error } = await send(createContext('mcp'), { ...fields, url });
    expect(JSON.stringify(error)).toMatch(/APPROVAL_NEEDED|no window is open/);
    expect(arrivedRequests).toEqual(sent);
  });

  it('is checked again at a redirect, and another rule can refuse the redirect', async () => {
    const rules = [{ methods: ['POST'], hosts: [], then: 'ask' as const }];
    await createGuardedEnvironment({ ...openGuard, agents: { rules, otherwise: 'allow' } });
    watchApprovals();
    const sending = send(createContext('mcp'), { url: `${on.url}/to-post` });
    await answer('once');
    expect(await answer('deny')).toMatchObject({ hop: 'redirect', url: `${on.url}/landed` });
    expect((await sending).error?.code).toBe('GUARD_DENIED');
    expect(arrivedRequests).toEqual(['POST /to-post']);
  });

  it('is refused after too many requests in a minute', { tags: 'guard:per-minute' }, async () => {
    await createGuardedEnvironment({ ...openGuard, agents: { rules: [], otherwise: 'allow', perMinute: 2 } });
    const outcomes = [
      await send(createContext('mcp')),
      await send(createContext('mcp', { by: 'other', session: 's2' })),
      await send(createContext('mcp')),
    ];
    expect(outcomes.map(({ error }) => error?.code)).toEqual([undefined, undefined, 'RATE_LIMITED']);
    expect(outcomes[2]?.error?.message).toMatch(/Try again in \d+ s/);
    expect((await send(createContext('window'))).error).toBeNull();
    expect(arrivedRequests).toHaveLength(3);
  });

  it.each([
    ['sends', `await send({ method: 'POST', url: req.url + '/by-script' })`],
    ['executes', `await execute('To be executed')`],
  ])('waits for the answer without using up the time of a script that %s it', async (_, call) => {
    watchApprovals();
    await on.create({ name: 'To be executed', method: 'POST', url: `${on.url}/executed` });
    const script = `export const onRequest = async (req) => { ${call}; };`;
    const timeoutMs = 2_000;
    const sending = send(createContext('mcp'), { method: 'GET', script }, { timeoutMs });
    const [question] = await waitForPending();
    await expect.poll(() => Date.now() - Date.parse(question?.at ?? '')).toBeGreaterThan(timeoutMs);
    await answer('once');
    expect((await sending).error).toBeNull();
    expect(arrivedRequests).toHaveLength(2);
  });

  it('also needs approval in a run', async () => {
    watchApprovals();
    const { id } = await on.create({ name: 'In a run', method: 'PUT', url: `${on.url}/run` });
    const running = unwrapResult(
      on.application.runs.execute({ ids: [id], environments: [environment] }, createContext('mcp')),
    );
    expect(await answer('deny')).toMatchObject({ method: 'PUT', by: 'claude' });
    expect(JSON.stringify(await running)).toContain('GUARD_DENIED');
    expect(arrivedRequests).toEqual([]);
  });
});

describe('the callers that a guard applies to', { tags: 'guard:who' }, () => {
  it('a person is asked once per session, and once more in another session', async () => {
    watchApprovals();
    const first = send(createContext('window', { by: 'window' }));
    expect(await answer('session')).toMatchObject({ kind: 'window', hasSession: true });
    expect((await first).error).toBeNull();
    expect((await send(createContext('window', { by: 'window' }), { method: 'DELETE' })).error).toBeNull();
    const other = send(createContext('window', { session: 's9' }));
    await answer('deny');
    expect((await other).error).toEqual({
      code: 'CANCELLED',
      message: 'Nothing was sent: the person who was asked chose not to.',
    });
  });

  it('the command line and libraries need no approval, but external scripts do', async () => {
    expect((await send(createContext('cli'))).error).toBeNull();
    expect((await send(createQuietContext())).error).toBeNull();
    expect((await send(createContext('script'))).error?.code).toBe('APPROVAL_NEEDED');
  });
});

describe('a question', { tags: 'approval:answers' }, () => {
  it('shows the request as it would be sent, without secrets', async () => {
    watchApprovals();
    const sending = send(createContext('mcp'), {
      name: 'Add a user',
      headers: [{ name: 'X-Token', value: '{{TOKEN}}', enabled: true }],
      auth: { type: 'bearer', token: '{{TOKEN}}' },
      body: { type: 'json', content: '{"a": "{{TOKEN}}"}' },
    });
    const question = await answer('once');
    expect(question).toMatchObject({
      by: 'claude',
      kind: 'mcp',
      method: 'POST',
      url: `${on.url}/users`,
      body: '{"a": "‹secret:TOKEN›"}',
      request: { name: 'Add a user' },
      environment: { id: environment },
    });
    expect(Date.parse(question.expiresAt) - Date.parse(question.at)).toBe(120_000);
    expect(question.headers).toContainEqual({ name: 'X-Token', value: '‹secret:TOKEN›' });
    expect(JSON.stringify(question)).not.toContain(secret);
    expect((await sending).response?.status).toBe(200);
  });

  it('is repeated after a request was allowed once', async () => {
    watchApprovals();
    const { id } = await on.create({ method: 'POST', url: `${on.url}/users` });
    const run = () =>
      unwrapResult<ExecutionResult>(on.application.rest.execute({ id, environment }, createContext('mcp')));
    for (const _ of [1, 2]) {
      const sending = run();
      await answer('once');
      expect((await sending).error).toBeNull();
    }
  });

  it('is not repeated for the same request in a session, but for any other request', async () => {
    watchApprovals();
    const first = send(createContext('mcp'), { body: { type: 'text', content: 'a' } });
    await answer('session');
    await first;
    expect((await send(createContext('mcp'), { body: { type: 'text', content: 'a' } })).error).toBeNull();
    for (const [context, content, path] of [
      [createContext('mcp'), 'b', '/users'],
      [createContext('mcp'), 'a', '/others'],
      [createContext('mcp', { session: 's2' }), 'a', '/users'],
    ] as const) {
      const other = send(context, { url: `${on.url}${path}`, body: { type: 'text', content } });
      await answer('deny');
      expect((await other).error?.code).toBe('GUARD_DENIED');
    }
    expect(arrivedRequests).toHaveLength(2);
  });

  it('is answered for a single request if the caller has no session', async () => {
    watchApprovals();
    const { session: _, ...nameless } = createContext('mcp');
    const first = send(nameless);
    expect(await answer('session')).toMatchObject({ hasSession: false });
    await first;
    const again = send(nameless);
    await answer('deny');
    expect((await again).error?.code).toBe('GUARD_DENIED');
  });

  it('can be one of five simultaneous questions, each with an answer of its own', async () => {
    watchApprovals();
    const all = [1, 2, 3, 4, 5].map((n) => send(createContext('mcp'), { url: `${on.url}/n${n}` }));
    const questions = await waitForPending(5);
    for (const { id, url } of questions)
      await unwrapResult(
        on.application.approvals.answer({ id, answer: url.endsWith('3') ? 'deny' : 'once' }),
      );
    const outcomes = await Promise.all(all);
    expect(outcomes.map(({ error }) => error?.code)).toEqual([
      undefined,
      undefined,
      'GUARD_DENIED',
      undefined,
      undefined,
    ]);
    expect(arrivedRequests.sort()).toEqual(['POST /n1', 'POST /n2', 'POST /n4', 'POST /n5']);
  });

  it('cannot be answered by an agent or a script', { tags: 'guard:person' }, async () => {
    watchApprovals();
    const sending = send(createContext('mcp'));
    const [question] = await waitForPending();
    for (const kind of ['mcp', 'script'] as const) {
      const { approvals } = on.application.as({ by: 'claude', kind });
      await expect(
        unwrapResult(approvals.answer({ id: question?.id ?? '', answer: 'once' })),
      ).rejects.toThrow('by an agent');
    }
    await answer('deny');
    await sending;
    expect(arrivedRequests).toEqual([]);
  });
});

describe('a question ends', { tags: 'approval:ends' }, () => {
  it('for all windows with the first answer, and the other windows are notified', async () => {
    watchApprovals();
    watchApprovals();
    const seen: Change[] = [];
    const unsubscribe = on.application.changes.subscribe((change) => void seen.push(change));
    const sending = send(createContext('mcp'));
    const { id } = await answer('once');
    await sending;
    unsubscribe();
    const about = seen.filter(({ entity }) => entity === 'approval');
    expect(about.map(({ op }) => op)).toEqual(['created', 'deleted']);
    await expect(unwrapResult(on.application.approvals.answer({ id, answer: 'once' }))).rejects.toThrow(
      'no question that still waits',
    );
  });

  it('when the agent gives up', async () => {
    watchApprovals();
    const controller = new AbortController();
    const sending = send(createContext('mcp', { signal: controller.signal }));
    await waitForPending();
    controller.abort();
    expect((await sending).error?.code).toBe('CANCELLED');
    await waitForPending(0);
    expect(arrivedRequests).toEqual([]);
  });

  it('when nobody answers in time', async () => {
    const hasty = await openOnDisk((_request, response) => response.end('{}'), { TANDEM_APPROVAL_MS: '30' });
    try {
      const { id } = await unwrapResult(hasty.application.environments.create({ name: 'Live' }));
      await unwrapResult(hasty.application.environments.guard({ id, guard: production }));
      const leave = hasty.application.attend();
      const request = await hasty.create({ method: 'POST', url: `${hasty.url}/x?token=1` });
      const { error } = await unwrapResult<ExecutionResult>(
        hasty.application.rest.execute({ id: request.id, environment: id }, createContext('mcp')),
      );
      leave();
      expect(error).toMatchObject({
        code: 'APPROVAL_NEEDED',
        message: expect.stringContaining('nobody answered within') as string,
        details: { environment: 'Live', request: { method: 'POST', url: `${hasty.url}/x?token=1` } },
      });
      expect((await unwrapResult(hasty.application.approvals.list())).approvals).toEqual([]);
      expect(hasty.accepted()).toBe(0);
    } finally {
      await hasty.close();
    }
  });
});

describe('without a window', { tags: 'approval:alone' }, () => {
  it.each<[ApprovalAnswer | undefined, string | undefined]>([
    ['once', undefined],
    ['session', undefined],
    ['deny', 'GUARD_DENIED'],
    [undefined, 'APPROVAL_NEEDED'],
  ])("the caller's answer %s is used", async (said, code) => {
    const asked: PendingRequest[] = [];
    const elicit = (one: PendingRequest) => {
      asked.push(one);
      return Promise.resolve(said);
    };
    const { error } = await send(createContext('mcp', { elicit, session: `s-${said ?? ''}` }));
    expect([asked.length, error?.code]).toEqual([1, code]);
    expect(arrivedRequests).toHaveLength(code === undefined ? 1 : 0);
  });

  it('a caller that cannot be asked is refused with the reason', async () => {
    const elicit = () => Promise.reject(new Error('no'));
    expect((await send(createContext('mcp', { elicit }))).error?.code).toBe('APPROVAL_NEEDED');
    expect((await send(createContext('mcp'))).error?.message).toContain('no window is open');
  });

  it('an open window is asked instead of the caller', async () => {
    watchApprovals();
    const elicit = () => Promise.reject(new Error('asked the caller'));
    const sending = send(createContext('mcp', { elicit }));
    await answer('once');
    expect((await sending).error).toBeNull();
  });
});
