import type { Socket } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openOtherEnd, type OtherEnd, formatOutcome } from './testing/other-end.js';

let end: OtherEnd;
beforeEach(() => {
  end = openOtherEnd();
});
afterEach(() => end.close());

/** Sends a request, and waits until its connection has returned to the pool, which takes a few turns of the event loop. */
const sendAndReturn = async (url: string) => {
  await end.send(url);
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
};

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

describe('an unsolicited interim response', { tags: ['send:interim'] }, () => {
  it.each([
    ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['102', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['103', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
    [
      'several',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 C\r\n\r\n',
    ],
  ])('is skipped: %s', async (_, interim) => {
    const url = await end.raw((socket) => socket.end(interim + ok));
    const outcome = await end.send(url);
    expect(outcome).toMatchObject({ right: { status: 200, headers: [['content-length', '2']] } });
    expect(formatOutcome(outcome)).toBe('ok');
  });

  it('is skipped even in pieces on a reused connection, but the same text in a body is kept', async () => {
    const body = 'HTTP/1.1 100 Continue\r\n\r\n';
    const answer = (socket: Socket) => {
      socket.write('HTTP/1.1 10');
      setImmediate(() => {
        socket.write('0 Continue\r\n');
        setImmediate(() => {
          socket.write(`\r\nHTTP/1.1 200 OK\r\nContent-Length: ${2 * body.length}\r\n\r\n${body}`);
          setImmediate(() => socket.write(body));
        });
      });
    };
    const url = await end.raw((socket) => {
      answer(socket);
      socket.on('data', () => {
        answer(socket);
      });
    });
    for (let round = 0; round < 5; round++) {
      await sendAndReturn(url);
      const outcome = await end.send(url);
      expect(formatOutcome(outcome)).toBe(body + body);
    }
    expect(end.accepted()).toBeLessThan(4);
  });

  it.each([
    [
      'UNASKED_UPGRADE',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    ],
    ['TOO_MANY_INTERIM', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(101)],
  ])('ends the exchange with NETWORK_ERROR and %s', async (cause, answer) => {
    const url = await end.raw((socket) => socket.write(answer));
    expect(await end.send(url)).toMatchObject({
      left: { fault: { code: 'NETWORK_ERROR', details: { cause } } },
    });
    await expect.poll(end.connections).toBe(0);
  });
});

describe('a reused connection that the server closes', { tags: ['send:repeat'] }, () => {
  /**
   * On the first `connections` connections, answers the first request, and closes the connection at the second. Closes any later connection
   * at once.
   */
  const closing = (close: (socket: Socket) => void, connections = Infinity) => {
    const asked: string[] = [];
    let opened = 0;
    const url = end.raw((socket) => {
      opened += 1;
      if (opened > connections) {
        close(socket);
        return;
      }
      socket.write(ok);
      socket.on('data', (bytes: Buffer) => {
        asked.push(bytes.toString().split(' ', 1)[0] ?? '');
        close(socket);
      });
    });
    return { url, asked };
  };

  const ends: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['an end', (socket) => socket.end()],
    ['a reset', (socket) => socket.resetAndDestroy()],
  ];

  it.each(
    ends.flatMap((one) =>
      ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'].map((method) => [method, ...one] as const),
    ),
  )('causes %s to be sent once more after %s', async (method, _, close) => {
    const { url, asked } = closing(close);
    const at = await url;
    await sendAndReturn(at);
    const body = method === 'PUT' ? ({ kind: 'text', text: 'x' } as const) : ({ kind: 'none' } as const);
    expect(await end.send(at, { method, body })).toMatchObject({ right: { status: 200, repeated: true } });
    expect(asked).toEqual([method]);
    expect(end.accepted()).toBe(2);
  });

  it.each(['POST', 'PATCH', 'LOCK'])('does not cause %s to be repeated', async (method) => {
    const { url } = closing((socket) => socket.end());
    const at = await url;
    await sendAndReturn(at);
    expect(await end.send(at, { method })).toMatchObject({
      left: { fault: { code: 'NETWORK_ERROR', details: { cause: 'ECONNRESET' } } },
    });
    expect(end.accepted()).toBe(1);
  });

  it.each(ends)('causes only one repetition, and none on a new connection: %s', async (_, close) => {
    const { url } = closing(close, 1);
    const at = await url;
    await sendAndReturn(at);
    const failed = { left: { fault: { code: 'NETWORK_ERROR', details: { cause: 'ECONNRESET' } } } };
    expect(await end.send(at)).toMatchObject(failed);
    expect(end.accepted()).toBe(2);
    expect(await end.send(at)).toMatchObject(failed);
    expect(end.accepted()).toBe(3);
  });

  it('after a partial response does not cause the request to be repeated', async () => {
    const { url } = closing((socket) => socket.end('H'));
    const at = await url;
    await sendAndReturn(at);
    expect(await end.send(at)).toMatchObject({ left: { fault: { code: 'NETWORK_ERROR' } } });
    expect(end.accepted()).toBe(1);
  });

  it('causes a repetition within the same timeout', async () => {
    let opened = 0;
    const url = await end.raw((socket) => {
      opened += 1;
      if (opened > 1) return;
      socket.write(ok);
      socket.on('data', () => socket.end());
    });
    await sendAndReturn(url);
    // Long enough to open the second connection on a busy machine.
    expect(await end.send(url, {}, { timeoutMs: 3_000 })).toMatchObject({
      left: { fault: { code: 'TIMEOUT' } },
    });
    expect(opened).toBe(2);
    await expect.poll(end.connections).toBe(0);
  });

  it('lets many requests succeed even if the server closes soon after each response', async () => {
    const url = await end.http((request, response) => {
      response.end('ok');
      setTimeout(() => request.socket.destroy(), 5);
    });
    const outcomes = { ok: 0, failed: 0 };
    const worker = async () => {
      for (let round = 0; round < 100; round++) {
        await new Promise((resolve) => setTimeout(resolve, round % 8));
        outcomes[formatOutcome(await end.send(url)) === 'ok' ? 'ok' : 'failed'] += 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    expect(outcomes).toEqual({ ok: 800, failed: 0 });
  });
});

it(
  'certificates are verified even with NODE_TLS_REJECT_UNAUTHORIZED=0',
  { tags: ['send:tls:verified'] },
  async () => {
    const url = await end.https((_, response) => response.end());
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      expect(await end.send(url)).toMatchObject({ left: { fault: { code: 'TLS_ERROR' } } });
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    }
  },
);
