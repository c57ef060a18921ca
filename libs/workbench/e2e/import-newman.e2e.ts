import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createQuietContext } from '@tandem/application';
import { renderExport } from '@tandem/export';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fetchNewman } from '../../../tools/fetch/newman.mjs';
import { unwrapResult, type OnDisk, openOnDisk } from '../src/testing/on-disk.js';

const run = promisify(execFile);

/** A request as received. `boundary` replaces the boundary that a client generated. */
interface ArrivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Headers that differ between clients: the client's name, and whether the connection is kept alive. */
const clientHeaders = new Set([
  'user-agent',
  'postman-token',
  'cache-control',
  'accept',
  'accept-encoding',
  'connection',
  'host',
  'content-length',
  'transfer-encoding',
]);

const toArrivedRequest = (
  method: string | undefined,
  url: string | undefined,
  headers: IncomingHttpHeaders,
  body: string,
): ArrivedRequest => {
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1];
  const without = (text: string): string =>
    boundary === undefined
      ? text
      : text.replaceAll(boundary, 'boundary').replaceAll('"boundary"', 'boundary');
  const shown = Object.entries(headers)
    .filter(([name]) => !clientHeaders.has(name))
    .map(([name, value]): [string, unknown] => [name, typeof value === 'string' ? without(value) : value]);
  return { method, url, headers: Object.fromEntries(shown), body: without(body) };
};

let arrivedRequests: ArrivedRequest[] = [];
let on: OnDisk;
let newman = '';
beforeAll(async () => {
  newman = await fetchNewman();
  on = await openOnDisk((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method, url, headers } = request;
      arrivedRequests.push(toArrivedRequest(method, url, headers, Buffer.concat(pieces).toString()));
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
  });
}, 400_000);
afterAll(() => on.close());

const list = (fields: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).map(([key, value]) => ({ key, value, type: 'string' }));

/** A collection with requests of every kind, which inherit settings. */
const collection = (base: string) => ({
  info: { name: 'Wire', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: { type: 'bearer', bearer: list({ token: 'cT7x-of-the-collection-9fQ2kL' }) },
  variable: [
    { key: 'base', value: base },
    { key: 'name', value: 'Ann & Bob' },
  ],
  item: [
    {
      name: 'Folder',
      auth: { type: 'basic', basic: list({ username: 'ann', password: 'päss:word' }) },
      item: [
        {
          name: 'query',
          request: {
            method: 'GET',
            header: [
              { key: 'X-One', value: '{{name}}' },
              { key: 'X-Off', value: '1', disabled: true },
            ],
            url: {
              raw: '{{base}}/query?a=1&a=2&b=x y&c=&d={{name}}&e=off',
              host: ['{{base}}'],
              path: ['query'],
              query: [
                { key: 'a', value: '1' },
                { key: 'a', value: '2' },
                { key: 'b', value: 'x y' },
                { key: 'c', value: '' },
                { key: 'e', value: 'off', disabled: true },
              ],
            },
          },
        },
        {
          name: 'path',
          request: {
            method: 'DELETE',
            auth: { type: 'noauth' },
            url: {
              raw: '{{base}}/users/:id/posts',
              host: ['{{base}}'],
              path: ['users', ':id', 'posts'],
              variable: [{ key: 'id', value: '42' }],
            },
          },
        },
      ],
    },
    {
      name: 'json',
      request: {
        method: 'POST',
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: { mode: 'raw', raw: '{\n  "name": "{{name}}"\n}', options: { raw: { language: 'json' } } },
        url: '{{base}}/json',
      },
    },
    {
      name: 'json by its language',
      request: {
        method: 'PUT',
        body: { mode: 'raw', raw: '[1]', options: { raw: { language: 'json' } } },
        url: '{{base}}/language',
      },
    },
    {
      name: 'xml',
      request: {
        method: 'PATCH',
        body: { mode: 'raw', raw: '<a>{{name}}</a>', options: { raw: { language: 'xml' } } },
        url: '{{base}}/xml',
      },
    },
    {
      name: 'form',
      request: {
        method: 'POST',
        body: {
          mode: 'urlencoded',
          urlencoded: [
            { key: 'a', value: '{{name}}' },
            { key: 'off', value: '1', disabled: true },
          ],
        },
        url: '{{base}}/form',
      },
    },
    {
      name: 'multipart',
      request: {
        method: 'POST',
        body: { mode: 'formdata', formdata: [{ key: 'a', value: 'x', type: 'text' }] },
        url: '{{base}}/multipart',
      },
    },
    {
      name: 'key',
      request: {
        method: 'GET',
        auth: { type: 'apikey', apikey: list({ key: 'X-Key', value: 'k-123-9fQ2kLz81x', in: 'header' }) },
        url: '{{base}}/key',
      },
    },
    {
      name: 'key in the query',
      request: {
        method: 'GET',
        auth: { type: 'apikey', apikey: list({ key: 'key', value: 'k-456-Zx81mQw7Kp', in: 'query' }) },
        url: '{{base}}/key?x=1',
      },
    },
    {
      name: 'graphql',
      request: {
        method: 'POST',
        body: { mode: 'graphql', graphql: { query: 'query { a }', variables: '{"n": 1}' } },
        url: '{{base}}/graphql',
      },
    },
  ],
});

const captureDuring = async (work: () => Promise<unknown>): Promise<readonly ArrivedRequest[]> => {
  arrivedRequests = [];
  await work();
  return arrivedRequests;
};

/** Parses forms and GraphQL like a server, for which a space may be + or %20. */
const parseArrivedBody = ({ body, ...one }: ArrivedRequest) => {
  if (one.url === '/form') return { ...one, body: [...new URLSearchParams(body)] };
  if (one.url !== '/graphql') return { ...one, body };
  return { ...one, body: JSON.parse(body) as unknown };
};

const sortByUrl = (all: readonly ArrivedRequest[]) =>
  [...all].map(parseArrivedBody).sort((a, b) => (`${a.method} ${a.url}` < `${b.method} ${b.url}` ? -1 : 1));

describe('an imported Postman collection', () => {
  it('sends the same requests as newman', { tags: 'import:formats' }, async () => {
    const text = JSON.stringify(collection(on.url));
    const file = join(on.folder, 'wire.json');
    await writeFile(file, text);
    const theirs = await captureDuring(() => run(newman, ['run', file, '--silent']));

    await unwrapResult(on.application.imports.apply({ text }, createQuietContext()));
    await unwrapResult(on.application.environments.activate({ id: 'Wire' }));
    const { ids } = await unwrapResult(on.application.requests.order({}));
    const ours = await captureDuring(async () => {
      for (const id of ids)
        await unwrapResult<unknown>(
          id.startsWith('gql')
            ? on.application.graphql.execute({ id: id }, createQuietContext())
            : on.application.rest.execute({ id: id }, createQuietContext()),
        );
    });
    expect(theirs).toHaveLength(10);
    expect(sortByUrl(ours)).toEqual(sortByUrl(theirs));
  });

  it('sends the same requests in newman after an export', { tags: 'export:postman' }, async () => {
    const folder = 'Exported';
    const text = JSON.stringify(collection(on.url));
    const before = join(on.folder, 'before.json');
    await writeFile(before, text);
    const theirs = await captureDuring(() => run(newman, ['run', before, '--silent']));

    const imported = await unwrapResult(on.application.imports.apply({ text, folder }, createQuietContext()));
    const { content } = await unwrapResult(
      on.application.exports.content({ select: { folders: [folder] }, environment: 'Wire' }),
    );
    const { text: exported, leftOut } = renderExport('postman', content);
    expect(leftOut).toEqual([]);
    for (const secret of [
      'cT7x-of-the-collection-9fQ2kL',
      'päss:word',
      'k-123-9fQ2kLz81x',
      'k-456-Zx81mQw7Kp',
    ])
      expect(exported).not.toContain(secret);

    const again = await unwrapResult(
      on.application.imports.apply({ text: exported, dryRun: true }, createQuietContext()),
    );
    const shown = ({ requests }: typeof imported) =>
      requests.map(({ name, method, url }) => `${method} ${url} ${name}`);
    expect(shown(again)).toEqual(shown(imported));

    const { environments } = await unwrapResult(on.application.environments.list({}));
    const names = environments.find(({ name }) => name === 'Wire')?.secrets.map(({ name }) => name) ?? [];
    const values = ['cT7x-of-the-collection-9fQ2kL', 'päss:word', 'k-123-9fQ2kLz81x', 'k-456-Zx81mQw7Kp'];
    expect(names).toHaveLength(values.length);
    const file = join(on.folder, 'after.json');
    await writeFile(file, exported);
    const settings = names.flatMap((name, at) => ['--env-var', `${name}=${values[at] ?? ''}`]);
    const after = await captureDuring(() => run(newman, ['run', file, '--silent', ...settings]));
    expect(sortByUrl(after)).toEqual(sortByUrl(theirs));
  });
});
