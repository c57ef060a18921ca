import { unwrapResult } from '@tandem/core/testing';

import type { TestWorkspace } from '../house.js';
import { indent, type Part, type Row } from './row.js';

const formatConfig = (yaml: string): string => `config:\n${indent(yaml, '  ')}`;
const request = (yaml: string): string => `request:\n${indent(yaml, '  ')}`;

const collectionRows: readonly Row[] = [
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
  rows: collectionRows,
};

const formatVariable = (yaml: string): string => `variables:\n  - name: v\n${yaml}`;

const environmentRows: readonly Row[] = [
  { construct: 'name', yaml: '', makes: { name: 'E' } },
  { construct: 'color', yaml: 'color: "#ff0000"', makes: { color: '#ff0000' } },
  { construct: 'description', yaml: 'description: d', makes: { description: 'd' } },
  {
    construct: 'description with a type',
    yaml: 'description:\n  content: d\n  type: text/markdown',
    makes: { description: 'd' },
  },
  {
    construct: 'extends',
    yaml: 'extends: Base',
    makes: { extends: 'Base' },
    says: 'extends "Base", which is not an environment here; create it or choose another base',
  },
  {
    construct: 'variables',
    yaml: formatVariable('    value: "1"\n    disabled: true'),
    makes: { variables: [{ name: 'v', value: '1', enabled: false }] },
  },
  {
    construct: 'variables with a type',
    yaml: formatVariable('    value:\n      type: number\n      data: "1"'),
    makes: { variables: [{ name: 'v', value: '1', type: 'number' }] },
  },
  {
    construct: 'variables with values to choose from',
    yaml: formatVariable(
      '    value:\n      - title: a\n        selected: true\n        value: "1"\n      - title: b\n        value: "2"',
    ),
    makes: { variables: [{ name: 'v', value: '1' }] },
  },
  { construct: 'variables, description', yaml: formatVariable('    value: "1"\n    description: why') },
  { construct: 'variables, transient', yaml: formatVariable('    value: "1"\n    transient: true') },
  {
    construct: 'variables that are secret',
    yaml: 'variables:\n  - secret: true\n    name: s',
    makes: { secrets: [{ name: 's', value: '' }] },
  },
  {
    construct: 'clientCertificates',
    yaml: 'clientCertificates:\n  - domain: a.example\n    type: pem\n    certificateFilePath: c.pem\n    privateKeyFilePath: k.pem',
  },
  { construct: 'dotEnvFilePath', yaml: 'dotEnvFilePath: .env' },
  { construct: 'extensions of other tools', yaml: 'x-other:\n  a: 1' },
];

const findEnvironment = async (house: TestWorkspace) => {
  const environment = (await house.environments()).find(({ name }) => name === 'E');
  if (environment === undefined) throw new Error('The environment is not there');
  return environment;
};

export const environmentPart: Part = {
  name: 'an environment',
  file: 'environments/e.yml',
  textOf: (yaml) => `name: E\n${yaml}${yaml === '' ? '' : '\n'}`,
  read: findEnvironment,
  change: async (house) => {
    const { id } = await findEnvironment(house);
    await unwrapResult(house.application.environments.update({ id, variables: { w: '2' } }));
  },
  rows: environmentRows,
};

const folderRows: readonly Row[] = [
  { construct: 'info.name', yaml: '', makes: { path: 'F' } },
  { construct: 'info.seq', yaml: '  seq: 7', makes: { seq: 7 } },
  { construct: 'info.description and info.tags', yaml: '  description: d\n  tags:\n    - t' },
  { construct: 'docs', yaml: 'docs:\n  content: d\n  type: text/markdown', makes: { description: 'd' } },
  {
    construct: 'request.headers',
    yaml: request('headers:\n  - name: x\n    value: "1"\n    disabled: true'),
    makes: { headers: [{ name: 'x', value: '1', enabled: false }] },
  },
  {
    construct: 'request.auth',
    yaml: request('auth:\n  type: bearer\n  token: "{{t}}"'),
    makes: { auth: { type: 'bearer', token: '{{t}}' } },
  },
  { construct: 'request.auth, none', yaml: request('auth: none'), makes: { auth: { type: 'none' } } },
  {
    construct: 'request.auth, inherit',
    yaml: request('auth: inherit'),
    makes: { auth: { type: 'inherit' } },
  },
  { construct: 'no request.auth', yaml: '', makes: { auth: { type: 'inherit' } } },
  {
    construct: 'request.variables',
    yaml: request('variables:\n  - name: v\n    value: "1"'),
    makes: { variables: [{ name: 'v', value: '1' }] },
  },
  {
    construct: 'request.scripts',
    yaml: request('scripts:\n  - type: tests\n    code: b()'),
    makes: { foreign: { dialect: 'bruno', tests: 'b()' } },
  },
  {
    construct: 'request.settings.http',
    yaml: request('settings:\n  http:\n    timeout: 5000'),
    makes: { settings: { timeoutMs: 5_000 } },
  },
  {
    construct: 'items',
    says: 'items of f/folder.yml is not read: put each request and folder into a file of its own.',
    yaml: 'items:\n  - info:\n      name: Inline\n      type: http\n    http:\n      method: GET\n      url: http://h',
  },
  { construct: 'extensions of other tools', yaml: 'extensions:\n  other:\n    a: 1' },
];

const findFolder = async (house: TestWorkspace) => {
  const folder = (await unwrapResult(house.store.folders.list(house.workspace.id))).find(
    ({ path }) => path === 'F',
  );
  if (folder === undefined) throw new Error('The folder is not there');
  return folder;
};

export const folderPart: Part = {
  name: 'a folder',
  file: 'f/folder.yml',
  textOf: (yaml) => `info:\n  name: F\n  type: folder\n${yaml}${yaml === '' ? '' : '\n'}`,
  read: findFolder,
  change: async (house) => {
    const { id, headers } = await findFolder(house);
    const next = [...headers, { name: 'y', value: '2', enabled: true }];
    await unwrapResult(house.application.folders.update({ id, headers: next }));
  },
  rows: folderRows,
};
