import type { IncomingResponse, TokenCall } from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { countingIds, fixedClock, given, memoryStore, sampleWorkspace } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { createOAuth2 } from './index.js';

const url = 'http://auth.example/token';

/** An authorization server that gives `token-1`, `token-2` and so on. */
const numbering = (): TokenCall['send'] => {
  let given = 0;
  return () => {
    given += 1;
    const body = new TextEncoder().encode(
      JSON.stringify({ access_token: `token-${given}`, token_type: 'bearer' }),
    );
    const headers = [['content-type', 'application/json']] as const;
    return TE.right({ status: 200, statusText: 'OK', headers, body, time: 1, url } as IncomingResponse);
  };
};

it('a refused token is forgotten, unless another one is kept by now', { tags: 'auth:tokens' }, async () => {
  const { workspaces, authTokens } = memoryStore();
  const { id: workspaceId } = await given(workspaces.create(sampleWorkspace()));
  const oauth2 = createOAuth2({ authTokens, clock: fixedClock(), ids: countingIds() });
  const call: TokenCall = {
    place: { workspaceId, environmentId: null },
    config: { type: 'oauth2', grant: 'client_credentials', accessTokenUrl: url, clientId: 'c' },
    send: numbering(),
    signal: new AbortController().signal,
  };
  const token = async () => {
    const outcome = await oauth2.token(call)();
    return outcome._tag === 'Right' ? outcome.right.token.accessToken : outcome.left.fault.message;
  };
  expect(await token()).toBe('token-1');
  await given(oauth2.refused(call, 'token-0'));
  expect(await token()).toBe('token-1');
  await given(oauth2.refused(call, 'token-1'));
  expect(await token()).toBe('token-2');
  await oauth2.close();
});
