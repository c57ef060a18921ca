import type { ExecutionResult, IncomingResponse, OAuth2 } from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { given, sampleToken } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createApplication, quietly } from '../application.js';
import { plannedApplication } from '../testing/index.js';

const auth = {
  type: 'oauth2',
  grant: 'client_credentials',
  accessTokenUrl: 'http://auth.example/token',
  clientId: 'c',
} as const;

/** Keeps one token, and fetches another one when that is refused. */
const oneKept = () => {
  const refused: string[] = [];
  const oauth2: OAuth2 = {
    token: () =>
      refused.length === 0
        ? TE.right({ token: sampleToken(), steps: [] })
        : TE.right({
            token: sampleToken({ accessToken: 'another-access-token' }),
            steps: [{ step: 'token', method: 'POST', url: auth.accessTokenUrl, status: 200, durationMs: 1 }],
          }),
    refused: (_, accessToken) => {
      refused.push(accessToken);
      return TE.right(undefined);
    },
    begin: () => TE.right({ token: sampleToken(), steps: [] }),
    finish: () => TE.right({ token: sampleToken(), steps: [] }),
  };
  return { oauth2, refused };
};

/** Executes a request with a kept token that is answered with `response`. */
const executed = async (response: Partial<IncomingResponse>, hidesSecrets = false) => {
  const planned = await plannedApplication();
  planned.plan.response = response;
  const { oauth2, refused } = oneKept();
  const application = createApplication({ ...planned.ports, oauth2 });
  const id = await planned.createRest({ auth });
  const context = { ...quietly(), hidesSecrets };
  const result = await given<ExecutionResult>(application.rest.execute({ id }, context));
  const sent = planned.seen.sent.map(
    ({ headers }) => headers.find(([name]) => name === 'authorization')?.[1],
  );
  return { result, refused, sent };
};

describe('a kept token', { tags: 'auth:tokens' }, () => {
  it('that a server refuses is forgotten, and the request sent once more with another one', async () => {
    const { result, refused, sent } = await executed({ status: 401 });
    expect(refused).toEqual(['sample-access-token']);
    expect(sent).toEqual(['Bearer sample-access-token', 'Bearer another-access-token']);
    expect(result.diagnostics).toMatchObject([{ code: 'TOKEN_RENEWED' }]);
  });

  it('is not renewed for a server of another origin, which a redirect led to without it', async () => {
    const redirect = {
      method: 'GET',
      url: 'http://h/x',
      status: 302,
      location: 'http://other.example/y',
      time: 1,
      nextMethod: 'GET',
      droppedHeaders: ['Authorization'],
    };
    const { refused, sent } = await executed({ status: 401, redirects: [redirect] });
    expect([refused, sent]).toEqual([[], ['Bearer sample-access-token']]);
  });

  it('is hidden where a server repeats it', async () => {
    const body = new TextEncoder().encode('you sent sample-access-token');
    expect((await executed({ body })).result.response?.textBody).toBe('you sent sample-access-token');
    expect((await executed({ body }, true)).result.response?.textBody).toBe('you sent ‹secret:access_token›');
  });
});
