import { convertFiles, type BruFile } from '../../bruno/convert.js';
import { createChangedRow, type Format, createKeptRow, createListedRow, type Row } from './row.js';

const createFile = (kind: BruFile['kind'], text: string, config: BruFile['config'] = {}): BruFile => ({
  ...{ kind, path: 'r.bru', text, name: 'r', config },
});
/** Creates a request with these blocks. */
const request = (blocks: string, fields = 'body: none\n  auth: none', type = 'http'): BruFile =>
  createFile(
    'request',
    `meta {\n  name: r\n  type: ${type}\n  seq: 1\n}\n\npost {\n  url: https://a.example/:id\n  ${fields}\n}\n\n${blocks}\n`,
  );
const createAuthFile = (mode: string, fields: string): BruFile =>
  request(`auth:${mode} {\n  ${fields}\n}`, `body: none\n  auth: ${mode}`);
const createBodyFile = (mode: string, block: string): BruFile =>
  request(block, `body: ${mode}\n  auth: none`);
/** Checks that all these lines are in the YAML. */
const has = (...lines: readonly string[]): object => Object.fromEntries(lines.map((line) => [line, true]));

const requestRows: readonly Row[] = [
  createKeptRow('meta', request(''), has('name: r', 'type: http', 'seq: 1')),
  createKeptRow('method and url', request(''), has('method: POST', 'url: https://a.example/:id')),
  createKeptRow(
    'headers',
    request('headers {\n  x: 1\n  ~y: 2\n}'),
    has('- name: x', '- name: y', 'disabled: true'),
  ),
  createKeptRow('params:query', request('params:query {\n  a: 1\n}'), has('type: query')),
  createKeptRow('params:path', request('params:path {\n  id: 7\n}'), has('type: path')),
  createKeptRow('body:json', createBodyFile('json', 'body:json {\n  {}\n}'), has('type: json')),
  createKeptRow('body:text', createBodyFile('text', 'body:text {\n  a\n}'), has('type: text')),
  createKeptRow('body:xml', createBodyFile('xml', 'body:xml {\n  <a/>\n}'), has('type: xml')),
  createKeptRow(
    'body:form-urlencoded',
    createBodyFile('formUrlEncoded', 'body:form-urlencoded {\n  a: 1\n}'),
    has('type: form-urlencoded'),
  ),
  createKeptRow(
    'body:multipart-form',
    createBodyFile('multipartForm', 'body:multipart-form {\n  a: 1 @contentType(text/csv)\n}'),
    has('contentType: text/csv'),
  ),
  createKeptRow(
    'body:file',
    createBodyFile('file', 'body:file {\n  file: @file(a.bin) @contentType(image/png)\n}'),
    has('- filePath: a.bin', 'contentType: image/png'),
  ),
  createKeptRow(
    'body:graphql',
    request('body:graphql {\n  { a }\n}', 'body: graphql\n  auth: none', 'graphql'),
    has('query: "{ a }"'),
  ),
  createKeptRow('vars:pre-request', request('vars:pre-request {\n  a: 1\n}'), has('- name: a')),
  createKeptRow(
    'vars:pre-request with a description',
    request('vars:pre-request {\n  @description("d")\n  a: 1\n}'),
    has('description: d'),
  ),
  createKeptRow(
    'vars:pre-request with a type',
    request('vars:pre-request {\n  @number\n  a: 1\n}'),
    has('type: number'),
  ),
  createListedRow(
    'local variables',
    request('vars:pre-request {\n  @a: 1\n}'),
    'r.bru',
    'that the variable “a” is local to the request',
  ),
  createListedRow(
    'other annotations',
    request('vars:pre-request {\n  @x\n  a: 1\n}'),
    'r.bru',
    'the annotation “@x” of “a”',
  ),
  createKeptRow(
    'vars:post-response',
    request('vars:post-response {\n  a: res.body.b\n}'),
    has('phase: after-response'),
  ),
  createKeptRow(
    'assert',
    request('assert {\n  res.status: 200\n  res.body.a: gt 1\n}'),
    has('operator: eq', 'operator: gt'),
  ),
  createKeptRow(
    'script:pre-request',
    request('script:pre-request {\n  a()\n}'),
    has('- type: before-request'),
  ),
  createKeptRow(
    'script:post-response',
    request('script:post-response {\n  a()\n}'),
    has('- type: after-response'),
  ),
  createKeptRow('tests', request('tests {\n  a()\n}'), has('- type: tests')),
  createKeptRow('docs', request('docs {\n  d\n}'), has('docs: d')),
  createKeptRow('settings', request('settings {\n  timeout: 5\n}'), has('timeout: 5')),
];

const authRows: readonly Row[] = [
  createKeptRow('auth: inherit', request('', 'body: none\n  auth: inherit'), has('auth: inherit')),
  createKeptRow('auth:basic', createAuthFile('basic', 'username: u\n  password: p'), has('type: basic')),
  createKeptRow(
    'auth:basic without values',
    createAuthFile('basic', 'username: \n  password: '),
    has('type: basic'),
  ),
  createKeptRow('auth:bearer', createAuthFile('bearer', 'token: t'), has('type: bearer')),
  createKeptRow('auth:digest', createAuthFile('digest', 'username: u\n  password: p'), has('type: digest')),
  createKeptRow(
    'auth:ntlm',
    createAuthFile('ntlm', 'username: u\n  password: p\n  domain: d'),
    has('type: ntlm'),
  ),
  createKeptRow('auth:wsse', createAuthFile('wsse', 'username: u\n  password: p'), has('type: wsse')),
  createKeptRow(
    'auth:awsv4',
    createAuthFile('awsv4', 'accessKeyId: a\n  secretAccessKey: s\n  service: s3'),
    has('type: awsv4'),
  ),
  createKeptRow(
    'auth:apikey',
    createAuthFile('apikey', 'key: k\n  value: v\n  placement: header'),
    has('type: apikey'),
  ),
  createKeptRow(
    'auth:oauth2',
    createAuthFile(
      'oauth2',
      'grant_type: client_credentials\n  access_token_url: https://t.example\n  client_id: a',
    ),
    has('flow: client_credentials'),
  ),
];

const otherRows: readonly Row[] = [
  createKeptRow(
    'folder.bru',
    createFile('folder', 'meta {\n  name: f\n}\n\nheaders {\n  a: 1\n}\n'),
    has('name: f', '- name: a'),
  ),
  createKeptRow(
    'auth of a folder',
    createFile('folder', 'auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: t\n}\n'),
    has('type: bearer'),
  ),
  createKeptRow('environments', createFile('environment', 'vars {\n  a: 1\n}\n'), has('- name: a')),
  createKeptRow('vars:secret', createFile('environment', 'vars:secret [\n  s\n]\n'), has('- secret: true')),
  createKeptRow('collection.bru', createFile('collection', 'headers {\n  a: 1\n}\n'), has('- name: a')),
  createChangedRow(
    'bruno.json, size and filesCount',
    'nothing: Bruno counts anew',
    createFile('collection', '', { name: 'c', size: 1, filesCount: 2 }),
    has('opencollection: 1.0.0'),
  ),
  createKeptRow(
    'bruno.json, clientCertificates',
    createFile('collection', '', {
      name: 'c',
      clientCertificates: {
        enabled: true,
        certs: [{ domain: 'a', type: 'cert', certFilePath: 'a', keyFilePath: 'b', passphrase: '' }],
      },
    }),
    has('certificateFilePath: a'),
  ),
  createKeptRow(
    'bruno.json, ignore and presets',
    createFile('collection', '', {
      name: 'c',
      ignore: ['x'],
      presets: { requestType: 'http', requestUrl: 'u' },
    }),
    has('ignore:', 'presets:'),
  ),
  createListedRow(
    'bruno.json, proxy',
    createFile('collection', '', { name: 'c', proxy: { enabled: true, hostname: 'p' } }),
    'r.bru',
    'the proxy of bruno.json; set one for the environment or the workspace',
  ),
  createListedRow(
    'bruno.json, scripts',
    createFile('collection', '', { name: 'c', scripts: { moduleWhitelist: ['x'] } }),
    'r.bru',
    'what bruno.json allows scripts to load and read',
  ),
];

const createOtherFile = (type: string, block: string): BruFile =>
  createFile('request', `meta {\n  name: r\n  type: ${type}\n  seq: 1\n}\n\n${block}\n`);

export const bru: Format = {
  name: 'Bruno, .bru',
  specification: 'https://docs.usebruno.com/bru-lang/overview',
  read: (input) => {
    const [converted] = convertFiles([input as BruFile]);
    if (converted === undefined || 'message' in converted) throw new Error(converted?.message ?? 'nothing');
    const { path, text, lost } = converted;
    const made = Object.fromEntries(text.split('\n').map((line) => [line.trim(), true]));
    return { made, leftOut: lost.map((what) => ({ place: path.replace('.yml', '.bru'), what })) };
  },
  rows: [
    ...requestRows,
    ...authRows,
    ...otherRows,
    createListedRow(
      'gRPC requests',
      createOtherFile('grpc', 'grpc {\n  url: a.example\n  method: /S/M\n}'),
      'r.bru',
      'a gRPC request is kept, but does not run in Tandem',
    ),
    createListedRow(
      'WebSocket requests',
      createOtherFile('ws', 'ws {\n  url: wss://a.example\n}'),
      'r.bru',
      'a WebSocket request is kept, but does not run in Tandem',
    ),
  ],
};
