import { type Folder, folderDefaults, restDefaults } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { originsOf } from './origins.js';
import type { SavedRequest } from './saved-request.js';

const row = (name: string, value: string) => ({ name, value, enabled: true });
const folder = (path: string, fields: object) =>
  ({ ...folderDefaults, path, ...fields }) as unknown as Folder;
const around = [
  folder('', { headers: [row('x-all', '1')], variables: [row('host', 'http://h')] }),
  folder('users', {
    headers: [row('x-team', '{{team}}')],
    auth: { type: 'bearer', token: '{{token}}' },
    variables: [row('base', '{{host}}/api')],
  }),
];
const names = {
  environment: { id: 'e', name: 'Staging' },
  inherited: [
    { ...row('base', '{{host}}/api'), from: 'users' },
    { ...row('host', 'http://h'), from: '' },
  ],
  variables: [row('team', 'blue'), row('unused', 'x')],
  secrets: [{ name: 'token', hasValue: true, enabled: true }],
  builtIns: {},
};
const request = (fields: object) =>
  ({
    ...restDefaults,
    folder: 'users',
    url: 'http://h',
    auth: { type: 'inherit' },
    ...fields,
  }) as unknown as SavedRequest;
const lines = (fields: object) =>
  originsOf(request(fields), around, names, ({ type }) => type).map(
    ({ name, source }) => `${name}: ${source}`,
  );

describe('the origins of what is sent', { tags: 'preview:origins' }, () => {
  it('name the folder or environment of each header, auth and variable, also of those in values', () => {
    expect(lines({ url: '{{base}}/{{nowhere}}', headers: [row('x-own', '1')] })).toEqual([
      'x-all: from the workspace',
      'x-team: from users',
      'x-own: this request',
      'bearer: from users',
      'base: from users',
      'nowhere: has no value',
      'team: Staging',
      'token: secret of Staging',
      'host: from the workspace',
    ]);
  });

  it('leave out what is replaced, switched off or not sent', () => {
    const headers = [row('X-Team', '1'), { ...row('x-all', ''), enabled: false }];
    const own = { headers, auth: { type: 'none' }, script: '{{base}}', description: '{{base}}' };
    expect(lines(own)).toEqual(['X-Team: this request']);
  });
});
