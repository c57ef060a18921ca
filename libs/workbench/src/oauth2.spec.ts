import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type BegunToken, type CallContext, createQuietContext, type TokenList } from '@tandem/application';
import type { Auth, ExecutionResult, RestRequest } from '@tandem/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type AuthorizationServer, openAuthorizationServer } from './testing/authorization-server.js';
import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

type OAuth2 = Extract<Auth, { readonly type: 'oauth2' }>;

let server: AuthorizationServer;
let on: OnDisk;
/** The tokens that the protected server received, the newest last. */
const receivedTokens: string[] = [];
/** The header names and values of a token request, alternating. */
let tokenHeaders: readonly string[] = [];

beforeAll(async () => {
  server = await openAuthorizationServer();
  on = await openOnDisk((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://h');
    if (pathname === '/page') {
      response.setHeader('content-type', 'text/html').end('<p>Sign in</p>');
      return;
    }
    if (pathname === '/own-token') {
      tokenHeaders = request.rawHeaders;
      response
        .setHeader('content-type', 'application/json')
        .end('{"access_token":"t","token_type":"bearer"}');
      return;
    }
    const token =
      request.headers.authorization?.replace(/^Bearer /, '') ?? searchParams.get('access_token') ?? '';
    receivedTokens.push(token);
    void server.clientOf(token).then((client) => {
      response.writeHead(client === undefined ? 401 : 200).end(client ?? 'nobody');
    });
  });
});
afterAll(async () => {
  await on.close();
  await server.close();
});
beforeEach(async () => {
  server.state.lifetime = 3_600;
  await unwrapResult(on.application.tokens.forget({}));
  receivedTokens.length = 0;
  server.tokenRequests.length = 0;
});

const agent: CallContext = { ...createQuietContext(), by: 'claude', redactsSecrets: true };

const createIssuerAuth = (more: Partial<OAuth2>): OAuth2 => ({
  type: 'oauth2',
  grant: 'client_credentials',
  issuer: server.issuer,
  scope: 'api',
  ...more,
});
const machineGrant = (more: Partial<OAuth2> = {}): OAuth2 =>
  createIssuerAuth({ clientId: 'machine', clientSecret: 'machine-secret%+:', ...more });

const passwordGrant = (): OAuth2 =>
  createIssuerAuth({
    grant: 'password',
    clientId: 'person',
    clientSecret: 'person-secret',
    username: 'alice',
    password: 'alice-password',
  });

const createRequest = (auth: Auth): Promise<RestRequest> => on.create({ url: `${on.url}/orders`, auth });
const executeWithAuth = async (auth: Auth): Promise<ExecutionResult> =>
  on.execute((await createRequest(auth)).id);
const readBody = ({ response }: ExecutionResult) => response?.textBody;

describe('client credentials', () => {
  it('fetch a token once, and use it until it expires', { tags: 'auth:oauth2' }, async () => {
    const request = await createRequest(machineGrant());
    const first = await on.execute(request.id);
    expect(readBody(first)).toBe('machine');
    expect(first.steps?.map(({ step, method, status }) => [step, method, status])).toEqual([
      ['token', 'GET', 200],
      ['token', 'POST', 200],
    ]);
    const second = await on.execute(request.id);
    expect(readBody(second)).toBe('machine');
    expect(second.steps).toBeUndefined();
    expect(receivedTokens[0]).toBe(receivedTokens[1]);
  });

  it.each([
    [
      'in the body',
      () => createIssuerAuth({ clientId: 'poster', clientSecret: 'poster-secret', clientAuth: 'body' }),
    ],
    [
      'by a signed assertion',
      () =>
        createIssuerAuth({
          clientId: 'signer',
          clientAuth: 'private_key_jwt',
          privateKey: String(server.privateKey),
        }),
    ],
    [
      'with the URL of the token endpoint alone',
      () => machineGrant({ issuer: '', accessTokenUrl: `${server.issuer}/token` }),
    ],
  ])('authenticate the client %s', { tags: 'auth:oauth2' }, async (_, auth) => {
    expect(readBody(await executeWithAuth(auth()))).toBe(auth().clientId);
  });

  it('are requested with a single User-Agent header', { tags: 'auth:oauth2' }, async () => {
    await executeWithAuth(machineGrant({ issuer: '', accessTokenUrl: `${on.url}/own-token` }));
    const agents = tokenHeaders.filter((_, at) => /^user-agent$/i.test(tokenHeaders[at - 1] ?? ''));
    expect(agents).toEqual([expect.stringMatching(/^Tandem\//)]);
  });

  it('never use a token that is being fetched for another secret', { tags: 'auth:oauth2' }, async () => {
    const [right, wrong] = [
      await createRequest(machineGrant()),
      await createRequest(machineGrant({ clientSecret: 'wrong' })),
    ];
    const [bad, good] = await Promise.all([on.execute(wrong.id), on.execute(right.id)]);
    expect(readBody(good)).toBe('machine');
    expect(bad.error?.code).toBe('AUTH_FAILED');
  });

  it('serve sixteen executions with one fetch', { tags: 'auth:oauth2' }, async () => {
    const request = await createRequest(machineGrant());
    const all = await Promise.all(Array.from({ length: 16 }, () => on.execute(request.id)));
    expect(all.map(readBody)).toEqual(Array.from({ length: 16 }, () => 'machine'));
    expect(server.tokenRequests).toHaveLength(1);
  });

  it('fetch a new token shortly before the old one expires', { tags: 'auth:oauth2:refresh' }, async () => {
    server.state.lifetime = 20;
    const request = await createRequest(machineGrant());
    await on.execute(request.id);
    expect(readBody(await on.execute(request.id))).toBe('machine');
    expect(server.tokenRequests).toHaveLength(2);
  });

  it(
    'fetch a new token once when the server refuses the stored token',
    { tags: 'auth:oauth2:refresh' },
    async () => {
      const request = await createRequest(machineGrant());
      await on.execute(request.id);
      await server.revoke(receivedTokens[0] ?? '');
      const result = await on.execute(request.id);
      expect(readBody(result)).toBe('machine');
      expect(result.diagnostics.map(({ code }) => code)).toEqual(['TOKEN_RENEWED']);
      expect(receivedTokens).toHaveLength(3);
      expect(new Set(receivedTokens).size).toBe(2);
    },
  );

  it('are inherited from a folder, with values of the environment', { tags: 'auth:oauth2' }, async () => {
    const { id } = await unwrapResult(
      on.application.environments.create({
        name: 'Staging',
        variables: { client: 'machine' },
        secrets: { secret: 'machine-secret%+:' },
      }),
    );
    await unwrapResult(
      on.application.folders.create({
        path: 'orders',
        auth: machineGrant({ clientId: '{{client}}', clientSecret: '{{secret}}' }),
      }),
    );
    const request = await on.create({ url: on.url, folder: 'orders' });
    expect(readBody(await on.execute(request.id, { environment: id }))).toBe('machine');
    const kept = await unwrapResult<TokenList>(on.application.tokens.list({ environment: id }));
    expect(kept.tokens).toMatchObject([{ valid: true, refreshable: false, scope: 'api' }]);
    expect((await unwrapResult<TokenList>(on.application.tokens.list({ environment: null }))).tokens).toEqual(
      [],
    );
  });

  it(
    'send the token in the query, or omit it if there is an Authorization header',
    { tags: 'auth:oauth2' },
    async () => {
      const inQuery = await executeWithAuth(machineGrant({ sendIn: 'query' }));
      expect(readBody(inQuery)).toBe('machine');
      const headers = [{ name: 'Authorization', value: 'Bearer own', enabled: true }];
      const own = await on.create({ url: on.url, auth: machineGrant(), headers });
      await on.execute(own.id);
      expect(receivedTokens.at(-1)).toBe('own');
    },
  );

  it('never show a token to an agent', { tags: 'auth:tokens' }, async () => {
    const request = await createRequest(machineGrant());
    const echoed = await on.create({
      url: `${on.url}/echo`,
      auth: machineGrant(),
      script: 'export function onResponse(req) { console.log(req.headers.get("authorization")); }',
    });
    await unwrapResult(on.application.rest.execute({ id: request.id }, agent));
    const result = await unwrapResult<ExecutionResult>(on.application.rest.execute({ id: echoed.id }, agent));
    const token = receivedTokens[0] ?? '';
    expect(token.length).toBeGreaterThan(20);
    expect(JSON.stringify(result)).not.toContain(token);
    expect(JSON.stringify(result.logs)).toContain('‹secret:access_token›');
    const stored = await unwrapResult(on.application.executions.get({ id: result.executionId }));
    expect(JSON.stringify(stored)).not.toContain(token);
    expect((await unwrapResult(on.application.hiddenSecrets())).map(({ value }) => value)).toContain(token);
  });
});

describe('a refresh token', () => {
  it(
    'is used instead of the password, and replaced with a new refresh token',
    { tags: 'auth:oauth2:refresh' },
    async () => {
      server.state.lifetime = 20;
      const request = await createRequest(passwordGrant());
      for (const _ of [1, 2, 3]) expect(readBody(await on.execute(request.id))).toBe('person');
      expect(new Set(receivedTokens).size).toBe(3);
      expect((await unwrapResult<TokenList>(on.application.tokens.list({}))).tokens).toMatchObject([
        { refreshable: true },
      ]);
    },
  );
});

describe('a stored refresh token', () => {
  it('is sent only to the URL from which it was fetched', { tags: 'auth:tokens' }, async () => {
    server.state.lifetime = 20;
    const person = passwordGrant();
    await executeWithAuth(person);
    const elsewhere = await executeWithAuth({ ...person, refreshTokenUrl: `${on.url}/page` });
    expect(elsewhere.steps?.map(({ url }) => new URL(url).origin)).not.toContain(new URL(on.url).origin);
    expect(readBody(elsewhere)).toBe('person');
  });
});

describe('the settings of a token', { tags: 'auth:oauth2' }, () => {
  it('can disable fetching', async () => {
    expect((await executeWithAuth(machineGrant({ autoFetch: false }))).error).toMatchObject({
      code: 'AUTH_FAILED',
      message: expect.stringContaining('does not fetch one by itself') as string,
    });
    expect(server.tokenRequests).toEqual([]);
  });

  it('can enable refreshing without fetching', async () => {
    server.state.lifetime = 20;
    const person = passwordGrant();
    await executeWithAuth(person);
    const again = await executeWithAuth({ ...person, password: 'wrong', autoFetch: false });
    expect([readBody(again), again.steps?.at(-1)?.status]).toEqual(['person', 200]);
    const never = await executeWithAuth({ ...person, autoFetch: false, autoRefresh: false });
    expect(never.error).toMatchObject({ code: 'AUTH_FAILED' });
  });

  it('can make requests send an ID token, and the server then has to return an ID token', async () => {
    expect((await executeWithAuth(machineGrant({ token: 'id_token' }))).error).toMatchObject({
      code: 'AUTH_FAILED',
      message: expect.stringContaining('Ask for the scope openid') as string,
    });
  });

  it("can change the token's prefix", async () => {
    await executeWithAuth(machineGrant({ prefix: 'Token' }));
    expect(receivedTokens.at(-1)).toMatch(/^Token \S+$/);
    await executeWithAuth(machineGrant({ prefix: '' }));
    expect(receivedTokens.at(-1)).toMatch(/^\S+$/);
  });

  it('can add parameters to the token request', async () => {
    const parameters = {
      token: [
        { name: 'tenant', value: 'a b', enabled: true, in: 'query' },
        { name: 'off', value: '1', enabled: false, in: 'query' },
      ],
    } as const;
    const { steps } = await executeWithAuth(machineGrant({ parameters }));
    expect(steps?.at(-1)?.url).toBe(`${server.issuer}/token?tenant=a+b`);
  });
});

describe('a request without a token', () => {
  const failing: readonly [string, () => OAuth2, RegExp][] = [
    [
      'a wrong client secret',
      () => machineGrant({ clientSecret: 'wrong' }),
      /refused with invalid_client .*Check the client/,
    ],
    ['a wrong scope', () => machineGrant({ scope: 'openid' }), /invalid_scope/],
    [
      'a wrong password',
      () =>
        createIssuerAuth({
          grant: 'password',
          clientId: 'person',
          clientSecret: 'person-secret',
          username: 'alice',
          password: 'x',
        }),
      /invalid_grant \(wrong user or password\)/,
    ],
    [
      'a page instead of a token',
      () => machineGrant({ accessTokenUrl: `${on.url}/page` }),
      /answered 200 with text\/html and not with JSON/,
    ],
    [
      'an issuer without a document',
      () => machineGrant({ issuer: `${on.url}/none` }),
      /no discovery document/,
    ],
    [
      'a server that does not exist',
      () => machineGrant({ accessTokenUrl: 'http://127.0.0.1:1/token' }),
      /could not be asked/,
    ],
    ['no URL', () => machineGrant({ issuer: '' }), /has no token URL and no issuer/],
    [
      'a URL of another kind',
      () => machineGrant({ accessTokenUrl: 'ftp://h/token' }),
      /not an http or https URL/,
    ],
    ['a missing client ID', () => machineGrant({ clientId: '' }), /needs a client ID/],
    [
      'an invalid key',
      () => createIssuerAuth({ clientId: 'signer', clientAuth: 'private_key_jwt', privateKey: 'no' }),
      /private key is not a PEM/,
    ],
    [
      'a grant that a person has to approve',
      () => createIssuerAuth({ grant: 'authorization_code', clientId: 'native' }),
      /a person has to approve/,
    ],
  ];

  it.each(failing)('is not sent with %s', { tags: 'auth:oauth2:failed' }, async (_, auth, message) => {
    const result = await executeWithAuth(auth());
    expect(result.error).toMatchObject({
      code: 'AUTH_FAILED',
      message: expect.stringMatching(message) as string,
    });
    expect(result.response).toBeNull();
    expect(receivedTokens.filter((one) => one !== '')).toEqual([]);
  });
});

const findFreePort = async (): Promise<number> => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

/** The form on a page: its target, and its hidden fields. */
const parseForm = (page: string) => {
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
  const fields = [...page.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
    /name="([^"]*)"/.exec(input)?.[1] ?? '',
    /value="([^"]*)"/.exec(input)?.[1] ?? '',
  ]);
  return action === undefined
    ? undefined
    : { action, body: new URLSearchParams(fields as [string, string][]) };
};

/** Follows redirects and submits forms like a person with a browser, until a page has no form. */
const followPages = async (from: string): Promise<{ readonly status: number; readonly text: string }> => {
  const cookies = new Map<string, string>();
  let [url, body]: [string, URLSearchParams | undefined] = [from, undefined];
  for (let hops = 0; hops < 20; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(url, {
      redirect: 'manual',
      method,
      headers: { cookie },
      body: body ?? null,
    });
    for (const one of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    const text = await response.text();
    const form = next === null ? parseForm(text) : undefined;
    if (next === null && form === undefined) return { status: response.status, text };
    url = new URL(next ?? form?.action ?? '', url).href;
    body = form?.body;
  }
  throw new Error(`still on the way at ${url}`);
};

describe('an authorization code', () => {
  const native = async (): Promise<OAuth2> =>
    createIssuerAuth({
      grant: 'authorization_code',
      clientId: 'native',
      scope: 'openid offline_access',
      callbackUrl: `http://127.0.0.1:${await findFreePort()}/callback`,
    });

  const begin = async (request: RestRequest) =>
    unwrapResult<BegunToken>(on.application.tokens.begin({ id: request.id }, createQuietContext()));

  it('is exchanged for a token when the browser returns', { tags: 'auth:oauth2:browser' }, async () => {
    const request = await createRequest(await native());
    const { approval } = await begin(request);
    const ended = on.application.tokens.finish({ id: approval?.id ?? '' }, createQuietContext())();
    const page = await followPages(approval?.open ?? '');
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Signed in') as string });
    expect(await ended).toMatchObject({ right: { error: null, token: { valid: true, refreshable: true } } });
    expect(readBody(await on.execute(request.id))).toBe('native');
    await server.revoke(receivedTokens[0] ?? '');
    const again = await on.execute(request.id);
    expect(readBody(again)).toBe('native');
    expect(again.steps?.map(({ method, status }) => [method, status])).toEqual([
      ['GET', 200],
      ['POST', 200],
      // The issuer's keys, for the ID token.
      ['GET', 200],
    ]);
    expect(new URL(approval?.open ?? '').searchParams.get('code_challenge_method')).toBe('S256');
  });

  it('is kept even if the call that waits for it is cancelled', { tags: 'auth:oauth2:browser' }, async () => {
    const request = await createRequest(await native());
    const { approval } = await begin(request);
    const id = approval?.id ?? '';
    const gone = { ...createQuietContext(), signal: AbortSignal.abort() };
    expect(await unwrapResult(on.application.tokens.finish({ id }, gone))).toMatchObject({
      token: null,
      error: { code: 'CANCELLED' },
    });
    await followPages(approval?.open ?? '');
    await expect
      .poll(async () => (await unwrapResult<TokenList>(on.application.tokens.list({}))).tokens)
      .toMatchObject([{ valid: true }]);
    expect(await unwrapResult(on.application.tokens.finish({ id }, createQuietContext()))).toMatchObject({
      error: null,
    });
    expect(await unwrapResult(on.application.tokens.finish({ id }, createQuietContext()))).toMatchObject({
      error: { message: expect.stringContaining('Begin again') as string },
    });
  });

  it('is refused if it comes from a stranger', { tags: 'auth:oauth2:browser' }, async () => {
    const auth = await native();
    const { approval } = await begin(await createRequest(auth));
    const forged = await fetch(`${auth.callbackUrl ?? ''}?code=stolen&state=guessed`);
    expect(forged.status).toBe(404);
    expect(await forged.text()).toContain('Nobody waits');
    await followPages(approval?.open ?? '');
    expect(
      await unwrapResult(on.application.tokens.finish({ id: approval?.id ?? '' }, createQuietContext())),
    ).toMatchObject({
      error: null,
    });
  });

  it(
    'is reported to the browser and to the caller if the server refused it',
    { tags: 'auth:oauth2:browser' },
    async () => {
      const auth = await native();
      const { approval } = await begin(await createRequest(auth));
      const state = new URL(approval?.open ?? '').searchParams.get('state') ?? '';
      const page = await fetch(`${auth.callbackUrl ?? ''}?error=access_denied&state=${state}`);
      expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('has refused')]);
      expect(
        await unwrapResult(on.application.tokens.finish({ id: approval?.id ?? '' }, createQuietContext())),
      ).toMatchObject({
        token: null,
        error: { code: 'AUTH_FAILED', details: { error: 'access_denied' } },
      });
    },
  );

  it('requires a callback on loopback', { tags: 'auth:oauth2:browser' }, async () => {
    const request = await createRequest({ ...(await native()), callbackUrl: 'https://app.example/callback' });
    expect(await begin(request)).toMatchObject({
      approval: null,
      error: { message: expect.stringContaining('must be http on 127.0.0.1') as string },
    });
  });

  it('is available only for OAuth 2.0', { tags: 'auth:oauth2:browser' }, async () => {
    const request = await createRequest({ type: 'none' });
    expect(await on.application.tokens.begin({ id: request.id }, createQuietContext())()).toMatchObject({
      left: { kind: 'invalid-input' },
    });
  });
});

describe('a device code', () => {
  it('can be approved in a browser on another device', { tags: 'auth:oauth2:browser' }, async () => {
    const request = await createRequest(
      createIssuerAuth({ grant: 'device_code', clientId: 'television', scope: 'openid offline_access' }),
    );
    const { approval } = await unwrapResult<BegunToken>(
      on.application.tokens.begin({ id: request.id }, createQuietContext()),
    );
    expect(approval?.userCode).toMatch(/\w/);
    const ended = on.application.tokens.finish({ id: approval?.id ?? '' }, createQuietContext())();
    await followPages(approval?.open ?? '');
    expect(await ended).toMatchObject({ right: { error: null } });
    expect(readBody(await on.execute(request.id))).toBe('television');
  });
});

describe('a device code from an untrusted server', () => {
  it('opens only a web page', { tags: 'auth:oauth2:browser' }, async () => {
    const rogue = createServer((_, response) => {
      const said = {
        device_code: 'd',
        user_code: 'U',
        verification_uri: 'javascript:alert(1)',
        expires_in: 60,
      };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(said));
    });
    await new Promise<void>((resolve) => rogue.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(rogue.address() as AddressInfo).port}`;
    const request = await createRequest({
      type: 'oauth2',
      grant: 'device_code',
      clientId: 'x',
      accessTokenUrl: url,
      deviceAuthorizationUrl: url,
    });
    const begun = await unwrapResult<BegunToken>(
      on.application.tokens.begin({ id: request.id }, createQuietContext()),
    );
    expect(begun).toMatchObject({ approval: null, error: { code: 'AUTH_FAILED' } });
    rogue.closeAllConnections();
    await new Promise((resolve) => rogue.close(resolve));
  });
});

describe('a JSON Web Token', () => {
  it('is signed for each request', { tags: 'auth:jwt' }, async () => {
    const auth: Auth = {
      type: 'jwt',
      algorithm: 'HS256',
      secret: 'your-256-bit-secret',
      claims: '{"sub":"1234567890","name":"John Doe","iat":1516239022}',
    };
    await executeWithAuth(auth);
    // The token of jwt.io's first example, with the header in the order of RFC 7519, section 3.1.
    const [header = '', payload = ''] = (receivedTokens[0] ?? '').split('.');
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(header)).toEqual({ typ: 'JWT', alg: 'HS256' });
    expect(read(payload)).toEqual({ sub: '1234567890', name: 'John Doe', iat: 1516239022 });
  });

  it.each([
    ['claims that are not JSON', { claims: '{' }, /claims of the JWT must be a JSON object/],
    ['a key that does not fit', { algorithm: 'RS256' }, /could not be signed with RS256/],
    ['a missing secret', { secret: '', claims: '{"a":1}' }, /needs a secret or a private key/],
  ] as const)('is not created from %s', { tags: 'auth:jwt' }, async (_, more, message) => {
    const auth: Auth = { type: 'jwt', algorithm: 'HS256', secret: 's3cret', claims: '{}', ...more };
    const result = await executeWithAuth(auth);
    expect(result.error).toMatchObject({
      code: 'AUTH_FAILED',
      message: expect.stringMatching(message) as string,
    });
    expect(receivedTokens).toEqual([]);
  });
});

describe('a request that is shown but not sent', () => {
  it('contains the name of its token instead of the value', { tags: 'auth:oauth2' }, async () => {
    const { id } = await createRequest(machineGrant());
    const preview = await unwrapResult(on.application.requests.preview({ id }, createQuietContext()));
    expect(preview.request.headers).toContainEqual({
      name: 'authorization',
      value: 'Bearer ‹secret:access_token›',
    });
    const curl = await unwrapResult(on.application.requests.asCurl({ id }));
    expect(curl).toMatchObject({
      command: expect.stringContaining('Bearer {{access_token}}') as string,
      masked: ['access_token'],
    });
    const inQuery = await createRequest(machineGrant({ sendIn: 'query' }));
    const { command } = await unwrapResult(on.application.requests.asCurl({ id: inQuery.id }));
    expect(command).toContain('/orders?access_token={{access_token}}');
    expect(server.tokenRequests).toEqual([]);
  });
});
