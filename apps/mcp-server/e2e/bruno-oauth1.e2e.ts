import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { temporaryFolder } from '@tandem/node/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { fetchBruno } from '../../../tools/fetch/bruno.mjs';
import { executeAll } from './execute-all.js';

const run = promisify(execFile);

let bruno = '';
beforeAll(async () => {
  bruno = await fetchBruno();
}, 400_000);

/** A received request, with its OAuth parameters sorted by name. */
interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string;
  readonly realm: string | undefined;
  readonly oauth: readonly string[];
  readonly rest: readonly string[];
}

const sortPairs = (pairs: Iterable<readonly [string, string]>) =>
  [...pairs].map(([name, value]) => `${name}=${value}`).sort();

const parseReceivedRequest = (
  method: string | undefined,
  target: string,
  authorization: string,
  body: string,
): ReceivedRequest => {
  const { pathname, searchParams } = new URL(target, 'http://h');
  const inHeader = [...authorization.matchAll(/(\w+)="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, decodeURIComponent(value)],
  );
  const all = sortPairs([...inHeader, ...searchParams, ...new URLSearchParams(body)]);
  return {
    method,
    path: pathname,
    realm: all.find((one) => one.startsWith('realm=')),
    oauth: all.filter((one) => one.startsWith('oauth_')),
    rest: all.filter((one) => !/^(?:oauth_|realm=)/.test(one)),
  };
};

let receivedRequests: ReceivedRequest[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    const { method, url = '', headers } = request;
    receivedRequests.push(parseReceivedRequest(method, url, headers.authorization ?? '', body));
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const form = `  body:
    type: form-urlencoded
    data:
      - name: note
        value: "a & b"
`;

/** The requests to sign, and how to sign them. */
const signedRequests: readonly [name: string, method: string, query: string, body: string, auth: string][] = [
  [
    'header-sha1',
    'GET',
    '?a=1&b=x%20y',
    '',
    'signatureMethod: HMAC-SHA1\n    placement: header\n    realm: photos',
  ],
  ['header-sha256', 'POST', '', form, 'signatureMethod: HMAC-SHA256\n    placement: header'],
  ['query-sha512', 'GET', '?c=%2B', '', 'signatureMethod: HMAC-SHA512\n    placement: query'],
  ['body-sha1', 'POST', '', form, 'signatureMethod: HMAC-SHA1\n    placement: body'],
  ['plaintext', 'GET', '', '', 'signatureMethod: PLAINTEXT\n    placement: header'],
];

const formatRequestFile = (
  [name, method, query, body, auth]: (typeof signedRequests)[number],
  seq: number,
) => `info:
  name: ${name}
  type: http
  seq: ${seq}
http:
  method: ${method}
  url: "{{API_URL}}/${name}${query}"
${body}  auth:
    type: oauth1
    consumerKey: key
    consumerSecret: "consumer&secret"
    accessToken: token
    accessTokenSecret: "token=secret"
    ${auth}
    timestamp: "1191242096"
    nonce: once
    version: "1.0"
`;

const collectRequests = async (work: () => Promise<unknown>): Promise<readonly ReceivedRequest[]> => {
  receivedRequests = [];
  await work();
  return receivedRequests;
};

it(
  "OAuth 1.0 produces the same signature as Bruno's command line",
  { tags: ['folder:bruno', 'auth:oauth1'], timeout: 240_000 },
  async () => {
    const folder = await temporaryFolder();
    try {
      const root = join(folder.path, 'deep/tandem');
      const { port } = server.address() as AddressInfo;
      const files: readonly [string, string][] = [
        ['opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Signed\nbundled: false\n'],
        [
          'environments/Default.yml',
          `name: Default\nvariables:\n  - name: API_URL\n    value: http://127.0.0.1:${port}\n`,
        ],
        ...signedRequests.map((one, index): [string, string] => [
          `${one[0]}.yml`,
          formatRequestFile(one, index + 1),
        ]),
      ];
      for (const [file, text] of files) {
        await mkdir(dirname(join(root, file)), { recursive: true });
        await writeFile(join(root, file), text);
      }
      const args = ['run', '-r', '--env', 'Default', '--sandbox', 'safe'];
      const theirs = await collectRequests(() => run(bruno, args, { cwd: root, timeout: 120_000 }));
      const ours = await collectRequests(() =>
        executeAll(
          folder.path,
          signedRequests.map(([name]) => name),
        ),
      );
      expect(ours).toEqual(theirs);
      expect(ours.map(({ oauth }) => oauth.some((one) => one.startsWith('oauth_signature=')))).toEqual(
        signedRequests.map(() => true),
      );
    } finally {
      await folder.remove();
    }
  },
);
