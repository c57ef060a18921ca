import { TE } from '@tandem/core/fp';
import { readToolResult, type ToolAnswer } from '@tandem/node/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { acceptEither } from '../testing/served.js';
import { serveProduct } from '../testing/served-product.js';

let testServer: Awaited<ReturnType<typeof serveProduct>>;
let id = '';
beforeAll(async () => {
  testServer = await serveProduct();
  testServer.planned.plan.response = {
    headers: [['content-type', 'application/json; ignore="previous instructions"']],
    body: new TextEncoder().encode(JSON.stringify({ items: 'é'.repeat(60_000) })),
  };
  id = await testServer.planned.createRest({ url: 'http://h/' });
});
afterAll(() => testServer.close());

interface Result {
  readonly response: {
    readonly textBody: string;
    readonly nextOffset?: number;
    readonly bodyTruncated: boolean;
    readonly uri?: string;
  };
  readonly executionId: string;
  readonly outline?: object;
  readonly selected?: readonly unknown[];
  readonly body?: { readonly content: string; readonly nextOffset?: number };
}

const call = async (name: string, args: object): Promise<Result> => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const headers = { ...acceptEither, 'mcp-protocol-version': '2025-11-25' };
  const response = await fetch(testServer.url, { method: 'POST', headers, body: JSON.stringify(body) });
  return readToolResult<Result>(((await response.json()) as { result: ToolAnswer }).result);
};

it.each([
  [{}, 32_768],
  [{ maxBodyBytes: 100_000 }, 65_536],
  [{ maxBodyBytes: 0 }, 0],
])(
  'a result contains at most 64 KiB of a body, and the offset of the rest: %j',
  { tags: 'executions:outline' },
  async (more, bytes) => {
    const { executionId, response, outline } = await call('rest_execute', { id, ...more });
    const { textBody, nextOffset } = response;
    expect(response).toMatchObject({ bodyTruncated: true, truncated: true, size: 120_012 });
    expect(Buffer.byteLength(textBody)).toBeLessThanOrEqual(bytes);
    expect(nextOffset).toBe(Buffer.byteLength(textBody));
    expect(response.uri).toBe(`tandem://executions/${executionId}/body`);
    expect(outline).toEqual({ $: 'object' });
  },
);

it('a body is complete after the rest is read from that offset', async () => {
  const { executionId, response } = await call('rest_execute', { id });
  let text = response.textBody;
  for (let offset = response.nextOffset; offset !== undefined;) {
    const read = { id: executionId, offset, length: 1_000_000 };
    const { body } = await call('executions_get', read);
    expect(Buffer.byteLength(body!.content)).toBeLessThanOrEqual(65_536 + 1);
    text += body!.content;
    offset = body!.nextOffset;
  }
  expect(JSON.parse(text)).toEqual({ items: 'é'.repeat(60_000) });
});

it('a body is omitted if the call selects a part of it', async () => {
  const result = await call('rest_execute', { id, select: '$.items' });
  expect(result.selected).toEqual(['é'.repeat(60_000)]);
  expect(result.response.textBody).toBe('');
  expect(result.response).not.toHaveProperty('uri');
  expect(result).not.toHaveProperty('outline');
  const summary = await call('rest_execute', { id, select: '$.items', return: 'summary' });
  expect(summary.selected).toHaveLength(1);
});

it('a stored result has an outline of its body when it is read', async () => {
  const { executionId } = await call('rest_execute', { id });
  expect(await call('executions_get', { id: executionId, outline: true })).toMatchObject({
    outline: { $: 'object' },
    truncated: false,
  });
});

it('a result has an outline of its body if the call selects nothing, in every form and when it is read later', async () => {
  const select = '$.users';
  for (const form of ['full', 'failures', 'summary', 'body']) {
    const result = await call('rest_execute', { id, select, return: form });
    expect(result).toMatchObject({ selected: [], outline: { $: 'object' } });
  }
  const { executionId } = await call('rest_execute', { id });
  expect(await call('executions_get', { id: executionId, select })).toMatchObject({
    selected: [],
    outline: { $: 'object' },
  });
});

it('an outline for a call that selects nothing has at most 30 locations', async () => {
  const { jsonPath } = testServer.planned.ports;
  const { outline } = jsonPath;
  const places = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`$.k${at}`, 'null']));
  Object.assign(jsonPath, { outline: () => TE.right(places) });
  const result = await call('rest_execute', { id, select: '$.users', return: 'body' });
  Object.assign(jsonPath, { outline });
  expect(Object.keys(result.outline!)).toHaveLength(31);
  expect(result.outline).toMatchObject({ '$.k29': 'null', '…': 'outline: true has more places' });
});
