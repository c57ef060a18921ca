import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { askRaw, parseEcho, exchangeBytes } from '../test/raw.js';
import { type EchoServer, startEchoServer } from './index.js';

let server: EchoServer;
let patient: EchoServer;
beforeAll(async () => {
  server = await startEchoServer({ maxDelay: 300 });
  patient = await startEchoServer();
});
afterAll(() => Promise.all([server.stop(0), patient.stop(0)]));

const ask = (target: string, method = 'GET', more = '', port = server.port) =>
  askRaw(port, `${method} ${target} HTTP/1.1\r\nHost: h\r\n${more}\r\n`, method);

const measureAnswer = async (target: string, method = 'GET', more = '', port = server.port) => {
  const started = performance.now();
  const answer = await ask(target, method, more, port);
  return { answer, ms: performance.now() - started };
};

/** Far less than the delays that must not occur, and far more than a busy machine needs. */
const immediatelyMs = 15_000;
const askPatientServer = (target: string, method = 'GET', more = '') =>
  measureAnswer(target, method, more, patient.port);

describe('status', { tags: ['echo:simulate:status'] }, () => {
  it.each(['200', '201', '226', '299', '302', '400', '404', '418', '500', '503', '599'])(
    'is used for the echo: %s',
    async (status) => {
      const answer = await ask(`/x?status=${status}`);
      expect(answer.status).toBe(Number(status));
      expect(parseEcho(answer).args).toEqual({ status });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.has('location')).toBe(false);
    },
  );

  it.each([
    '100',
    '101',
    '199',
    '600',
    '999',
    '0',
    '-200',
    '20',
    '2000',
    '200.0',
    ' 200',
    'active',
    '',
    '0x194',
    '200,404',
  ])('is an ordinary argument if it is "%s"', async (status) => {
    const answer = await ask(`/x?status=${encodeURIComponent(status)}`);
    expect(answer.status).toBe(200);
    expect(parseEcho(answer).args).toEqual({ status });
  });

  it.each([204, 205, 304])('%i has no body, and the connection stays open', async (status) => {
    const bytes = `GET /?status=${String(status)} HTTP/1.1\r\nHost: h\r\n\r\nGET /next HTTP/1.1\r\nHost: h\r\n\r\n`;
    const { answers } = await exchangeBytes(server.port, bytes, ['GET', 'GET']);
    expect(answers.map((answer) => answer.status)).toEqual([status, 200]);
    expect(answers[0]?.text).toBe('');
    expect(answers[0]?.headers.has('transfer-encoding')).toBe(false);
  });

  it("is taken from the first of several arguments, whatever that argument's value", async () => {
    expect((await ask('/?status=404&status=500')).status).toBe(404);
    expect((await ask('/?status=x&status=500')).status).toBe(200);
  });

  it('is recognized in an argument whose name is percent-encoded', async () => {
    expect((await ask('/?st%61tus=4%304')).status).toBe(404);
  });

  it.each(['HEAD', 'POST', 'OPTIONS', 'DELETE', 'PROPFIND'])('is used for %s requests', async (method) => {
    expect((await ask('/?status=404', method)).status).toBe(404);
  });

  it('is used for the helpers too', async () => {
    expect(await ask('/ip?status=404')).toMatchObject({ status: 404, text: '{"ip":"127.0.0.1"}' });
    expect((await ask('/basic-auth?status=200')).status).toBe(200);
    expect((await ask('/ip?status=418', 'POST')).status).toBe(418);
  });
});

describe('delay', () => {
  it(
    'passes before the response and its timestamp, and can be combined with a status',
    { tags: ['echo:simulate:delay', 'echo:simulate:delay-then-status'] },
    async () => {
      const before = Date.now();
      const { answer, ms } = await measureAnswer('/?delay=150&status=201');
      expect(answer.status).toBe(201);
      expect(ms).toBeGreaterThan(140);
      expect(Date.parse(parseEcho(answer).meta.timestamp) - before).toBeGreaterThan(140);
    },
  );

  it('is limited to the maximum', { tags: ['echo:simulate:delay:most'] }, async () => {
    const { ms } = await measureAnswer('/?delay=99999999999999999999');
    expect(ms).toBeGreaterThan(290);
  });

  it.each(['-1', '1.5', '2e4', 'x', '', '0x5000', '+20000', '20000ms'])(
    'is an ordinary argument if it is "%s"',
    async (delay) => {
      const { answer, ms } = await askPatientServer(`/?delay=${encodeURIComponent(delay)}`);
      expect(answer.status).toBe(200);
      expect(parseEcho(answer).args).toEqual({ delay });
      expect(ms).toBeLessThan(immediatelyMs);
    },
  );

  it('is used for the helpers too', async () => {
    expect((await measureAnswer('/ip?delay=150')).ms).toBeGreaterThan(140);
  });

  it('ends when the client disconnects', async () => {
    const own = await startEchoServer();
    const socket = connect(own.port, '127.0.0.1');
    socket.write('GET /?delay=200000 HTTP/1.1\r\nHost: h\r\n\r\nGET /');
    await once(socket, 'connect');
    await askRaw(own.port, 'GET / HTTP/1.1\r\nHost: h\r\n\r\n');
    socket.destroy();
    await own.stop(200_000);
  });

  it.each([2, 500])('ends for all of %i pipelined requests when the client disconnects', async (count) => {
    const own = await startEchoServer();
    const [started, ended] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
    const delays = () =>
      started.mock.results.filter((_, index) => started.mock.calls[index]?.[1] === 200_000);
    const socket = connect(own.port, '127.0.0.1');
    socket.write('GET /?delay=200000 HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(count));
    await expect.poll(() => delays().length).toBe(count);
    socket.destroy();
    const cleared = () => new Set(ended.mock.calls.map(([timer]) => timer as unknown));
    await expect.poll(() => delays().filter(({ value }) => !cleared().has(value)).length).toBe(0);
    vi.restoreAllMocks();
    await own.stop(0);
  });

  it('of more than a thousand requests on one connection closes the connection', async () => {
    const text = 'GET /?delay=200000 HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(1_001);
    expect(await exchangeBytes(server.port, text)).toMatchObject({ answers: [], closed: true });
  });

  it('of a thousand simultaneous requests delays no other request', async () => {
    // One after another, they would take five minutes.
    const waiting = Array.from({ length: 1_000 }, () => ask('/?delay=300'));
    expect((await ask('/meanwhile')).status).toBe(200);
    expect((await Promise.all(waiting)).every(({ status }) => status === 200)).toBe(true);
  });
});

describe('reject', () => {
  it.each([
    '/?reject=true',
    '/?reject=true&delay=20000&status=201',
    '/ip?reject=true',
    '/?reject=true&reject=false',
  ])('is answered with 500 immediately: %s', { tags: ['echo:simulate:reject'] }, async (target) => {
    const { answer, ms } = await measureAnswer(target);
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.text)).toEqual({ error: expect.any(String) as string, status: 500 });
    expect(ms).toBeLessThan(immediatelyMs);
  });

  it('is answered without waiting for the body', async () => {
    const text = 'POST /?reject=true HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nonly this';
    expect((await askRaw(server.port, text)).status).toBe(500);
  });

  it.each(['false', 'TRUE', 'True', '1', '', 'yes', 'true '])(
    'is an ordinary argument if it is "%s"',
    async (reject) => {
      const answer = await ask(`/?reject=${encodeURIComponent(reject)}`);
      expect(answer.status).toBe(200);
      expect(parseEcho(answer).args).toEqual({ reject });
    },
  );

  it('is taken from the first of several arguments', async () => {
    expect((await ask('/?reject=false&reject=true')).status).toBe(200);
  });
});

describe('a preflight', () => {
  it('is never affected by a simulation', async () => {
    const preflight = 'Origin: http://p\r\nAccess-Control-Request-Method: PUT\r\n';
    const { answer, ms } = await askPatientServer(
      '/?reject=true&status=404&delay=20000',
      'OPTIONS',
      preflight,
    );
    expect(answer.status).toBe(200);
    expect(ms).toBeLessThan(immediatelyMs);
  });
});
