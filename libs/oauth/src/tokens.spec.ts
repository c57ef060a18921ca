import type { TokenCall } from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { countingIds, fixedClock, given, memoryStore, sampleWorkspace } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createOAuth2 } from './index.js';

const url = 'http://auth.example/token';

/** An authorization server that gives `token-1`, `token-2` and so on. */
const numbering = (fields: object): TokenCall['send'] => {
  let count = 0;
  return () => {
    count += 1;
    const text = JSON.stringify({ access_token: `token-${count}`, token_type: 'bearer', ...fields });
    const headers = [['content-type', 'application/json']] as const;
    return TE.right({ status: 200, statusText: 'OK', headers, body: Buffer.from(text), time: 1, url });
  };
};

/** Gets tokens whose answers have `fields`, at a time that stands still. */
const opened = async (fields: object) => {
  const { workspaces, authTokens } = memoryStore();
  const { id: workspaceId } = await given(workspaces.create(sampleWorkspace()));
  const oauth2 = createOAuth2({ authTokens, clock: fixedClock(), ids: countingIds() });
  const call: TokenCall = {
    place: { workspaceId, environmentId: null },
    config: { grant: 'client_credentials', accessTokenUrl: url, clientId: 'c' },
    send: numbering(fields),
    mayOpen: () => Promise.resolve(undefined),
    signal: new AbortController().signal,
  };
  return {
    token: async () => {
      const outcome = await oauth2.token(call)();
      return outcome._tag === 'Right' ? outcome.right.token.accessToken : outcome.left.fault.message;
    },
    refused: (accessToken: string) => given(oauth2.refused(call, accessToken)),
  };
};

describe('a kept token', { tags: 'auth:tokens' }, () => {
  it('is forgotten when it is refused, unless another one is kept by now', async () => {
    const { token, refused } = await opened({});
    expect(await token()).toBe('token-1');
    await refused('token-0');
    expect(await token()).toBe('token-1');
    await refused('token-1');
    expect(await token()).toBe('token-2');
  });

  it.each([
    [30, 'token-2'],
    [31, 'token-1'],
  ])('that expires in %i seconds is followed by %s', async (seconds, next) => {
    const { token } = await opened({ expires_in: seconds });
    expect(await token()).toBe('token-1');
    expect(await token()).toBe(next);
  });
});
