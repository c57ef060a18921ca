import { unwrapResult } from '@tandem/core/testing';

import type { TestWorkspace } from '../house.js';
import { indent, type Part, type Row } from './row.js';

const indentInHttp = (yaml: string): string => indent(yaml, '  ');
const createAuthRow = (type: string, fields: string, makes?: object): Row => ({
  construct: `http.auth, ${type}`,
  yaml: indentInHttp(`auth:\n  type: ${type}\n${indent(fields, '  ')}`),
  ...(makes === undefined ? {} : { makes: { auth: makes } }),
});
const createBodyRow = (type: string, fields: string, makes: object): Row => ({
  construct: `http.body, ${type}`,
  yaml: indentInHttp(`body:\n  type: ${type}\n${indent(fields, '  ')}`),
  makes: { body: makes },
});

const rows: readonly Row[] = [
  {
    construct: 'info.name, http.method and http.url',
    yaml: '',
    makes: { name: 'A', method: 'POST', url: 'http://h/:id' },
  },
  {
    construct: 'http.headers',
    yaml: indentInHttp('headers:\n  - name: x\n    value: "1"\n    disabled: true'),
    makes: { headers: [{ name: 'x', value: '1', enabled: false }] },
  },
  {
    construct: 'http.params, query and path',
    yaml: indentInHttp(
      'params:\n  - name: q\n    value: "1"\n    type: query\n  - name: id\n    value: "7"\n    type: path',
    ),
    makes: { queryParams: [{ name: 'q' }], pathParams: [{ name: 'id', value: '7' }] },
  },
  {
    construct: 'descriptions of rows',
    yaml: indentInHttp('headers:\n  - name: x\n    value: "1"\n    description: why'),
  },
  createBodyRow('json', "data: '{}'", { type: 'json', content: '{}' }),
  createBodyRow('text', 'data: a', { type: 'text', content: 'a' }),
  createBodyRow('xml', 'data: <a/>', { type: 'text', content: '<a/>' }),
  createBodyRow('form-urlencoded', 'data:\n  - name: a\n    value: "1"', {
    type: 'form-urlencoded',
    fields: [{ name: 'a' }],
  }),
  createBodyRow('multipart-form', 'data:\n  - name: a\n    type: text\n    value: "1"', {
    type: 'multipart',
    parts: [{ name: 'a' }],
  }),
  createBodyRow('file', 'data:\n  - filePath: a.bin\n    contentType: image/png\n    selected: true', {
    type: 'binary',
    file: 'a.bin',
  }),
  { construct: 'http.auth, inherit', yaml: '  auth: inherit', makes: { auth: { type: 'inherit' } } },
  createAuthRow('basic', 'username: u\npassword: "{{p}}"', { type: 'basic', username: 'u' }),
  createAuthRow('bearer', 'token: "{{t}}"', { type: 'bearer', token: '{{t}}' }),
  createAuthRow('digest', 'username: u\npassword: "{{p}}"', { type: 'digest' }),
  createAuthRow('ntlm', 'username: u\npassword: "{{p}}"\ndomain: d', { type: 'ntlm', domain: 'd' }),
  createAuthRow('wsse', 'username: u\npassword: "{{p}}"', { type: 'wsse' }),
  createAuthRow('awsv4', 'accessKeyId: a\nsecretAccessKey: "{{s}}"\nservice: s3\nregion: r', {
    type: 'aws-sigv4',
    service: 's3',
  }),
  createAuthRow('apikey', 'key: k\nvalue: "{{v}}"\nplacement: query', {
    type: 'api-key',
    name: 'k',
    in: 'query',
  }),
  createAuthRow('oauth2', 'flow: client_credentials\naccessTokenUrl: https://t.example', {
    type: 'oauth2',
    grant: 'client_credentials',
  }),
  createAuthRow('akamaiEdgegrid', 'accessToken: a', { type: 'unsupported' }),
  {
    construct: 'runtime.scripts',
    yaml: 'runtime:\n  scripts:\n    - type: before-request\n      code: a()\n    - type: tests\n      code: b()',
    makes: { foreign: { dialect: 'bruno', beforeRequest: 'a()', tests: 'b()' } },
  },
  {
    construct: 'runtime.assertions',
    yaml: 'runtime:\n  assertions:\n    - expression: res.status\n      operator: eq\n      value: "200"',
    makes: { foreign: { assertions: [{ name: 'res.status', value: 'eq 200' }] } },
  },
  {
    construct: 'runtime.variables',
    yaml: 'runtime:\n  variables:\n    - name: a\n      value: "1"',
    makes: { requestVariables: [{ name: 'a', value: '1' }] },
  },
  {
    construct: 'settings.timeout',
    yaml: 'settings:\n  timeout: 5000',
    makes: { settings: { timeoutMs: 5_000 } },
  },
  {
    construct: 'settings.followRedirects',
    yaml: 'settings:\n  followRedirects: false',
    makes: { settings: { followRedirects: false } },
  },
  { construct: 'settings.encodeUrl', yaml: 'settings:\n  encodeUrl: false' },
  {
    construct: 'runtime.actions',
    yaml: 'runtime:\n  actions:\n    - type: set-variable\n      phase: after-response\n      selector:\n        expression: res.body.x\n        method: jsonq\n      variable:\n        name: c\n        scope: runtime',
    makes: { foreign: { dialect: 'bruno' } },
  },
  {
    construct: 'settings.maxRedirects',
    yaml: 'settings:\n  maxRedirects: 3',
    makes: { settings: { maxRedirects: 3 } },
  },
  {
    construct: 'http.body, variants',
    yaml: indentInHttp(
      'body:\n  - title: a\n    selected: true\n    body:\n      type: json\n      data: "{}"\n  - title: b\n    body:\n      type: text\n      data: x',
    ),
    makes: { body: { type: 'json', content: '{}' } },
  },
  {
    construct: 'examples',
    yaml: 'examples:\n  - name: e\n    request:\n      url: http://h\n      method: GET\n    response:\n      status: 200\n      body:\n        type: json\n        data: "{}"',
    makes: { examples: [{ name: 'e', response: { status: 200 } }] },
  },
  { construct: 'docs', yaml: 'docs: d', makes: { description: 'd' } },
  { construct: 'extensions of other tools', yaml: 'x-other:\n  a: 1' },
];

const findRequest = async (house: TestWorkspace) => {
  const request = (await house.all()).find(({ name }) => name === 'A');
  if (request === undefined) throw new Error('The request is not there');
  return request;
};

export const requestPart: Part = {
  name: 'a request',
  file: 'a.yml',
  textOf: (yaml) =>
    `info:\n  name: A\n  type: http\nhttp:\n  method: POST\n  url: http://h/:id\n${yaml}${yaml === '' ? '' : '\n'}`,
  read: findRequest,
  change: async (house) =>
    unwrapResult(house.application.rest.update({ id: (await findRequest(house)).id, tags: ['t'] })),
  rows,
};
