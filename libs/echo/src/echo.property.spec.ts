import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { askRaw, type Echo, parseEcho } from '../test/raw.js';
import { type EchoServer, startEchoServer } from './index.js';

let server: EchoServer;
beforeAll(async () => {
  server = await startEchoServer();
});
afterAll(() => server.stop(0));

const simulationNames = new Set(['delay', 'status', 'reject']);
const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/);
const framingHeaders = new Set([
  'host',
  'content-length',
  'content-type',
  'transfer-encoding',
  'content-encoding',
  'expect',
  'cookie',
  'connection',
  'upgrade',
]);
const header = fc.tuple(
  token.filter((name) => !framingHeaders.has(name.toLowerCase())),
  fc.stringMatching(/^([!-~\xa1-\xff]([ -~\xa1-\xff]{0,20}[!-~\xa1-\xff])?)?$/),
);
const pair = fc.tuple(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const pairs = fc.array(pair, { maxLength: 8 });
const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND');

/** Groups the values of each name. A Map, because in an object a name such as __proto__ would not be an ordinary key. */
const groupValues = (all: readonly (readonly [string, string])[], join?: string): unknown => {
  const groups = new Map<string, string[]>();
  for (const [name, value] of all) groups.set(name, [...(groups.get(name) ?? []), value]);
  const shown = [...groups].map(([name, values]) => [
    name,
    join === undefined ? (values.length === 1 ? values[0] : values) : values.join(join),
  ]);
  return Object.fromEntries(shown);
};

const ask = (
  verb: string,
  target: string,
  headers: readonly (readonly [string, string])[],
  body: Buffer,
): Promise<Echo> => {
  const lines = [...headers, ['Content-Length', String(body.length)] as const].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = Buffer.from(`${verb} ${target} HTTP/1.1\r\nHost: h\r\n${lines.join('')}\r\n`, 'latin1');
  return askRaw(server.port, Buffer.concat([head, body]), verb).then(parseEcho);
};

const encode = (all: readonly (readonly [string, string])[]) =>
  all.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');

const check = (property: fc.IAsyncProperty<unknown>) => fc.assert(property, { numRuns: 150 });

describe('the echo of any request', () => {
  it("shows the request's method, target and arguments", { tags: ['echo:target'] }, () =>
    check(
      fc.asyncProperty(method, fc.webPath(), pairs, async (verb, path, all) => {
        const args = all.filter(([name]) => !simulationNames.has(name));
        const target = `${path === '' ? '/' : path}?${encode(args)}`;
        const echo = await ask(verb, target, [], Buffer.alloc(0));
        expect(echo).toMatchObject({
          method: verb,
          url: `http://h${target}`,
          path: path === '' ? '/' : path,
        });
        expect(echo.args).toEqual(groupValues(args));
      }),
    ),
  );

  it('shows every header', () =>
    check(
      fc.asyncProperty(fc.array(header, { maxLength: 12 }), async (headers) => {
        const echo = await ask('GET', '/', headers, Buffer.alloc(0));
        const lower = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
        const all = [['host', 'h'] as const, ...lower, ['content-length', '0'] as const];
        expect(echo.headers).toEqual(groupValues(all, ', '));
      }),
    ));

  it('shows cookies', { tags: ['echo:cookies'] }, () =>
    check(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(token, pair), { selector: ([name]) => name, maxLength: 6 }),
        async (all) => {
          const cookies = all.map(([name, [value]]) => [name, value] as const);
          const line = cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
          const echo = await ask('GET', '/', [['Cookie', line]], Buffer.alloc(0));
          expect(echo.cookies).toEqual(Object.fromEntries(cookies));
        },
      ),
    ),
  );

  it('shows any JSON value', { tags: ['echo:body:json'] }, () =>
    check(
      fc.asyncProperty(fc.json({ noUnicodeString: false }), async (text) => {
        const echo = await ask('POST', '/', [['Content-Type', 'application/json']], Buffer.from(text));
        expect(echo).toMatchObject({ form: null, files: {}, data: null });
        expect([echo.json, echo.body]).toEqual([JSON.parse(text), JSON.parse(text)]);
      }),
    ),
  );

  it('shows any form', { tags: ['echo:body:form'] }, () =>
    check(
      fc.asyncProperty(pairs, async (all) => {
        const echo = await ask(
          'POST',
          '/',
          [['Content-Type', 'application/x-www-form-urlencoded']],
          Buffer.from(encode(all)),
        );
        if (all.length > 0) expect(echo.form).toEqual(groupValues(all));
        expect(echo.body).toEqual(echo.form);
      }),
    ),
  );

  it('shows any bytes so that they can be restored', { tags: ['echo:body:octets'] }, () =>
    check(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (octets) => {
        const { data, body, json } = await ask(
          'PUT',
          '/',
          [['Content-Type', 'image/png']],
          Buffer.from(octets),
        );
        const text = data as string;
        const prefix = 'data:image/png;base64,';
        const back = text.startsWith(prefix)
          ? Buffer.from(text.slice(prefix.length), 'base64')
          : Buffer.from(text, 'utf8');
        expect(back.equals(Buffer.from(octets))).toBe(true);
        expect([body, json]).toEqual([data, null]);
      }),
    ),
  );

  it('shows any files so that they can be restored', { tags: ['echo:body:multipart'] }, () =>
    check(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 4 }),
        async (files) => {
          const form = new FormData();
          for (const [index, octets] of files.entries())
            form.append('f', new Blob([Buffer.from(octets)]), `n${String(index)}`);
          const answer = await fetch(server.url, { method: 'POST', body: form });
          const echo = (await answer.json()) as { files: { f: unknown } };
          const shown = [echo.files.f].flat() as {
            filename: string;
            size: number;
            encoding: BufferEncoding;
            content: string;
          }[];
          expect(shown.map(({ filename }) => filename)).toEqual(files.map((_, index) => `n${String(index)}`));
          for (const [index, { content, encoding, size }] of shown.entries()) {
            expect(Buffer.from(content, encoding).equals(Buffer.from(files[index] ?? []))).toBe(true);
            expect(size).toBe(files[index]?.length);
          }
        },
      ),
    ),
  );
});
