import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  type CallContext,
  type CreateRest,
  type RunDryRun,
  type ExecuteRunArguments,
  type ExecutionDetails,
  createQuietContext,
} from '@tandem/application';
import type { Auth, DryRun, GraphqlRequest, RestRequest } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';
import { openRawEnd, type RawRequest } from './testing/raw-end.js';

type RawEnd = Awaited<ReturnType<typeof openRawEnd>>;

let on: OnDisk;
let end: RawEnd;
const hits: string[] = [];
const secret = 'a-very-secret-token';

beforeAll(async () => {
  end = await openRawEnd();
  on = await openOnDisk((request, response) => {
    hits.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response
      .setHeader('content-type', 'application/json')
      .setHeader('set-cookie', 'sid=the-session-id')
      .end(JSON.stringify({ access_token: 'the-fetched-token', token_type: 'bearer', expires_in: 3600 }));
  });
  await writeFile(join(on.folder, 'a.bin'), Buffer.from([0, 255, 1, 254]));
  const { environments } = on.application;
  const [dev] = (await unwrapResult(environments.list({}))).environments;
  if (dev === undefined) throw new Error('there is no environment');
  await unwrapResult(
    environments.update({
      id: dev.id,
      name: 'Dev',
      variables: { base: end.url, who: '{{first}} L', first: 'Ada', page: '9' },
      secrets: { TOKEN: secret },
    }),
  );
  await unwrapResult(
    on.application.folders.create({
      path: 'Users',
      headers: [
        { name: 'X-Team', value: '{{team}}', enabled: true },
        { name: 'X-Own', value: 'outer', enabled: true },
      ],
      variables: [{ name: 'team', value: 'core', enabled: true }],
    }),
  );
});
afterAll(async () => {
  await on.close();
  await end.close();
});

const agent = (): CallContext => ({ ...createQuietContext(), by: 'agent', redactsSecrets: true });

/** Creates a request and makes a dry run of it. */
const makeDryRun = async (
  fields: Partial<CreateRest>,
  input: Readonly<Record<string, unknown>> = {},
  call = agent(),
): Promise<DryRun> => {
  const { id } = await on.create(fields);
  const ran = on.application.rest.execute({ id, ...input, dryRun: true }, call);
  return (await unwrapResult<unknown>(ran)) as DryRun;
};

const pair = (name: string, value: string) => ({ name, value, enabled: true });

const auths: readonly Auth[] = [
  { type: 'none' },
  { type: 'basic', username: 'u', password: 'p:w' },
  { type: 'bearer', token: '{{TOKEN}}' },
  { type: 'api-key', name: 'X-Key', value: 'k', in: 'header' },
  { type: 'api-key', name: 'key', value: 'k v', in: 'query' },
  { type: 'digest', username: 'u', password: 'p' },
  { type: 'ntlm', username: 'u', password: 'p' },
  { type: 'wsse', username: 'u', password: 'p' },
  { type: 'jwt', algorithm: 'HS256', secret: '{{TOKEN}}', claims: '{"sub":"x"}' },
  {
    type: 'oauth1',
    consumerKey: 'c',
    consumerSecret: 's',
    signatureMethod: 'HMAC-SHA1',
    timestamp: '1',
    nonce: 'n',
  },
  {
    type: 'aws-sigv4',
    accessKeyId: 'a',
    secretAccessKey: 's',
    region: 'eu-central-1',
    service: 'execute-api',
  },
] as never;

const bodies = [
  ['no body', { type: 'none' }],
  ['JSON', { type: 'json', content: '{\n  "who": "{{who}}",\n  "ü": 1\n}' }],
  ['text', { type: 'text', content: 'grüße {{who}}' }],
  ['Latin-1', { type: 'text', content: 'ü', contentType: 'text/plain; charset=iso-8859-1' }],
  ['a form', { type: 'form-urlencoded', fields: [pair('a', '{{who}} &'), pair('b', '')] }],
  [
    'multipart',
    {
      type: 'multipart',
      parts: [pair('a', '{{who}}'), { name: 'f', file: 'a.bin', enabled: true }],
    },
  ],
  ['a file', { type: 'binary', file: 'a.bin' }],
] as const;

const findBoundary = (headers: RawRequest['headers']): string =>
  /boundary=(\S+)/.exec(headers.find(([name]) => name === 'content-type')?.[1] ?? '')?.[1] ?? '\0';

/** Replaces the random parts of a request. */
const normalizeRequest = ({ method, target, headers, body }: RawRequest): RawRequest => {
  const boundary = findBoundary(headers);
  const plain = (text: string) =>
    text
      .replaceAll(boundary, 'BOUNDARY')
      .replace(/(PasswordDigest|Nonce|Created|Signature)="?[^",]+"?/g, '$1=…')
      .replace(/\d{8}T\d{6}Z|\d{8}(?=\/eu)/g, 'TIME');
  return {
    method,
    target,
    headers: headers.map(([name, value]) => [name, plain(value)] as const),
    body: plain(body),
  };
};

const toRawRequest = ({ request: { method, url, headers, body, encoding } }: DryRun): RawRequest => ({
  method,
  target: url.slice(end.url.length),
  headers: headers.map(({ name, value }) => [name.toLowerCase(), value] as const),
  body: Buffer.from(body ?? '', encoding ?? 'utf8').toString('latin1'),
});

/** Makes an unredacted dry run of a request and sends the request. Returns both. */
const dryRunAndSend = async (fields: Partial<CreateRest>) => {
  const { id } = await on.create({ ...fields, url: `{{base}}${fields.url ?? '/'}` });
  end.take();
  const before: DryRun = await unwrapResult(
    on.application.requests.preview({ id, reveal: true }, createQuietContext()),
  );
  expect(end.take()).toEqual([]);
  const result = await on.execute(id);
  expect(result.error).toBeNull();
  const [sent] = end.take();
  if (sent === undefined) throw new Error('nothing was sent');
  return { shown: normalizeRequest(toRawRequest(before)), sent: normalizeRequest(sent) };
};

describe('a dry run shows the bytes that are sent', { tags: 'dry-run:exact' }, () => {
  it.each(auths.map((auth) => [auth.type, auth] as const))('with %s', async (type, auth) => {
    const { shown, sent } = await dryRunAndSend({
      auth,
      url: '/a b?x=1',
      queryParams: [pair('y', 'ü')],
      ...(type === 'ntlm' ? {} : { method: 'POST', body: { type: 'text', content: 'x' } }),
    });
    if (type === 'oauth1' || type === 'jwt') {
      const without = (one: RawRequest) => one.headers.map(([name]) => name);
      expect([shown.target, without(shown), shown.body]).toEqual([sent.target, without(sent), sent.body]);
    } else expect(shown).toEqual(sent);
  });

  it.each(bodies)('with %s', async (_, body) => {
    const { shown, sent } = await dryRunAndSend({
      method: 'POST',
      body,
      headers: [pair('X-A', '{{who}}')],
    });
    expect(shown).toEqual(sent);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'QUERY'])('by %s without a body', async (method) => {
    const { shown, sent } = await dryRunAndSend({ method, headers: [pair('host', 'other.example')] });
    expect(shown).toEqual(sent);
  });

  it('with GraphQL, after a script', async () => {
    const created: GraphqlRequest = await unwrapResult(
      on.application.graphql.create({
        name: 'G',
        url: '{{base}}/g',
        query: '{ a }',
        variables: { who: '{{who}}', n: 1 },
        script: `export const onRequest = (req) => { req.headers.set('X-Sum', String(req.body.length)); }`,
      }),
    );
    end.take();
    const shown: DryRun = await unwrapResult(
      on.application.requests.preview({ id: created.id, reveal: true }, createQuietContext()),
    );
    await unwrapResult(on.application.graphql.execute({ id: created.id }, createQuietContext()));
    expect(toRawRequest(shown)).toEqual(end.take()[0]);
    expect(shown.origins).toMatchObject({
      'body.query': [{ from: 'request' }],
      'body.variables.who': [
        { from: 'request' },
        { token: 'who', from: 'environment:Dev' },
        { token: 'first', from: 'environment:Dev' },
      ],
      'body.variables.n': [{ from: 'request' }],
      'headers.x-sum': [{ from: 'script G.js:1' }],
    });
  });
});

describe('a dry run shows the origin of each part', { tags: 'dry-run:origins' }, () => {
  it('of the URL, the query, the headers, the auth and the body', async () => {
    const { origins, error } = await makeDryRun(
      {
        folder: 'Users',
        url: '{{base}}/{{$uuid}}/:id?page={{page}}',
        pathParams: [pair('id', '1')],
        queryParams: [pair('sort', '{{team}}')],
        headers: [pair('x-own', 'inner')],
        auth: { type: 'bearer', token: '{{TOKEN}}' },
        method: 'POST',
        body: { type: 'json', content: '{\n  "a": "{{who}}", "b": {{n}}\n}' },
      },
      { variables: { page: '2', n: 1 }, pathParams: { id: 7 }, queryParams: { sort: 'up', more: 1 } },
    );
    expect(error).toBeNull();
    expect(origins).toEqual({
      method: [{ from: 'request' }],
      url: [
        { from: 'request' },
        { token: 'base', from: 'environment:Dev' },
        { token: '$uuid', from: 'builtin' },
      ],
      'query.page': [{ from: 'request' }, { token: 'page', from: 'call', shadowed: ['environment:Dev'] }],
      'query.sort': [{ from: 'call', shadowed: ['request'] }],
      'query.more': [{ from: 'call' }],
      'path.id': [{ from: 'call', shadowed: ['request'] }],
      'headers.x-team': [{ from: 'folder:Users' }, { token: 'team', from: 'folder:Users' }],
      'headers.x-own': [{ from: 'request', shadowed: ['folder:Users'] }],
      'headers.authorization': [{ from: 'auth:bearer' }, { token: 'TOKEN', from: 'secret:TOKEN' }],
      'headers.content-type': [{ from: 'default' }],
      'headers.user-agent': [{ from: 'default' }],
      body: [{ from: 'request' }],
      'body@2:9': [
        { token: 'who', from: 'environment:Dev' },
        { token: 'first', from: 'environment:Dev' },
      ],
      'body@2:22': [{ token: 'n', from: 'call' }],
      'headers.host': [{ from: 'default' }],
      'headers.connection': [{ from: 'default' }],
      'headers.content-length': [{ from: 'default' }],
    });
  });

  it('of form fields and parts', async () => {
    const form = await makeDryRun({
      url: '{{base}}/',
      method: 'POST',
      body: { type: 'form-urlencoded', fields: [pair('a', '{{who}}'), pair('b', '1')] },
    });
    expect(form.origins).toMatchObject({
      'body.a': [{ from: 'request' }, { token: 'who', from: 'environment:Dev' }, { token: 'first' }],
      'body.b': [{ from: 'request' }],
    });
    const parts = await makeDryRun({
      url: '{{base}}/',
      method: 'POST',
      body: { type: 'multipart', parts: [pair('p', '{{TOKEN}}')] },
    });
    expect(parts.origins['body.p']).toEqual([{ from: 'request' }, { token: 'TOKEN', from: 'secret:TOKEN' }]);
    const typed = await makeDryRun({
      url: '{{base}}/',
      method: 'POST',
      headers: [pair('Content-Type', 'text/x')],
      body: { type: 'json', content: '1' },
    });
    expect(typed.origins['headers.content-type']).toEqual([{ from: 'request' }]);
    const byBody = await makeDryRun({
      url: '{{base}}/',
      method: 'POST',
      body: { type: 'text', content: '1', contentType: 'text/{{who}}' },
    });
    expect(byBody.origins['headers.content-type']).toMatchObject([
      { from: 'request' },
      { token: 'who' },
      { token: 'first' },
    ]);
    expect(Object.keys((await makeDryRun({ url: '{{base}}/' })).origins)).not.toContain(
      'headers.content-type',
    );
    const off = { ...pair('off', '1'), enabled: false };
    const empty = await makeDryRun({
      url: '{{base}}/',
      method: 'POST',
      body: { type: 'form-urlencoded', fields: [off] },
    });
    expect(Object.keys(empty.origins).filter((place) => place.startsWith('body'))).toEqual([]);
  });

  it('of GraphQL variables that the call sets, which may replace those of the request', async () => {
    const { id } = await unwrapResult<GraphqlRequest>(
      on.application.graphql.create({
        name: 'Search',
        url: '{{base}}/g',
        query: '{ a }',
        variables: { kept: 1, replaced: 2 },
      }),
    );
    const ran = on.application.graphql.execute(
      { id, graphqlVariables: { replaced: 3, added: 4 }, dryRun: true },
      agent(),
    );
    const { origins } = (await unwrapResult<unknown>(ran)) as DryRun;
    expect(origins).toMatchObject({
      'body.variables.kept': [{ from: 'request' }],
      'body.variables.replaced': [{ from: 'call', shadowed: ['request'] }],
    });
    expect(origins['body.variables.added']).toEqual([{ from: 'call' }]);
  });

  it('of a header of the workspace, of one in place of an auth, and of a token used as a variable', async () => {
    const { folders } = on.application;
    await unwrapResult(folders.update({ id: '', headers: [pair('x-all', '1')] }));
    const { origins } = await makeDryRun({
      url: '{{base}}/',
      headers: [pair('Authorization', 'own')],
      auth: { type: 'bearer', token: '{{TOKEN}}' },
    });
    await unwrapResult(folders.update({ id: '', headers: [] }));
    expect(origins).toMatchObject({
      'headers.x-all': [{ from: 'workspace' }],
      'headers.authorization': [{ from: 'request', shadowed: ['auth:bearer'] }],
    });
    const auth = {
      type: 'oauth2',
      grant: 'client_credentials',
      accessTokenUrl: `${on.url}/token`,
      clientId: 'of-a-variable',
      sendIn: 'variable',
    } as const;
    const headers = [pair('x-token', '{{$oauth2.credentials.access_token}}')];
    const byToken = await makeDryRun({ url: '{{base}}/', auth, headers });
    expect(byToken.origins['headers.x-token']).toEqual([
      { from: 'request' },
      { token: '$oauth2.credentials.access_token', from: 'auth:oauth2' },
    ]);
  });

  it("of what another tool's script changes before variables are filled in", async () => {
    const { origins } = await makeDryRun({
      url: '{{base}}/',
      method: 'POST',
      body: { type: 'text', content: 'x' },
      foreign: {
        dialect: 'postman',
        beforeRequest: `pm.request.headers.add({ key: 'x-made', value: '{{who}}' })`,
      },
    });
    expect(origins.body).toEqual([{ from: 'request' }]);
    expect(origins['headers.x-made']).toMatchObject([
      { from: 'script pre-request script' },
      { token: 'who' },
      { token: 'first' },
    ]);
  });

  it('of values set by scripts, with the file and the line', async () => {
    const { origins } = await makeDryRun({
      folder: 'Users',
      name: 'Get user',
      url: '{{base}}/old?a=1&b=2',
      headers: [pair('x-own', 'inner'), pair('x-gone', '1')],
      method: 'POST',
      body: { type: 'text', content: '{{who}}' },
      script: `
export function onRequest(req) {
  req.headers.set('X-Own', 'script');
  req.headers.append('x-new', '1');
  req.headers.delete('x-gone');
  req.url = req.url.replace('a=1', 'a=3');
  req.method = 'PUT';
  req.body = 'x';
}`,
    });
    expect(origins).toMatchObject({
      method: [{ from: 'script Users/Get user.js:7', shadowed: ['request'] }],
      url: [{ from: 'request' }, { token: 'base', from: 'environment:Dev' }],
      'query.a': [{ from: 'script Users/Get user.js:6', shadowed: ['request'] }],
      'query.b': [{ from: 'request' }],
      'headers.x-own': [{ from: 'script Users/Get user.js:3', shadowed: ['request'] }],
      'headers.x-new': [{ from: 'script Users/Get user.js:4' }],
      body: [{ from: 'script Users/Get user.js:8', shadowed: ['request', 'environment:Dev'] }],
    });
    expect(Object.keys(origins).filter((place) => /x-gone|^body@/.test(place))).toEqual([]);
  });

  it('of names without a value, with similar names', async () => {
    const { error, origins } = await makeDryRun({ url: '{{bse}}/', headers: [pair('x-a', '{{TOKN}}')] });
    expect(error).toMatchObject({ code: 'UNRESOLVED_VARIABLE' });
    expect(error?.message).toContain('Did you mean {{base}}?');
    expect(origins.url).toEqual([{ from: 'request' }, { token: 'bse', from: 'unresolved', near: ['base'] }]);
    const path = await makeDryRun({ url: '{{base}}/', headers: [pair('x-a', '{{who.part}}')] });
    expect(path.origins['headers.x-a']).toMatchObject([
      { from: 'request' },
      { token: 'who.part', from: 'unresolved' },
    ]);
    const other = await makeDryRun({ url: '{{base}}/', headers: [pair('x-a', '{{TOKN}}')] });
    expect(other.origins['headers.x-a']).toEqual([
      { from: 'request' },
      { token: 'TOKN', from: 'unresolved', near: ['TOKEN'] },
    ]);
    expect(other.diagnostics).toMatchObject([
      { code: 'UNRESOLVED_VARIABLE', message: expect.stringContaining('Did you mean {{TOKEN}}?') as string },
    ]);
  });
});

describe('a dry run', { tags: 'dry-run:nothing' }, () => {
  it('redacts secrets for agents, and shows them to a person on request', async () => {
    const fields = { url: '{{base}}/{{TOKEN}}', auth: { type: 'bearer', token: '{{TOKEN}}' } } as const;
    const shown = await makeDryRun(fields);
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(shown.request.url).toBe(`${end.url}/‹secret:TOKEN›`);
    const { id } = await on.create(fields);
    const person: DryRun = await unwrapResult(on.application.requests.preview({ id }, createQuietContext()));
    expect(JSON.stringify(person)).not.toContain(secret);
    const revealed: DryRun = await unwrapResult(
      on.application.requests.preview({ id, reveal: true }, createQuietContext()),
    );
    expect(revealed.request.url).toBe(`${end.url}/${secret}`);
  });

  it('sends, stores and sets nothing', async () => {
    const { id } = await on.create({
      url: `${on.url}/x`,
      script:
        'export const onRequest = () => { env.setVariable("made", "1"); env.setSecret("s", "secret"); }',
    });
    const state = async () => [
      await unwrapResult(on.application.executions.list({ take: 50 })),
      await unwrapResult(on.application.environments.list({})),
      await unwrapResult(on.application.cookies.list({}, createQuietContext())),
      await unwrapResult(on.application.rest.get({ id })),
      await unwrapResult(on.application.activity.list({ workspaceId: on.workspace.id, take: 50 })),
    ];
    const before = await state();
    hits.length = 0;
    await unwrapResult(
      on.application.rest.execute(
        {
          id,
          dryRun: true,
          script: 'export const onRequest = () => 1',
          persistScript: true,
          saveTo: 'files/out.txt',
        },
        agent(),
      ),
    );
    await unwrapResult(on.application.rest.execute({ id, dryRun: true }, agent()));
    expect(hits).toEqual([]);
    expect(await state()).toEqual(before);
  });

  it('does not send the requests of scripts, and reports them', async () => {
    const { workspace, application, url } = on;
    await unwrapResult(application.scriptSending.decide({ workspaceId: workspace.id, allow: true }));
    hits.length = 0;
    const shown = await makeDryRun({
      url: `${url}/x`,
      script: `export const onRequest = async () => {
        try { await send('${url}/aside'); } catch (error) { console.log(error.message); }
        try { await execute('R'); } catch (error) { console.log(error.message); }
      }`,
    });
    expect(hits).toEqual([]);
    expect(shown.diagnostics).toMatchObject([{ code: 'DRY_RUN', where: 'onRequest' }]);
    expect(shown.logs.map(({ message }) => message)).toEqual(
      Array(2).fill(expect.stringContaining('dry run')),
    );
    expect(shown.error).toBeNull();
  });

  it('does not fetch a token but reports that one would be fetched, and uses a stored token', async () => {
    const auth = {
      type: 'oauth2',
      grant: 'client_credentials',
      accessTokenUrl: `${on.url}/token`,
      clientId: 'c',
    } as const;
    hits.length = 0;
    const fields = { url: '{{base}}/', auth } as const;
    const without = await makeDryRun(fields);
    expect(hits).toEqual([]);
    expect(without.request.headers).toContainEqual({
      name: 'authorization',
      value: 'Bearer ‹secret:access_token›',
    });
    expect(without.origins['headers.authorization']).toEqual([{ from: 'auth:oauth2' }]);
    expect(without.diagnostics).toMatchObject([
      { code: 'TOKEN_NOT_FETCHED', message: expect.stringContaining(`from ${on.url}/token`) as string },
    ]);
    const { id } = await on.create(fields);
    const reveal = async (): Promise<DryRun> =>
      unwrapResult(on.application.requests.preview({ id, reveal: true }, createQuietContext()));
    expect((await reveal()).request.headers.at(-1)?.value).toBe('Bearer ‹secret:access_token›');
    await on.execute(id);
    expect(hits).toEqual(['POST /token']);
    const kept = await reveal();
    expect(kept.request.headers.at(-1)?.value).toBe('Bearer the-fetched-token');
    expect(kept.diagnostics).toEqual([]);
    expect(hits).toEqual(['POST /token']);
  });

  it('includes the cookies and reports them', async () => {
    const { id } = await on.create({ url: `${on.url}/login` });
    await on.execute(id);
    const shown = await makeDryRun({ url: `${on.url}/x` });
    expect(shown.origins['headers.cookie']).toEqual([{ from: 'cookie' }]);
    expect(JSON.stringify(shown)).not.toContain('the-session-id');
  });

  it('shows the start of a long body, and its size', async () => {
    const shown = await makeDryRun(
      { url: '{{base}}/', method: 'POST', body: { type: 'text', content: 'x'.repeat(100) } },
      { maxBodyBytes: 10 },
    );
    expect(shown.request).toMatchObject({ body: 'x'.repeat(10), size: 100, bodyTruncated: true });
  });
});

describe('a stored execution', { tags: 'dry-run:stored' }, () => {
  const stored = async (id: RestRequest['id'], input: object = {}) => {
    const { executionId } = await on.execute(id, input);
    const details = (origins?: true): Promise<ExecutionDetails> =>
      unwrapResult(
        on.application.executions.get({ id: executionId, ...(origins ? { origins } : {}) }, agent()),
      );
    expect((await details()).origins).toBeUndefined();
    return (await details(true)).origins;
  };

  it("keeps the origins of its request's parts, which are returned on demand", async () => {
    const { id } = await on.create({
      folder: 'Users',
      url: '{{base}}/?{{TOKEN}}=1',
      auth: { type: 'bearer', token: '{{TOKEN}}' },
      script: 'export const onRequest = (req) => {\n  req.headers.set("x-a", "1");\n}',
    });
    const origins = await stored(id, { variables: { team: 'call' } });
    expect(origins).toMatchObject({
      url: [{ from: 'request' }, { token: 'base', from: 'environment:Dev' }],
      'query.‹secret:TOKEN›': [{ from: 'request' }, { token: 'TOKEN', from: 'secret:TOKEN' }],
      'headers.authorization': [{ from: 'auth:bearer' }, { token: 'TOKEN', from: 'secret:TOKEN' }],
      'headers.x-team': [
        { from: 'folder:Users' },
        { token: 'team', from: 'call', shadowed: ['folder:Users'] },
      ],
      'headers.x-a': [{ from: 'script Users/R.js:2' }],
    });
    expect(JSON.stringify(origins)).not.toContain(secret);
  });

  it('keeps the origins even if it failed before anything was sent', async () => {
    const { id } = await on.create({ url: '{{bse}}/' });
    expect(await stored(id)).toEqual({
      url: [{ from: 'request' }, { token: 'bse', from: 'unresolved', near: ['base'] }],
    });
  });
});

describe('a dry run of a run', { tags: 'dry-run:run' }, () => {
  const dryRunOf = async (input: ExecuteRunArguments): Promise<RunDryRun> => {
    const ran = on.application.runs.execute({ ...input, dryRun: true }, agent());
    return (await unwrapResult<unknown>(ran)) as RunDryRun;
  };

  it('shows what each request would send, with rows, and sends and stores nothing', async () => {
    const folder = crypto.randomUUID();
    await on.create({ folder, name: 'A', url: '{{base}}/{{id}}', queryParams: [pair('q', '{{q}}')] });
    await on.create({ folder, name: 'B', url: '{{nowhere}}/' });
    const mock = 'export const onRequest = () => ServiceResponse.json({})';
    await on.create({ folder, name: 'C', url: '{{base}}/{{TOKEN}}', script: mock });
    end.take();
    const runs = async () => [
      await unwrapResult(on.application.runs.list({})),
      await unwrapResult(on.application.executions.list({ take: 50 })),
    ];
    const before = await runs();
    const shown = await dryRunOf({
      folder,
      rows: [{ id: 'one', q: '1' }, { id: 'two' }],
      variables: { q: '3' },
    });
    expect(shown.counts).toEqual({ total: 6, sendable: 2, mocked: 2, refused: 2 });
    expect(shown.requests.map(({ path, iteration, request: { url } }) => [path, iteration, url])).toEqual([
      [`${folder}/A`, 1, `${end.url}/one?q=3`],
      [`${folder}/B`, 1, '{{nowhere}}/'],
      [`${folder}/C`, 1, `${end.url}/‹secret:TOKEN›`],
      [`${folder}/A`, 2, `${end.url}/two?q=3`],
      [`${folder}/B`, 2, '{{nowhere}}/'],
      [`${folder}/C`, 2, `${end.url}/‹secret:TOKEN›`],
    ]);
    expect(shown.requests[0]?.origins).toMatchObject({
      url: [{ from: 'request' }, { token: 'base' }, { token: 'id', from: 'row' }],
      'query.q': [{ from: 'request' }, { token: 'q', from: 'call' }],
    });
    expect(shown.requests[1]?.error).toMatchObject({ code: 'UNRESOLVED_VARIABLE' });
    expect(end.take()).toEqual([]);
    expect(await runs()).toEqual(before);
  });

  it('shows only the first fifty requests', async () => {
    const folder = crypto.randomUUID();
    await on.create({ folder, name: 'A', url: '{{base}}/' });
    const shown = await dryRunOf({ folder, iterations: 60 });
    expect([shown.counts.total, shown.requests.length, shown.omitted]).toEqual([60, 50, 10]);
  });

  it('is refused if the run would be refused', async () => {
    await expect(dryRunOf({ folder: 'nowhere' })).rejects.toThrow('folder has no requests');
  });
});
