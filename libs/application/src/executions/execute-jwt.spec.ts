import type { AuthOf, ExecutionResult, JwtToSign } from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createApplication, createQuietContext } from '../application.js';
import { createPlannedApplication } from '../testing/index.js';
import type { CreateRest } from '../requests/request-arguments.js';

const auth: AuthOf<'jwt'> = {
  type: 'jwt',
  algorithm: 'HS256',
  secret: '{{key}}',
  claims: '{"sub": "{{who}}"}',
};

/** Executes a request whose token is signed as `signed-token/1`. */
const executeWithJwt = async (
  more: Partial<AuthOf<'jwt'>>,
  fields: Partial<CreateRest> = {},
  variables: Readonly<Record<string, unknown>> = {},
) => {
  const planned = await createPlannedApplication();
  const signed: JwtToSign[] = [];
  const application = createApplication({
    ...planned.ports,
    signJwt: (jwt) => {
      signed.push(jwt);
      return jwt.secret === 'bad'
        ? TE.left({ code: 'AUTH_FAILED', message: 'The key does not fit.' })
        : TE.right('signed-token/1');
    },
  });
  const id = await planned.createRest({ url: 'http://h/x', auth: { ...auth, ...more }, ...fields });
  const input = { id, variables: { key: 'k', who: 'me', ...variables } };
  const result = await unwrapResult<ExecutionResult>(
    application.rest.execute(input, { ...createQuietContext(), redactsSecrets: true }),
  );
  const [sent] = planned.seen.sent;
  const authorization = sent?.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return { result, signed, sent, authorization };
};

describe('a JSON Web Token', { tags: 'auth:jwt' }, () => {
  it('is signed with the claims of the request, and sent in a header', async () => {
    const { signed, authorization, sent } = await executeWithJwt({
      header: '{"kid":"1"}',
      secretIsBase64: true,
    });
    expect(signed).toEqual([
      { algorithm: 'HS256', secret: 'k', isBase64: true, header: { kid: '1' }, claims: { sub: 'me' } },
    ]);
    expect(authorization).toBe('Bearer signed-token/1');
    expect(sent).toMatchObject({
      url: 'http://h/x',
      credentials: expect.arrayContaining(['authorization']) as unknown,
    });
  });

  it.each(['q"u', '\\', 'a\n{{b}}"'])(
    'contains the substituted value %j unchanged in a string of its claims and of its header',
    { tags: ['text:grammar'] },
    async (who) => {
      const claims = '{"sub": "{{who}}", // the user\n "n": {{n}},}';
      const { signed } = await executeWithJwt({ claims, header: '{"kid": "{{who}}"}' }, {}, { who, n: 7 });
      expect(signed).toMatchObject([{ header: { kid: who }, claims: { sub: who, n: 7 } }]);
    },
  );

  it('gets an expiry only if the auth sets one', async () => {
    const at = Math.floor(Date.parse('2026-01-02T03:04:05.678Z') / 1_000);
    const { signed } = await executeWithJwt({ expiresIn: 60, claims: '{"iat": 5}' });
    expect(signed).toEqual([
      { algorithm: 'HS256', secret: 'k', isBase64: false, header: {}, claims: { iat: 5, exp: at + 60 } },
    ]);
    expect((await executeWithJwt({ claims: ' ' })).signed[0]?.claims).toEqual({});
  });

  it.each<[Partial<AuthOf<'jwt'>>, string | undefined, string, string]>([
    [{ prefix: ' Token ' }, 'Token signed-token/1', 'http://h/x', 'http://h/x'],
    [{ prefix: ' ' }, 'signed-token/1', 'http://h/x', 'http://h/x'],
    [{ sendIn: 'query' }, undefined, 'http://h/x', 'http://h/x?access_token=signed-token%2F1'],
    [{ sendIn: 'query', queryName: '' }, undefined, 'http://h/x', 'http://h/x?access_token=signed-token%2F1'],
    [
      { sendIn: 'query', queryName: 'a b' },
      undefined,
      'http://h/x?c#d',
      'http://h/x?c&a%20b=signed-token%2F1',
    ],
  ])('is sent with %j as %s to %s', async (more, expected, url, target) => {
    const { authorization, sent, result } = await executeWithJwt(more, { url });
    expect([authorization, sent?.url]).toEqual([expected, target]);
    expect(JSON.stringify(result)).not.toContain('signed-token');
  });

  it('is not created if the request has its own Authorization header, unless the token is sent in the query', async () => {
    const headers = [{ name: 'AUTHORIZATION', value: 'mine', enabled: true }];
    const own = await executeWithJwt({}, { headers });
    expect([own.authorization, own.signed]).toEqual(['mine', []]);
    const inQuery = await executeWithJwt({ sendIn: 'query' }, { headers });
    expect([inQuery.authorization, inQuery.sent?.url]).toEqual([
      'mine',
      'http://h/x?access_token=signed-token%2F1',
    ]);
  });

  it('is not created if the script provides the response', async () => {
    const planned = await createPlannedApplication();
    planned.plan.onRequest = { mock: { status: 200, statusText: 'OK', headers: [], body: 'mine' } };
    expect(await planned.rest({ auth, script: 'x' })).toMatchObject({
      error: null,
      lifecycle: { mocked: true },
    });
  });

  it.each(['claims', 'header'] as const)('is not sent unless its %s is a JSON object', async (field) => {
    for (const text of ['{"key": "', '[1]', 'null', '1']) {
      const { result, sent } = await executeWithJwt({ [field]: text });
      expect(result.error).toEqual({
        code: 'AUTH_FAILED',
        message: `The ${field} of the JWT must be a JSON object after its variables are replaced.`,
        details: { field: `auth.${field}` },
      });
      expect(sent).toBeUndefined();
    }
  });

  it('is not sent if it cannot be signed', async () => {
    const bad = await executeWithJwt({ secret: 'bad' });
    expect(bad.result.error).toMatchObject({ code: 'AUTH_FAILED', message: 'The key does not fit.' });
    expect(bad.sent).toBeUndefined();
    const planned = await createPlannedApplication();
    expect((await planned.rest({ auth })).error).toEqual({
      code: 'AUTH_UNSUPPORTED',
      message: 'The auth "jwt" is not available here, so nothing was sent.',
      details: { name: 'jwt' },
    });
    expect(planned.seen.sent).toEqual([]);
  });
});
