import { unwrapResult } from '@tandem/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { serveProduct } from '../testing/served-product.js';

const secret = 'hunter-2-hunter';
let testServer: Awaited<ReturnType<typeof serveProduct>>;
beforeAll(async () => {
  testServer = await serveProduct();
  const { store, workspace } = testServer.planned;
  const change = { kind: 'secret', name: 'KEY', value: secret } as const;
  await unwrapResult(
    store.environments.change(workspace.id, workspace.activeEnvironmentId!, [change], 'now'),
  );
});
afterAll(() => testServer.close());

describe.each(['sdk1', 'sdk2'] as const)('a protocol error of %s', (era) => {
  it.each([
    ['tools/call', { name: secret }, 'Unknown tool: ‹secret:KEY›'],
    ['prompts/get', { name: secret }, 'Unknown prompt: ‹secret:KEY›'],
    ['resources/read', { uri: `tandem://${secret}` }, '‹secret:KEY›'],
    ['prompts/get', { name: 'test_request', arguments: { [secret]: 1 } }, '-32602'],
    ['tools/call', { name: 'rest_get', arguments: secret }, '-32602'],
    [secret, {}, '-32601'],
    ['initialize', { protocolVersion: 1, capabilities: { experimental: { [secret]: 1 } } }, '-3260'],
  ])('does not quote a secret from the parameters of %s: %j', async (method, params, expected) => {
    const text = await testServer.ask(era, method, params);
    expect(text).toContain(expected);
    expect(text).not.toContain(secret);
  });
});

it('a protocol error without details is sent if the secrets cannot be read', async () => {
  const { hideErrorSecrets: withoutSecrets } = await import('./hidden-errors.js');
  const frame = { id: 1, error: { code: -32602, message: secret, data: { secret } } };
  const shown = await withoutSecrets(() => Promise.reject(new Error('no')), frame);
  expect(shown).toMatchObject({ id: 1, error: { code: -32602 } });
  expect(JSON.stringify(shown)).not.toContain(secret);
});
