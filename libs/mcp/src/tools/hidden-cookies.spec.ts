import { createQuietContext } from '@tandem/application';
import { unwrapResult } from '@tandem/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { serveProduct } from '../testing/served-product.js';

const session = 'a-session-that-is-long';
let testServer: Awaited<ReturnType<typeof serveProduct>>;
beforeAll(async () => {
  testServer = await serveProduct();
  testServer.planned.plan.response = {
    headers: [
      ['content-type', 'application/json'],
      ['set-cookie', `sid=${session}; HttpOnly`],
    ],
    body: new TextEncoder().encode(JSON.stringify({ session })),
  };
});
afterAll(() => testServer.close());

describe('the cookies set by a stored response', () => {
  it('stay redacted for agents after the jar is cleared', { tags: 'cookies:hidden' }, async () => {
    const { application, createRest } = testServer.planned;
    const id = await createRest({ name: 'login' });
    const { executionId } = await unwrapResult(application.rest.execute({ id }, createQuietContext()));
    await unwrapResult(application.cookies.clear({}));
    const parts = [{}, { select: '$.session' }, { offset: 0 }, { offset: 0, length: 28 }];
    for (const part of parts) {
      const params = { name: 'executions_get', arguments: { id: executionId, ...part } };
      const answer = await testServer.ask('sdk2', 'tools/call', params);
      expect(answer).not.toContain(session.slice(2, 12));
      expect(answer).toContain('cookie:sid');
    }
    const mine = await unwrapResult(application.executions.get({ id: executionId }));
    expect(JSON.stringify(mine)).toContain(session);
  });
});

/** Creates an inactive workspace with a request whose texts a server in the active workspace sets as cookies. */
const requestTexts = {
  type: 'application/json',
  url: 'https://api.example.test/v1/9f8e7d6c5b4a3f2e',
  script: 'export function onTest(req, res) { test("a", () => {}); }',
};
const attacks = [
  requestTexts.type,
  requestTexts.url,
  '/v1/9f8e7d6c5b4a3f2e',
  'export function onTest',
  '9f8e7d6c5b4a3f2e',
];

describe('cookies whose values also occur in requests', { tags: 'cookies:bounded' }, () => {
  it('do not cause saved content to be redacted, in their own workspace or in other workspaces', async () => {
    const hostile = await serveProduct();
    try {
      const { application, createRest } = hostile.planned;
      const fields = {
        name: 'mine',
        url: requestTexts.url,
        headers: [{ name: 'Accept', value: requestTexts.type, enabled: true }],
        script: requestTexts.script,
      };
      const id = await createRest(fields);
      const other = await unwrapResult(application.workspaces.create({ name: 'Other' }));
      const attacked = await unwrapResult(application.rest.create({ ...fields, workspaceId: other.id }));
      for (const [at, value] of attacks.entries())
        await unwrapResult(
          application.cookies.set({ name: `c${at}`, value, domain: 'h' }, createQuietContext()),
        );
      const ask = (name: string, args: object) =>
        hostile.ask('sdk2', 'tools/call', { name, arguments: args });
      for (const [workspaceId, requestId] of [
        [undefined, id],
        [other.id, attacked.id],
      ]) {
        const answer = await ask('rest_get', { id: requestId, ...(workspaceId ? { workspaceId } : {}) });
        expect(answer).not.toContain('cookie:');
        expect(answer).toContain(requestTexts.url);
        expect(answer).toContain('export function onTest');
      }
      const sent = await ask('rest_execute', { id: attacked.id, workspaceId: other.id });
      const own = await ask('rest_execute', { id });
      for (const answer of [sent, own]) expect(answer).toContain(String.raw`\"url\":\"${requestTexts.url}\"`);
    } finally {
      await hostile.close();
    }
  });

  it('do not prevent tokens from being redacted in their own workspace', async () => {
    const { application, createRest, plan } = testServer.planned;
    const token = '5f2b9c1de04a4d0f8a7b6c5d4e3f2a1b';
    await unwrapResult(
      application.cookies.set({ name: 'sid', value: token, domain: 'h' }, createQuietContext()),
    );
    const id = await createRest({ name: 'session' });
    plan.response = { headers: [], body: new TextEncoder().encode(JSON.stringify({ echoed: token })) };
    const answer = await testServer.ask('sdk2', 'tools/call', { name: 'rest_execute', arguments: { id } });
    expect(answer).toContain('‹cookie:sid›');
    expect(answer).not.toContain(token);
  });
});
