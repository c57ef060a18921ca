import { unwrapResult } from '@tandem/core/testing';

import type { House } from '../house.js';
import { indent, type Part, type Row } from './row.js';

const request = (yaml: string): string => `request:\n${indent(yaml, '  ')}`;

const rows: readonly Row[] = [
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

const findFolder = async (house: House) => {
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
  rows,
};
