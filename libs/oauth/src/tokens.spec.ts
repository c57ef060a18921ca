import type { TokenCall } from '@tandem/core';
import { TE } from '@tandem/core/fp';
import {
  createCountingIds,
  createFixedClock,
  unwrapResult,
  createMemoryStore,
  sampleWorkspace,
} from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createOAuth2 } from './index.js';

const url = 'http://auth.example/token';

/** Creates an authorization server that returns `token-1`, `token-2` and so on. */
const createNumberingServer = (fields: object, status: number): TokenCall['send'] => {
  let count = 0;
  return () => {
    count += 1;
    const text = JSON.stringify({ access_token: `token-${count}`, token_type: 'bearer', ...fields });
    const headers = [['content-type', 'application/json']] as const;
    return TE.right({ status, statusText: 'OK', headers, body: Buffer.from(text), time: 1, url });
  };
};

/** Creates a function that gets tokens with a fixed clock. The responses of the server contain `fields`. */
const openTokens = async (fields: object, status = 200) => {
  const { workspaces, authTokens } = createMemoryStore();
  const { id: workspaceId } = await unwrapResult(workspaces.create(sampleWorkspace()));
  const oauth2 = createOAuth2({ authTokens, clock: createFixedClock(), ids: createCountingIds() });
  const call: TokenCall = {
    scope: { workspaceId, environmentId: null },
    config: { grant: 'client_credentials', accessTokenUrl: url, clientId: 'c' },
    send: createNumberingServer(fields, status),
    mayOpen: () => Promise.resolve(undefined),
    signal: new AbortController().signal,
  };
  return {
    kept: async () => {
      const outcome = await oauth2.token(call)();
      return outcome._tag === 'Right' ? outcome.right.token : outcome.left.fault;
    },
    token: async () => {
      const outcome = await oauth2.token(call)();
      return outcome._tag === 'Right' ? outcome.right.token.accessToken : outcome.left.fault.message;
    },
    refused: (accessToken: string) => unwrapResult(oauth2.forget(call, accessToken)),
  };
};

describe('the response of a token endpoint', { tags: 'auth:oauth2:tolerant' }, () => {
  it.each<[string, number, object]>([
    ['201', 201, {}],
    ['202', 202, {}],
    ['a scope that is a list', 200, { scope: ['a', 'b'] }],
    ['a scope that is null', 200, { scope: null }],
    ['an empty scope', 200, { scope: '' }],
    ['an empty refresh token', 200, { refresh_token: '' }],
    ['a refresh token that is null', 200, { refresh_token: null }],
    ['an empty ID token', 200, { id_token: '' }],
    ['an ID token that is null', 200, { id_token: null }],
    ['an error that is null', 200, { error: null }],
    ['an empty error', 200, { error: '', error_description: '' }],
    ['a lifetime that is null', 200, { expires_in: null }],
    ['a lifetime that is text', 200, { expires_in: '3600' }],
    ['no type', 200, { token_type: null }],
    ['all of it', 201, { scope: ['a'], refresh_token: '', id_token: '', error: null, expires_in: '' }],
  ])('is used with %s', async (_, status, fields) => {
    const { token } = await openTokens(fields, status);
    expect(await token()).toBe('token-1');
  });

  it('is stored with its listed scopes as one string, and without an empty refresh token', async () => {
    const { kept } = await openTokens({ scope: ['a', 'b'], refresh_token: '' }, 201);
    const token = await kept();
    expect(token).toMatchObject({ scope: 'a b' });
    expect(token).not.toHaveProperty('refreshToken');
  });

  it.each([204, 302, 404, 500])(
    'causes an error that mentions the missing token if the status is %i and there is no token',
    async (status) => {
      const { token } = await openTokens({ access_token: undefined }, status);
      expect(await token()).toMatch(/no (?:usable )?token/);
    },
  );
});

describe('a stored token', { tags: 'auth:tokens' }, () => {
  it('is deleted when it is refused, unless another token has replaced it', async () => {
    const { token, refused } = await openTokens({});
    expect(await token()).toBe('token-1');
    await refused('token-0');
    expect(await token()).toBe('token-1');
    await refused('token-1');
    expect(await token()).toBe('token-2');
  });

  it.each([
    [30, 'token-2'],
    [31, 'token-1'],
  ])('is followed by %s if it expires in %i seconds', async (seconds, next) => {
    const { token } = await openTokens({ expires_in: seconds });
    expect(await token()).toBe('token-1');
    expect(await token()).toBe(next);
  });
});
