import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

let on: OnDisk;

beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    if (request.url === '/from') response.writeHead(302, { location: '/to?x' }).end();
    else response.end('ok');
  });
});
afterAll(() => on.close());

const executePath = async (path: string, script = '') =>
  on.execute((await on.create({ url: on.url + path, script })).id);

describe('the result of an execution', { tags: 'send:connection' }, () => {
  it('includes the times, the connection and the redirects, and is stored with them', async () => {
    const result = await executePath('/from');
    const { timings, connection, redirects } = result;
    expect(redirects).toEqual([{ status: 302, url: `${on.url}/from`, location: `${on.url}/to?x` }]);
    expect(connection).toEqual({
      protocol: 'http/1.1',
      reused: expect.any(Boolean) as boolean,
      remoteAddress: '127.0.0.1',
      tls: null,
    });
    expect(timings).toMatchObject({ dnsMs: null, tlsMs: null });
    const { firstByteMs, downloadMs, totalMs } = timings!;
    expect(totalMs).toBeGreaterThanOrEqual(firstByteMs + downloadMs - 0.02);
    const stored = await unwrapResult(on.application.executions.get({ id: result.executionId }));
    expect(stored).toMatchObject({ result: { timings, connection, redirects } });
  });

  it('includes a connect time only for a new connection', async () => {
    await expect
      .poll(async () => {
        const { connection, timings } = await executePath('/to');
        return [connection?.reused, timings?.connectMs];
      })
      .toEqual([true, null]);
  });

  it('has no times and no connection if a script provided the response', async () => {
    const script = 'export const onRequest = () => ServiceResponse.json({});';
    const result = await executePath('/to', script);
    expect(result.lifecycle.mocked).toBe(true);
    expect(result).not.toHaveProperty('timings');
    expect(result).not.toHaveProperty('connection');
  });
});
