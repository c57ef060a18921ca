import type { OutgoingAuth, RequestSettings } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import type { PreparedRequest } from '../execution-state.js';
import { parseBasicPair, type CurlInput, toCurlArguments } from './curl-words.js';
import { quoteWord, countWordBytes } from './shell-word.js';

const url = 'http://h.test/';
const base: PreparedRequest = {
  method: 'GET',
  url,
  headers: [],
  credentials: [],
  body: { kind: 'none' },
  pathParams: {},
  queryParams: {},
};

/** The arguments of the command, or why there is none. Does not follow redirects unless the test says so. */
const createArguments = (
  prepared: Partial<PreparedRequest>,
  settings: RequestSettings = { followRedirects: false },
  more: Partial<CurlInput> = {},
): readonly string[] | string => {
  const shown = (text: string): string => text.replaceAll('standin', '{{S}}');
  const made = toCurlArguments({
    prepared: { ...base, ...prepared },
    settings,
    folder: '/w',
    size: 1024 * 1024,
    shown,
    ...more,
  });
  return E.isLeft(made) ? made.left : made.right.map(({ text }) => text);
};

const text = (content: string): Pick<PreparedRequest, 'body'> => ({ body: { kind: 'text', text: content } });
const form = (
  ...parts: Extract<PreparedRequest['body'], { kind: 'multipart' }>['parts']
): Pick<PreparedRequest, 'body'> => ({
  body: { kind: 'multipart', parts },
});
const value = (name: string, content: string) => ({ name, value: content, enabled: true });
const file = (name: string, path: string, more: { filename?: string; contentType?: string } = {}) => ({
  name,
  file: path,
  enabled: true,
  ...more,
});
const base64 = (bytes: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(bytes, encoding).toString('base64');
const basic = (bytes: string, encoding?: BufferEncoding): Partial<PreparedRequest> => ({
  headers: [['Authorization', `Basic ${base64(bytes, encoding)}`]],
});
const auth = (one: OutgoingAuth): Partial<PreparedRequest> => ({ auth: one });
const toUrl = ['--url', url];
const noType = ['--header', 'Content-Type:'];

describe('a curl command', () => {
  it.each<[string, Partial<PreparedRequest>, readonly string[]]>([
    ['GET', {}, toUrl],
    ['another method', { method: 'QUIT' }, ['--request', 'QUIT', ...toUrl]],
    ['HEAD', { method: 'HEAD' }, ['--head', ...toUrl]],
    ['a method that has a body', { method: 'POST' }, [...toUrl, ...noType, '--data-raw', '']],
    [
      'an empty text',
      { method: 'PATCH', ...text('') },
      ['--request', 'PATCH', ...toUrl, ...noType, '--data-raw', ''],
    ],
    ['an empty text of GET', text(''), toUrl],
    ['a text of GET', text('a'), ['--request', 'GET', ...toUrl, ...noType, '--data-raw', 'a']],
    [
      'a text with its type',
      { method: 'POST', ...text('a'), headers: [['Content-type', 'x/y']] },
      [...toUrl, '--header', 'Content-type: x/y', '--data-raw', 'a'],
    ],
    [
      'a file',
      { method: 'POST', body: { kind: 'binary', file: 'a.bin' } },
      [...toUrl, ...noType, '--data-binary', '@/w/a.bin'],
    ],
    ['the host in lower case', { url: 'HTTP://H.test/A?B' }, ['--url', 'http://h.test/A?B']],
    ['brackets', { url: 'http://h.test/?a[b]' }, ['--globoff', '--url', 'http://h.test/?a[b]']],
    ['dots', { url: 'http://h.test/a/%2e./b' }, ['--path-as-is', '--url', 'http://h.test/a/%2e./b']],
    ['a dot at the end', { url: 'http://h.test/.' }, ['--path-as-is', '--url', 'http://h.test/.']],
    ['dots of a query', { url: 'http://h.test/a..b/.c?/../' }, ['--url', 'http://h.test/a..b/.c?/../']],
    ['a masked URL', { url: 'http://h.test/standin' }, ['--globoff', '--url', 'http://h.test/{{S}}']],
    ['a header', { headers: [['X-A', 'standin']] }, [...toUrl, '--header', 'X-A: {{S}}']],
    ['a header without a value', { headers: [['X-A', ' \t']] }, [...toUrl, '--header', 'X-A;']],
    ['no Content-Length', { headers: [['Content-Length', '3']] }, toUrl],
    ['user and password', basic('ü:p:q'), [...toUrl, '--user', 'ü:p:q']],
    ['no user', basic('nobody'), [...toUrl, '--header', `Authorization: Basic ${base64('nobody')}`]],
    [
      'a user name with U+0000',
      basic('a:\0'),
      [...toUrl, '--header', `Authorization: Basic ${base64('a:\0')}`],
    ],
    [
      'a user name in Latin-1',
      basic('ü:p', 'latin1'),
      [...toUrl, '--header', `Authorization: Basic ${base64('ü:p', 'latin1')}`],
    ],
    [
      'invalid base64',
      { headers: [['authorization', 'Basic abcde']] },
      [...toUrl, '--header', 'authorization: Basic abcde'],
    ],
    [
      'Basic in another header',
      { headers: [['X-Auth', `Basic ${base64('a:b')}`]] },
      [...toUrl, '--header', `X-Auth: Basic ${base64('a:b')}`],
    ],
    [
      'digest',
      auth({ type: 'digest', username: 'u', password: 'p' }),
      [...toUrl, '--digest', '--user', 'u:p'],
    ],
    [
      'an auth that its own header replaces',
      { ...auth({ type: 'digest', username: 'u', password: 'p' }), headers: [['Authorization', 'x']] },
      [...toUrl, '--header', 'Authorization: x'],
    ],
    ['NTLM', auth({ type: 'ntlm', username: 'u', password: 'p' }), [...toUrl, '--ntlm', '--user', 'u:p']],
    [
      'NTLM with a domain',
      auth({ type: 'ntlm', username: 'u', password: 'p', domain: 'D' }),
      [...toUrl, '--ntlm', '--user', 'D\\u:p'],
    ],
    [
      'AWS',
      auth({ type: 'aws-sigv4', accessKeyId: 'id', secretAccessKey: 's', region: 'r', service: 'v' }),
      [...toUrl, '--aws-sigv4', 'aws:amz:r:v', '--user', 'id:s'],
    ],
    [
      'AWS with a session',
      auth({
        type: 'aws-sigv4',
        accessKeyId: 'id',
        secretAccessKey: 's',
        region: 'r',
        service: 'v',
        sessionToken: 't',
      }),
      [
        ...[...toUrl, '--aws-sigv4', 'aws:amz:r:v', '--user', 'id:s'],
        ...['--header', 'X-Amz-Security-Token: t'],
      ],
    ],
    [
      'values of a form',
      { method: 'POST', ...form(value('a\nb', 'c\rd\r\n')) },
      [...toUrl, '--form-string', 'a\r\nb=c\r\nd\r\n'],
    ],
    [
      'a form with its boundary',
      {
        method: 'POST',
        headers: [
          ['Content-Type', 'multipart/form-data; boundary="a;b"; x=y'],
          ['X-A', 'a; boundary=b'],
        ],
        ...form(value('a', 'b')),
      },
      [
        ...[...toUrl, '--header', 'Content-Type: multipart/form-data; x=y'],
        ...['--header', 'X-A: a; boundary=b', '--form-string', 'a=b'],
      ],
    ],
    [
      'a form with a boundary without quotes',
      {
        method: 'POST',
        headers: [['Content-Type', 'multipart/form-data;boundary=abc; x=y']],
        ...form(file('f', 'a')),
      },
      [
        ...[...toUrl, '--header', 'Content-Type: multipart/form-data; x=y'],
        ...['--form', 'f=@/w/a;filename=a'],
      ],
    ],
    [
      'a boundary of another body',
      { method: 'POST', headers: [['Content-Type', 'multipart/mixed; boundary=b']], ...text('x') },
      [...toUrl, '--header', 'Content-Type: multipart/mixed; boundary=b', '--data-raw', 'x'],
    ],
    [
      'files of a form',
      {
        method: 'POST',
        ...form(
          file('a', 'dir/more/a.txt', { contentType: 'text/plain;a=b' }),
          file('b', 'b "q"\\.txt', { filename: 'n;.txt', contentType: 'Text/Plain; charset=utf-8' }),
        ),
      },
      [
        ...[...toUrl, '--form', 'a=@/w/dir/more/a.txt;filename=a.txt;type=text/plain;a=b'],
        ...['--form', 'b=@"/w/b \\"q\\"\\\\.txt";filename="n;.txt";type=Text/Plain; charset=utf-8'],
      ],
    ],
    [
      'the headers of a part',
      {
        method: 'POST',
        ...form({
          ...value('a', 'b'),
          headers: [
            { name: 'X-A', value: '"1"', enabled: true },
            { name: 'X-B', value: 'c\\', enabled: true },
          ],
        }),
      },
      [...toUrl, '--form', 'a="b";headers="X-A: \\"1\\"";headers="X-B: c\\\\"'],
    ],
  ])('sends %s', (_, prepared, expected) => {
    expect(createArguments(prepared)).toEqual(expected);
  });

  it.each<[RequestSettings, Partial<PreparedRequest>, readonly string[]]>([
    [{}, {}, [...toUrl, '--location']],
    [{ maxRedirects: 3 }, {}, [...toUrl, '--location', '--max-redirs', '3']],
    [{ maxRedirects: 3, followRedirects: false }, {}, toUrl],
    [{ maxRedirects: 0 }, {}, toUrl],
    [{}, { method: 'POST', ...text('a') }, [...toUrl, '--location', ...noType, '--data-raw', 'a']],
    [
      {},
      { method: 'PUT', ...text('a') },
      ['--request', 'PUT', ...toUrl, '--location', '--post301', '--post302', ...noType, '--data-raw', 'a'],
    ],
    [{ followRedirects: false, http: '2' }, {}, toUrl],
    [
      { followRedirects: false, http: '1.1' },
      { url: 'HTTPS://h.test/' },
      ['--url', 'https://h.test/', '--http1.1'],
    ],
    [
      { followRedirects: false, http: '2' },
      { url: 'https://h.test/' },
      ['--url', 'https://h.test/', '--http2'],
    ],
    [{ followRedirects: false, tls: { verify: false } }, {}, [...toUrl, '--insecure']],
    [{ followRedirects: false, tls: { verify: true } }, {}, toUrl],
  ])('with the settings %j sends %j', (settings, prepared, expected) => {
    expect(createArguments(prepared, settings)).toEqual(expected);
  });

  it('sends a large body without waiting for "100 Continue"', () => {
    const more = { size: 1024 * 1024 + 1 };
    expect(createArguments({}, { followRedirects: false }, more)).toEqual([...toUrl, '--header', 'Expect:']);
  });

  it('sends a body in a charset other than UTF-8 as bytes', () => {
    const prepared = {
      ...base,
      method: 'POST',
      body: { kind: 'text', text: '€' },
      headers: [['content-type', 'text/plain; charset=windows-1252']],
    } as const;
    const made = toCurlArguments({ prepared, settings: {}, folder: '/w', size: 1, shown: (one) => one });
    expect(E.isRight(made) && made.right.at(-1)).toEqual({ text: '\u0080', isLatin1: true });
  });

  it.each<[Partial<PreparedRequest>, string]>([
    [{ url: '' }, 'The request has no URL. Set url on the request.'],
    [{ method: 'HEAD', ...text('a') }, 'curl cannot send a body with HEAD.'],
    [
      auth({ type: 'wsse', username: 'u', password: 'p' }),
      'curl cannot send a WSSE token, which is made anew for each request.',
    ],
    [
      auth({ type: 'oauth1', signatureMethod: 'PLAINTEXT', consumerKey: 'k' }),
      'curl cannot sign a request with OAuth 1.0.',
    ],
    [form(), 'curl cannot send a form without parts.'],
    [form(value('', 'a')), 'curl cannot send a part whose name is empty or holds "=" ("").'],
    [
      form(value('x', ''), value('a=b', 'c')),
      'curl cannot send a part whose name is empty or holds "=" ("a=b").',
    ],
    [
      form(file('f', 'a', { contentType: 'text/a b' })),
      'curl cannot send the content type "text/a b" of the part "f".',
    ],
    [
      form(file('f', 'a', { contentType: 'text' })),
      'curl cannot send the content type "text" of the part "f".',
    ],
    [
      { headers: [['content-type', 'multipart/mixed']], ...form(value('a', 'b')) },
      'curl cannot send a form as "multipart/mixed".',
    ],
    [
      { headers: [['content-type', 'multipart/mixed; x=multipart/form-data']], ...form(value('a', 'b')) },
      'curl cannot send a form as "multipart/mixed; x=multipart/form-data".',
    ],
    [
      { headers: [['content-type', 'multipart/form-data2']], ...form(value('a', 'b')) },
      'curl cannot send a form as "multipart/form-data2".',
    ],
  ])('is refused for %j', (prepared, reason) => {
    expect(createArguments(prepared)).toBe(reason);
  });

  it.each([
    ['Basic YTpi', 'a:b'],
    ['Basic YTo=', 'a:'],
    ['basic YTpi', undefined],
    ['x Basic YTpi', undefined],
    ['Basic YTpi x', undefined],
    ['Basic 77u/YTpi', '\ufeffa:b'],
  ])('contains the user and password from %s: %s', (header, pair) => {
    expect(parseBasicPair(header)).toBe(pair);
  });
});

describe('a word of a command', () => {
  it.each([
    ['a-b_c%+:,./@9=', 'a-b_c%+:,./@9='],
    ['=a', "'=a'"],
    ['', "''"],
    ['a b', "'a b'"],
    ["it's", "'it'\\''s'"],
    ['ü€', "'ü€'"],
    ["a\n\r\t\\'!ü\u0001", "$'a\\n\\r\\t\\\\\\047\\041ü\\001'"],
    ['\u202e\u2028', "$'\\342\\200\\256\\342\\200\\250'"],
    ['\u00ad', "$'\\302\\255'"],
  ])('is quoted: %j becomes %s', (content, shell) => {
    expect(quoteWord({ text: content })).toBe(shell);
  });

  it('is escaped and measured byte by byte if it consists of bytes', () => {
    expect(quoteWord({ text: 'é\u0080\u00ff€', isLatin1: true })).toBe("$'\\351\\200\\377€'");
    expect(quoteWord({ text: 'a b', isLatin1: true })).toBe("'a b'");
    expect(countWordBytes({ text: 'é', isLatin1: true })).toBe(1);
    expect(countWordBytes({ text: 'é' })).toBe(2);
  });
});
