import { type CallContext, createQuietContext } from '@tandem/application';
import type { ExecutionResult } from '@tandem/core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const agent: CallContext = { ...createQuietContext(), by: 'claude', redactsSecrets: true };
const secret = 'pass word of the test';

let on: OnDisk;
/** The authentication schemes that the server offers to every client. */
let offers: readonly string[] = [];
const receivedHeaders: (string | undefined)[] = [];

beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    receivedHeaders.push(request.headers.authorization);
    response.writeHead(401, { 'www-authenticate': [...offers] }).end();
  });
  const { environments } = await unwrapResult(on.application.environments.list({}));
  await unwrapResult(
    on.application.environments.update({ id: environments[0]!.id, secrets: { PASSWORD: secret } }),
  );
});
afterAll(() => on.close());

const ntlm = { type: 'ntlm', username: 'me', password: '{{PASSWORD}}' } as const;

const executeNtlm = async (auth: object): Promise<ExecutionResult> => {
  const { id } = await on.create({ url: `${on.url}/x`, auth: { ...ntlm, ...auth } });
  return unwrapResult<ExecutionResult>(on.application.rest.execute({ id }, agent));
};

it.each([
  [['Negotiate'], ', but Negotiate'],
  [['Negotiate YIIB, Basic realm="a, b c"', 'Basic realm="x"'], ', but Negotiate, Basic'],
  [[], '. Set'],
])(
  'NTLM is reported as missing if a server offers %j instead',
  { tags: 'auth:ntlm' },
  async (schemes, named) => {
    offers = schemes;
    const { response, diagnostics, steps } = await executeNtlm({});
    expect([response?.status, steps]).toEqual([401, undefined]);
    expect(diagnostics).toMatchObject([
      { code: 'NTLM_NOT_OFFERED', message: expect.stringContaining(`NTLM${named}`) as string },
    ]);
  },
);

it('rejected NTLM credentials add nothing to the response', { tags: 'auth:ntlm' }, async () => {
  offers = ['Negotiate', 'NTLM'];
  expect(await executeNtlm({})).toMatchObject({ response: { status: 401 }, diagnostics: [] });
});

it('NTLM without a user is not sent', { tags: 'auth:ntlm' }, async () => {
  receivedHeaders.length = 0;
  const result = await executeNtlm({ username: '' });
  expect(result).toMatchObject({ error: { code: 'AUTH_INVALID', details: { field: 'auth.username' } } });
  expect(receivedHeaders).toEqual([]);
});
