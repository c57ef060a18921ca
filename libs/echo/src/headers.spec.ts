import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { askRaw, parseEcho } from '../test/raw.js';
import { type EchoServer, startEchoServer } from './index.js';

let server: EchoServer;
beforeAll(async () => {
  server = await startEchoServer();
});
afterAll(() => server.stop(0));

const askForEcho = async (headers: readonly string[]) =>
  parseEcho(
    await askRaw(
      server.port,
      `GET / HTTP/1.1\r\nHost: h\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`,
    ),
  );

describe('headers', () => {
  it('are echoed with names in lower case and unchanged values', { tags: ['echo:headers'] }, async () => {
    const { headers } = await askForEcho([
      'X-ThInG:   a  b  ',
      'Empty:',
      'Quote: "a\\b"',
      'Latin: \xe9\xff',
      'Tab: a\tb',
    ]);
    expect(headers).toEqual({
      host: 'h',
      'x-thing': 'a  b',
      empty: '',
      quote: '"a\\b"',
      latin: '\xe9\xff',
      tab: 'a\tb',
    });
  });

  it.each(['x-a', 'user-agent', 'authorization', 'set-cookie', 'content-type', 'referer', 'if-none-match'])(
    'are joined in order if they are repeated: %s, in any spelling',
    async (name) => {
      const { headers } = await askForEcho([
        `${name}: 1`,
        `${name.toUpperCase()}: 2`,
        'x-other: o',
        `${name}: 3`,
      ]);
      expect(headers[name]).toBe('1, 2, 3');
      expect(headers['x-other']).toBe('o');
    },
  );

  it('are echoed completely even if there are thousands', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `h${String(index)}: 1`);
    expect(Object.keys((await askForEcho(many)).headers)).toHaveLength(5_001);
    const one = Array.from({ length: 5_000 }, () => 'h: 1');
    expect((await askForEcho(one)).headers.h).toHaveLength(5_000 + 4_999 * 2);
    expect((await askForEcho(['Late-Name: 1', 'late-name: 2'])).headers['late-name']).toBe('1, 2');
  });

  it('may have names such as __proto__', async () => {
    const { text } = await askRaw(
      server.port,
      'GET / HTTP/1.1\r\nHost: h\r\n__proto__: 1\r\nconstructor: 2\r\n\r\n',
    );
    expect(text).toContain('"headers":{"host":"h","__proto__":"1","constructor":"2"}');
  });

  it('for conditional requests, ranges and upgrades have no effect', async () => {
    const lines = [
      'If-None-Match: *',
      'If-Modified-Since: Sat, 21 Nov 2026 00:00:00 GMT',
      'Range: bytes=0-1',
    ];
    const upgrade = ['Upgrade: websocket', 'Connection: Upgrade', 'Expect: something'];
    const answer = await askRaw(
      server.port,
      `GET / HTTP/1.1\r\nHost: h\r\n${[...lines, ...upgrade].join('\r\n')}\r\n\r\n`,
    );
    expect(answer.status).toBe(200);
    expect(parseEcho(answer).headers.upgrade).toBe('websocket');
  });
});

describe('cookies', () => {
  it.each([
    [[], {}],
    [['Cookie: a=1; b=2'], { a: '1', b: '2' }],
    [['Cookie: a=1; a=2'], { a: '1' }],
    [['Cookie: a=1', 'cookie: b=2; a=3'], { a: '1', b: '2' }],
    [['Cookie: a="q uo"; b="; c=""'], { a: 'q uo', b: '"', c: '' }],
    [['Cookie: a=%C3%A9; b=%zz; c=%ff'], { a: 'é', b: '%zz', c: '%ff' }],
    [['Cookie: novalue; a=1;; =x; b='], { a: '1', '': 'x', b: '' }],
    [['Cookie: a=b=c'], { a: 'b=c' }],
    [['Cookie: a=\xc3\xa0 ;\tb=1 2'], { a: '\xc3\xa0', b: '1 2' }],
    [['Cookie:'], {}],
  ])('are parsed from %j', async (lines, cookies) => {
    expect((await askForEcho(lines)).cookies).toEqual(cookies);
  });

  it('from several Cookie headers are joined with a semicolon in headers', async () => {
    expect((await askForEcho(['Cookie: a=1', 'Cookie: b=2'])).headers.cookie).toBe('a=1; b=2');
  });
});
