import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import { type CurlCommand, createQuietContext } from '@tandem/application';
import type { ExecutionResult, RequestId } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type CurlRequest, curlRequests, files, folders, variables } from './testing/curl-requests.js';
import { unwrapResult, type OnDisk, openOnDisk, updateActive } from './testing/on-disk.js';
import { openRawEnd, type RawRequest } from './testing/raw-end.js';

const run = promisify(execFile);

const response = (status: string, fields: readonly string[] = [], body: string | Buffer = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      [`HTTP/1.1 ${status}`, ...fields, `Content-Length: ${body.length}`, 'Connection: close', '', ''].join(
        '\r\n',
      ),
    ),
    Buffer.from(body),
  ]);

/** Redirects, challenges, sets cookies or compresses, depending on the request's path. */
const answer = ({ method, target, headers }: RawRequest): Buffer => {
  const { pathname, searchParams } = new URL(target, 'http://h');
  const redirect = /^\/(30\d)$/.exec(pathname)?.[1] ?? (pathname === '/jar/set' ? '302' : undefined);
  if (redirect !== undefined) {
    const cookies = pathname === '/jar/set' ? ['Set-Cookie: hop=1'] : [];
    return response(`${redirect} Redirect`, [`Location: ${searchParams.get('to') ?? ''}`, ...cookies]);
  }
  if (pathname.startsWith('/digest') && !headers.some(([name]) => name === 'authorization')) {
    const challenge = 'Digest realm="a \\"b\\"", nonce="n1", qop="auth", algorithm=SHA-256, opaque="o"';
    return response('401 Unauthorized', [`WWW-Authenticate: ${challenge}`]);
  }
  if (pathname === '/jar/login')
    return response('200 OK', ['Set-Cookie: sid=a-session-that-is-long; HttpOnly', 'Set-Cookie: theme=dark']);
  if (pathname === '/gzip') return response('200 OK', ['Content-Encoding: gzip'], gzipSync('compressed'));
  return method === 'HEAD' ? response('200 OK') : response('200 OK', [], 'ok');
};

let disk: OnDisk;
let end: Awaited<ReturnType<typeof openRawEnd>>;
beforeAll(async () => {
  [disk, end] = [await openOnDisk((_, sent) => sent.end()), await openRawEnd(answer)];
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(disk.folder, name), bytes);
  const { folders: ours } = disk.application;
  await updateActive(disk, { variables });
  const { '': workspace, ...others } = folders;
  await unwrapResult(ours.update({ id: '', ...workspace }));
  for (const [path, fields] of Object.entries(others)) await unwrapResult(ours.create({ path, ...fields }));
});
afterAll(async () => {
  await end.close();
  await disk.close();
});

const saveRequest = async ({ rest, graphql }: CurlRequest): Promise<RequestId> => {
  if (graphql === undefined) return (await disk.create({ ...rest, url: `${end.url}${rest?.url ?? ''}` })).id;
  const url = `${end.url}${graphql.url ?? ''}`;
  return (await unwrapResult(disk.application.graphql.create({ name: 'G', ...graphql, url }))).id;
};

const execute = async (id: RequestId): Promise<ExecutionResult> => {
  const { rest, graphql } = disk.application;
  return unwrapResult<ExecutionResult>(
    id.startsWith('rest')
      ? rest.execute({ id }, createQuietContext())
      : graphql.execute({ id }, createQuietContext()),
  );
};

/** The parameters of an Authorization field sorted by name, without random or time-dependent ones. */
const sortAuthParameters = (value: string): string => {
  const [, scheme = '', rest = ''] = /^(Digest|AWS4-HMAC-SHA256) (.*)$/.exec(value) ?? [];
  if (scheme === '') return value;
  const kept = [...rest.matchAll(/(\w+)=("(?:[^"\\]|\\.)*"|[^,]*)/g)]
    .filter(([, name = '']) => !/^(cnonce|response|Signature)$/.test(name))
    .map(
      ([, name = '', one = '']) =>
        `${name}=${one.replace(/\/\d{8}\//, '/DATE/').replace(/^"([^"\\]*)"$/, '$1')}`,
    );
  return [scheme, ...kept.sort()].join(' ');
};

/**
 * Removes client-specific parts of a request: the client's name, `Accept: *\/*`, and whether the connection is kept alive. The boundary
 * of a form is random, and so is the length of its body.
 */
const toComparable = ({ method, target, headers, body }: RawRequest) => {
  const lengths = headers.filter(([name]) => name === 'content-length').map(([, value]) => value);
  if (body !== '') expect(lengths).toEqual([String(body.length)]);
  const boundary = headers.flatMap(([, value]) => /; ?boundary=(\S+)$/.exec(value)?.[1] ?? [])[0];
  const plain = (text: string) => (boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY'));
  const kept = headers.flatMap(([name, value]): readonly string[] => {
    if (/^(user-agent|connection)$/.test(name) || (name === 'accept' && value === '*/*')) return [];
    if (name === 'content-length' && boundary !== undefined) return [];
    if (name === 'x-amz-date') return [`${name}: ${value.replace(/\d/g, '0')}`];
    return [`${name}: ${name === 'authorization' ? sortAuthParameters(value) : plain(value)}`];
  });
  return { method, target, headers: kept.sort(), body: plain(body) };
};
type Comparable = ReturnType<typeof toComparable>;

/** A request without one of its parts. */
const removePart = (request: Comparable, part: string): Comparable => ({
  ...request,
  method: part === 'method' ? '' : request.method,
  body: part === 'body' ? '' : request.body,
  headers: request.headers.filter((field) => !field.startsWith(`${part}: `)),
});

/** Compares the received requests except the parts expected to differ, which must all differ. */
const expectSame = (
  byCurl: readonly Comparable[],
  bySend: readonly Comparable[],
  { differs }: CurlRequest,
) => {
  const leaving = (parts: readonly string[], some: readonly Comparable[]) =>
    some.map((one, at) => (at === differs?.request ? parts.reduce(removePart, one) : one));
  const what = differs?.what ?? [];
  expect(leaving(what, byCurl)).toEqual(leaving(what, bySend));
  for (const part of what) {
    const others = what.filter((one) => one !== part);
    expect(leaving(others, byCurl), `${part} no longer differs`).not.toEqual(leaving(others, bySend));
  }
};

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

describe.skipIf(!hasCurl)('a copied curl command and Tandem', () => {
  beforeAll(async () => {
    const { id } = await disk.create({ url: `${end.url}/jar/login` });
    await disk.execute(id);
    end.take();
  });

  it('differ in the cookies of the jar unless secrets are copied', { tags: 'curl:secrets' }, async () => {
    const headers = [{ name: 'Cookie', value: 'theme=light', enabled: true }];
    const { id } = await disk.create({ url: `${end.url}/jar/x`, headers });
    const { command, masked } = await unwrapResult<CurlCommand>(disk.application.requests.asCurl({ id }));
    expect(command).toContain(`--header 'cookie: theme=light; sid={{cookie:sid}}'`);
    expect(masked).toEqual(['cookie:sid']);
    const off = await disk.create({ url: `${end.url}/jar/x`, settings: { cookies: false } });
    const without = await unwrapResult<CurlCommand>(disk.application.requests.asCurl({ id: off.id }));
    expect(without.command).not.toContain('cookie');
    expect(without.masked).toEqual([]);
  });

  it.each(curlRequests.map((one) => [one.title, one] as const))(
    'send the same bytes: %s',
    { tags: ['curl:as-sent', 'curl:quoted'] },
    async (_, request) => {
      const id = await saveRequest(request);
      const { command, problem } = await unwrapResult<CurlCommand>(
        disk.application.requests.asCurl({ id, secrets: 'real' }),
      );
      expect(problem).toBeNull();
      const shell = await run('bash', ['-c', `${command ?? ''} --silent --max-time 20`], {
        cwd: '/',
        encoding: 'buffer',
      });
      expect(shell.stderr.toString()).toBe('');
      const byCurl = end.take().map(toComparable);
      const { error } = await execute(id);
      expect(error).toBeNull();
      const bySend = end.take().map(toComparable);
      expectSame(byCurl, bySend, request);
    },
  );
});
