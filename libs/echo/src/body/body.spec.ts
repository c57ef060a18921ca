import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { askRaw, type Echo, parseEcho, exchangeBytes } from '../../test/raw.js';
import { type EchoServer, startEchoServer } from '../index.js';

let server: EchoServer;
beforeAll(async () => {
  server = await startEchoServer({ maxBody: 200_000 });
});
afterAll(() => server.stop(0));

const request = (body: string | Buffer, headers: readonly string[], method = 'POST'): Buffer => {
  const octets = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  const lines = [
    `${method} /b HTTP/1.1`,
    'Host: h',
    `Content-Length: ${String(octets.length)}`,
    ...headers,
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), octets]);
};

const ask = (body: string | Buffer, type?: string, more: readonly string[] = [], method = 'POST') =>
  askRaw(
    server.port,
    request(body, [...(type === undefined ? [] : [`Content-Type: ${type}`]), ...more], method),
    method,
  );

const parts = ({ body, json, form, files, data }: Echo) => ({ body, json, form, files, data });

const askForParts = async (...parameters: Parameters<typeof ask>) =>
  parts(parseEcho(await ask(...parameters)));

const toJsonParts = (value: unknown) => ({ body: value, json: value, form: null, files: {}, data: null });
const toTextParts = (text: string) => ({ body: text, json: null, form: null, files: {}, data: text });
const toFormParts = (form: unknown) => ({ body: form, json: null, form, files: {}, data: null });
const nothing = { body: null, json: null, form: null, files: {}, data: null };

describe('a request without a body', { tags: ['echo:body:none'] }, () => {
  it.each([
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'text/plain',
    'x',
  ])('has null fields for the type %s', async (type) => {
    expect(await askForParts('', type)).toEqual(nothing);
    const chunked = `POST / HTTP/1.1\r\nHost: h\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
    expect(parts(parseEcho(await askRaw(server.port, chunked)))).toEqual(nothing);
  });
});

describe('a Content-Length of zero, in any spelling,', () => {
  it('gives the body null fields', async () => {
    const text = 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 000\r\n\r\n';
    expect(parts(parseEcho(await askRaw(server.port, text)))).toEqual(nothing);
  });
});

describe('JSON', () => {
  it.each(['application/json', 'APPLICATION/JSON ; charset=x', 'application/problem+json', 'a/b+JSON;v=1'])(
    'is parsed with the type %s',
    async (type) => {
      expect(await askForParts('{"a":[1,null,"é"]}', type)).toEqual(toJsonParts({ a: [1, null, 'é'] }));
    },
  );

  it.each(['null', 'true', '0', '-1.5e3', '""', '"x"', '[]', '{}', ' {"a" : 1}\n'])(
    'may be the value %s',
    async (text) => {
      expect(await askForParts(text, 'application/json')).toEqual(toJsonParts(JSON.parse(text)));
    },
  );

  it('is parsed without its byte order mark', async () => {
    expect(await askForParts('\ufeff[1]', 'application/json')).toEqual(toJsonParts([1]));
  });

  it('keeps every digit, every repeated name and __proto__', async () => {
    const text = '{"n":12345678901234567890,"f":1.10,"a":1,"a":2,"__proto__":{"x":1}}';
    expect((await ask(text, 'application/json')).text).toContain(`"body":${text},"json":${text},"form":null`);
  });

  it('is parsed if it is nested 50,000 levels deep', async () => {
    const text = '['.repeat(50_000) + ']'.repeat(50_000);
    const answer = await ask(text, 'application/json');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`"body":${text},"json":${text}`);
  });

  it.each(['{', '{"a":1,}', "{'a':1}", 'undefined', '[1] x', 'NaN', ' '])(
    'is shown as text if it is malformed: %s',
    async (text) => {
      const answer = await ask(text, 'application/json');
      expect(answer.status).toBe(200);
      expect(parts(parseEcho(answer))).toEqual(toTextParts(text));
    },
  );

  it('is shown as a data URL if it is not UTF-8', async () => {
    expect(await askForParts(Buffer.from([0x22, 0xff, 0x22]), 'application/json')).toEqual(
      toTextParts('data:application/json;base64,Iv8i'),
    );
  });
});

describe('a form', () => {
  const type = 'application/x-www-form-urlencoded';

  it.each([
    ['a=1&b=two+words&c=%C3%A9', { a: '1', b: 'two words', c: 'é' }],
    ['a=1&a=2&b', { a: ['1', '2'], b: '' }],
    ['a[b]=1&c.d=2&%zz=%', { 'a[b]': '1', 'c.d': '2', '%zz': '%' }],
    ['é=€', { é: '€' }],
    ['\n', { '\n': '' }],
  ])('is decoded: %j', async (text, form) => {
    expect(await askForParts(text, type)).toEqual(toFormParts(form));
  });

  it('contains U+FFFD for bytes that are not UTF-8', async () => {
    expect(await askForParts(Buffer.from('a=\xff%fe', 'latin1'), `${type}; charset=utf-8`)).toEqual(
      toFormParts({ a: '\ufffd\ufffd' }),
    );
  });

  it('keeps every one of many pairs', async () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `k${String(index)}=v`).join('&');
    const { form } = await askForParts(text, type);
    expect(Object.keys(form as object)).toHaveLength(20_000);
  });
});

describe('any other body', () => {
  it('is shown as text, with any content type or without one', { tags: ['echo:body:text'] }, async () => {
    expect(await askForParts('hé\r\n"x"')).toEqual(toTextParts('hé\r\n"x"'));
    expect(await askForParts('<a/>', 'application/xml')).toEqual(toTextParts('<a/>'));
    expect(await askForParts('text', 'application/octet-stream')).toEqual(toTextParts('text'));
    expect(await askForParts('a=1', 'nonsense')).toEqual(toTextParts('a=1'));
  });

  it.each([
    ['iso-8859-1', Buffer.from('é', 'latin1'), 'é'],
    ['"windows-1252"', Buffer.from([0x80]), '€'],
    ['utf-16le', Buffer.from('hé€', 'utf16le'), 'hé€'],
    ['shift_jis', Buffer.from([0x82, 0xa0]), 'あ'],
    ['UTF-8', Buffer.from('€'), '€'],
    ['unheard-of', Buffer.from('€'), '€'],
  ])('is decoded with its charset %s', async (charset, octets, text) => {
    expect(await askForParts(octets, `text/plain; charset=${charset}`)).toEqual(toTextParts(text));
  });

  it.each([
    ['image/png', Buffer.from([0x89, 0x50]), 'data:image/png;base64,iVA='],
    ['Text/Plain; x=y', Buffer.from('a\0b'), 'data:text/plain;base64,YQBi'],
    ['no type', Buffer.from([0xff]), 'data:application/octet-stream;base64,/w=='],
    ['text/plain; charset=utf-16le', Buffer.from([0]), 'data:text/plain;base64,AA=='],
  ])('is shown as a data URL with its type %s if it is not text', async (type, octets, url) => {
    expect(await askForParts(octets, type)).toEqual(toTextParts(url));
  });

  it.each(['GET', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND'])(
    'is also read if the method is %s',
    async (method) => {
      expect(await askForParts('[1]', 'application/json', [], method)).toEqual(toJsonParts([1]));
      expect(await askForParts('x', 'text/plain', [], method)).toEqual(toTextParts('x'));
    },
  );
});

describe('content codings', () => {
  it.each([
    ['gzip', gzipSync('[1]')],
    ['x-gzip', gzipSync('[1]')],
    ['Deflate', deflateSync('[1]')],
    ['br', brotliCompressSync('[1]')],
    ['identity', Buffer.from('[1]')],
    ['gzip, br', brotliCompressSync(gzipSync('[1]'))],
  ])(
    'are decoded and still shown in the header: %s',
    { tags: ['echo:body:codings'] },
    async (coding, octets) => {
      const answer = await ask(octets, 'application/json', [`Content-Encoding: ${coding}`]);
      expect(parts(parseEcho(answer))).toEqual(toJsonParts([1]));
      expect(parseEcho(answer).headers['content-encoding']).toBe(coding);
    },
  );

  it.each([
    ['gzip', Buffer.from('no gzip'), 400],
    ['gzip', gzipSync('cut short').subarray(0, 15), 400],
    ['br', Buffer.from([1, 2, 3, 4, 5, 6]), 400],
    ['gzip', Buffer.concat([gzipSync('[1]'), Buffer.from('junk')]), 400],
    ['deflate', Buffer.concat([deflateSync('[1]'), Buffer.from('junk')]), 400],
    ['br', Buffer.concat([brotliCompressSync('[1]'), Buffer.from('junk')]), 400],
    ['zstd', Buffer.from('x'), 415],
    ['gzip, gzip, gzip, gzip, gzip', Buffer.from('x'), 415],
  ])('are refused if %s cannot be decoded', async (coding, octets, status) => {
    const answer = await ask(octets, 'text/plain', [`Content-Encoding: ${coding}`]);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ status });
    if (status === 415) expect(answer.headers.get('accept-encoding')).toBe('gzip, deflate, br');
  });

  it('are limited by the decoded size, so that a decompression bomb is too large', async () => {
    const answer = await ask(gzipSync(Buffer.alloc(50_000_000)), 'text/plain', ['Content-Encoding: gzip']);
    expect(answer.status).toBe(413);
  });

  it('are ignored if the body is empty', async () => {
    const text =
      'POST / HTTP/1.1\r\nHost: h\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
    expect(parts(parseEcho(await askRaw(server.port, text)))).toEqual(nothing);
  });
});

describe('a body that is too long', () => {
  it(
    'is refused by its Content-Length before it is read, without 100 Continue',
    { tags: ['echo:body:too-long'] },
    async () => {
      const head = 'POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 200001\r\n\r\n';
      const { answers, interim, closed } = await exchangeBytes(server.port, head, ['POST']);
      expect(answers[0]?.status).toBe(413);
      expect(interim).toEqual([]);
      expect(answers[0]?.headers.get('connection')).toBe('close');
      expect(closed).toBe(false);
    },
  );

  it('is refused while it is read, and the connection stays open', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const long = `POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}0\r\n\r\n`;
    const { answers } = await exchangeBytes(server.port, `${long}GET /next HTTP/1.1\r\nHost: h\r\n\r\n`, [
      'POST',
      'GET',
    ]);
    expect(answers.map(({ status }) => status)).toEqual([413, 200]);
  });

  it('is still accepted at exactly the limit', async () => {
    expect((await ask(Buffer.alloc(200_000, 97))).status).toBe(200);
    expect((await ask(Buffer.alloc(200_001, 97))).status).toBe(413);
  });
});

describe('100 Continue', () => {
  it('is sent when the server reads the body', async () => {
    const text = 'POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab';
    const { answers, interim } = await exchangeBytes(server.port, text, ['POST']);
    expect(interim).toEqual([100]);
    expect(answers.map((answer) => parseEcho(answer).data)).toEqual(['ab']);
  });

  it('is not sent if an error is simulated', async () => {
    const text =
      'POST /?reject=true HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n';
    expect(await exchangeBytes(server.port, text, ['POST'])).toMatchObject({
      interim: [],
      answers: [{ status: 500 }],
    });
  });
});
