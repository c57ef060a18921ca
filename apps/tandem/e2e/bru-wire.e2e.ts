import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { fetchBruno } from '../../../tools/fetch/bruno.mjs';
import { type OpenedWorkspace, openWorkspace } from './workspace.js';

const run = promisify(execFile);

let on: OpenedWorkspace;
let receivedRequests: string[] = [];

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Digest credentials without the client's random values, and whether they prove the password (RFC 7616, section 3.4.1). */
const formatDigest = (header: string): string => {
  const fields = new Map(
    [...header.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, name = '', quoted, plain]) => [
      name,
      quoted ?? plain ?? '',
    ]),
  );
  const of = (name: string): string => fields.get(name) ?? '';
  const proof = [
    md5(`${of('username')}:${of('realm')}:secret`),
    ...[of('nonce'), of('nc'), of('cnonce'), of('qop')],
    md5(`GET:${of('uri')}`),
  ].join(':');
  const isRight = of('response') === md5(proof);
  return `Digest ${of('username')} ${of('realm')} ${of('uri')} ${of('qop')} ${String(isRight)}`;
};

const answer = (request: IncomingMessage, response: ServerResponse): void => {
  const { url = '', headers } = request;
  const { authorization = '-', cookie = '-' } = headers;
  const isDigest = authorization.startsWith('Digest');
  // Cookies with longer paths come first (RFC 6265, section 5.4), except in Bruno.
  const cookies = cookie.split('; ').sort().join('; ');
  receivedRequests.push(`${url} ${cookies} ${isDigest ? formatDigest(authorization) : authorization}`);
  if (url.startsWith('/set'))
    response.setHeader('set-cookie', [
      'a=1; Path=/',
      'b=2; HttpOnly; Path=/',
      'c=3; Path=/elsewhere',
      'd=4; Max-Age=0',
    ]);
  if (url === '/digest' && !isDigest) {
    response.statusCode = 401;
    response.setHeader('www-authenticate', 'Digest realm="shop", nonce="n-1", qop="auth", algorithm=MD5');
  }
  response.setHeader('content-type', 'application/json');
  response.end('{}');
};

const formatRequest = (path: string, seq: number, auth: string, more = ''): string =>
  `meta {\n  name: ${path}\n  type: http\n  seq: ${seq}\n}\n\nget {\n  url: {{HOST}}/${path}\n  body: none\n  auth: ${auth}\n}\n${more}`;

/** The requests have no key in the query and no Cookie header, because Bruno's command line sends neither. */
const files = (url: string): Readonly<Record<string, string>> => ({
  'bruno.json': '{ "version": "1", "name": "Wire", "type": "collection" }',
  'environments/Local.bru': `vars {\n  HOST: ${url}\n  user: bob\n}\n`,
  'set.bru': formatRequest('set', 1, 'none'),
  'see.bru': formatRequest('see', 2, 'none'),
  'elsewhere.bru': formatRequest('elsewhere', 3, 'none'),
  'basic.bru': formatRequest(
    'basic',
    4,
    'basic',
    '\nauth:basic {\n  username: {{user}}\n  password: pä:ss\n}\n',
  ),
  'bearer.bru': formatRequest('bearer', 5, 'bearer', '\nauth:bearer {\n  token: {{user}}-token\n}\n'),
  'digest.bru': formatRequest(
    'digest',
    6,
    'digest',
    '\nauth:digest {\n  username: bob\n  password: secret\n}\n',
  ),
});

beforeEach(async () => {
  on = await openWorkspace();
  on.state.answer = answer;
  receivedRequests = [];
  for (const [path, text] of Object.entries(files(on.url))) {
    const file = join(on.folder, 'bruno', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
});
afterEach(() => on.close());

describe('a converted collection of .bru files', { tags: 'import:bru' }, () => {
  it('sends the same cookies and auth as Bruno', async () => {
    const options = ['run', '-r', '--env', 'Local', '--sandbox', 'safe'];
    await run(await fetchBruno(), options, { cwd: join(on.folder, 'bruno') });
    const theirs = receivedRequests.splice(0);
    const into = join(on.folder, 'yaml');
    expect(await on.tandem(['import', join(on.folder, 'bruno'), into])).toMatchObject({ code: 0 });
    const ours = await on.tandem(['run', into, '--env', 'Local']);
    expect([ours.code, ours.stderr]).toEqual([0, '']);
    expect(receivedRequests).toEqual(theirs);
    expect(theirs.at(-1)).toMatch(/ Digest bob shop \/digest auth true$/);
  }, 400_000);
});
