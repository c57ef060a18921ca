import { unwrapResult } from '@tandem/core/testing';

import { indent, type Part, type Row } from './row.js';

const formatConfig = (yaml: string): string => `config:\n${indent(yaml, '  ')}`;
const request = (yaml: string): string => `request:\n${indent(yaml, '  ')}`;

const rows: readonly Row[] = [
  { construct: 'info.name', yaml: '', makes: { name: 'shop' } },
  {
    construct: 'info.summary, info.version and info.authors',
    yaml: '  summary: s\n  version: "2"\n  authors:\n    - name: Ann',
  },
  { construct: 'docs', yaml: 'docs:\n  content: d\n  type: text/markdown', makes: { description: 'd' } },
  { construct: 'docs as a text', yaml: 'docs: d', makes: { description: 'd' } },
  { construct: 'bundled', yaml: 'bundled: false' },
  {
    construct: 'request.headers',
    yaml: request('headers:\n  - name: x\n    value: "1"'),
    makes: { headers: [{ name: 'x', value: '1' }] },
  },
  {
    construct: 'request.auth',
    yaml: request('auth:\n  type: basic\n  username: u'),
    makes: { auth: { type: 'basic', username: 'u' } },
  },
  {
    construct: 'request.variables',
    yaml: request('variables:\n  - name: v\n    value: "1"'),
    makes: { variables: [{ name: 'v', value: '1' }] },
  },
  {
    construct: 'request.scripts',
    yaml: request('scripts:\n  - type: before-request\n    code: a()'),
    makes: { foreign: { dialect: 'bruno', beforeRequest: 'a()' } },
  },
  {
    construct: 'request.settings.http',
    yaml: request('settings:\n  http:\n    timeout: 5000'),
    makes: { settings: { timeoutMs: 5_000 } },
  },
  {
    construct: 'request.settings of GraphQL and others',
    yaml: request('settings:\n  graphql:\n    timeout: 5000'),
  },
  { construct: 'request.metadata', yaml: request('metadata:\n  - name: m\n    value: "1"') },
  {
    construct: 'config.proxy',
    yaml: formatConfig(
      'proxy:\n  inherit: false\n  config:\n    protocol: http\n    hostname: p.example\n    port: 8080',
    ),
    makes: { connections: { proxy: { mode: 'manual', hostname: 'p.example', port: 8080 } } },
  },
  {
    construct: 'config.proxy, disabled',
    yaml: formatConfig('proxy:\n  disabled: true\n  config:\n    hostname: p.example'),
    makes: { connections: { proxy: { mode: 'none' } } },
  },
  {
    construct: 'config.clientCertificates',
    yaml: formatConfig(
      'clientCertificates:\n  - domain: a.example\n    type: pem\n    certificateFilePath: c.pem\n    privateKeyFilePath: k.pem',
    ),
    makes: { connections: { clientCertificates: [{ domain: 'a.example', type: 'pem' }] } },
  },
  {
    construct: 'config.environments',
    says: 'config.environments of opencollection.yml is not read: put each environment into a file in environments/.',
    yaml: formatConfig(
      'environments:\n  - name: Inline\n    variables:\n      - name: v\n        value: "1"',
    ),
  },
  {
    construct: 'config.protobuf',
    yaml: formatConfig('protobuf:\n  protoFiles:\n    - type: file\n      path: a.proto'),
  },
  {
    construct: 'items',
    says: 'items of opencollection.yml is not read: put each request and folder into a file of its own.',
    yaml: 'items:\n  - info:\n      name: Inline\n      type: http\n    http:\n      method: GET\n      url: http://h',
  },
  {
    construct: 'extensions.bruno.scripts.flow',
    yaml: 'extensions:\n  bruno:\n    scripts:\n      flow: sequential',
    makes: { connections: { scriptFlow: 'sequential' } },
  },
  { construct: 'extensions of other tools', yaml: 'extensions:\n  other:\n    a: 1' },
];

export const collectionPart: Part = {
  name: 'a collection',
  file: 'opencollection.yml',
  textOf: (yaml) => `opencollection: "1.0.0"\ninfo:\n  name: shop\n${yaml}\n`,
  read: async (house) => {
    const { folder } = await unwrapResult(house.application.folders.get({ id: '' }));
    const { name } = await unwrapResult(house.store.workspaces.get(house.workspace.id));
    return { ...folder, name };
  },
  change: async (house) => {
    const { folder } = await unwrapResult(house.application.folders.get({ id: '' }));
    const headers = [...folder.headers, { name: 'y', value: '2', enabled: true }];
    await unwrapResult(house.application.folders.update({ id: '', headers }));
  },
  rows,
};
