import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { askRaw, parseEcho } from '../../test/raw.js';
import { type EchoServer, startEchoServer } from '../index.js';

let server: EchoServer;
beforeAll(async () => {
  server = await startEchoServer({ maxBody: 1_000, maxUpload: 3_000_000 });
});
afterAll(() => server.stop(0));

const part = (disposition: string, content: string | Buffer, type?: string): Buffer =>
  Buffer.concat([
    Buffer.from(`--B\r\nContent-Disposition: form-data; ${disposition}\r\n`),
    Buffer.from(type === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);

const joinParts = (...parts: readonly Buffer[]) => Buffer.concat([...parts, Buffer.from('--B--\r\n')]);

const ask = (body: Buffer, type = 'multipart/form-data; boundary=B', more = '', method = 'POST') => {
  const head = `${method} /m HTTP/1.1\r\nHost: h\r\nContent-Length: ${String(body.length)}\r\nContent-Type: ${type}\r\n${more}\r\n`;
  return askRaw(server.port, Buffer.concat([Buffer.from(head), body]), method);
};

const askForParts = async (...parameters: Parameters<typeof ask>) => {
  const { body, json, form, files, data } = parseEcho(await ask(...parameters));
  expect([json, data]).toEqual([null, null]);
  return { body, form, files };
};

const file = (filename: string, content: string, more: object = {}) => ({
  filename,
  contentType: 'application/octet-stream',
  size: Buffer.byteLength(content),
  encoding: 'utf8',
  content,
  ...more,
});

describe('a multipart form', () => {
  it('is echoed as fields and files, and as both in body', { tags: ['echo:body:multipart'] }, async () => {
    const { body, form, files } = await askForParts(
      joinParts(
        part('name="a"', '1'),
        part('name="f"; filename="x.txt"', 'hé', 'text/plain'),
        part('name="b"', ''),
      ),
    );
    const expected = file('x.txt', 'hé', { contentType: 'text/plain' });
    expect(form).toEqual({ a: '1', b: '' });
    expect(files).toEqual({ f: expected });
    expect(body).toEqual({ a: '1', f: expected, b: '' });
  });

  it('keeps fields and files with the same name in the order of the form', async () => {
    const { form, files, body } = await askForParts(
      joinParts(
        part('name="x"', '1'),
        part('name="x"; filename="big"', 'b'.repeat(60_000)),
        part('name="x"', '2'),
        part('name="x"; filename="small"', 's'),
      ),
    );
    expect(form).toEqual({ x: ['1', '2'] });
    expect(files).toEqual({ x: [file('big', 'b'.repeat(60_000)), file('small', 's')] });
    expect(body).toEqual({ x: ['1', file('big', 'b'.repeat(60_000)), '2', file('small', 's')] });
  });

  it('has a file for each part with a filename, whatever the type of the part', async () => {
    const { form, files } = await askForParts(
      joinParts(
        part('name="f"; filename="n"', 'x'),
        part('name="j"', '{"a":1}', 'application/json'),
        part('name="e"; filename=""', ''),
      ),
    );
    expect(form).toEqual({ j: '{"a":1}' });
    expect(files).toEqual({ f: file('n', 'x'), e: file('', '') });
  });

  it.each([
    ['name="f"; filename="ñ €.txt"', 'f', 'ñ €.txt'],
    ['name="f"; filename="../../etc/passwd"', 'f', '../../etc/passwd'],
    ['name="f"; filename="C:\\dir\\n.txt"', 'f', 'C:\\dir\\n.txt'],
    ['name="f"; filename="a\\"b.txt"', 'f', 'a"b.txt'],
    ['name="f"; filename="back\\"', 'f', 'back\\'],
    ['name="f"; filename="two\\\\b"', 'f', 'two\\\\b'],
    ['filename="a; name=b"; name="real"', 'real', 'a; name=b'],
    ['name="a; filename=b"; filename="c"', 'a; filename=b', 'c'],
    ['x="; name=y"; name="f" ; filename = "c"', 'f', 'c'],
    ['name="f"; filename="a%22b; c=d.txt"', 'f', 'a%22b; c=d.txt'],
    ['name=f; filename=token.txt', 'f', 'token.txt'],
    ['filename="first.txt"; name="é"', 'é', 'first.txt'],
    ['name="f"; filename*=UTF-8\'\'%e2%82%ac.txt', 'f', '€.txt'],
  ])('keeps names verbatim: %s', async (disposition, name, filename) => {
    const { files } = await askForParts(joinParts(part(disposition, 'x')));
    expect(files).toEqual({ [name]: file(filename, 'x') });
  });

  it('keeps names such as __proto__ as own keys', async () => {
    const { text } = await ask(
      joinParts(part('name="__proto__"', '1'), part('name="constructor"; filename="c"', '2')),
    );
    expect(text).toContain('"form":{"__proto__":"1"},"files":{"constructor":{"filename":"c"');
  });

  it('may have a name that looks like a filename', async () => {
    expect(await askForParts(joinParts(part('name="a; filename=b"', 'text')))).toMatchObject({
      form: { 'a; filename=b': 'text' },
      files: {},
    });
  });

  it.each([
    'Content-MD5: x',
    'X_y: z',
    'Content-Transfer-Encoding: quoted-printable',
    'Content-Transfer-Encoding: base64',
    'X-Long: a\r\n folded: b',
  ])("keeps the content of a part unchanged, whatever the part's headers say: %s", async (line) => {
    const body = `--B \t\r\n${line}\r\nContent-Disposition: form-data; name="a"\r\n\r\n=41@@\r\n--B--\r\n`;
    expect((await askForParts(Buffer.from(body))).form).toEqual({ a: '=41@@' });
  });

  it('may have parts without a name, without content or without an empty line before the boundary', async () => {
    const body =
      '--B\r\n\r\n1\r\n--B\r\n\r\n\r\n--B\r\n\r\n--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n--B--';
    expect((await askForParts(Buffer.from(body))).form).toEqual({ '': ['1', '', ''], a: '' });
  });

  it('is split only at boundaries that start a line', async () => {
    const content = 'see --B-- here\r\n--Bx\r\n--B-x\r\n --B\r\n';
    expect((await askForParts(joinParts(part('name="a--B--"', content)))).form).toEqual({
      'a--B--': content,
    });
  });

  it('is read in the same way however it is split into chunks', async () => {
    const body = joinParts(
      part('name="a"', '\r\n--\r\n-'),
      part('name="f"; filename="f"', Buffer.alloc(300, 13)),
    );
    const expected = await askForParts(body);
    for (const size of [1, 2, 3, 5, 7, 11, 64]) {
      const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, index) => {
        const octets = body.subarray(index * size, (index + 1) * size);
        return Buffer.concat([Buffer.from(`${octets.length.toString(16)}\r\n`), octets, Buffer.from('\r\n')]);
      });
      const head =
        'POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Type: multipart/form-data; boundary=B\r\n\r\n';
      const answer = await askRaw(
        server.port,
        Buffer.concat([Buffer.from(head), ...pieces, Buffer.from('0\r\n\r\n')]),
      );
      expect(parseEcho(answer)).toMatchObject(expected);
    }
  });

  it('may have as many parts as the limit allows', async () => {
    const own = await startEchoServer({ maxParts: 2 });
    const send = async (count: number) => {
      const body = joinParts(...Array.from({ length: count }, () => part('name="a"', '1')));
      const head = `POST / HTTP/1.1\r\nHost: h\r\nContent-Length: ${String(body.length)}\r\nContent-Type: multipart/form-data; boundary=B\r\n\r\n`;
      return (await askRaw(own.port, Buffer.concat([Buffer.from(head), body]))).status;
    };
    expect([await send(2), await send(3)]).toEqual([200, 413]);
    await own.stop(0);
  });

  it('contains binary content in base64, and no content beyond 64 KiB', async () => {
    const { files, form } = await askForParts(
      joinParts(
        part('name="n"; filename="n"', Buffer.from([0, 255])),
        part('name="most"; filename="m"', 'm'.repeat(65_536)),
        part('name="more"; filename="o"', 'm'.repeat(65_537)),
        part('name="bin"', Buffer.from([0xff])),
      ),
    );
    expect(files).toMatchObject({
      n: { size: 2, encoding: 'base64', content: 'AP8=' },
      most: { size: 65_536, encoding: 'utf8' },
      more: { size: 65_537, encoding: null, content: null },
    });
    expect(form).toEqual({ bin: 'data:application/octet-stream;base64,/w==' });
  });

  it.each(['PUT', 'GET', 'OPTIONS', 'DELETE', 'PROPFIND'])(
    'is also read if the method is %s',
    async (method) => {
      expect((await askForParts(joinParts(part('name="a"', '1')), undefined, '', method)).form).toEqual({
        a: '1',
      });
    },
  );

  it('may be compressed, have a quoted boundary, or have no parts', async () => {
    const body = joinParts(part('name="a"', '1'));
    expect((await askForParts(gzipSync(body), undefined, 'Content-Encoding: gzip\r\n')).form).toEqual({
      a: '1',
    });
    expect((await askForParts(body, 'Multipart/Form-Data; Boundary="B"; x=y')).form).toEqual({ a: '1' });
    expect((await askForParts(body, 'multipart/form-data; x="; boundary=Z"; boundary=B')).form).toEqual({
      a: '1',
    });
    expect(await askForParts(Buffer.from('--B--\r\n'))).toEqual({ body: {}, form: {}, files: {} });
  });

  it('may have a part with text that resembles the boundary', async () => {
    const content = '\r\n--\r\n--C\r\n-B\r\n--\r\n';
    expect((await askForParts(joinParts(part('name="a"', content)))).form).toEqual({ a: content });
  });

  it.each([
    ['without a boundary', Buffer.from('--B--'), 'multipart/form-data'],
    ['with an empty boundary', Buffer.from('--B--'), 'multipart/form-data; boundary='],
    ['with a part cut short', part('name="a"', '1'), undefined],
    ['with the last boundary cut short', Buffer.from(`${part('name="a"', '1').toString()}--B`), undefined],
    ['with a head cut short', Buffer.from('--B\r\nContent-Dis'), undefined],
    ['with a line cut short after its boundary', part('name="a"', 'see --B-- here\r\n--B'), undefined],
    [
      'with a line in a head that is not a header',
      Buffer.from('--B\r\njunk\r\n\r\n1\r\n--B--\r\n'),
      undefined,
    ],
    ['without an empty line after a head', Buffer.from('--B\r\na: b\r\n--B--\r\n\r\n'), undefined],
    ['with a head that does not end', Buffer.from(`--B\r\na: ${'b'.repeat(20_000)}`), undefined],
    ['with another boundary', Buffer.from('--C\r\n\r\n\r\n--C--\r\n'), undefined],
    ['if it is not a form at all', Buffer.from('nothing of the kind'), undefined],
  ])('is refused %s', async (_, body, type) => {
    const answer = await ask(body, type);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ status: 400 });
  });

  it('may be longer than other bodies, up to a limit of its own', async () => {
    const upload = (size: number) => ask(joinParts(part('name="f"; filename="f"', Buffer.alloc(size, 1))));
    expect(parseEcho(await upload(2_500_000)).files).toMatchObject({ f: { size: 2_500_000, content: null } });
    expect((await upload(3_500_000)).status).toBe(413);
  });

  it('leaves no temporary files', async () => {
    const before = new Set(readdirSync(tmpdir()));
    await askForParts(joinParts(part('name="f"; filename="f"', Buffer.alloc(100_000, 1), 'image/png')));
    const left = readdirSync(tmpdir()).filter((name) => !before.has(name) && /^[a-z0-9]{25}$/.test(name));
    expect(left).toEqual([]);
  });

  it('keeps a UTF-8 name that is split between two chunks', async () => {
    const body = joinParts(part('name="f"; filename="aé.txt"', 'x'));
    const cut = body.indexOf(0xc3) + 1;
    const piece = (octets: Buffer) =>
      Buffer.concat([Buffer.from(`${octets.length.toString(16)}\r\n`), octets, Buffer.from('\r\n')]);
    const head =
      'POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Type: multipart/form-data; boundary=B\r\n\r\n';
    const bytes = [
      Buffer.from(head),
      piece(body.subarray(0, cut)),
      piece(body.subarray(cut)),
      Buffer.from('0\r\n\r\n'),
    ];
    expect(parseEcho(await askRaw(server.port, Buffer.concat(bytes))).files).toEqual({
      f: file('aé.txt', 'x'),
    });
  });
});
