import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { CreateRest } from '@tandem/application';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, openOnDisk, type OnDisk } from './testing/on-disk.js';

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let on: OnDisk;

beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/big') return void response.end(Buffer.alloc(50 * 1024 * 1024 + 1, 'x'));
      const { method, url, headers } = request;
      const body = Buffer.concat(chunks).toString('latin1');
      response.setHeader('content-type', 'application/json').setHeader('set-cookie', 'a=1; Path=/; HttpOnly');
      response.end(JSON.stringify({ method, url, headers, body }));
    });
  });
  await mkdir(join(on.folder, 'data'));
  await mkdir(join(on.folder, '..', 'private'));
  await writeFile(join(on.folder, 'data', 'body.bin'), Buffer.from([0, 255, 10]));
  await writeFile(join(on.folder, 'data', 'note.txt'), 'a note');
  await writeFile(join(on.folder, '..', 'private', 'secret.txt'), 'secret');
  await symlink(join(on.folder, '..', 'private', 'secret.txt'), join(on.folder, 'link.txt'));
  await symlink(join(on.folder, '..', 'private'), join(on.folder, 'linked'));
});
afterAll(() => on.close());

const executeEcho = async (fields: Partial<CreateRest>): Promise<Echo> => {
  const { id } = await on.create({ method: 'POST', url: `${on.url}/x`, ...fields });
  const { error, response } = await on.execute(id);
  expect(error).toBeNull();
  return JSON.parse(response?.textBody ?? '') as Echo;
};

describe('a request with its script', () => {
  it(
    'is executed as the interface document shows',
    { tags: ['result:shape', 'environment:persist', 'result:cookies'] },
    async () => {
      const script = `
      export function onRequest(req) {
        req.headers.set('X-Trace', 'abc');
        req.env.setVariable('early', 'seen later');
      }
      export function onResponse(req, res) {
        res.env.setVariable('lastStatus', String(res.status));
        res.env.setSecret('token', 't0ken');
      }
      export function onTest(req, res) {
        test('status is 200', () => {
          expect(res.status).toBe(200);
        });
        test('knows what was set', () => {
          expect(res.env.getVariable('lastStatus')).toBe('200');
          expect(res.env.getVariable('early')).toBe('seen later');
        });
      }`;
      const { id } = await on.create({ url: `${on.url}/users/:id?own=1`, script });
      const result = await on.execute(id, {
        pathParams: { id: { value: 'a b', enabled: true } },
        queryParams: { page: 2 },
        timeoutMs: 5_000,
      });
      expect(result).toMatchObject({
        request: { id, name: 'R', method: 'GET', url: `${on.url}/users/a%20b?own=1&page=2` },
        response: {
          status: 200,
          statusText: 'OK',
          bodyType: 'text',
          bodyTruncated: false,
          cookies: [{ name: 'a', value: '1', path: '/', httpOnly: true, secure: false }],
        },
        error: null,
        lifecycle: {
          preRequest: { success: true, error: null },
          postResponse: { success: true, error: null },
          tests: {
            summary: { success: true, error: null },
            results: [
              { name: 'status is 200', status: 'passed' },
              { name: 'knows what was set', status: 'passed' },
            ],
          },
          mocked: false,
        },
      });
      expect(JSON.parse(result.response?.textBody ?? '')).toMatchObject({
        headers: { 'x-trace': 'abc', 'user-agent': 'Tandem/1.2.3' },
      });
      const { headers } = await executeEcho({
        headers: [{ name: 'x-last', value: '{{lastStatus}} {{token}}', enabled: true }],
      });
      expect(headers['x-last']).toBe('200 t0ken');
    },
  );

  it('gets its response from its script without being sent', { tags: ['script:mock'] }, async () => {
    const script = `
      export function onRequest(req) {
        return new ServiceResponse('{"ok":true}', {
          status: 201, statusText: 'Created', headers: { 'content-type': 'application/json' },
        });
      }
      export function onTest(req, res) {
        test('is the mock', () => expect(res.json()).toEqual({ ok: true }));
      }`;
    const { id } = await on.create({ url: 'http://127.0.0.1:1/', script });
    expect(await on.execute(id)).toMatchObject({
      response: { status: 201, statusText: 'Created', textBody: '{"ok":true}', time: 0 },
      error: null,
      lifecycle: { mocked: true, tests: { summary: { success: true } } },
    });
  });

  it(
    'fails with advice if its script sets an invalid URL',
    { tags: ['url:invalid', 'result:error'] },
    async () => {
      const { id } = await on.create({
        url: on.url,
        script: `export function onRequest(req) { req.url = 'not a url'; }`,
      });
      expect((await on.execute(id)).error).toMatchObject({
        code: 'URL_INVALID',
        message: expect.stringContaining('http://') as string,
      });
    },
  );
});

describe('a request body', { tags: ['body:kinds'] }, () => {
  it.each<[CreateRest['body'], string | undefined, string]>([
    [{ type: 'none' }, undefined, ''],
    [{ type: 'json', content: '{"a":[1]}' }, 'application/json', '{"a":[1]}'],
    [{ type: 'text', content: 'plain' }, 'text/plain; charset=utf-8', 'plain'],
    [
      { type: 'form-urlencoded', fields: [{ name: 'a b', value: '1&2', enabled: true }] },
      'application/x-www-form-urlencoded',
      'a+b=1%262',
    ],
    [{ type: 'binary', file: 'data/body.bin' }, 'application/octet-stream', '\u0000\u00ff\n'],
    [{ type: 'binary', file: './data/../data/note.txt', contentType: 'text/plain' }, 'text/plain', 'a note'],
  ])('arrives as defined: %j', async (body, contentType, expected) => {
    const echo = await executeEcho({ ...(body ? { body } : {}) });
    expect(echo.body).toBe(expected);
    expect(echo.headers['content-type']).toBe(contentType);
    expect(echo.headers['content-length']).toBe(String(expected.length));
  });

  it('contains fields and files if it has many parts', async () => {
    const parts = [
      { name: 'field', value: 'v', enabled: true },
      { name: 'file', file: 'data/body.bin', enabled: true },
      { name: 'named', file: 'data/note.txt', filename: 'n.md', contentType: 'text/markdown', enabled: true },
      { name: 'off', file: 'gone', enabled: false },
    ];
    const echo = await executeEcho({ body: { type: 'multipart', parts } });
    expect(echo.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(echo.body).toContain('name="field"\r\n\r\nv\r\n');
    expect(echo.body).toContain(
      'name="file"; filename="body.bin"\r\nContent-Type: application/octet-stream\r\n\r\n\u0000\u00ff\n\r\n',
    );
    expect(echo.body).toContain(
      'name="named"; filename="n.md"\r\nContent-Type: text/markdown\r\n\r\na note\r\n',
    );
    expect(echo.body).not.toContain('"off"');
  });

  it.each([
    ['../private/secret.txt', 'FILE_REFUSED'],
    ['data/../../private/secret.txt', 'FILE_REFUSED'],
    ['/etc/hostname', 'FILE_REFUSED'],
    ['link.txt', 'FILE_REFUSED'],
    ['linked/secret.txt', 'FILE_REFUSED'],
    ['data', 'FILE_REFUSED'],
    ['data/gone.txt', 'FILE_NOT_FOUND'],
  ])(
    'from the file %s is %s, and nothing is sent',
    { tags: ['body:files', 'body:files:missing'] },
    async (file, code) => {
      const before = on.accepted();
      for (const body of [
        { type: 'binary', file } as const,
        { type: 'multipart', parts: [{ name: 'f', file, enabled: true }] } as const,
      ]) {
        const { id } = await on.create({ method: 'POST', url: `${on.url}/`, body });
        const result = await on.execute(id);
        expect(result).toMatchObject({ error: { code, details: { path: file } }, response: null });
        expect(JSON.stringify(result)).not.toContain('private/secret.txt"]');
      }
      expect(on.accepted()).toBe(before);
    },
  );
});

describe('a response of 50 MiB and one byte', () => {
  it('fails with RESPONSE_TOO_LARGE, and its start is shown', { tags: ['send:too-large'] }, async () => {
    const { id } = await on.create({ url: `${on.url}/big` });
    expect(await on.execute(id, { maxBodyBytes: 3 })).toMatchObject({
      error: { code: 'RESPONSE_TOO_LARGE', details: { maxBytes: 50 * 1024 * 1024 } },
      response: {
        status: 200,
        textBody: 'xxx',
        bodyTruncated: true,
        headers: { 'content-length': '52428801' },
      },
    });
  });
});

describe('concurrent executions', () => {
  it('store all variables that they changed', { tags: ['environment:concurrent'] }, async () => {
    const names = Array.from({ length: 8 }, (_, index) => `n${index}`);
    const made = await Promise.all(
      names.map((name) =>
        on.create({
          url: `${on.url}/${name}`,
          script: `export function onResponse(req, res) { res.env.setVariable('${name}', '${name}'); }`,
        }),
      ),
    );
    await Promise.all(made.map(({ id }) => on.execute(id)));
    const { headers } = await executeEcho({
      headers: [{ name: 'x-all', value: names.map((name) => `{{${name}}}`).join(','), enabled: true }],
    });
    expect(headers['x-all']).toBe(names.join(','));
  });
});

describe('a GraphQL request', () => {
  it('is sent as JSON, and its script is run', { tags: ['graphql:post', 'graphql:same-steps'] }, async () => {
    const { id } = await unwrapResult(
      on.application.graphql.create({
        name: 'G',
        url: `${on.url}/graphql`,
        query: '{ me { name } }',
        variables: { a: '{{$timestamp}}' },
        script: `export function onTest(req, res) { test('t', () => expect(res.json().method).toBe('POST')); }`,
      }),
    );
    const result = await unwrapResult(
      on.application.graphql.execute(
        { id },
        { signal: new AbortController().signal, progress: () => undefined },
      ),
    );
    const { body } = JSON.parse(result.response?.textBody ?? '') as Echo;
    expect(JSON.parse(body)).toEqual({
      query: '{ me { name } }',
      variables: { a: expect.stringMatching(/^\d{10}$/) as string },
    });
    expect(result.lifecycle.tests.summary.success).toBe(true);
  });
});
