import type {
  AuthOf,
  ExecutionResult,
  IncomingResponse,
  OAuth2,
  ObtainedToken,
  TokenCall,
} from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { unwrapResult, unwrapRefusal, sampleToken } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createApplication, createQuietContext } from '../application.js';
import { type Plan, createPlannedApplication } from '../testing/index.js';
import type { CreateRest } from '../requests/request-arguments.js';

const auth: AuthOf<'oauth2'> = {
  type: 'oauth2',
  grant: 'client_credentials',
  accessTokenUrl: 'http://auth.example/token',
  clientId: 'c',
};

const tokenStep = {
  step: 'token',
  method: 'POST',
  url: 'http://auth.example/token',
  status: 200,
  durationMs: 1,
} as const;

/** A token source that stores one token, and fetches another when the first is refused. */
const createSingleTokenOAuth2 = () => {
  const refused: string[] = [];
  const oauth2: OAuth2 = {
    token: () =>
      refused.length === 0
        ? TE.right({ token: sampleToken(), steps: [] })
        : TE.right({
            token: sampleToken({ accessToken: 'another-access-token' }),
            steps: [tokenStep],
          }),
    findFresh: () => TE.right(null),
    forget: (_, accessToken) => {
      refused.push(accessToken);
      return TE.right(undefined);
    },
    begin: () => TE.right({ token: sampleToken(), steps: [] }),
    finish: () => TE.right({ token: sampleToken(), steps: [] }),
  };
  return { oauth2, refused };
};

/** Executes a request with a stored token and the response `response`. */
const executeWithToken = async (response: Partial<IncomingResponse>, redactsSecrets = false) => {
  const planned = await createPlannedApplication();
  planned.plan.response = response;
  const { oauth2, refused } = createSingleTokenOAuth2();
  const application = createApplication({ ...planned.ports, oauth2 });
  const id = await planned.createRest({ auth });
  const context = { ...createQuietContext(), redactsSecrets };
  const result = await unwrapResult<ExecutionResult>(application.rest.execute({ id }, context));
  const sent = planned.seen.sent.map(
    ({ headers }) => headers.find(([name]) => name === 'authorization')?.[1],
  );
  return { result, refused, sent };
};

describe('a stored token', { tags: 'auth:tokens' }, () => {
  it('is deleted if a server refuses it, and the request is sent again with a new token', async () => {
    const { result, refused, sent } = await executeWithToken({ status: 401 });
    expect(refused).toEqual(['sample-access-token']);
    expect(sent).toEqual(['Bearer sample-access-token', 'Bearer another-access-token']);
    expect(result.diagnostics).toMatchObject([{ code: 'TOKEN_RENEWED' }]);
  });

  it('is not renewed if a server refuses a redirected request that no longer carries the token', async () => {
    const redirect = {
      method: 'GET',
      url: 'http://h/x',
      status: 302,
      location: 'http://other.example/y',
      time: 1,
      nextMethod: 'GET',
      droppedHeaders: ['Authorization'],
    };
    const { refused, sent } = await executeWithToken({ status: 401, redirects: [redirect] });
    expect([refused, sent]).toEqual([[], ['Bearer sample-access-token']]);
  });

  it('is redacted if a server repeats it', async () => {
    const body = new TextEncoder().encode('you sent sample-access-token');
    expect((await executeWithToken({ body })).result.response?.textBody).toBe('you sent sample-access-token');
    expect((await executeWithToken({ body }, true)).result.response?.textBody).toBe(
      'you sent ‹secret:access_token›',
    );
  });
});

type Answer = ReturnType<OAuth2['token']>;

const createObtainedToken = (token: Partial<ObtainedToken['token']> = {}): Answer =>
  TE.right({ token: sampleToken(token), steps: [tokenStep] });
const createStoredToken = (token: Partial<ObtainedToken['token']> = {}): Answer =>
  TE.right({ token: sampleToken(token), steps: [] });
const failedAnswer: Answer = TE.left({
  fault: { code: 'AUTH_FAILED', message: 'The client is unknown.' },
  steps: [{ ...tokenStep, status: 401 }],
});

/** Executes a request with the tokens `answers`, repeating the last one. */
const executeWithTokens = async (
  answers: readonly Answer[],
  fields: Partial<CreateRest>,
  plan: Partial<Plan> = {},
  variables: Record<string, string> = {},
) => {
  const planned = await createPlannedApplication();
  Object.assign(planned.plan, plan);
  const calls: TokenCall[] = [];
  const refused: string[] = [];
  const oauth2: OAuth2 = {
    token: (call) => {
      calls.push(call);
      return answers[Math.min(calls.length, answers.length) - 1] ?? failedAnswer;
    },
    findFresh: () => TE.right(null),
    forget: (_, accessToken) => {
      refused.push(accessToken);
      return TE.right(undefined);
    },
    begin: () => failedAnswer,
    finish: () => failedAnswer,
  };
  const application = createApplication({ ...planned.ports, oauth2 });
  const id = await planned.createRest({ url: 'http://h/x', auth, ...fields });
  const context = { ...createQuietContext(), redactsSecrets: true };
  const result = await unwrapResult<ExecutionResult>(application.rest.execute({ id, variables }, context));
  const sent = planned.seen.sent.map(({ url, headers, body }) => ({
    url,
    authorization: headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1],
    key: headers.find(([name]) => name === 'x-key')?.[1],
    body: body.kind === 'text' ? body.text : body.kind === 'multipart' ? body.parts : undefined,
  }));
  return { result, calls, refused, sent, planned: { ...planned, oauth2 } };
};

const bare = { authorization: undefined, key: undefined, body: undefined };

describe('an OAuth 2.0 token', { tags: 'auth:oauth2' }, () => {
  it('is requested in a step of its own, with variables substituted in its settings', async () => {
    const parameters = { token: [{ name: 'n', value: '{{v}}', enabled: true, in: 'query' as const }] };
    const { calls, planned } = await executeWithTokens(
      [createObtainedToken()],
      { auth: { ...auth, scope: '{{v}}', parameters, autoFetch: true } },
      {},
      { v: 'V' },
    );
    const { id, activeEnvironmentId } = planned.workspace;
    expect(calls).toMatchObject([
      {
        scope: { workspaceId: id, environmentId: activeEnvironmentId },
        config: {
          scope: 'V',
          parameters: { token: [{ name: 'n', value: 'V', enabled: true, in: 'query' }] },
          autoFetch: true,
        },
      },
    ]);
  });

  it('that was just fetched is shown as a step, and is not fetched again if the server refuses it', async () => {
    const { result, sent, refused, calls } = await executeWithTokens(
      [createObtainedToken()],
      {},
      { response: { status: 401 } },
    );
    expect(sent).toEqual([{ ...bare, url: 'http://h/x', authorization: 'Bearer sample-access-token' }]);
    expect([refused, calls.length, result.diagnostics]).toEqual([[], 1, []]);
    expect(result.steps).toEqual([tokenStep]);
  });

  it('is sent as an ID token if the request asks for that and the server issued one', async () => {
    const idToken = { auth: { ...auth, token: 'id_token' as const, sendIn: 'query' as const } };
    const { sent, result } = await executeWithTokens(
      [createObtainedToken({ idToken: 'sample-id-token' })],
      idToken,
    );
    expect(sent).toEqual([{ ...bare, url: 'http://h/x?access_token=sample-id-token' }]);
    expect(result.request.url).toBe('http://h/x?access_token=‹secret:id_token›');
    const none = await executeWithTokens([createObtainedToken()], idToken);
    expect(none.sent).toEqual([]);
    expect(none.result).toMatchObject({
      error: {
        code: 'AUTH_FAILED',
        message: 'The authorization server gave no ID token. Ask for the scope openid.',
        details: { field: 'scope' },
      },
      steps: [tokenStep],
    });
  });

  it('ends the execution before anything is sent if no token can be fetched', async () => {
    for (const sendIn of ['header', 'variable'] as const) {
      const { result, sent } = await executeWithTokens([failedAnswer], { auth: { ...auth, sendIn } });
      expect(sent).toEqual([]);
      expect(result).toMatchObject({
        error: { code: 'AUTH_FAILED', message: 'The client is unknown.' },
        steps: [{ ...tokenStep, status: 401 }],
      });
      const planned = await createPlannedApplication();
      expect((await planned.rest({ auth: { ...auth, sendIn } })).error).toEqual({
        code: 'AUTH_UNSUPPORTED',
        message: 'The auth "oauth2" is not available here, so nothing was sent.',
        details: { name: 'oauth2' },
      });
      expect(planned.seen.sent).toEqual([]);
    }
  });

  it('that the server refuses is reported, and the response stays, if no new token can be fetched', async () => {
    const { result, sent, refused } = await executeWithTokens(
      [createStoredToken(), failedAnswer],
      {},
      { response: { status: 401 } },
    );
    expect([sent.length, refused]).toEqual([1, ['sample-access-token']]);
    expect(result).toMatchObject({
      error: null,
      response: { status: 401 },
      steps: [{ ...tokenStep, status: 401 }],
      diagnostics: [
        {
          code: 'TOKEN_REFUSED',
          message: 'The server answered 401 to a kept token, and there is no new one: The client is unknown.',
          where: 'auth',
        },
      ],
    });
  });

  it('stays stored after a 403, because only a 401 refuses a token', async () => {
    const { sent, refused, calls } = await executeWithTokens(
      [createStoredToken()],
      {},
      { response: { status: 403 } },
    );
    expect([sent.length, refused, calls.length]).toEqual([1, [], 1]);
  });

  it('is not requested if files that TLS needs are missing', async () => {
    const { calls, planned } = await executeWithTokens([createObtainedToken()], {});
    const connections = { ca: ['none.pem'], clientCertificates: [] };
    await unwrapResult(planned.application.folders.update({ id: '', connections }));
    const application = createApplication({ ...planned.ports, oauth2: planned.oauth2 });
    const id = await planned.createRest({ url: 'http://h/x', auth });
    await unwrapResult(application.rest.execute({ id }, createQuietContext()));
    const request = {
      method: 'POST',
      url: 'https://auth.example/',
      headers: [],
      body: { kind: 'none' },
    } as const;
    const call = calls.at(-1)!;
    expect(await call.send(request, call.signal)()).toMatchObject({
      left: { fault: { code: 'FILE_NOT_FOUND' } },
    });
  });

  it('is requested like any request, but without cookies and redirects', async () => {
    const { calls, planned } = await executeWithTokens(
      [createObtainedToken()],
      {},
      { files: { 'ca.pem': 'CA' } },
    );
    const [call] = calls;
    const request = {
      method: 'POST',
      url: 'https://auth.example/',
      headers: [['a', 'b']],
      body: { kind: 'none' },
    } as const;
    await unwrapResult(call!.send(request, call!.signal) as never);
    expect(planned.seen.sent.at(-1)).toEqual({
      ...request,
      headers: [
        ['a', 'b'],
        ['user-agent', 'Tandem/9'],
      ],
    });
    expect(planned.seen.options.at(-1)).toEqual({
      timeoutMs: 30_000,
      followRedirects: false,
      maxRedirects: 0,
      maxBytes: 1_048_576,
      signal: call!.signal,
      guard: expect.any(Function) as unknown,
    });
  });
});

describe('a token held in a variable', { tags: 'auth:oauth2:variable' }, () => {
  const named = (name: string, more: Partial<AuthOf<'oauth2'>> = {}): Partial<CreateRest> => ({
    url: `http://h/{{${name}}}`,
    headers: [{ name: 'x-key', value: `key {{${name}}}`, enabled: true }],
    body: { type: 'json', content: `{"a": "{{${name}}}"}` },
    auth: { ...auth, sendIn: 'variable', ...more },
  });
  const accessToken = 'a"b/{{c}}-token';
  const written = {
    url: 'http://h/a%22b/%7B%7Bc%7D%7D-token',
    authorization: undefined,
    key: `key ${accessToken}`,
    body: '{"a": "a\\"b/{{c}}-token"}',
  };

  it.each([
    ['access_token', {}],
    ['access_token', { variableName: '' }],
    ['ticket', { variableName: 'ticket' }],
    ['$oauth2.credentials.access_token', {}],
    ['$oauth2.mine.access_token', { tokenId: 'mine' }],
  ])('is substituted for %s with the settings %j', async (name, more) => {
    const { sent, result } = await executeWithTokens(
      [createObtainedToken({ accessToken })],
      named(name, more),
    );
    expect(sent).toEqual([written]);
    expect(result.steps).toEqual([tokenStep]);
  });

  it('is also sent in a header if the request refers to it only by its Bruno name', async () => {
    const { sent, calls } = await executeWithTokens(
      [createStoredToken({ idToken: 'sample-id-token' })],
      named('$oauth2.credentials.id_token', { sendIn: 'header' }),
    );
    expect(sent).toEqual([
      {
        url: 'http://h/sample-id-token',
        authorization: 'Bearer sample-access-token',
        key: 'key sample-id-token',
        body: '{"a": "sample-id-token"}',
      },
    ]);
    expect(calls).toHaveLength(2);
  });

  it('can be used along with other variables', async () => {
    const headers = [{ name: 'x-key', value: '{{access_token}} {{echo_base_url}} {{none}}', enabled: true }];
    const { sent } = await executeWithTokens([createStoredToken()], { ...named('access_token'), headers });
    expect(sent[0]?.key).toBe('sample-access-token http://echo {{none}}');
  });

  it('is fetched on demand with the settings of a request or folder, whose variables are substituted', async () => {
    const planned = await createPlannedApplication();
    const calls: TokenCall[] = [];
    const begin: OAuth2['begin'] = (call) => {
      calls.push(call);
      return createObtainedToken();
    };
    const oauth2: OAuth2 = {
      token: () => failedAnswer,
      findFresh: () => TE.right(null),
      forget: () => TE.right(undefined),
      begin,
      finish: () => failedAnswer,
    };
    const application = createApplication({ ...planned.ports, oauth2 });
    const { id } = await unwrapResult(
      application.folders.create({ path: 'A', auth: { ...auth, scope: '{{echo_base_url}}' } }),
    );
    const request = await planned.createRest({ auth: { ...auth, scope: 'own' } });
    for (const one of [id, request])
      expect(await unwrapResult(application.tokens.begin({ id: one }, createQuietContext()))).toMatchObject({
        error: null,
      });
    expect(calls.map(({ config }) => config.scope)).toEqual(['http://echo', 'own']);
    const none = await planned.createRest({});
    expect(await unwrapRefusal(application.tokens.begin({ id: none }, createQuietContext()))).toMatchObject({
      issues: [{ path: 'id', message: expect.stringContaining('has no OAuth 2.0') as string }],
    });
  });

  it('is overridden by a variable of the call', async () => {
    const { sent } = await executeWithTokens(
      [createStoredToken()],
      named('access_token'),
      {},
      { access_token: 'mine' },
    );
    expect(sent[0]?.key).toBe('key mine');
  });

  it('is replaced everywhere in the request if the server refuses it', async () => {
    const { sent, refused, result } = await executeWithTokens(
      [createStoredToken({ accessToken: 'old"/token' }), createObtainedToken({ accessToken: 'new"/token' })],
      {
        ...named('access_token'),
        url: 'http://h/?t={{access_token}}',
        queryParams: [{ name: 'q', value: '{{access_token}}', enabled: true }],
      },
      { response: { status: 401 } },
    );
    expect(refused).toEqual(['old"/token']);
    expect(sent).toEqual(
      ['old', 'new'].map((age) => ({
        url: `http://h/?t=${age}%22/token&q=${age}%22/token`,
        authorization: undefined,
        key: `key ${age}"/token`,
        body: `{"a": "${age}\\"/token"}`,
      })),
    );
    expect(result).toMatchObject({
      steps: [tokenStep],
      diagnostics: [{ code: 'TOKEN_RENEWED', where: 'auth' }],
    });
  });

  it('stays the same if the server refuses it and no new token of its kind is issued', async () => {
    const { sent } = await executeWithTokens(
      [createStoredToken({ idToken: 'old-id-token' }), createObtainedToken({ accessToken: 'new-token' })],
      named('$oauth2.credentials.id_token', { sendIn: 'variable' }),
      { response: { status: 401 } },
    );
    expect(sent.map(({ key }) => key)).toEqual(['key old-id-token', 'key old-id-token']);
  });

  it('is replaced in the values of a form, but not in its files, if the server refuses it', async () => {
    const parts = [
      { name: 'p', value: '{{access_token}}', enabled: true },
      { name: 'f', file: 'old-token', enabled: true },
    ];
    const { sent } = await executeWithTokens(
      [createStoredToken({ accessToken: 'old-token' }), createObtainedToken({ accessToken: 'new-token' })],
      { ...named('access_token'), body: { type: 'multipart', parts } },
      { response: { status: 401 }, files: { 'old-token': 'x' } },
    );
    expect(sent.map(({ body }) => body)).toMatchObject([
      [{ value: 'old-token' }, { name: 'f' }],
      [{ value: 'new-token' }, { name: 'f' }],
    ]);
  });

  it('is not requested if the variables in its settings cannot be substituted', async () => {
    const { result, calls } = await executeWithTokens(
      [createStoredToken()],
      named('access_token', { scope: '{{v}}' }),
      {},
      { v: '{{v}}' },
    );
    expect([result.error?.code, calls]).toEqual(['VARIABLE_CYCLE', []]);
  });

  it('fails the execution if it should be an ID token and the server issued none', async () => {
    const { result, sent } = await executeWithTokens(
      [createObtainedToken()],
      named('access_token', { token: 'id_token' }),
    );
    expect(result).toMatchObject({
      error: { code: 'AUTH_FAILED', details: { field: 'scope' } },
      steps: [tokenStep],
    });
    expect(sent).toEqual([]);
  });
});
