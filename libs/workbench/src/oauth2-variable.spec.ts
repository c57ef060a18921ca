import { type CallContext, createQuietContext } from '@tandem/application';
import type { AuthOf, ExecutionResult } from '@tandem/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type AuthorizationServer, openAuthorizationServer } from './testing/authorization-server.js';
import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

type OAuth2 = AuthOf<'oauth2'>;

const agent: CallContext = { ...createQuietContext(), by: 'claude', redactsSecrets: true };

let server: AuthorizationServer;
let on: OnDisk;
/** The requests that the protected server receives: the path, the Authorization header, a custom header and the body. */
const receivedRequests: (readonly [url: string, authorization: string, key: string, body: string])[] = [];
/** Tokens that the protected server rejects. */
const refusedTokens = new Set<string>();

beforeAll(async () => {
  server = await openAuthorizationServer();
  on = await openOnDisk((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const { url = '', headers } = request;
      receivedRequests.push([url, headers.authorization ?? '', String(headers['x-key'] ?? ''), body]);
      const isRefused = [...refusedTokens].some((token) => url.includes(token) || body.includes(token));
      response.writeHead(isRefused ? 401 : 200).end(JSON.stringify({ url, body }));
    });
  });
});
afterAll(async () => {
  await on.close();
  await server.close();
});
beforeEach(async () => {
  await unwrapResult(on.application.tokens.forget({}));
  receivedRequests.length = 0;
  refusedTokens.clear();
  server.tokenRequests.length = 0;
});

const auth: OAuth2 = {
  type: 'oauth2',
  grant: 'client_credentials',
  clientId: 'machine',
  clientSecret: 'machine-secret%+:',
  scope: 'api',
  sendIn: 'variable',
  variableName: 'ticket',
};

const createRequest = (more: Partial<OAuth2> = {}, name = 'ticket') =>
  on.create({
    method: 'POST',
    url: `${on.url}/orders/{{${name}}}?t={{${name}}}`,
    headers: [{ name: 'X-Key', value: `key {{${name}}}`, enabled: true }],
    body: { type: 'json', content: `{"token": "{{${name}}}"}` },
    auth: { ...auth, issuer: server.issuer, ...more },
  });

const execute = (id: string): Promise<ExecutionResult> =>
  unwrapResult<ExecutionResult>(on.application.rest.execute({ id: id }, agent));

describe('a token that a variable stands for', { tags: 'auth:oauth2:variable' }, () => {
  it.each([
    ['with a name', 'ticket', {}],
    ['without a name', 'access_token', { variableName: '' }],
    ['by the name that Bruno has for it', '$oauth2.credentials.access_token', {}],
    ['by an id of Bruno', '$oauth2.orders.access_token', { tokenId: 'orders' }],
  ])('is substituted wherever the request uses it: %s', async (_, name, more) => {
    const { id } = await createRequest(more, name);
    expect(await execute(id)).toMatchObject({ error: null, response: { status: 200 } });
    const [url = '', authorization, key, body] = receivedRequests[0] ?? [];
    const token = /^\/orders\/([\w-]{20,})\?/.exec(url)?.[1] ?? '';
    expect([url, authorization, key, body]).toEqual([
      `/orders/${token}?t=${token}`,
      '',
      `key ${token}`,
      `{"token": "${token}"}`,
    ]);
    expect(await server.clientOf(token)).toBe('machine');
  });

  it('is fetched once, and shown among the steps but never to an agent', async () => {
    const { id } = await createRequest();
    const first = await execute(id);
    expect(first.steps?.map(({ step, status }) => [step, status])).toEqual([
      ['token', 200],
      ['token', 200],
    ]);
    expect((await execute(id)).steps).toBeUndefined();
    expect(server.tokenRequests).toHaveLength(1);
    const token = receivedRequests[0]?.[2].replace('key ', '') ?? '';
    expect(token.length).toBeGreaterThan(20);
    const stored = await unwrapResult(
      on.application.executions.get({ id: first.executionId, request: true }, agent),
    );
    for (const shown of [first, stored]) expect(JSON.stringify(shown)).not.toContain(token);
    expect(JSON.stringify(first)).toContain('‹secret:access_token›');
  });

  it('is also sent in the header if Bruno does so', async () => {
    const { id } = await createRequest({ sendIn: 'header' }, '$oauth2.credentials.access_token');
    await execute(id);
    const [, authorization, key] = receivedRequests[0] ?? [];
    expect(authorization).toBe(`Bearer ${key?.replace('key ', '')}`);
    expect(server.tokenRequests).toHaveLength(1);
  });

  it('is replaced everywhere with a new token if the server refuses it', async () => {
    const { id } = await createRequest();
    await execute(id);
    const old = receivedRequests[0]?.[2].replace('key ', '') ?? '';
    refusedTokens.add(old);
    receivedRequests.length = 0;
    const result = await execute(id);
    expect(result).toMatchObject({ response: { status: 200 }, diagnostics: [{ code: 'TOKEN_RENEWED' }] });
    expect(receivedRequests).toHaveLength(2);
    expect(JSON.stringify(receivedRequests[0])).toContain(old);
    expect(JSON.stringify(receivedRequests[1])).not.toContain(old);
    expect(receivedRequests[1]?.[0]).toBe(
      `/orders/${receivedRequests[1]?.[2].slice(4)}?t=${receivedRequests[1]?.[2].slice(4)}`,
    );
    expect(JSON.stringify(result)).not.toContain(old);
  });

  it('is overridden by a variable of the call, and overrides a variable of the request', async () => {
    const { id } = await createRequest();
    await unwrapResult(
      on.application.rest.update({
        id,
        requestVariables: [{ name: 'ticket', value: 'of-the-request', enabled: true }],
      }),
    );
    await execute(id);
    expect(receivedRequests[0]?.[2]).not.toContain('of-the-request');
    await unwrapResult(on.application.rest.execute({ id, variables: { ticket: 'of-the-call' } }, agent));
    expect(receivedRequests[1]?.[2]).toBe('key of-the-call');
  });

  it('prevents sending if it cannot be fetched', async () => {
    const { id } = await createRequest({ clientSecret: 'wrong' });
    expect(await execute(id)).toMatchObject({
      error: { code: 'AUTH_FAILED', details: { error: 'invalid_client' } },
      response: null,
    });
    expect(receivedRequests).toEqual([]);
  });

  it('is neither fetched nor shown for a preview or a curl command', async () => {
    const { id } = await createRequest();
    const preview = await unwrapResult(on.application.requests.preview({ id }, agent));
    expect(preview).toMatchObject({
      error: null,
      request: { body: '{"token": "‹secret:access_token›"}' },
    });
    const { command } = await unwrapResult(on.application.requests.asCurl({ id }));
    expect(command).toContain('key {{access_token}}');
    expect(server.tokenRequests).toEqual([]);
  });
});
