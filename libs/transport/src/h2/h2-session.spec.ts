import { once } from 'node:events';
import type { ServerHttp2Stream } from 'node:http2';
import { connect } from 'node:tls';

import { E } from '@tandem/core/fp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openOtherEnd, type OtherEnd } from '../testing/other-end.js';
import { createSelfSigned } from '../testing/self-signed.js';
import { startSession } from './h2-session.js';

let end: OtherEnd;
beforeEach(() => {
  end = openOtherEnd();
});
afterEach(() => end.close());

describe('a response over HTTP/2', { tags: 'http:version' }, () => {
  it('has its fields in order, and no others', async () => {
    const url = await end.h2((stream) => {
      stream.respond({ ':status': 203, 'x-a': ['1', '2'], server: 'x' }, { waitForTrailers: false });
      stream.end('body');
    }, createSelfSigned('127.0.0.1'));
    const outcome = await end.send(url, {}, { tls: { verify: false }, http: '2' });
    if (E.isLeft(outcome)) throw new Error(JSON.stringify(outcome.left));
    const { status, statusText, headers, body } = outcome.right;
    expect({ status, statusText, body: Buffer.from(body).toString() }).toEqual({
      ...{ status: 203, statusText: '', body: 'body' },
    });
    expect(headers.filter(([name]) => name !== 'date')).toEqual([
      ['x-a', '1'],
      ['x-a', '2'],
      ['server', 'x'],
    ]);
  });

  it('is reported with its connection, and whether the connection was used before', async () => {
    const url = await end.h2((stream) => {
      stream.respond({ ':status': 204 }, { endStream: true });
    }, createSelfSigned('host.example'));
    const connections = [];
    for (let index = 0; index < 2; index++) {
      const outcome = await end.send(url, {}, { tls: { verify: false }, http: 'auto' });
      connections.push(E.isRight(outcome) ? outcome.right.connection : outcome.left);
    }
    const [first, second] = connections;
    expect(first).toEqual({
      ...{ protocol: 'h2', reused: false, remoteAddress: '127.0.0.1' },
      tls: {
        version: 'TLSv1.3',
        cipher: expect.stringMatching(/^TLS_/) as unknown,
        subject: 'CN=host.example',
        issuer: 'CN=host.example',
        validTo: '2049-12-31T23:59:59.000Z',
      },
    });
    expect(second).toMatchObject({ protocol: 'h2', reused: true });
    expect(end.accepted()).toBe(1);
  });
});

describe('a connection of HTTP/2', { tags: 'http:version' }, () => {
  const sendHttp2 = (url: string) => end.send(url, {}, { tls: { verify: false }, http: '2' });

  it('is used again after another one to the same origin was closed', async () => {
    await end.close();
    end = openOtherEnd({ keepAliveMs: 600_000 });
    const waiting: ServerHttp2Stream[] = [];
    const sessions: ServerHttp2Stream['session'][] = [];
    const url = await end.h2(
      (stream) => {
        waiting.push(stream);
        sessions.push(stream.session);
        if (sessions.length === 1) return;
        for (const one of waiting.splice(0)) one.respond({ ':status': 204 }, { endStream: true });
      },
      { ...createSelfSigned('127.0.0.1'), settings: { maxConcurrentStreams: 1 } },
    );
    expect((await Promise.all([sendHttp2(url), sendHttp2(url)])).every(E.isRight)).toBe(true);
    expect(end.accepted()).toBe(2);
    sessions[0]?.destroy();
    await expect.poll(end.connections).toBe(1);
    expect(await sendHttp2(url)).toMatchObject({ right: { connection: { reused: true } } });
    expect(end.accepted()).toBe(2);
  });

  it('allows no pushes, and as many header bytes and bytes in flight as it should', async () => {
    await end.close();
    end = openOtherEnd({ maxHeaderBytes: 20_000 });
    const seen: unknown[] = [];
    const url = await end.h2((stream) => {
      const { remoteSettings, state } = stream.session ?? {};
      seen.push({ ...remoteSettings, window: state?.remoteWindowSize });
      stream.respond({ ':status': 204 }, { endStream: true });
    }, createSelfSigned('127.0.0.1'));
    await sendHttp2(url);
    expect(seen).toEqual([
      expect.objectContaining({
        enablePush: false,
        maxHeaderListSize: 20_000,
        initialWindowSize: 1_048_576,
        window: 33_554_432,
      }),
    ]);
  });

  it('takes no request once it closes, which can be sent on another', async () => {
    const { port } = new URL(
      await end.h2((stream) => {
        stream.respond({ ':status': 204 }, { endStream: true });
      }, createSelfSigned('127.0.0.1')),
    );
    const origin = `https://127.0.0.1:${port}`;
    const socket = connect({ port: Number(port), rejectUnauthorized: false, ALPNProtocols: ['h2'] });
    await once(socket, 'secureConnect');
    const session = startSession(origin, socket, {
      ...{ opening: { began: 0, times: {} }, keepAliveMs: 60_000, maxHeaderBytes: 20_000 },
      onClose: () => undefined,
    });
    await session.ready;
    const wire = { origin, path: '/', method: 'GET', headers: [], body: null };
    const ask = () =>
      session.ask(wire, new AbortController().signal, { asked: 0, more: '', reused: false, answered: false });
    expect(await ask()).toMatchObject({ status: 204 });
    session.close();
    expect(session.isOpen()).toBe(false);
    expect(session.claim()).toBe(false);
    await expect(ask()).rejects.toMatchObject({ code: 'HTTP2_REFUSED_STREAM', unprocessed: true });
  });

  it('is reported as closed if it ends before the first frame', async () => {
    const url = await end.tls((socket) => socket.end(), {
      ...createSelfSigned('127.0.0.1'),
      ALPNProtocols: ['h2'],
    });
    expect(await sendHttp2(url)).toMatchObject({
      left: { fault: { code: 'NETWORK_ERROR', details: { cause: 'ECONNRESET' } } },
    });
  });
});

describe('a request over HTTP/2', { tags: 'send:own-server' }, () => {
  it('can be written without being sent', async () => {
    const own = openOtherEnd({ isOwnPort: (port) => port === 80 || port === 443 });
    const check = (url: string, method = 'GET') =>
      own.transport.write({ method, url, headers: [], body: { kind: 'none' } }, {})();
    expect(await check('http://a.example/')).toMatchObject({ right: { method: 'GET', target: '/' } });
    expect(await check('http://a.example/', 'CONNECT')).toMatchObject({ left: { code: 'METHOD_INVALID' } });
    for (const url of ['http://localhost/', 'https://localhost/', 'https://[::1]:80/'])
      expect(await check(url)).toMatchObject({ left: { code: 'OWN_SERVER_REFUSED' } });
    expect(await check('http://localhost:81/')).toMatchObject({ right: { target: '/' } });
    await own.close();
  });
});
