import type { ExecutionResult } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openHttpsEnd } from './testing/https-end.js';
import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

let on: OnDisk;
let end: Awaited<ReturnType<typeof openHttpsEnd>>;
beforeAll(async () => {
  end = await openHttpsEnd();
  on = await openOnDisk((request, response) => {
    if (request.url === '/out') response.writeHead(302, { location: end.url }).end();
    else response.end('ok');
  });
});
afterAll(async () => {
  await on.close();
  await end.close();
});

const insecureSettings = { tls: { verify: false } };
const listCodes = ({ diagnostics }: ExecutionResult) => diagnostics.map(({ code }) => code);
const executeNew = async (fields: Parameters<OnDisk['create']>[0]) =>
  on.execute((await on.create(fields)).id);

describe('tls.verify false', { tags: 'tls:verify' }, () => {
  it('lets a request be sent to any server, and marks the result', async () => {
    const result = await executeNew({ url: end.url, settings: insecureSettings });
    expect([result.error, result.response?.status, listCodes(result)]).toEqual([
      null,
      200,
      ['TLS_NOT_VERIFIED'],
    ]);
    expect(await executeNew({ url: end.url })).toMatchObject({ error: { code: 'TLS_ERROR' } });
  });

  it('marks results after a redirect and without a response, but not results without TLS', async () => {
    expect(listCodes(await executeNew({ url: `${on.url}/out`, settings: insecureSettings }))).toEqual([
      'TLS_NOT_VERIFIED',
    ]);
    const settings = { ...insecureSettings, maxRedirects: 0 };
    expect(listCodes(await executeNew({ url: 'https://127.0.0.1:1', settings }))).toEqual([
      'TLS_NOT_VERIFIED',
    ]);
    expect(listCodes(await executeNew({ url: on.url, settings: insecureSettings }))).toEqual([]);
  });

  it('is inherited from the workspace, and a request can enable verification again', async () => {
    await unwrapResult(on.application.folders.update({ id: '', settings: insecureSettings }));
    expect(listCodes(await executeNew({ url: end.url }))).toEqual(['TLS_NOT_VERIFIED']);
    const result = await executeNew({ url: end.url, settings: { tls: { verify: true } } });
    expect(result.error?.message).toContain('is self-signed');
    await unwrapResult(on.application.folders.update({ id: '', settings: {} }));
  });
});
