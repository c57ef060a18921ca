import type { AuthOf } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import type { CurlInput } from '../curl/curl-words.js';
import type { PreparedRequest } from '../execution-state.js';
import { type CodeLanguage, codeLanguages, generateCode } from './compiled-languages.js';
import { type PlainRequest, toPlainRequest } from './plain-request.js';

const minimalRequest: PlainRequest = {
  method: 'GET',
  url: 'http://h.test/',
  headers: [],
  body: undefined,
  followRedirects: true,
  verify: true,
};

const everything: PlainRequest = {
  method: 'PUT',
  url: 'https://h.test/a?b="1"',
  headers: [
    ['Content-Type', 'text/plain'],
    ['X-One', '1'],
    ['x-one', '2'],
    ['Cookie', 'a=1'],
    ['cookie', 'b=2'],
    ['X-Empty', ' '],
  ],
  body: 'a "b" \\ $c #{d}\n\r\t\u0000\u007f\u0085\u2028\u{1f600}\u{e0001}\nlast',
  followRedirects: false,
  verify: false,
};

const writeCode = (language: CodeLanguage, request: PlainRequest): string => {
  const code = generateCode(language, request);
  return E.isLeft(code) ? code.left : code.right;
};

describe('generated code', () => {
  it.each(codeLanguages)('sends every part of the request in %s', async (language) => {
    const requests: readonly PlainRequest[] = [
      minimalRequest,
      everything,
      { ...minimalRequest, headers: [['HOST', 'other']], method: 'HEAD', body: 'one line' },
      { ...everything, body: undefined, method: 'GET', headers: everything.headers.slice(0, 1) },
    ];
    const all = requests.map((request) => writeCode(language, request)).join('\n==========\n');
    await expect(all).toMatchFileSnapshot(`./__golden__/${language}.txt`);
  });

  it('is refused if the client of the language cannot send the request', () => {
    expect(writeCode('fetch', { ...minimalRequest, method: 'get', body: '' })).toBe(
      'fetch cannot send a body with get.',
    );
    expect(writeCode('fetch', { ...minimalRequest, method: 'WIDGET', body: '' })).toContain(
      'method: "WIDGET"',
    );
    expect(writeCode('java', { ...minimalRequest, headers: [['Host', 'h']] })).toBe(
      "Java's client cannot set the header Host.",
    );
  });
});

const base: PreparedRequest = {
  method: 'POST',
  url: 'http://h.test/',
  headers: [],
  credentials: [],
  body: { kind: 'none' },
  pathParams: {},
  queryParams: {},
};

const createPlainRequest = (prepared: Partial<PreparedRequest>, more: Partial<CurlInput> = {}) =>
  toPlainRequest({
    prepared: { ...base, ...prepared },
    settings: {},
    folder: '/w',
    size: 0,
    shown: (text) => text.replaceAll('standin', '{{S}}'),
    ...more,
  });

const digest: AuthOf<'digest'> = { type: 'digest', username: 'u', password: 'p' };
const btoaUtf8 = (text: string): string => Buffer.from(text).toString('base64');

describe('the conversion to a plain request', () => {
  it('returns the same request that is sent', () => {
    expect(
      createPlainRequest(
        {
          url: 'http://H.test/a#frag',
          headers: [
            ['Content-Length', '1'],
            ['X-A', 'standin'],
          ],
          method: 'GET',
        },
        { settings: { followRedirects: false, tls: { verify: false } } },
      ),
    ).toEqual(
      E.right({
        method: 'GET',
        url: 'http://h.test/a',
        headers: [['X-A', '{{S}}']],
        body: undefined,
        followRedirects: false,
        verify: false,
      }),
    );
    const headers = [['Content-Type', 'text/x']] as const;
    expect(createPlainRequest({ headers, body: { kind: 'text', text: 'a\ud800standin' } })).toMatchObject({
      right: { headers, body: 'a\ufffd{{S}}', followRedirects: true, verify: true },
    });
  });

  it.each<[string, PreparedRequest['headers'], string | undefined]>([
    ['http://us%40er:pa%3Ass:w@h.test/x?@', [], `Basic ${btoaUtf8('us@er:pa:ss:w')}`],
    ['http://%C3%BC@h.test/x?@', [], `Basic ${btoaUtf8('ü:')}`],
    ['http://u:p@h.test/x?@', [['Authorization', 'mine']], 'mine'],
    ['http://u:standin@h.test/x?@', [], 'Basic base64(u:{{S}})'],
    ['http://h.test/x?@', [['Authorization', `Basic ${btoaUtf8('u:standin')}`]], 'Basic base64(u:{{S}})'],
    ['http://h.test/x?@', [['Authorization', `Basic ${btoaUtf8('u:p')}`]], `Basic ${btoaUtf8('u:p')}`],
    ['http://h.test/x?@', [], undefined],
  ])('converts the credentials in %s, with the headers %j, to %s', (url, headers, authorization) => {
    const made = createPlainRequest({ url, headers });
    expect(made).toMatchObject({ right: { url: 'http://h.test/x?@' } });
    const all = E.isRight(made) ? made.right.headers : [];
    expect(all.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value)).toEqual(
      authorization === undefined ? [] : [authorization],
    );
  });

  it('adds the boundary of a form only to its content type', () => {
    const headers = [
      ['X-A', '1'],
      ['Content-Type', 'multipart/form-data'],
    ] as const;
    const parts = [{ name: 'a', value: '1', enabled: true }];
    expect(createPlainRequest({ headers, body: { kind: 'multipart', parts } })).toMatchObject({
      right: {
        headers: [
          ['X-A', '1'],
          ['Content-Type', 'multipart/form-data; boundary=tandem-form-0'],
        ],
      },
    });
  });

  it('formats a form as text, with a boundary that does not occur in the form', () => {
    const parts = [
      { name: 'a "b"\r\nc', value: 'one\rtwo\nthree\r\n', enabled: true },
      { name: 'x', value: 'tandem-form-0', enabled: true },
    ];
    expect(createPlainRequest({ body: { kind: 'multipart', parts } })).toMatchObject({
      right: {
        headers: [['content-type', 'multipart/form-data; boundary=tandem-form-1']],
        body: [
          '--tandem-form-1',
          'Content-Disposition: form-data; name="a %22b%22%0D%0Ac"',
          '',
          'one\r\ntwo\r\nthree\r\n',
          '--tandem-form-1',
          'Content-Disposition: form-data; name="x"',
          '',
          'tandem-form-0',
          '--tandem-form-1--',
          '',
        ].join('\r\n'),
      },
    });
    const headers = [['Content-Type', 'multipart/form-data; boundary=own']] as const;
    expect(
      createPlainRequest({ headers, body: { kind: 'multipart', parts: parts.slice(0, 1) } }),
    ).toMatchObject({
      right: { headers: [['Content-Type', 'multipart/form-data; boundary=tandem-form-0']] },
    });
  });

  it.each<[Partial<PreparedRequest>, string]>([
    [{ auth: digest }, 'Code cannot make the auth "digest", which is made anew for each request.'],
    [
      { auth: { type: 'oauth1', signatureMethod: 'HMAC-SHA1', consumerKey: 'k', sendIn: 'query' } },
      'Code cannot make the auth "oauth1", which is made anew for each request.',
    ],
    [
      { url: '//h.test' },
      '"//h.test" does not begin with a host. Start the URL with http://, https:// or a host such as localhost:3000.',
    ],
    [
      { body: { kind: 'text', text: 'é' }, headers: [['content-type', 'text/plain; charset=latin1']] },
      'Code sends a body as UTF-8, and this one has another charset. Copy as curl instead.',
    ],
    [
      { body: { kind: 'binary', file: 'a.bin' } },
      'The code would have to read the file "a.bin". Copy as curl instead.',
    ],
    [
      { body: { kind: 'multipart', parts: [{ name: 'f', file: 'a.bin', enabled: true }] } },
      'The code would have to read the files of this form. Copy as curl instead.',
    ],
    [
      {
        headers: [
          ['X-Ü', 'a'],
          ['X-Name', 'é'],
        ],
      },
      'Clients encode the header "X-Name" differently, which is not ASCII. Copy as curl instead.',
    ],
  ])('refuses to convert %j', (prepared, reason) => {
    expect(createPlainRequest(prepared)).toEqual(E.left(reason));
  });

  it('prefers a header of the request to the header that the auth would add', () => {
    expect(createPlainRequest({ auth: digest, headers: [['AUTHORIZATION', 'mine']] })).toMatchObject({
      right: { headers: [['AUTHORIZATION', 'mine']] },
    });
  });
});
