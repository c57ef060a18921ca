import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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

/** A received request, without the parts that identify the client. */
interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

let receivedRequests: ReceivedRequest[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    const own = Object.entries(request.headers).filter(([name]) => /^(x-|authorization$)/.test(name));
    const { method, url } = request;
    receivedRequests.push({ method, url, headers: Object.fromEntries(own), body });
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

const collectRequests = async (work: () => Promise<unknown>): Promise<readonly ReceivedRequest[]> => {
  receivedRequests = [];
  await work();
  return receivedRequests;
};

/** Scripts that append `name`: to a header before the request, and to a variable after it. */
const brunoScripts = (name: string) => `  scripts:
    - type: before-request
      code: req.setHeader('x-before', (req.getHeader('x-before') || '') + '${name}-');
    - type: after-response
      code: bru.setEnvVar('AFTER', (bru.getEnvVar('AFTER') || '') + '${name}-');
`;
const formatScript = (name: string) => `export function onRequest(req) {
  req.headers.set('x-before', (req.headers.get('x-before') ?? '') + '${name}-');
}
export function onResponse(req, res) {
  res.env.setVariable('AFTER', (res.env.getVariable('AFTER') ?? '') + '${name}-');
}
`;

/** Formats the fields that a level provides to its requests. */
const formatInheritedFields = (name: string, auth: string) => `request:
  headers:
    - name: x-${name}
      value: "{{who}} {{only-${name}}}"
    - name: x-nearest
      value: ${name}
  auth: ${auth}
  variables:
    - name: who
      value: ${name}
    - name: only-${name}
      value: from-${name}
${brunoScripts(name)}`;

const requestFile = (name: string, seq: number) => `info:
  name: ${name}
  type: http
  seq: ${seq}
http:
  method: POST
  url: "{{API_URL}}/${name}?after={{AFTER}}"
  headers:
    - name: x-own
      value: "{{who}}"
  body:
    type: text
    data: "{{only-collection}} {{only-outer}} {{only-middle}} {{only-inner}}"
  auth: inherit
runtime:
${brunoScripts('request')}`;

const bearer = '{ type: bearer, token: "{{who}}" }';
const basic = '{ type: basic, username: "{{who}}", password: "{{only-outer}}" }';
const folderFile = (name: string, auth: string) =>
  `info:\n  name: ${name}\n  type: folder\n${formatInheritedFields(name, auth)}`;

const createFiles = (extensions: string): Readonly<Record<string, string>> => ({
  'opencollection.yml': `opencollection: 1.0.0\ninfo:\n  name: Deep\n${formatInheritedFields('collection', bearer)}bundled: false\n${extensions}`,
  'collection.js': formatScript('collection'),
  'environments/Default.yml': `name: Default\nvariables:\n  - name: API_URL\n    value: http://127.0.0.1:${(server.address() as AddressInfo).port}\n  - name: AFTER\n    value: ""\n`,
  'outer/folder.yml': folderFile('outer', basic),
  'outer/folder.js': formatScript('outer'),
  'outer/middle/folder.yml': folderFile('middle', 'inherit'),
  'outer/middle/folder.js': formatScript('middle'),
  'outer/middle/inner/folder.yml': folderFile('inner', 'inherit'),
  'outer/middle/inner/folder.js': formatScript('inner'),
  'outer/middle/inner/first.yml': requestFile('first', 1),
  'outer/middle/inner/first.js': formatScript('request'),
  'outer/middle/inner/second.yml': requestFile('second', 2),
  'outer/middle/inner/second.js': formatScript('request'),
});

const brunoScriptsPattern = /^ {2}scripts:\n(?: {4}.*\n)+/gm;

/** Writes the files with Bruno scripts, or with equivalent Tandem scripts. */
const writeAll = async (root: string, extensions: string, whose: 'bruno' | 'ours'): Promise<void> => {
  for (const [file, text] of Object.entries(createFiles(extensions))) {
    if (whose === 'bruno' && file.endsWith('.js')) continue;
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), whose === 'bruno' ? text : text.replace(brunoScriptsPattern, ''));
  }
};

const outerToInner = 'collection-outer-middle-inner-request-';
const innerToOuter = 'request-inner-middle-outer-collection-';

it.each([
  ['', innerToOuter],
  ['extensions:\n  bruno:\n    scripts:\n      flow: sequential\n', outerToInner],
])(
  "a request three folders deep sends the same with Bruno's or Tandem's scripts as in Bruno's command line (%j)",
  {
    tags: ['folder:bruno', 'inherit:scripts', 'inherit:scripts:flow', 'foreign:bruno:order'],
    timeout: 240_000,
  },
  async (extensions, after) => {
    const folder = await temporaryFolder();
    try {
      const root = join(folder.path, 'deep/tandem');
      await writeAll(root, extensions, 'bruno');
      const args = ['run', '-r', '--env', 'Default', '--sandbox', 'safe'];
      const theirs = await collectRequests(() => run(bruno, args, { cwd: root, timeout: 120_000 }));
      // Bruno stored the variables of its scripts in the environment's file.
      await writeAll(root, extensions, 'bruno');
      const same = await collectRequests(() => executeAll(folder.path, ['first', 'second']));
      expect(same).toEqual(theirs);
      const own = join(folder.path, 'own');
      await writeAll(join(own, 'deep/tandem'), extensions, 'ours');
      const ours = await collectRequests(() => executeAll(own, ['first', 'second']));
      expect(ours).toEqual(theirs);
      expect(ours.map(({ url }) => url)).toEqual(['/first?after=', `/second?after=${after}`]);
      expect(ours[1]).toMatchObject({
        method: 'POST',
        body: 'from-collection from-outer from-middle from-inner',
        headers: {
          'x-before': outerToInner,
          'x-nearest': 'inner',
          'x-collection': 'inner from-collection',
          'x-own': 'inner',
          authorization: `Basic ${Buffer.from('inner:from-outer').toString('base64')}`,
        },
      });
      expect(await readFile(join(root, 'opencollection.yml'), 'utf8')).toContain(extensions);
    } finally {
      await folder.remove();
    }
  },
);
