import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { RpcServer } from '../server.js';
import { createRpcOverHttp } from './http.js';

const begunCalls: unknown[] = [];
const endedCalls: unknown[] = [];

/** A server whose methods test a carrier without an application. */
const rpc: Pick<RpcServer, 'callByName'> = {
  callByName: async (method, params, context) => {
    if (method === 'rest_list') return { by: context?.by, aborted: context?.signal.aborted };
    if (method === 'rest_execute') {
      begunCalls.push(method);
      await new Promise<void>((resolve) => {
        context?.signal.addEventListener('abort', () => {
          endedCalls.push(method);
          resolve();
        });
      });
    }
    return params;
  },
};

let server: Server;
let url = '';
beforeAll(async () => {
  const app = new Koa();
  app.use(createRpcOverHttp(rpc, { maxBodyBytes: 1_000 }));
  const handle = app.callback();
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const post = async (body: string, type = 'application/json', signal: AbortSignal | null = null) => {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body, signal });
  const text = await answer.text();
  return { status: answer.status, answer: text === '' ? undefined : (JSON.parse(text) as unknown) };
};

const params = { __proto: 1, big: [1.5, null] };
const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'rest_get', params });

describe('JSON-RPC over POST', () => {
  it('calls a method and returns its result', async () => {
    expect(await post(JSON.stringify(call(1)), 'Application/JSON; charset=utf-8')).toEqual({
      status: 200,
      answer: { jsonrpc: '2.0', id: 1, result: params },
    });
  });

  it('answers a batch in order, and notifications with 204', async () => {
    const batch = [call(2), { jsonrpc: '2.0', method: 'rest_get' }, call(1)];
    expect(await post(JSON.stringify(batch))).toMatchObject({ answer: [{ id: 2 }, { id: 1 }] });
    expect(await post('{"jsonrpc":"2.0","method":"rest_get"}')).toEqual({ status: 204, answer: undefined });
    expect(await post('[{"jsonrpc":"2.0","method":"rest_get"}]')).toEqual({ status: 204, answer: undefined });
  });

  it.each([
    ['{', 'The body is not JSON'],
    [`"${'x'.repeat(1_000)}"`, 'The body is too long'],
    ['[]', 'A batch holds 1 to 100 requests'],
  ])('is refused with a reason: %s', async (body, message) => {
    expect(await post(body)).toMatchObject({ answer: { error: { message } } });
  });

  it.each([
    ['{', 400, -32700],
    [`"${'x'.repeat(1_000)}"`, 413, -32600],
    ['[]', 200, -32600],
    [JSON.stringify(Array.from({ length: 101 }, () => 1)), 200, -32600],
  ])('is refused: %s', async (body, status, code) => {
    expect(await post(body)).toMatchObject({ status, answer: { id: null, error: { code } } });
  });

  it('accepts no other content type and no other HTTP method', async () => {
    expect(await post('{}', 'text/plain')).toMatchObject({
      status: 415,
      answer: { error: { code: -32600 } },
    });
    const got = await fetch(url);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await fetch(url, { method: 'PUT', body: '{}' })).status).toBe(405);
  });

  it('records scripts as the authors of changes', async () => {
    expect(await post('{"jsonrpc":"2.0","id":1,"method":"rest_list"}')).toMatchObject({
      answer: { result: { by: 'script', aborted: false } },
    });
  });

  it('accepts a batch of a hundred calls', async () => {
    const { answer } = await post(JSON.stringify(Array.from({ length: 100 }, () => 1)));
    expect(answer).toHaveLength(100);
  });

  it('cancels the calls of a client that disconnects', async () => {
    const controller = new AbortController();
    const running = post('{"jsonrpc":"2.0","id":1,"method":"rest_execute"}', undefined, controller.signal);
    const left = expect(running).rejects.toThrow();
    await expect.poll(() => begunCalls).toEqual(['rest_execute']);
    controller.abort();
    await left;
    await expect.poll(() => endedCalls).toEqual(['rest_execute']);
  });
});
