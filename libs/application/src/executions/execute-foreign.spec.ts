import type {
  BeforeRequestAnswer,
  CookieEdit,
  ExecutionResult,
  ForeignRequest,
  NamedScript,
  Pair,
  ScriptRuntime,
  Store,
} from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { createEmptyJar, unwrapResult, sampleCookie } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createApplication, createQuietContext } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import type { CreateRest } from '../requests/request-arguments.js';
import type { ExecuteRestArguments } from './execute-arguments.js';

const pair = (name: string, value: string, enabled = true): Pair => ({ name, value, enabled });
const toQuietContext = {
  present: true,
  error: null,
  result: null,
  logs: [],
  changes: [],
  diagnostics: [],
} as const;

type Changes = Partial<Omit<BeforeRequestAnswer, 'request'>> & {
  readonly request?: Partial<BeforeRequestAnswer['request']>;
};

/** The scripts. Those of another tool return what `answer` provides. */
const answerBeforeRequest = (
  { ports: { scripts } }: PlannedApplication,
  answer: (request: ForeignRequest) => BeforeRequestAnswer,
): ScriptRuntime => ({
  ...scripts,
  withSession: (all, environment, signal, use) =>
    scripts.withSession(all, environment, signal, (session) =>
      use({ ...session, beforeRequest: (request) => Promise.resolve(answer(request)) }),
    ),
});

/** Executes a request with another tool's script, which returns `changes`. */
const executeForeign = async (
  fields: Partial<CreateRest>,
  changes: Changes = {},
  input: Omit<ExecuteRestArguments, 'id'> = {},
  aborted = false,
) => {
  const planned = await createPlannedApplication();
  const { id, workspaceId } = await planned.environment();
  const stored = { kind: 'variable', name: 'host', value: 'stored' } as const;
  await unwrapResult(
    planned.store.environments.change(workspaceId, id, [stored], '2026-01-01T00:00:00.000Z'),
  );
  const seen: ForeignRequest[] = [];
  const controller = new AbortController();
  const scripts = answerBeforeRequest(planned, (request) => {
    seen.push(request);
    if (aborted) controller.abort();
    const { request: more, ...answer } = changes;
    return { ...toQuietContext, locals: {}, ...answer, request: { ...request, ...more } };
  });
  const application = createApplication({ ...planned.ports, scripts });
  const request = await planned.createRest({
    foreign: { dialect: 'postman', beforeRequest: 'first()' },
    ...fields,
  });
  const context = { ...createQuietContext(), signal: controller.signal };
  const result = await unwrapResult<ExecutionResult>(
    application.rest.execute({ id: request, ...input }, context),
  );
  const [sent] = planned.seen.sent;
  return { result, seen: seen[0], sent, planned };
};

const body = async (fields: CreateRest['body'], request: Changes['request'] = {}) => {
  const { sent, seen } = await executeForeign(
    { ...(fields ? { body: fields } : {}), method: 'POST' },
    { request },
  );
  const type = sent?.headers.find(([name]) => name === 'content-type')?.[1];
  return { body: sent?.body, type, text: seen?.body, form: seen?.form };
};

describe('a script of another tool', { tags: 'foreign:order' }, () => {
  it('sees the saved request with its variable references', async () => {
    const { seen } = await executeForeign(
      {
        url: 'http://{{host}}/:p',
        method: 'PUT',
        headers: [pair('a', '{{host}}'), pair('off', 'x', false)],
        pathParams: [pair('p', 'P')],
        queryParams: [pair('q', '1'), pair('q', '2'), pair('off', 'x', false)],
      },
      {},
      { variables: { v: 1 } },
    );
    expect(seen).toEqual({
      id: expect.stringMatching(/^rest_/) as string,
      name: 'R',
      url: 'http://{{host}}/:p',
      method: 'PUT',
      headers: [['a', '{{host}}']],
      contentType: null,
      authHeader: null,
      body: null,
      pathParams: { p: 'P' },
      queryParams: { q: '2' },
      query: [
        ['q', '1'],
        ['q', '2'],
      ],
      form: null,
      variables: { v: 1 },
      saved: {
        auth: { type: 'none' },
        inheritsAuth: false,
        headers: [pair('a', '{{host}}'), pair('off', 'x', false)],
        query: [pair('q', '1'), pair('q', '2'), pair('off', 'x', false)],
        form: null,
        graphql: null,
      },
    });
  });

  it('replaces the auth, or removes it', async () => {
    const auth = { type: 'bearer', token: 'saved' } as const;
    const getAuthorization = async (request: NonNullable<Changes['request']>) =>
      (await executeForeign({ auth }, { request })).sent?.headers.filter(
        ([name]) => name === 'authorization',
      );
    expect(await getAuthorization({})).toEqual([['authorization', 'Bearer saved']]);
    expect(await getAuthorization({ auth: { ...auth, token: 'other' } })).toEqual([
      ['authorization', 'Bearer other'],
    ]);
    expect(await getAuthorization({ withoutAuth: true })).toEqual([]);
  });

  it('reads and changes the text of a body', async () => {
    const json = { type: 'json', content: '{"a": "{{host}}"}' } as const;
    expect(await body(json)).toMatchObject({
      text: '{"a": "{{host}}"}',
      body: { kind: 'text', text: '{"a": "stored"}' },
      type: 'application/json',
    });
    expect(await body(json, { body: '[1]' })).toMatchObject({
      body: { kind: 'text', text: '[1]' },
      type: 'application/json',
    });
    const text = { type: 'text', content: 'a', contentType: 'text/x' } as const;
    expect(await body(text)).toMatchObject({ text: 'a', type: 'text/x' });
    expect(await body(text, { body: 'b' })).toMatchObject({ body: { text: 'b' }, type: 'text/x' });
    expect(await body(text, { body: null })).toMatchObject({ body: { kind: 'none' }, type: undefined });
    expect(await body({ type: 'none' }, { body: 'new' })).toMatchObject({
      text: null,
      body: { kind: 'text', text: 'new' },
      type: 'text/plain; charset=utf-8',
    });
  });

  it('reads both kinds of forms, changes URL-encoded forms, and ignores an empty form', async () => {
    const fields = [pair('a', '{{host}}'), pair('off', 'x', false)];
    const form = { type: 'form-urlencoded', fields } as const;
    expect(await body(form)).toMatchObject({
      text: null,
      form: { type: 'urlencoded', fields: [{ name: 'a', value: '{{host}}' }] },
      body: { text: 'a=stored' },
    });
    const changed = { type: 'urlencoded', fields: [{ name: 'b', value: '2' }] } as const;
    expect(await body(form, { form: changed })).toMatchObject({ body: { text: 'b=2' } });
    expect(await body({ type: 'none' }, { form: changed })).toMatchObject({ body: { text: 'b=2' } });
    const parts = [pair('p', 'v'), { name: 'f', file: 'a.txt', enabled: true }, pair('off', '', false)];
    const seen = await executeForeign({ body: { type: 'multipart', parts } });
    expect(seen.seen?.form).toEqual({
      type: 'formdata',
      fields: [
        { name: 'p', value: 'v' },
        { name: 'f', value: 'a.txt' },
      ],
    });
    const kept = await body({ type: 'text', content: 'kept' }, { form: { type: 'formdata', fields: [] } });
    expect(kept).toMatchObject({ body: { text: 'kept' } });
  });

  it('changes the parts of a form, and keeps the headers of unchanged parts', async () => {
    const parts = [
      { ...pair('p', 'v'), headers: [pair('x-part', '1')] },
      { ...pair('q', 'v'), headers: [pair('x-part', '2')] },
      pair('off', '', false),
    ];
    const fields = [
      { name: 'p', value: 'v' },
      { name: 'q', value: 'other' },
    ];
    const sent = await body({ type: 'multipart', parts }, { form: { type: 'formdata', fields } });
    expect(sent.body).toEqual({
      kind: 'multipart',
      parts: [
        { name: 'p', value: 'v', headers: [['x-part', '1']] },
        { name: 'q', value: 'other' },
      ],
    });
  });

  it('sees the body of a GraphQL request, and can replace it with other JSON', async () => {
    const planned = await createPlannedApplication();
    const seen: unknown[] = [];
    const scripts = answerBeforeRequest(planned, (request) => {
      seen.push(request.body, request.saved?.graphql);
      return { ...toQuietContext, locals: {}, request: { ...request, body: '[{"query":"{ b }"}]' } };
    });
    const application = createApplication({ ...planned.ports, scripts });
    const id = await planned.createGraphql({ query: '{ a }', variables: { b: '{{c}}' }, script: 'x' });
    await unwrapResult(application.graphql.execute({ id }, createQuietContext()));
    expect(seen).toEqual([
      '{"query":"{ a }","variables":{"b":"{{c}}"}}',
      { query: '{ a }', variables: '{\n  "b": "{{c}}"\n}', operationName: null },
    ]);
    const [sent] = planned.seen.sent;
    expect(sent?.body).toMatchObject({ kind: 'text', text: '[{"query":"{ b }"}]' });
    expect(sent?.headers).toContainEqual(['content-type', 'application/json']);
  });

  it('changes the request before its variables are substituted', async () => {
    const { sent, result } = await executeForeign(
      { url: 'http://old/', headers: [pair('a', '1')], queryParams: [pair('q', '1')] },
      {
        request: {
          url: 'http://{{host}}/x',
          method: 'DELETE',
          headers: [['b', '{{host}}']],
          query: [['r', '{{host}}']],
        },
      },
    );
    expect(sent).toMatchObject({ url: 'http://stored/x?r=stored', method: 'DELETE' });
    expect(sent?.headers.slice(0, 1)).toEqual([['b', 'stored']]);
    expect(result.request.method).toBe('DELETE');
  });

  it('overrides a variable of the call by setting it, or a local variable of the same name', async () => {
    const header = (name: string) => pair(name, `{{${name}}}`);
    const { sent, planned } = await executeForeign(
      { url: 'http://h/', headers: ['host', 'set', 'given', 'local'].map(header) },
      {
        changes: [
          { kind: 'variable', name: 'set', value: 'by-script' },
          { kind: 'variable', name: 'host', value: 'changed' },
        ],
        locals: { local: 'for-this', given: 'local' },
      },
      { variables: { set: 'by-call', given: 'by-call', local: 'by-call' } },
    );
    expect(sent?.headers.slice(0, 4)).toEqual([
      ['host', 'changed'],
      ['set', 'by-script'],
      ['given', 'local'],
      ['local', 'for-this'],
    ]);
    expect((await planned.environment()).variables).toMatchObject([
      { name: 'host', value: 'changed' },
      { name: 'set', value: 'by-script' },
    ]);
  });

  it('sets variables for this execution if no environment is active', async () => {
    const { sent, result } = await executeForeign(
      { url: 'http://h/', headers: [pair('a', '{{a}}{{s}}')] },
      {
        changes: [
          { kind: 'variable', name: 'a', value: 'A' },
          { kind: 'secret', name: 's', value: 'S' },
        ],
      },
      { environment: null },
    );
    expect(sent?.headers[0]).toEqual(['a', 'AS']);
    expect(result.diagnostics).toMatchObject([
      {
        code: 'NO_ACTIVE_ENVIRONMENT',
        message:
          'The script set variables, but no environment is active, so they were kept for this execution only.',
        where: 'environment',
      },
    ]);
  });

  it('ends the execution if it fails, skips the request or is cancelled', async () => {
    const error = { code: 'SCRIPT_ERROR', message: 'oh', script: 'pre-request script', line: 2, column: 3 };
    const failed = await executeForeign({ url: 'http://h/' }, { error });
    expect(failed.result).toMatchObject({
      error: {
        code: 'SCRIPT_ERROR',
        message: 'The pre-request script failed, so nothing was sent: oh (pre-request script:2:3)',
        details: { handler: 'The pre-request script', script: 'pre-request script', line: 2, column: 3 },
      },
      lifecycle: { preRequest: { success: false, error: { message: 'oh' } } },
    });
    const skipped = await executeForeign({ url: 'http://h/' }, { control: { skip: 'not today' } });
    expect(skipped.result.error).toEqual({
      code: 'SKIPPED',
      message: 'The script skipped the request, so nothing was sent: not today',
      details: { reason: 'not today' },
    });
    const aborted = await executeForeign({ url: 'http://h/' }, {}, {}, true);
    expect(aborted.result.error?.code).toBe('CANCELLED');
    for (const { sent } of [failed, skipped, aborted]) expect(sent).toBeUndefined();
  });

  it('returns its console output in the result', async () => {
    const { result } = await executeForeign(
      { url: 'http://h/' },
      {
        logs: [{ level: 'log', message: 'hello' }],
        diagnostics: [{ code: 'X', message: 'x' }],
      },
    );
    expect(result.logs).toEqual([{ level: 'log', message: 'hello', handler: 'beforeRequest' }]);
    expect(result.diagnostics).toEqual([{ code: 'X', message: 'x', where: 'beforeRequest' }]);
  });

  it('runs with the scripts of the folders and the workspace, each under its own name', async () => {
    const planned = await createPlannedApplication();
    const folders = planned.application.folders;
    const script = (text: string) => ({ dialect: 'postman', beforeRequest: text, tests: ' ' }) as const;
    await unwrapResult(folders.update({ id: '', foreign: script('workspace'), script: '// workspace' }));
    const deep = `${'x'.repeat(150)}/${'y'.repeat(150)}`;
    await unwrapResult(
      folders.create({ path: deep, foreign: { dialect: 'postman', tests: 'deep' }, script: '// deep' }),
    );
    const scripts: NamedScript[] = [];
    const application = createApplication({
      ...planned.ports,
      scripts: {
        ...planned.ports.scripts,
        withSession: (all, environment, signal, use) => {
          if (typeof all !== 'string') scripts.push(...all);
          return planned.ports.scripts.withSession(all, environment, signal, use);
        },
      },
    });
    const foreign = { dialect: 'postman', beforeRequest: 'own', tests: 'own tests' } as const;
    const id = await planned.createRest({ folder: deep, foreign });
    await unwrapResult(application.rest.execute({ id }, createQuietContext()));
    const named = (name: string, text: string, event: string) => ({
      name,
      text,
      foreign: { dialect: 'postman', event },
    });
    expect(scripts.filter((one) => one.foreign === undefined).slice(0, 2)).toEqual([
      { name: 'collection.js', text: '// workspace' },
      { name: `…${'x'.repeat(199 - 161)}/${'y'.repeat(150)}/folder.js`, text: '// deep' },
    ]);
    const end = `/${'y'.repeat(150)}/test script`;
    expect(scripts.filter((one) => one.foreign !== undefined)).toEqual([
      named('collection/pre-request script', 'workspace', 'beforeRequest'),
      named(`…${'x'.repeat(199 - end.length)}${end}`, 'deep', 'tests'),
      named('pre-request script', 'own', 'beforeRequest'),
      named('test script', 'own tests', 'tests'),
    ]);
  });
});

describe('cookies that scripts set', { tags: 'cookies:scripts' }, () => {
  const edit = (name: string): CookieEdit => ({ kind: 'set', url: 'http://h/', name, value: 'v' });

  /** Executes a request whose `onRequest` changes cookies, in a jar that rejects those named `bad`. */
  const withEdits = async (cookieEdits: readonly CookieEdit[], settings: CreateRest['settings'] = {}) => {
    const planned = await createPlannedApplication();
    const edited: string[] = [];
    const http: typeof planned.ports.http = {
      ...planned.ports.http,
      openJar: () => ({
        ...createEmptyJar(),
        edit: (change) => {
          const name = change.kind === 'clear' ? 'all' : change.name;
          edited.push(name);
          return name.startsWith('bad') ? 'its domain is not one that the host belongs to' : undefined;
        },
      }),
    };
    planned.plan.onRequest = {
      request: { url: 'http://h/', method: 'GET', headers: [], body: null },
      cookieEdits,
    };
    const application = createApplication({ ...planned.ports, http });
    const id = await planned.createRest({ script: 'x', settings });
    return {
      edited,
      result: await unwrapResult<ExecutionResult>(application.rest.execute({ id }, createQuietContext())),
    };
  };

  it('are reported if the jar refuses them, up to ten', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `bad${at}`);
    const { edited, result } = await withEdits([edit('good'), ...names.map(edit)]);
    expect(edited).toEqual(['good', ...names]);
    expect(result.diagnostics).toEqual(
      names.slice(0, 10).map((name) => ({
        code: 'COOKIE_REFUSED',
        message: `The cookie ${name} that the script set was not kept: its domain is not one that the host belongs to.`,
        where: 'onRequest',
      })),
    );
  });

  it('are stored, or reported if they cannot be stored', async () => {
    const planned = await createPlannedApplication();
    const mine = sampleCookie({ name: 'mine' });
    const http: typeof planned.ports.http = {
      ...planned.ports.http,
      openJar: () => ({ ...createEmptyJar(), takeChanges: () => ({ set: [mine], removed: [] }) }),
    };
    const executeWith = async (store: Store, script: string) => {
      const application = createApplication({ ...planned.ports, http, store });
      const id = await planned.createRest({ script });
      return unwrapResult<ExecutionResult>(application.rest.execute({ id }, createQuietContext()));
    };
    expect(await executeWith(planned.store, '')).toMatchObject({ error: null, diagnostics: [] });
    const { id, activeEnvironmentId } = planned.workspace;
    expect(await unwrapResult(planned.store.cookies.list(id, activeEnvironmentId))).toMatchObject([
      { name: 'mine' },
    ]);
    const full: Store = {
      ...planned.store,
      cookies: {
        ...planned.store.cookies,
        change: () => TE.left({ kind: 'not-found', entity: 'environment', ref: 'x' }),
      },
    };
    const notStored = {
      code: 'COOKIES_NOT_STORED',
      message:
        'The cookies of the response or of the script could not be stored, so later requests are sent without them. The environment was deleted meanwhile, or the database cannot be written.',
      where: 'response',
    };
    expect(await executeWith(full, '')).toMatchObject({ error: null, diagnostics: [notStored] });
    planned.plan.onRequest = {
      request: { url: 'http://h/', method: 'GET', headers: [], body: null },
      mock: { status: 200, statusText: 'OK', headers: [], body: '' },
      cookieEdits: [edit('a')],
    };
    expect((await executeWith(full, 'x')).diagnostics).toEqual([notStored]);
    planned.plan.failure = { fault: { code: 'NETWORK_ERROR', message: 'gone' } };
    planned.plan.onRequest = {};
    expect(await executeWith(full, '')).toMatchObject({
      error: { code: 'NETWORK_ERROR' },
      diagnostics: [notStored],
    });
  });

  it('are ignored if the request uses no cookies', async () => {
    const { edited, result } = await withEdits([edit('a'), edit('b')], { cookies: false });
    expect(edited).toEqual([]);
    expect(result.diagnostics).toEqual([
      {
        code: 'COOKIES_OFF',
        message:
          'The script changed cookies, which had no effect, because settings.cookies of the request is false.',
        where: 'onRequest',
      },
    ]);
    expect((await withEdits([], { cookies: false })).result.diagnostics).toEqual([]);
  });
});
