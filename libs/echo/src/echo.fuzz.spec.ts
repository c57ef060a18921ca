import fc from 'fast-check';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { askRaw } from '../test/raw.js';
import { type EchoServer, startEchoServer } from './index.js';

const sequences = 20_000;
const maxMs = 20_000;
/** Minimum number of sequences to send, however busy the machine is. */
const minSequences = sequences / 10;

let server: EchoServer;
const defects: unknown[] = [];
beforeAll(async () => {
  server = await startEchoServer({
    maxBody: 10_000,
    maxUpload: 10_000,
    maxDelay: 5,
    onDefect: (error) => defects.push(error),
  });
});
afterAll(() => server.stop(0));

const line = fc.constantFrom(
  'GET / HTTP/1.1',
  'POST /x?delay=1&status=404 HTTP/1.1',
  'HEAD /ip HTTP/1.0',
  'OPTIONS * HTTP/1.1',
  'PUT http://a/b?%zz=%ff HTTP/1.1',
  'GET //a/../b?%00 HTTP/1.1',
  'GET http://[::/ip HTTP/1.1',
  'PRI * HTTP/2.0',
  'CONNECT a:1 HTTP/1.1',
  'GET /basic-auth?user=%ff HTTP/1.1',
);
const header = fc.constantFrom(
  'Host: h',
  'Host:',
  'Content-Type: application/json',
  'Content-Type: multipart/form-data; boundary=b',
  'Content-Type: multipart/form-data; boundary="',
  'Content-Type: application/x-www-form-urlencoded',
  'Content-Type: text/plain; charset=utf-16',
  'Content-Encoding: gzip',
  'Content-Encoding: br, x',
  'Content-Length: 5',
  'Content-Length: 99999999999',
  'Transfer-Encoding: chunked',
  'Expect: 100-continue',
  'Connection: close',
  'Upgrade: h2c',
  'Cookie: a=%ff; ="; b',
  'Authorization: Basic /w==',
  'Access-Control-Request-Method: X',
  'Access-Control-Request-Headers: \xff',
);
const body = fc.constantFrom(
  '',
  '{"a":',
  '5\r\nabcde\r\n0\r\n\r\n',
  '--b\r\nContent-Disposition: form-data; name="a"; filename="\r\n\r\nx\r\n--b--\r\n',
  '--b\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nx\r\n--b--\r\n',
  '\x1f\x8b\x08\x00',
  'a=1&%zz',
);
const noise = fc.uint8Array({ maxLength: 60 }).map((octets) => Buffer.from(octets));
const likely = fc
  .tuple(line, fc.array(header, { maxLength: 6 }), body)
  .map(([first, headers, rest]) => Buffer.from([first, ...headers, '', rest].join('\r\n'), 'latin1'));
const brokenRequest = fc.tuple(likely, noise, fc.nat()).map(([octets, junk, at]) => {
  const cut = at % (octets.length + 1);
  return Buffer.concat([octets.subarray(0, cut), junk, octets.subarray(cut)]);
});
const sequence = fc.oneof(
  likely,
  brokenRequest,
  noise,
  fc.tuple(likely, brokenRequest).map((both) => Buffer.concat(both)),
);

/** Sends bytes, waits briefly, disconnects and returns what has arrived. */
const send = (octets: Buffer): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1');
    let text = '';
    const leave = () => socket.destroy();
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      setImmediate(leave);
    });
    const timer = setTimeout(leave, 30);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(timer);
        resolve(text);
      });
    socket.write(octets);
  });

describe('raw bytes at the socket', () => {
  it(`never crash, hang or fail the server: ${String(sequences)} sequences, or as many as fit into ${String(maxMs / 1000)} s`, async () => {
    const samples = fc.sample(sequence, { numRuns: sequences, seed: 20_261_121 });
    const until = performance.now() + maxMs;
    let next = 0;
    const failed: string[] = [];
    const lane = async () => {
      while (next < samples.length && (next < minSequences || performance.now() < until)) {
        const octets = samples[next++] ?? Buffer.alloc(0);
        const text = await send(octets);
        if (/^HTTP\/1\.1 5/m.test(text))
          failed.push(`${JSON.stringify(octets.toString('latin1'))} -> ${text}`);
      }
    };
    await Promise.all(Array.from({ length: 64 }, lane));
    expect(failed).toEqual([]);
    expect(defects).toEqual([]);
    expect((await askRaw(server.port, 'GET / HTTP/1.1\r\nHost: h\r\n\r\n')).status).toBe(200);
  });
});
