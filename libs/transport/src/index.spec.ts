import type { ServerHttp2Stream } from 'node:http2';
import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

import { E } from '@tandem/core/fp';
import { afterEach, describe, expect, it } from 'vitest';

import type { TransportOptions } from './index.js';
import { formatOutcome, openOtherEnd, type OtherEnd } from './testing/other-end.js';
import { createSelfSigned } from './testing/self-signed.js';

let end: OtherEnd;
afterEach(() => end.close());

const open = (options: TransportOptions = {}): OtherEnd => (end = openOtherEnd(options));

const host = createSelfSigned('127.0.0.1');
const anyCertificate = { tls: { verify: false } } as const;
const answerStream = (stream: ServerHttp2Stream) => stream.respond({ ':status': 204 }, { endStream: true });

/** Opens connections of each kind, which then wait for another request. Returns how many it opened. */
const openIdleConnections = async (): Promise<number> => {
  const answerSocket = (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  const urls = [
    { url: await end.raw(answerSocket), options: {} },
    {
      url: await end.tls((socket) => socket.once('data', () => answerSocket(socket)), host),
      options: anyCertificate,
    },
    { url: await end.h2(answerStream, host), options: { ...anyCertificate, http: '2' } as const },
  ];
  for (const { url, options } of urls) await end.send(url, {}, options);
  expect(end.accepted()).toBe(urls.length);
  return urls.length;
};

describe('a transport', { tags: ['send:keep-alive'] }, () => {
  it('closes its connections when it is closed', async () => {
    open({ keepAliveMs: 600_000 });
    const count = await openIdleConnections();
    expect(end.connections()).toBe(count);
    await end.transport.close();
    await expect.poll(end.connections).toBe(0);
  });

  it('ends its requests when it is closed', async () => {
    open();
    const url = await end.http(() => undefined);
    const sent = end.send(url);
    await expect.poll(end.connections).toBe(1);
    await end.transport.close();
    expect(await sent).toMatchObject({ left: { fault: { code: 'NETWORK_ERROR' } } });
  });

  it('closes a connection that was idle for the given time', async () => {
    open({ keepAliveMs: 1 });
    await openIdleConnections();
    await expect.poll(end.connections).toBe(0);
  });

  it('opens at most the given number of connections to an origin', async () => {
    open({ connections: 2 });
    const waiting: ServerResponse[] = [];
    const url = await end.http((_, response) => {
      waiting.push(response);
      if (waiting.length === 2) for (const one of waiting.splice(0)) one.end('ok');
    });
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => end.send(url)));
    expect(outcomes.map(formatOutcome)).toEqual(Array.from({ length: 6 }, () => 'ok'));
    expect(end.accepted()).toBe(2);
  });

  it('keeps the connection that is being opened for a request if another request is cancelled', async () => {
    open();
    const { port } = new URL(await end.https((_, response) => response.end('ok')));
    const opened: Socket[] = [];
    let isOpen = false;
    const lead = (socket: Socket) => socket.pipe(connect(Number(port), '127.0.0.1')).pipe(socket);
    const gate = createServer((socket) => {
      opened.push(socket);
      if (isOpen) lead(socket);
    }).listen(0, '127.0.0.1');
    await once(gate, 'listening');
    const url = `https://127.0.0.1:${(gate.address() as AddressInfo).port}/`;
    const cancelling = new AbortController();
    const cancelled = end.send(url, {}, { ...anyCertificate, signal: cancelling.signal });
    const waiting = end.send(url, {}, anyCertificate);
    await expect.poll(() => opened.length).toBe(2);
    cancelling.abort();
    expect(await cancelled).toMatchObject({ left: { fault: { code: 'CANCELLED' } } });
    isOpen = true;
    opened.forEach(lead);
    expect(formatOutcome(await waiting)).toBe('ok');
    expect(opened).toHaveLength(2);
    await end.transport.close();
    gate.close();
  });

  it('keeps the connections of the sixteen configurations that were used last', async () => {
    open({ keepAliveMs: 600_000 });
    const url = await end.http((_, response) => response.end('ok'));
    const send = (number: number) => {
      const pkcs12 = { name: 'c.p12', bytes: Buffer.from(String(number)) };
      const clientCertificates = [{ type: 'pkcs12', domain: 'a.example', pkcs12 }] as const;
      return end.send(url, {}, { tls: { clientCertificates } });
    };
    for (let number = 0; number < 16; number++) await send(number);
    await send(0);
    expect(end.connections()).toBe(16);
    expect(end.accepted()).toBe(16);
    await send(16);
    expect(end.accepted()).toBe(17);
    await expect.poll(end.connections).toBe(16);
    for (const kept of [0, 2, 15, 16]) await send(kept);
    expect(end.accepted()).toBe(17);
    await send(1);
    expect(end.accepted()).toBe(18);
    await expect.poll(end.connections).toBe(16);
  });

  it('keeps the connection of a repeated request no longer than that', async () => {
    open({ keepAliveMs: 600_000 });
    let opened = 0;
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    const url = await end.raw((socket) => {
      opened += 1;
      socket.write(answer);
      if (opened === 1) socket.once('data', () => socket.end());
    });
    await end.send(url);
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    expect(await end.send(url)).toMatchObject({ right: { repeated: true } });
    expect(end.accepted()).toBe(2);
    await expect.poll(end.connections).toBe(0);
  });

  it('opens at most the given number of HTTP/2 connections to an origin', async () => {
    open({ connections: 2 });
    const url = await end.h2(answerStream, { ...host, settings: { maxConcurrentStreams: 1 } });
    const send = () => end.send(url, {}, { ...anyCertificate, http: '2' });
    expect((await Promise.all(Array.from({ length: 6 }, send))).every(E.isRight)).toBe(true);
    expect(end.accepted()).toBe(2);
  });
});

describe('the size of the headers of a response', () => {
  /** Sends a request whose response has a head of this size, and returns the cause of the failure. */
  const receiveHead = async (bytes: number): Promise<unknown> => {
    const [before, after] = ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: ', '\r\n\r\n'];
    const url = await end.raw((socket) =>
      socket.end(before + 'x'.repeat(bytes - before.length - after.length) + after),
    );
    const outcome = await end.send(url);
    return E.isRight(outcome) ? outcome.right.status : outcome.left.fault.details;
  };
  const overflow = { cause: 'UND_ERR_HEADERS_OVERFLOW' };

  it('may be 256 KiB by default', async () => {
    open();
    expect(await receiveHead(262_144)).toBe(200);
    expect(await receiveHead(262_145)).toEqual(overflow);
  });

  it('is limited by the given number of bytes', async () => {
    open({ maxHeaderBytes: 1_000 });
    expect(await receiveHead(1_000)).toBe(200);
    expect(await receiveHead(1_001)).toEqual(overflow);
  });

  it('is limited over HTTP/2 too', async () => {
    open({ maxHeaderBytes: 1_000 });
    const url = await end.h2((stream, headers) => {
      stream.respond({ 'x-a': 'x'.repeat(headers[':path'] === '/long' ? 1_000 : 500) }, { endStream: true });
    }, host);
    const send = (path: string) => end.send(url + path, {}, { ...anyCertificate, http: '2' });
    expect(E.isRight(await send('short'))).toBe(true);
    expect(await send('long')).toMatchObject({ left: { fault: { code: 'NETWORK_ERROR' } } });
  });
});

it("the system's proxy is read from the environment of the process", { tags: 'proxy:system' }, async () => {
  open();
  const before = process.env.http_proxy;
  const proxy = await end.http((request, response) => response.end(`for ${request.url ?? ''}`));
  process.env.http_proxy = proxy;
  try {
    const request = { method: 'GET', url: 'http://a.example/', headers: [], body: { kind: 'none' } } as const;
    expect(formatOutcome(await end.send(request.url, {}, { proxy: 'system' }))).toBe('for http://a.example/');
    expect(await end.transport.write(request, { proxy: 'system' })()).toMatchObject({
      right: { target: 'http://a.example/' },
    });
  } finally {
    if (before === undefined) delete process.env.http_proxy;
    else process.env.http_proxy = before;
  }
});
