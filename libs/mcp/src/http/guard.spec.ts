import { describe, expect, it } from 'vitest';

import { call, json, serveSample } from '../testing/served.js';

describe('a server that requires a token', { tags: 'mcp:token' }, () => {
  it.each([
    [{}, 401],
    [{ authorization: 'Bearer wrong' }, 401],
    [{ authorization: 'Basic s3cret' }, 401],
    [{ authorization: 'Bearer s3cret' }, 200],
    [{ authorization: 'bearer s3cret' }, 200],
  ])('answers %j with %d', async (authorization, status) => {
    const served = await serveSample({ token: 's3cret' });
    const answer = await served.post(call('echo'), { ...json, ...authorization });
    expect(answer.status).toBe(status);
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer realm="tandem"' : undefined);
    expect((await served.ask('GET', '/', {})).status).toBe(401);
    await served.close();
  });
});

describe('a server with an allowed host', { tags: 'mcp:guard' }, () => {
  it('accepts only requests to that host and from its origin', async () => {
    const served = await serveSample({ allowHosts: ['Host.Docker.internal'] });
    const status = async (headers: Record<string, string>) =>
      (await served.post(call('echo'), { ...json, ...headers })).status;
    expect(await status({ host: 'host.docker.internal:1234' })).toBe(200);
    expect(await status({ origin: 'http://host.docker.internal' })).toBe(200);
    expect(await status({ host: 'other.docker.internal' })).toBe(403);
    await served.close();
  });
});
