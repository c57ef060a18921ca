import type { FileVersions } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createFolderVersions } from './compare-versions.js';

const { compare } = createFolderVersions();

interface Fields {
  readonly name?: string;
  readonly url?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly id?: string;
}

const formatRequest = ({
  name = 'Get',
  url = 'http://h/a',
  headers = [],
  id = 'rest_1',
}: Fields = {}): string =>
  [
    'info:',
    `  name: ${name}`,
    '  type: http',
    'http:',
    '  method: GET',
    `  url: ${url}`,
    ...(headers.length === 0 ? [] : ['  headers:']),
    ...headers.flatMap(([key, value]) => [`    - name: ${key}`, `      value: ${value}`]),
    'x-tandem:',
    `  id: ${id}`,
    '',
  ].join('\n');

const compareFiles = (...files: readonly FileVersions[]) => unwrapResult(compare(files));

describe('the differences between two versions of a data folder', () => {
  it('are listed by field, with the names that the fields have in conflicts', async () => {
    const before = formatRequest({
      headers: [
        ['a', '1'],
        ['b', '2'],
      ],
    });
    const after = formatRequest({
      url: 'http://h/b',
      headers: [
        ['a', '1'],
        ['b', '3'],
        ['c', '4'],
      ],
    });
    expect(await compareFiles({ path: 'get.yml', before, after })).toEqual([
      {
        id: 'rest_1',
        entity: 'rest',
        name: 'Get',
        op: 'updated',
        paths: ['get.yml'],
        note: null,
        fields: [
          { name: 'url', before: 'http://h/a', after: 'http://h/b' },
          expect.objectContaining({ name: 'headers[b]' }) as object,
          {
            name: 'headers[c]',
            before: undefined,
            after: expect.objectContaining({ name: 'c', value: '4' }) as object,
          },
        ],
      },
    ]);
  });

  it('are listed by part of a body, and by name for settings and variables', async () => {
    const post = (body: string, more = '') =>
      `info:\n  name: Get\n  type: http\nhttp:\n  method: POST\n  url: http://h/\n  body:\n${body}${more}`;
    const form = (a: string) =>
      post(
        `    type: form-urlencoded\n    data:\n      - name: a\n        value: "${a}"\n      - name: b\n        value: "1"\n`,
      );
    const parts = (a: string) =>
      post(
        `    type: multipart-form\n    data:\n      - name: a\n        type: text\n        value: "${a}"\n`,
      );
    const json = post(`    type: json\n    data: "[1]"\n`);
    const graphql = (variables: string) =>
      `info:\n  name: Get\n  type: graphql\ngraphql:\n  url: http://h/\n  body:\n    query: "{ a }"\n    variables: '${variables}'\n`;
    const timeout = (ms: number) =>
      post(`    type: json\n    data: "[1]"\n`, `settings:\n  timeout: ${ms}\n`);
    const listNames = async (before: string, after: string) => {
      const [found] = await compareFiles({ path: 'get.yml', before, after });
      return found?.fields.map(({ name }) => name);
    };
    expect(await listNames(form('1'), form('2'))).toEqual(['body[a]']);
    expect(await listNames(parts('1'), parts('2'))).toEqual(['body[a]']);
    expect(await listNames(form('1'), json)).toEqual(['body']);
    expect(await listNames(json, json.replace('[1]', '[2]'))).toEqual(['body']);
    expect(await listNames(graphql('{"a": 1, "b": 1}'), graphql('{"a": 1, "b": 2}'))).toEqual([
      'variables.b',
    ]);
    expect(await listNames(graphql('{"a": 1}'), graphql('{"a": {{b}}}'))).toEqual(['variables']);
    expect(await listNames(timeout(1_000), timeout(2_000))).toEqual(['settings.timeoutMs']);
  });

  it('list the names of pairs whose order changed', async () => {
    const headers = [
      ['a', '1'],
      ['b', '2'],
    ] as const;
    const [before, after] = [formatRequest({ headers }), formatRequest({ headers: headers.toReversed() })];
    expect(await compareFiles({ path: 'get.yml', before, after })).toMatchObject([
      { fields: [{ name: 'headers', before: ['a', 'b'], after: ['b', 'a'] }] },
    ]);
  });

  it("include a changed script as a field of its request, even if the request's own file is unchanged", async () => {
    const text = formatRequest();
    const found = await compareFiles(
      { path: 'get.yml', before: text, after: text },
      { path: 'get.js', before: 'old()', after: 'now()' },
    );
    expect(found).toMatchObject([
      { id: 'rest_1', paths: ['get.js'], fields: [{ name: 'script', before: 'old()', after: 'now()' }] },
    ]);
  });

  it('include created and deleted requests', async () => {
    const [one, two] = [formatRequest({ id: 'rest_1' }), formatRequest({ id: 'rest_2', name: 'Other' })];
    const found = await compareFiles(
      { path: 'one.yml', before: null, after: one },
      { path: 'two.yml', before: two, after: null },
    );
    expect(found.map(({ id, op, fields }) => [id, op, fields])).toEqual([
      ['rest_1', 'created', []],
      ['rest_2', 'deleted', []],
    ]);
  });

  it("include one changed request if the request's file was moved to another folder", async () => {
    const found = await compareFiles(
      { path: 'old/get.yml', before: formatRequest(), after: null },
      { path: 'new/fetch.yml', before: null, after: formatRequest({ name: 'Fetch' }) },
    );
    expect(found).toMatchObject([
      {
        id: 'rest_1',
        op: 'updated',
        name: 'Fetch',
        paths: ['new/fetch.yml', 'old/get.yml'],
        fields: [
          { name: 'folder', before: 'old', after: 'new' },
          { name: 'name', before: 'Get', after: 'Fetch' },
        ],
      },
    ]);
  });

  it('include other files, and files that cannot be read as requests, with their contents', async () => {
    const found = await compareFiles(
      { path: 'README.md', before: 'a', after: 'b' },
      { path: 'bad.yml', before: formatRequest(), after: '<<<<<<< ours\n' },
      { path: 'large.json', before: null, after: null, unread: 'It is too large to compare.' },
    );
    expect(found).toMatchObject([
      {
        entity: 'file',
        name: 'README.md',
        fields: [{ name: 'content', before: 'a', after: 'b' }],
        note: null,
      },
      {
        entity: 'file',
        name: 'bad.yml',
        note: expect.stringContaining('It cannot be compared field by field') as string,
      },
      { entity: 'file', name: 'large.json', fields: [], note: 'It is too large to compare.' },
    ]);
  });

  it('include an environment and the workspace', async () => {
    const environment = (value: string) => `name: Dev\nvariables:\n  - name: host\n    value: ${value}\n`;
    const manifest = (name: string) =>
      `opencollection: 1.0.0\ninfo:\n  name: ${name}\nextensions:\n  tandem:\n    id: ws_1\n`;
    const found = await compareFiles(
      { path: 'environments/Dev.yml', before: environment('a'), after: environment('b') },
      { path: 'opencollection.yml', before: manifest('Old'), after: manifest('New') },
    );
    expect(found.map(({ entity, id, fields }) => [entity, id, fields.map(({ name }) => name)])).toEqual([
      ['environment', undefined, ['variables[host]']],
      ['workspace', 'ws_1', ['name']],
    ]);
  });
});
