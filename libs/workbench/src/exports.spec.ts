import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import {
  type ExportFormat,
  exportFormats,
  type ImportResult,
  createQuietContext,
  type RenderedExport,
} from '@tandem/application';
import { createRedactor, defaultKeepLimits, describe as describeError } from '@tandem/core';
import { E } from '@tandem/core/fp';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const run = promisify(execFile);

let on: OnDisk;
const arrivedRequests: string[] = [];
beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method, url, headers } = request;
      arrivedRequests.push(
        `${method} ${url} ${String(headers['x-trace'] ?? '')} ${Buffer.concat(pieces).toString()}`.trim(),
      );
      response.setHeader('content-type', 'application/json');
      response.statusCode = method === 'POST' ? 201 : 200;
      if (url === '/long') return void response.end(JSON.stringify('x'.repeat(defaultKeepLimits.bodyBytes)));
      response.end(
        JSON.stringify({ id: 7, name: 'Ann', tags: ['a', 'b'], seen: `${headers.authorization} ${url}` }),
      );
    });
  });
  await unwrapResult(on.application.folders.create({ path: 'users', description: 'People & <others>' }));
  const pair = (name: string, value: string) => ({ name, value, enabled: true });
  const base = on.url;
  await on.create({
    name: 'Find one',
    folder: 'users',
    description: 'Finds\n<b>one</b>',
    url: `${base}/users/:id?view=full`,
    pathParams: [pair('id', '42')],
    queryParams: [pair('q', 'a b')],
    headers: [pair('X-Trace', 'on')],
  });
  await on.create({
    name: 'Make',
    folder: 'users',
    method: 'POST',
    url: `${base}/users`,
    body: { type: 'json', content: '{"name": "Ann", "age": 7}' },
  });
  await on.create({
    name: 'Form',
    method: 'PUT',
    url: `${base}/form`,
    body: { type: 'form-urlencoded', fields: [pair('a', 'b c')] },
  });
  const { requests } = await unwrapResult(on.application.rest.list({ take: 10 }));
  for (const { id } of requests) await on.execute(id);
  arrivedRequests.length = 0;
});
afterAll(() => on.close());

const renderExport = (
  asked: Omit<Parameters<OnDisk['application']['exports']['render']>[0], 'format'> & {
    readonly format: ExportFormat;
  },
) => unwrapResult<RenderedExport>(on.application.exports.render({ maxChars: 1_000_000, ...asked }));

const planImport = (text: string) =>
  unwrapResult<ImportResult>(on.application.imports.apply({ text, dryRun: true }, createQuietContext()));

describe('an export as OpenAPI', () => {
  it(
    'contains the requests, and the schemas of their stored responses',
    { tags: 'export:openapi' },
    async () => {
      const { text, file, counts } = await renderExport({ format: 'openapi' });
      expect(file).toBe('shop.openapi.json');
      const document = JSON.parse(text) as {
        readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
      };
      expect(document).toMatchObject({
        openapi: '3.1.0',
        servers: [{ url: on.url }],
        tags: [{ name: 'users', description: 'People & <others>' }],
      });
      expect(counts.requests).toBe(3);
      expect(document.paths['/users/{id}']?.get).toMatchObject({
        operationId: 'findOne',
        tags: ['users'],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 42 },
          { name: 'view', in: 'query', required: true, example: 'full' },
          { name: 'q', in: 'query', required: true, example: 'a b' },
          { name: 'X-Trace', in: 'header', required: true, example: 'on' },
        ],
        responses: {
          200: {
            description: 'OK',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['id', 'name', 'tags', 'seen'],
                  properties: { id: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
                },
              },
            },
          },
        },
      });
      expect(document.paths['/users']?.post).toMatchObject({
        requestBody: { content: { 'application/json': { example: { name: 'Ann', age: 7 } } } },
        responses: { 201: { description: 'Created' } },
      });
    },
  );

  it('gives the same requests when it is imported', { tags: 'export:openapi' }, async () => {
    const { text } = await renderExport({ format: 'openapi' });
    const { requests, leftOut } = await planImport(text);
    expect(
      requests.map(({ folder, name, method, url }) => `${method} ${url} ${folder} ${name}`).sort(),
    ).toEqual([
      'GET {{baseUrl}}/users/:id users Find one',
      'POST {{baseUrl}}/users users Make',
      'PUT {{baseUrl}}/form  Form',
    ]);
    expect(leftOut).toEqual([
      { place: 'responses', what: 'the schemas of 3 responses; only their examples come along' },
    ]);
  });
});

describe('an export as HAR', () => {
  it('contains the sent and received messages', { tags: 'export:har' }, async () => {
    const { text } = await renderExport({ format: 'har' });
    const { log } = JSON.parse(text) as { readonly log: { readonly entries: readonly object[] } };
    expect(log.entries).toHaveLength(3);
    expect(log.entries.find((one) => (one as { comment: string }).comment === 'Make')).toMatchObject({
      request: {
        method: 'POST',
        url: `${on.url}/users`,
        postData: { mimeType: 'application/json', text: '{"name": "Ann", "age": 7}' },
      },
      response: { status: 201, content: { mimeType: 'application/json' } },
    });
    expect((await planImport(text)).counts.requests).toBe(3);
  });

  it('lists the bodies that it omits', { tags: 'export:left-out' }, async () => {
    await writeFile(join(on.folder, 'upload.bin'), 'bytes');
    const body = { type: 'binary', file: 'upload.bin' } as const;
    const { id } = await on.create({ name: 'Long', method: 'PUT', url: `${on.url}/long`, body });
    await on.execute(id);
    const { leftOut } = await renderExport({ format: 'har', ids: [id] });
    await unwrapResult(on.application.rest.remove({ id }));
    expect(leftOut.map(({ what }) => what)).toEqual([
      'the bytes that it sent, which are those of the file upload.bin',
      'the end of the body of its response',
    ]);
  });

  it('requires stored executions', { tags: 'export:har' }, async () => {
    const { id } = await on.create({ name: 'New', url: on.url });
    const outcome = await on.application.exports.render({ format: 'har', ids: [id] })();
    await unwrapResult(on.application.rest.remove({ id }));
    expect(E.isLeft(outcome) && describeError(outcome.left)).toMatch(
      /^Invalid arguments: format needs stored executions/,
    );
  });
});

it('an export has a file name that cannot be mistaken for a flag', { tags: 'export:bounded' }, async () => {
  const { id } = await on.create({ name: '/- users', url: on.url });
  const { file } = await renderExport({ format: 'fetch', ids: [id] });
  await unwrapResult(on.application.rest.remove({ id }));
  expect(file).toBe('users.mjs');
});

describe('an export as a page', () => {
  it('contains everything, loads nothing and runs nothing', { tags: 'export:html' }, async () => {
    const { text, file } = await renderExport({ format: 'html', folder: 'users' });
    expect(file).toBe('shop.html');
    expect(text).toContain('Finds\n&#60;b&#62;one&#60;/b&#62;');
    expect(text).toContain('Response 201 Created');
    expect(text).not.toMatch(/<script|<link|<img|<b>one|@import|url\(/);
    expect(text).toContain('default-src &#39;none&#39;');
    expect(text).not.toContain('/form');
  });
});

/** The program that runs the export in each format. */
const programs = [
  ['curl', 'all.sh', 'bash', ''],
  ['fetch', 'all.mjs', process.execPath, ''],
  ['requests', 'all.py', 'python3', 'requests'],
  ['ruby', 'all.rb', 'ruby', ''],
  ['php', 'all.php', 'php', ''],
] as const;

const isInstalled = (command: string, ...args: readonly string[]): Promise<boolean> =>
  run(command, args).then(
    () => true,
    () => false,
  );
const canRun = new Map(
  await Promise.all(
    programs.map(async ([format, , command, library]) => {
      const args = library === '' ? ['--version'] : ['-c', `import ${library}`];
      return [format, await isInstalled(command, ...args)] as const;
    }),
  ),
);

describe.each(programs)('an export as %s', (format, file, command) => {
  it.skipIf(canRun.get(format) !== true)('sends what Tandem sends', { tags: 'export:code' }, async () => {
    const { text } = await renderExport({ format });
    const path = join(on.folder, file);
    await writeFile(path, text);
    arrivedRequests.length = 0;
    await run(command, [path], { env: { ...process.env, NO_PROXY: '*', no_proxy: '*' } });
    expect(arrivedRequests).toEqual([
      'GET /users/42?view=full&q=a%20b on',
      'POST /users  {"name": "Ann", "age": 7}',
      'PUT /form  a=b+c',
    ]);
  });
});

describe('an export as code', () => {
  it.each(['go', 'java', 'csharp'] as const)(
    'in %s contains only one request',
    { tags: 'export:code' },
    async (format) => {
      const { requests } = await unwrapResult(on.application.rest.list({ take: 1 }));
      const { text } = await renderExport({ format, ids: requests.map(({ id }) => id) });
      expect(text).toContain('127.0.0.1');
      const outcome = await on.application.exports.render({ format })();
      expect(E.isLeft(outcome) && describeError(outcome.left)).toMatch(/has a program for each request/);
    },
  );

  it('contains as much text as the call requests', { tags: 'export:bounded' }, async () => {
    const whole = await renderExport({ format: 'curl' });
    const first = await renderExport({ format: 'curl', maxChars: 30 });
    const extent = { truncated: true, size: whole.text.length, nextOffset: 30 };
    expect(first).toMatchObject({ text: whole.text.slice(0, 30), ...extent });
    const rest = await renderExport({ format: 'curl', offset: 30 });
    expect(first.text + rest.text).toBe(whole.text);
    expect(rest.nextOffset).toBeUndefined();
  });
});

it(
  'an export keeps an imported Cookie header: names and words stay text, and the token becomes a variable',
  { tags: 'export:secrets' },
  async () => {
    const text = `curl '${on.url}/items' -b 'sid=q8Zr2LmN0pXv7; theme=dark; lang=de' -H 'accept: application/json'`;
    await unwrapResult(on.application.imports.apply({ text, name: 'Cookies' }, createQuietContext()));
    const { requests } = await unwrapResult(on.application.rest.list({ search: 'items', take: 1 }));
    const [request] = requests;
    if (request === undefined) throw new Error('nothing was imported');
    const curl = await renderExport({ format: 'curl', ids: [request.id] });
    expect(curl.text).toContain('sid={{sid}}; theme=dark; lang=de');
    expect(curl.text).not.toContain('‹');
    expect(curl.text).not.toContain('q8Zr2LmN0pXv7');
    await run('bash', ['-nc', curl.text]);
    await unwrapResult(on.application.rest.remove({ id: request.id }));
  },
);

describe('a secret', () => {
  it(
    'is not in an export of any format, in any encoding',
    { tags: 'export:secrets', timeout: 120_000 },
    async () => {
      const unit = fc.constantFrom(...Array.from('abXY019é€😀%\\&=+;"\'/ _-:'));
      const value = fc
        .string({ minLength: 8, maxLength: 30, unit })
        .filter((one) => one.trim() === one && new Set(one).size > 4 && /[a-zA-Z0-9]/.test(one));
      const pair = (name: string, text: string) => ({ name, value: text, enabled: true });
      let count = 0;
      await fc.assert(
        fc.asyncProperty(value, async (secret) => {
          count += 1;
          const environment = await unwrapResult<{ readonly id: string }>(
            on.application.environments.create({
              name: `E ${count}`,
              variables: {},
              secrets: { KEY: secret },
            }),
          );
          await unwrapResult(on.application.environments.activate({ id: environment.id }));
          const { id } = await on.create({
            name: `Of ${secret}`,
            folder: 'secret',
            description: `Uses ${secret}.`,
            method: 'POST',
            url: `${on.url}/a/${encodeURIComponent(secret)}`,
            queryParams: [pair('k', '{{KEY}}')],
            headers: [pair('x-key', Buffer.from(secret).toString('base64'))],
            auth: { type: 'basic', username: 'me', password: '{{KEY}}' },
            body: { type: 'json', content: JSON.stringify({ secret, again: '{{KEY}}' }) },
          });
          await on.execute(id);
          const hides = createRedactor([{ name: 'KEY', value: secret }]);
          for (const format of exportFormats) {
            const { text, leftOut, file } = await renderExport({ format, ids: [id] });
            const all = `${text}\n${JSON.stringify(leftOut)}\n${file}`;
            expect([format, hides.text(all)]).toEqual([format, all]);
            expect([format, all]).toEqual([format, expect.not.stringContaining(secret)]);
            if (leftOut.length === 0)
              expect([format, text]).toEqual([format, expect.stringContaining('{{KEY}}')]);
          }
          await unwrapResult(on.application.rest.remove({ id }));
          await unwrapResult(on.application.environments.remove({ id: environment.id }));
        }),
        { numRuns: 12 },
      );
    },
  );
});
