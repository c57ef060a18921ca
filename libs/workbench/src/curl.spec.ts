import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { CreateRest, CurlCommand } from '@tandem/application';
import type { RequestId } from '@tandem/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk, updateActive } from './testing/on-disk.js';
import { openRawEnd, type RawRequest } from './testing/raw-end.js';

const run = promisify(execFile);
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

let disk: OnDisk;
let end: Awaited<ReturnType<typeof openRawEnd>>;
beforeAll(async () => {
  [disk, end] = [await openOnDisk((_, response) => response.end()), await openRawEnd()];
  await mkdir(join(disk.folder, 'tandem'));
  await writeFile(join(disk.folder, 'tandem', 'notes.js'), 'output = "written-by-curl"\n');
  await writeFile(join(disk.folder, 'a "b"; c\\d.bin'), Buffer.from([0, 255, 10, 13, 27]));
  await writeFile(join(disk.folder, '-'), 'named like standard input');
  await writeFile(join(disk.folder, 'large.bin'), Buffer.alloc(1_200_000, 'x'));
  await writeFile(join(disk.folder, '..', 'outside.txt'), 'outside');
});
afterAll(async () => {
  await end.close();
  await disk.close();
});

type Fields = Partial<CreateRest>;
type Body = NonNullable<Fields['body']>;
const pair = (name: string, value: string) => ({ name, value, enabled: true });

const createCommand = async (id: string, secrets?: 'masked' | 'real'): Promise<CurlCommand> => {
  const options = secrets === undefined ? {} : { secrets };
  return unwrapResult<CurlCommand>(disk.application.requests.asCurl({ id: id as RequestId, ...options }));
};

/** Fields that each client sets itself. */
const clientFields = /^(host|connection|user-agent|accept|content-length)$/;

const removeClientFields = ({ method, target, headers, body }: RawRequest) => {
  const boundary = headers.flatMap(([, value]) => /; ?boundary=(\S+)$/.exec(value)?.[1] ?? [])[0];
  const plain = (text: string) => (boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY'));
  const kept = headers
    .filter(([name]) => !clientFields.test(name))
    .map(([name, value]) => [name, plain(value)]);
  const order = ([name = '']: readonly string[], [other = '']: readonly string[]) =>
    name.localeCompare(other);
  return {
    method,
    target,
    host: headers.find(([name]) => name === 'host')?.[1],
    headers: kept.sort(order),
    body: plain(body),
  };
};

/**
 * Sends a request in Tandem. Returns what arrived, and a function that runs the request's curl command from a
 * shell in another directory.
 */
const sendBoth = async (fields: Fields) => {
  const { id } = await disk.create(fields);
  const result = await disk.execute(id);
  const [bySend] = end.take();
  const { command, problem } = await createCommand(id, 'real');
  const inShell = async (shell: string) => {
    await run(shell, ['-c', `${command ?? ''} --silent --max-time 10`], { cwd: '/' });
    const seen = end.take();
    expect(seen).toHaveLength(1);
    return seen.map(removeClientFields)[0];
  };
  return { result, bySend: bySend && removeClientFields(bySend), command, problem, inShell };
};

const expectSame = async (fields: Fields) => {
  const { bySend, command, problem, inShell, result } = await sendBoth(fields);
  expect(result.error, 'Send refuses it').toBeNull();
  expect(problem).toBeNull();
  // eslint-disable-next-line no-control-regex -- must not be copied to a clipboard
  expect(command).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/);
  expect(await inShell('bash')).toEqual(bySend);
  if (!command?.includes("$'")) expect(await inShell('sh')).toEqual(bySend);
};

it.skipIf(!hasCurl)(
  'a copied curl command signs the request for AWS',
  { tags: 'auth:aws-sigv4' },
  async () => {
    const keys = {
      accessKeyId: 'AKID',
      secretAccessKey: 'se:cret',
      region: 'eu-west-1',
      service: 'execute-api',
    };
    const { bySend, inShell } = await sendBoth({
      url: `${end.url}/x?a=1`,
      auth: { type: 'aws-sigv4', ...keys, sessionToken: 'to/ken' },
    });
    const scope = /Credential=AKID\/\d{8}\/eu-west-1\/execute-api\/aws4_request/;
    for (const sent of [bySend, await inShell('bash')]) {
      const headers = Object.fromEntries(sent?.headers ?? []) as Record<string, string>;
      expect(headers.authorization).toMatch(scope);
      expect(headers['x-amz-security-token']).toBe('to/ken');
    }
  },
);

it(
  'a copied curl command lets curl answer digest and NTLM, and cannot be made for WSSE',
  { tags: 'auth:digest' },
  async () => {
    const user = { username: 'me', password: 'se:cret' };
    const url = `${end.url}/x`;
    const digest = await disk.create({ url, auth: { type: 'digest', ...user } });
    expect((await createCommand(digest.id)).command).toContain('--digest --user me:se:cret');
    const ntlm = await disk.create({ url, auth: { type: 'ntlm', ...user, domain: 'Do main' } });
    expect((await createCommand(ntlm.id)).command).toContain(`--ntlm --user 'Do main\\me:se:cret'`);
    const wsse = await disk.create({ url, auth: { type: 'wsse', ...user } });
    const { command, problem } = await createCommand(wsse.id);
    expect([command, problem]).toEqual([null, expect.stringContaining('WSSE')]);
  },
);

const text = (content: string, contentType?: string): Body => ({
  type: 'text',
  content,
  ...(contentType === undefined ? {} : { contentType }),
});

describe.skipIf(!hasCurl)('a copied curl command', () => {
  const post = (body: Body, more: Fields = {}): Fields => ({ method: 'POST', body, ...more });
  it.each<[string, Fields]>([
    ['a plain GET', {}],
    ['brackets and braces', { url: '/x?ids[]={1,2}&a=[1-3]' }],
    ['dot segments', { url: '/a/../b/./%2e%2E/c' }],
    ['a fragment and quotes', { url: `/it's"$HOME\`id\`!x?q=$(id)|^#top` }],
    ['odd percent signs', { url: '/%zz%?%' }],
    ['values to encode', { url: '/x', queryParams: [pair('a b', `é&='"\n`)] }],
    ['an option as a method', { method: '-K' }],
    ['a HEAD', { method: 'HEAD' }],
    ['a DELETE without a body', { method: 'DELETE' }],
    ['empty and odd headers', { headers: [pair('x-a', ''), pair('x-b', ' '), pair('x-c', `a'b "$1" \`!`)] }],
    ['a header of a no-break space', { headers: [pair('x-a', '\u00a0')] }],
    ['a header of Latin-1 with a tab', { headers: [pair('x-a', 'caf\u00e9\tx')] }],
    ['its own Host header', { headers: [pair('Host', 'other.test')] }],
    ['an empty content type', post(text('x'), { headers: [pair('content-type', '')] })],
    ['Basic', { auth: { type: 'basic', username: '-x', password: `p:'"é\n` } }],
    ['Bearer', { auth: { type: 'bearer', token: '@t' } }],
    ['a body like a file', post(text('@../outside.txt'))],
    ['a body like an option', post(text('--next'))],
    ['control characters', post(text("a\r\nb\t\u001b[31m\u0007\u202e\u2066é😀\u009b\u00a0\\n'!"))],
    ['JSON with several lines', post({ type: 'json', content: '{\n\t"a": "it\'s"\n}' })],
    ['a GET with a body', { body: text('x') }],
    ['a single-byte charset', post(text('caf\u00e9 \u0080', 'text/plain; charset=iso-8859-15'))],
    ['a form', post({ type: 'form-urlencoded', fields: [pair('@a b', '@c&d=e+é')] })],
    ['a file', post({ type: 'binary', file: 'a "b"; c\\d.bin' })],
    ['a file called -', post({ type: 'binary', file: '-' })],
    ['a large file', post({ type: 'binary', file: 'large.bin' })],
    [
      'a multipart form',
      post({
        type: 'multipart',
        parts: [
          { name: '@a "b"', value: '<x;type=y\nz', enabled: true },
          { name: 'f;x', file: 'a "b"; c\\d.bin', enabled: true },
          { name: 'g', file: '-', filename: 'a,"b\\;', contentType: 'Text/X; charset=utf-8', enabled: true },
        ],
      }),
    ],
    [
      'multipart with its own boundary',
      post(
        { type: 'multipart', parts: [{ name: 'a', value: 'b', enabled: true }] },
        { headers: [pair('Content-Type', 'multipart/form-data; boundary=mine')] },
      ),
    ],
  ])(
    'sends what Tandem sends: %s',
    { tags: ['curl:as-sent', 'curl:quoted'] },
    async (_, { url = '/x', ...fields }) => {
      await expectSame({ ...fields, url: end.url + url });
    },
  );

  it('uses the credentials in a URL as Tandem does', async () => {
    await expectSame({ url: `${end.url.replace('//', '//u%20s:p%40w@')}/x` });
  });

  it.each<[string, Fields]>([
    ['an option in place of a URL', { url: '-Ktandem/notes.js' }],
    ['a file in place of a URL', { url: 'file:///etc/hostname' }],
    ['an unsupported scheme', { url: 'gopher://127.0.0.1/x' }],
    ['CONNECT', { method: 'CONNECT' }],
    ['a header name with @', { headers: [pair('@tandem/notes.js', 'x')] }],
    ['a header of two lines', { headers: [pair('x-a', 'a\r\nx-b: c')] }],
    ['a header of the connection', { headers: [pair('Expect', '100-continue')] }],
    ['a connection to upgrade', { headers: [pair('Connection', 'upgrade')] }],
    ['a wrong Content-Length', post(text('abc'), { headers: [pair('Content-Length', '99')] })],
    ['a file outside the workspace', post({ type: 'binary', file: '../outside.txt' })],
    ['a file by its full path', post({ type: 'binary', file: '/etc/hostname' })],
    [
      'a part from a file outside the workspace',
      post({ type: 'multipart', parts: [{ name: 'f', file: '../outside.txt', enabled: true }] }),
    ],
    ['a missing file', post({ type: 'binary', file: 'none.bin' })],
    ['a path parameter without a value', { url: 'http://127.0.0.1/:id' }],
  ])('is refused if the request cannot be sent: %s', { tags: 'curl:refused' }, async (_, fields) => {
    const { result, command, problem } = await sendBoth({ url: end.url, ...fields });
    expect(command).toBeNull();
    expect(problem).toBe(result.error?.message);
  });

  it.each<[string, Fields, string]>([
    ['a body with U+0000', post(text('a\0b')), 'U+0000'],
    ['a long body', post(text('x'.repeat(140_000))), 'too long'],
    ['a HEAD with a body', { method: 'HEAD', body: text('x') }, 'HEAD'],
    [
      'a form of another type',
      post(
        { type: 'multipart', parts: [{ name: 'a', value: 'b', enabled: true }] },
        { headers: [pair('Content-Type', 'multipart/mixed')] },
      ),
      'multipart/mixed',
    ],
    [
      'a part with an odd name',
      post({ type: 'multipart', parts: [{ name: 'a=b', value: '', enabled: true }] }),
      'a=b',
    ],
  ])(
    'is refused if curl cannot send the request: %s',
    { tags: 'curl:refused' },
    async (_, fields, reason) => {
      const { command, problem } = await sendBoth({ url: end.url, ...fields });
      expect(command).toBeNull();
      expect(problem).toContain(reason);
    },
  );

  it('sends what Tandem sends for any request', { tags: ['curl:as-sent', 'curl:quoted'] }, async () => {
    const odd = fc.constantFrom(
      "'",
      '"',
      '\\',
      '$',
      '`',
      '!',
      '\n',
      '\t',
      '\u001b',
      '@',
      '-',
      '{',
      '[',
      ';',
      '%',
      ' ',
      '\u202e',
    );
    const any = fc.string({
      unit: fc.oneof(odd, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
      maxLength: 12,
    });
    const safe = any.map((one) => one.replaceAll('\0', '').replaceAll('{{', '{'));
    const value = fc.stringMatching(/^[ \t!-~\u00a0-\u00ff]{0,12}$/).map((one) => one.replaceAll('{{', '{'));
    const fields = fc.record({
      method: fc
        .stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,6}$/)
        .filter((one) => !/^(head|connect)$/i.test(one)),
      path: safe.filter((one) => !one.includes(':')),
      queryParams: fc.array(
        fc.tuple(safe, safe).map(([name, one]) => pair(name, one)),
        { maxLength: 2 },
      ),
      headers: fc.array(
        value.map((one) => pair('x-a', one)),
        { maxLength: 2 },
      ),
      auth: fc.oneof(
        fc.constant({ type: 'none' as const }),
        fc.record({ type: fc.constant('basic' as const), username: safe, password: safe }),
      ),
      body: fc.oneof(
        fc.constant({ type: 'none' as const }),
        fc.record({ type: fc.constant('text' as const), content: safe }),
        fc.record({
          type: fc.constant('form-urlencoded' as const),
          fields: fc.array(
            fc.tuple(safe, safe).map(([name, one]) => pair(name, one)),
            { minLength: 1, maxLength: 2 },
          ),
        }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fields, async ({ path, ...rest }) => {
        await expectSame({ ...rest, url: `${end.url}/${path}` });
      }),
      { numRuns: 40 },
    );
  });

  describe('of a request with secrets', () => {
    const secret = 'S3cr&t "é"';
    beforeAll(async () => {
      await updateActive(disk, {
        variables: { base: end.url, greeting: '{{TOKEN}}!' },
        secrets: { TOKEN: secret, PIN: '12' },
      });
    });
    const fields: Fields = {
      method: 'POST',
      url: '{{base}}/{{PIN}}/:id',
      pathParams: [pair('id', '{{TOKEN}}')],
      queryParams: [pair('key', '{{TOKEN}}')],
      headers: [pair('x-greeting', '{{greeting}}')],
      auth: { type: 'basic', username: 'u', password: '{{TOKEN}}' },
      body: {
        type: 'json',
        content: '{"pin": {{PIN}}, "missing": "{{missing}}", "typed": "S3cr&t \\"é\\""}',
      },
    };

    it(
      'contains references instead of the values, and lists these secrets',
      { tags: 'curl:secrets' },
      async () => {
        const { id } = await disk.create(fields);
        const { command, masked, unresolved } = await createCommand(id);
        expect(command).toBe(
          `curl --globoff --url '${end.url}/{{PIN}}/{{TOKEN}}?key={{TOKEN}}' --location ` +
            `--header 'x-greeting: {{TOKEN}}!' --user 'u:{{TOKEN}}' --header 'content-type: application/json' ` +
            `--data-raw '{"pin": {{PIN}}, "missing": "{{missing}}", "typed": "‹secret:TOKEN›"}'`,
        );
        expect(masked).toEqual(['TOKEN', 'PIN']);
        expect(unresolved).toEqual(['missing']);
      },
    );

    it('contains the names of all variables if requested', { tags: 'curl:names' }, async () => {
      const { id } = await disk.create({ url: `${end.url}/{{PIN}}`, headers: [pair('x', '{{$uuid}}')] });
      const input = { id: id as RequestId, variables: 'named' } as const;
      const { command, masked, unresolved } = await unwrapResult<CurlCommand>(
        disk.application.requests.asCurl(input),
      );
      expect(command).toBe(`curl --globoff --url '${end.url}/{{PIN}}' --location --header 'x: {{$uuid}}'`);
      expect([masked, unresolved]).toEqual([['PIN'], []]);
    });

    it('contains their values if requested', { tags: 'curl:secrets' }, async () => {
      const { headers, ...others } = fields;
      expect(headers).toHaveLength(1);
      await expectSame(others);
    });

    it.each([
      ['{{host}}/x?q=1', `--url '{{host}}/x?q=1'`],
      ['{{base}}/{{who}}', `/{{who}}'`],
      ['http://{{host}}/:id', `'http://{{host}}/7'`],
    ])('keeps references without a value in the URL %s', async (url, part) => {
      const { id } = await disk.create({ url, pathParams: [pair('id', '7')] });
      const { command, unresolved } = await createCommand(id, 'real');
      expect(command).toContain(`curl --globoff --url '`);
      expect(command).toContain(part);
      expect(unresolved).toHaveLength(1);
    });
  });
});
