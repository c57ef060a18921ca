import { type CallContext, createQuietContext, type ExecuteRestArguments } from '@tandem/application';
import type { AuthorKind, DryRun, ElicitPrompts, ExecutionResult, PendingPrompts } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type OnDisk, openOnDisk, unwrapResult } from './testing/on-disk.js';

const password = 'hunter-2-hunter-2';
let on: OnDisk;
let targets: string[] = [];
const words: string[] = [];
let leave: () => void = () => undefined;
beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    words.push(...[request.headers['x-word'] ?? []].flat());
    targets.push(`${request.url} ${request.headers.authorization ?? ''}`.trim());
    response.end(JSON.stringify({ got: request.headers.authorization ?? null, url: request.url }));
  });
});
afterAll(() => on.close());
beforeEach(() => {
  leave();
  leave = () => undefined;
  targets = [];
});

const createContext = (kind: AuthorKind, more: Partial<CallContext> = {}): CallContext => ({
  ...createQuietContext(),
  by: kind === 'window' ? 'window' : 'claude',
  kind,
  session: 's1',
  ...(kind === 'mcp' ? { redactsSecrets: true } : {}),
  ...more,
});

const openWindow = (): void => {
  leave = on.application.attend();
};

const waitForForm = async (): Promise<PendingPrompts> => {
  const list = async () => (await unwrapResult(on.application.prompts.list())).prompts;
  await expect.poll(async () => (await list()).length).toBe(1);
  const [form] = await list();
  if (form === undefined) throw new Error('nothing waits');
  return form;
};

const answerForm = async (
  values: Readonly<Record<string, string>> | undefined,
  keep = false,
): Promise<PendingPrompts> => {
  const form = await waitForForm();
  const { answer } = on.application.as({ by: 'window', kind: 'window' }).prompts;
  await unwrapResult(answer({ id: form.id, keep, ...(values === undefined ? {} : { values }) }));
  return form;
};

const execute = (context: CallContext, id: string, input: Omit<ExecuteRestArguments, 'id'> = {}) =>
  on.application.rest.execute({ id, ...input }, context)();

const unwrapExecution = async (outcome: ReturnType<typeof execute>): Promise<ExecutionResult> =>
  unwrapResult<ExecutionResult>(() => outcome);

/** Creates a request that asks for a city and a password. */
const createPromptingRequest = async (path = '/{{?City:Oslo}}'): Promise<string> => {
  const { id } = await on.create({
    name: 'Asking',
    url: `${on.url}${path}`,
    auth: { type: 'bearer', token: '{{?password!}}' },
  });
  return id;
};

describe('the prompts of an execution', { tags: 'prompt:asks-once' }, () => {
  it('do not include those in a comment of a JSON body, because comments are not sent', async () => {
    const content = '{\n  // {{?Later}} or {{?Never!}}\n  "a": "// {{?City:Oslo}}" /* {{?Other}} */\n}';
    const { id } = await on.create({
      name: 'C',
      method: 'POST',
      url: on.url,
      body: { type: 'json', content },
    });
    openWindow();
    const sending = execute(createContext('window'), id);
    expect((await answerForm({ City: 'Rome' })).prompts).toMatchObject([{ label: 'City' }]);
    expect((await unwrapExecution(sending)).error).toBeNull();
  });

  it('are asked in one form before anything is sent', async () => {
    openWindow();
    const sending = execute(createContext('window'), await createPromptingRequest());
    const form = await waitForForm();
    expect(targets).toEqual([]);
    expect(form).toMatchObject({
      by: 'window',
      requests: [{ name: 'Asking', method: 'GET', url: `${on.url}/{{?City:Oslo}}` }],
      prompts: [
        { label: 'City', default: 'Oslo', isHidden: false },
        { label: 'password', isHidden: true },
      ],
    });
    await answerForm({ City: 'Rome', password });
    expect((await unwrapExecution(sending)).error).toBeNull();
    expect(targets).toEqual([`/Rome Bearer ${password}`]);
  });

  it('include the prompts of its dependencies and of variables that it uses', async () => {
    openWindow();
    const { id: login } = await on.create({ name: 'Login', url: `${on.url}/login/{{?Code}}` });
    const { id } = await on.create({
      name: 'List',
      url: `${on.url}/list/{{way}}?q={{ ?Code }}`,
      needs: [login],
    });
    const environment = await unwrapResult(
      on.application.environments.create({
        name: 'Ways',
        variables: { way: '{{?Way}}', other: '{{?Other}}' },
      }),
    );
    const sending = execute(createContext('window'), id, { environment: environment.id });
    expect((await answerForm({ Code: '7', Way: 'w' })).prompts).toEqual([
      { label: 'Way', isHidden: false },
      { label: 'Code', isHidden: false },
    ]);
    expect((await unwrapExecution(sending)).error).toBeNull();
    expect(targets).toEqual(['/login/7', '/list/w?q=7']);
  });

  it('do not include those in disabled rows, escaped references or the query of a URL', async () => {
    openWindow();
    const { id } = await on.create({
      url: `${on.url}/plain?a=1`,
      headers: [{ name: 'X-Off', value: '{{?Off}}', enabled: false }],
      body: { type: 'text', content: String.raw`\{{?Escaped}} {{?}} {{? }}` },
      method: 'POST',
    });
    expect((await unwrapExecution(execute(createContext('window'), id))).error).toBeNull();
    expect(targets).toEqual(['/plain?a=1']);
  });

  it('are answered by variables of the call if these exist', async () => {
    const id = await createPromptingRequest();
    const variables = { '?City': 'Lima', '?password': password };
    const { error } = await unwrapExecution(execute(createContext('mcp'), id, { variables }));
    expect(error).toBeNull();
    expect(targets).toEqual([`/Lima Bearer ${password}`]);
  });

  it('end the call if the person does not answer', async () => {
    openWindow();
    const sending = execute(createContext('window'), await createPromptingRequest());
    await answerForm(undefined);
    expect(await sending).toMatchObject(
      E.left({ kind: 'prompt-needed', labels: ['City', 'password'], why: 'denied' }),
    );
    expect(targets).toEqual([]);
  });
});

describe('a remembered answer', { tags: 'prompt:kept' }, () => {
  it('is used again only in its session', async () => {
    openWindow();
    const id = await createPromptingRequest('/kept/{{?City}}');
    const first = execute(createContext('window', { session: 'k1' }), id);
    await answerForm({ City: 'Bonn', password }, true);
    await unwrapExecution(first);
    await unwrapExecution(execute(createContext('window', { session: 'k1' }), id));
    const other = execute(createContext('window', { session: 'k2' }), id);
    await answerForm({ City: 'Kiel', password: 'other-password' });
    await unwrapExecution(other);
    expect(targets.map((line) => line.split(' ')[0])).toEqual(['/kept/Bonn', '/kept/Bonn', '/kept/Kiel']);
  });

  it("is never hidden if it comes from an agent's call", async () => {
    openWindow();
    const id = await createPromptingRequest('/kept/{{?City}}');
    const first = execute(createContext('mcp', { session: 'k3' }), id);
    await answerForm({ City: 'Bonn', password }, true);
    await unwrapExecution(first);
    const again = execute(createContext('mcp', { session: 'k3' }), id);
    expect((await answerForm({ password })).prompts).toEqual([{ label: 'password', isHidden: true }]);
    await unwrapExecution(again);
  });
});

describe("an agent's call", { tags: 'prompt:agents' }, () => {
  it('contains a placeholder instead of a hidden answer', async () => {
    openWindow();
    const sending = execute(createContext('mcp'), await createPromptingRequest());
    expect(await answerForm({ City: 'Rome', password })).toMatchObject({ by: 'claude', kind: 'mcp' });
    const text = JSON.stringify(await unwrapExecution(sending));
    expect(text).toContain('‹secret:password›');
    expect(text).toContain('Rome');
    expect(text).not.toContain(password);
    const { executions } = await unwrapResult(on.application.executions.list({ take: 1 }));
    expect(JSON.stringify(executions)).not.toContain(password);
  });

  it('is refused with the labels if nobody can be asked, unless all prompts have defaults', async () => {
    const outcome = await execute(createContext('mcp'), await createPromptingRequest());
    expect(outcome).toMatchObject(E.left({ kind: 'prompt-needed', labels: ['password'], why: 'nobody' }));
    expect(targets).toEqual([]);
    const { id } = await on.create({ url: `${on.url}/{{?City:Oslo}}` });
    await unwrapExecution(execute(createContext('mcp'), id));
    expect(targets).toEqual(['/Oslo']);
  });

  it("asks the user of the agent's client if no window is open", async () => {
    const elicitPrompts: ElicitPrompts = ({ prompts }) =>
      Promise.resolve({
        values: Object.fromEntries(prompts.map(({ label }) => [label, 'typed'])),
        isKept: false,
      });
    await unwrapExecution(execute(createContext('mcp', { elicitPrompts }), await createPromptingRequest()));
    expect(targets).toEqual(['/typed Bearer typed']);
  });

  it('cannot fill in a form', async () => {
    openWindow();
    const sending = execute(createContext('mcp'), await createPromptingRequest());
    const { id } = await waitForForm();
    const { answer } = on.application.as({ by: 'claude', kind: 'mcp' }).prompts;
    expect(E.isLeft(await answer({ id, values: { password: 'x' } })())).toBe(true);
    await answerForm(undefined);
    await sending;
  });
});

describe('a run', { tags: 'prompt:runs' }, () => {
  it('asks once for all its requests', async () => {
    openWindow();
    const ids = [await createPromptingRequest('/one'), await createPromptingRequest('/two/{{?City:Oslo}}')];
    const running = on.application.runs.execute({ ids, iterations: 2 }, createContext('mcp'))();
    const form = await answerForm({ password });
    expect(form.requests).toHaveLength(2);
    const report = await unwrapResult(() => running);
    expect(JSON.stringify(report)).not.toContain(password);
    expect(targets).toEqual(
      ['/one', '/two/Oslo', '/one', '/two/Oslo'].map((path) => `${path} Bearer ${password}`),
    );
  });

  it('takes answers from its rows, and is refused if answers are missing', async () => {
    const ids = [await createPromptingRequest('/rows/{{?City}}')];
    const rows = [{ '?City': 'Ulm' }, { '?City': 'Bern' }];
    const refused = await on.application.runs.execute({ ids, rows }, createContext('mcp'))();
    expect(refused).toMatchObject(E.left({ kind: 'prompt-needed', labels: ['password'] }));
    const variables = { '?password': password };
    await unwrapResult(on.application.runs.execute({ ids, rows, variables }, createContext('mcp')));
    expect(targets).toEqual(['Ulm', 'Bern'].map((city) => `/rows/${city} Bearer ${password}`));
  });
});

it('Bruno scripts and variables can use the answers', { tags: 'prompt:bruno' }, async () => {
  const foreign = {
    dialect: 'bruno' as const,
    beforeRequest: `req.setHeader('X-Word', bru.interpolate('{{?Word}} {{?City:Oslo}}'));`,
  };
  const { id } = await on.create({ url: `${on.url}/{{?Word}}/{{?City:Oslo}}`, foreign });
  const { error, logs } = await unwrapExecution(
    execute(createContext('window'), id, { variables: { '?Word': 'hi' } }),
  );
  expect([error, logs]).toEqual([null, []]);
  expect(targets).toEqual(['/hi/Oslo']);
  expect(words).toEqual(['hi Oslo']);
});

it('a dry run asks for no answers and shows placeholders', { tags: 'prompt:dry-run' }, async () => {
  openWindow();
  const id = await createPromptingRequest();
  const dry = await unwrapExecution(execute(createContext('mcp'), id, { dryRun: true }));
  expect(JSON.stringify(dry)).toMatch(/‹prompt:password›.*PROMPT_NOT_ASKED/);
  expect(targets).toEqual([]);
});

const unwrapDryRun = async (id: string): Promise<DryRun> =>
  unwrapResult<DryRun>(on.application.rest.execute({ id, dryRun: true }, createContext('mcp')) as never);

it.each([
  ['a header', { headers: [{ name: 'X-Word', value: '{{?Word}}', enabled: true }] }],
  ['the name of a header', { headers: [{ name: 'X-{{?Word}}', value: 'a', enabled: true }] }],
  ['a host', { url: 'http://{{?Host}}:{{?Port}}/' }],
  ['a number of a body', { method: 'POST', body: { type: 'json' as const, content: '{"n": {{?Number}}}' } }],
  ['the path of a file', { method: 'POST', body: { type: 'binary' as const, file: '{{?File}}' } }],
])('a dry run finds no error in the placeholder in %s', { tags: 'prompt:dry-run' }, async (_, fields) => {
  const { id } = await on.create({ url: `${on.url}/dry`, ...fields });
  const { error, diagnostics } = await unwrapDryRun(id);
  expect([error, diagnostics.map(({ code }) => code)]).toEqual([null, ['PROMPT_NOT_ASKED']]);
});

it('a dry run still reports errors beside a placeholder', { tags: 'prompt:dry-run' }, async () => {
  const headers = [
    { name: 'X-Other', value: 'a\nb', enabled: true },
    { name: 'X-Word', value: '{{?Word}}', enabled: true },
  ];
  const { id } = await on.create({ url: `${on.url}/dry`, headers });
  expect((await unwrapDryRun(id)).error).toMatchObject({
    code: 'HEADER_INVALID',
    details: { name: 'X-Other' },
  });
});
