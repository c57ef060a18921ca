import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { type CallContext, type ExecuteRestArguments, createQuietContext } from '@tandem/application';
import type { ExecutionResult } from '@tandem/core';
import { describe as describeError } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk, updateActive } from './testing/on-disk.js';

const secret = 'S3cret-of-the-shop';
const cookie = 'a-session-of-another';
const jpeg = Buffer.from([0xff, 0xd8, 0, 13, 10, 0xff]);

/** The content type and the body that the server sends for each path. */
const bodies: Readonly<Record<string, readonly [string, Buffer]>> = {
  '/text': ['text/plain; charset=iso-8859-1', Buffer.from('\u00e9 \r\n', 'latin1')],
  '/binary': ['image/jpeg', jpeg],
  '/empty': ['text/plain', Buffer.alloc(0)],
  '/secret': ['text/plain', Buffer.from(`key=${secret}; sid=${cookie}`)],
  '/secret.gz': ['application/gzip', gzipSync(`key=${secret}`)],
  '/other-charset': ['text/plain; charset=utf-16', Buffer.from(`${secret}.`)],
};

let on: OnDisk;
let receivedCount = 0;
beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    receivedCount += 1;
    if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      response.destroy();
      return;
    }
    if (request.url === '/login') response.setHeader('set-cookie', `sid=${cookie}`);
    const [type, body] = bodies[request.url ?? ''] ?? ['text/plain', Buffer.from('other')];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await updateActive(on, { secrets: { KEY: secret } });
  await on.execute((await on.create({ url: `${on.url}/login` })).id);
});
afterAll(() => on.close());

const agent: CallContext = { ...createQuietContext(), by: 'agent', redactsSecrets: true };
let names = 0;

const executePath = async (
  path: string,
  input: Partial<ExecuteRestArguments>,
  context: CallContext = createQuietContext(),
) => {
  const { id } = await on.create({ url: on.url + path });
  return on.application.rest.execute({ id, ...input }, context)();
};
const executeAndRead = async (path: string, context?: CallContext) => {
  const saveTo = `files/saved/${++names}.bin`;
  const outcome = await executePath(path, { saveTo }, context);
  if (E.isLeft(outcome)) throw new Error(describeError(outcome.left));
  const bytes = await readFile(join(on.folder, saveTo)).catch(() => null);
  return { result: outcome.right, saveTo, bytes };
};

describe('saveTo', () => {
  it.each(['/text', '/binary', '/empty'])(
    'saves the bytes of %s as they were received, for a person and an agent',
    { tags: 'save:as-received' },
    async (path) => {
      for (const context of [createQuietContext(), agent]) {
        const { result, saveTo, bytes } = await executeAndRead(path, context);
        const sent = bodies[path]?.[1] ?? Buffer.alloc(1);
        expect(bytes).toEqual(sent);
        expect(result).toMatchObject({ error: null, saved: { path: saveTo, bytes: sent.length } });
        expect(result.response).toMatchObject({ textBody: null, bodyTruncated: false, size: sent.length });
        const { executionId: id } = result;
        const kept = await unwrapResult(on.application.executions.get({ id }));
        expect(kept).toMatchObject({ result: { saved: { path: saveTo } } });
      }
    },
  );

  it('saves secrets for a person', { tags: 'save:as-received' }, async () => {
    expect((await executeAndRead('/secret')).bytes?.toString()).toBe(`key=${secret}; sid=${cookie}`);
  });

  it('redacts secrets and the cookies of others for an agent', { tags: 'save:secrets' }, async () => {
    const { result, bytes } = await executeAndRead('/secret', agent);
    expect(bytes?.toString()).toBe('key=‹secret:KEY›; sid=‹cookie:sid›');
    expect(result.diagnostics).toMatchObject([{ code: 'SECRETS_HIDDEN', where: 'saveTo' }]);
    expect(result.saved?.bytes).toBe(bytes?.length);
  });

  it.each(['/secret.gz', '/other-charset'])(
    'saves nothing for an agent if the secret in %s cannot be redacted',
    { tags: 'save:secrets' },
    async (path) => {
      const { result, bytes } = await executeAndRead(path, agent);
      expect(bytes).toBeNull();
      expect(result.error).toMatchObject({
        code: 'FILE_REFUSED',
        message: expect.stringContaining('secret') as string,
      });
      expect(result).not.toHaveProperty('saved');
    },
  );

  it('does not save a truncated body', { tags: 'save:whole' }, async () => {
    const { result, bytes } = await executeAndRead('/cut');
    expect(result.error?.code).toBe('NETWORK_ERROR');
    expect([bytes, result.saved]).toEqual([null, undefined]);
  });

  it.each([
    ['/etc/x', 'is not relative'],
    ['../x', 'begins with a dot'],
    ['a/../../x', 'begins with a dot'],
    ['.git/hooks/x', 'begins with a dot'],
    ['a/.hidden/x', 'begins with a dot'],
    ['a\\b', 'a character that not every system allows'],
    ['tandem/x.yml', 'is not below files/'],
    [
      'CLAUDE.md',
      'is not below files/, the only folder that bodies are saved to; name a new file such as files/CLAUDE.md',
    ],
    ['Makefile', 'is not below files/'],
    ['package.json', 'is not below files/'],
    ['ca/root.pem', 'is not below files/'],
    ['Files/x', 'is not below files/'],
    ['files', 'is not below files/'],
    ['files/a/node_modules/x.js', 'node_modules'],
    ['tan\u200bdem/x', 'invisible'],
    ['', 'is empty'],
    ['{{name}}', 'begins a variable'],
  ])('is refused before sending as %j', { tags: 'save:refused' }, async (saveTo, reason) => {
    const before = receivedCount;
    const outcome = await executePath('/text', { saveTo });
    expect(E.isLeft(outcome) && describeError(outcome.left)).toContain(reason);
    expect(receivedCount).toBe(before);
  });

  it('is refused before sending if the file exists', { tags: 'save:refused' }, async () => {
    await mkdir(join(on.folder, 'files'), { recursive: true });
    await writeFile(join(on.folder, 'files', 'there.txt'), 'mine');
    const before = receivedCount;
    const outcome = await executePath('/text', { saveTo: 'files/there.txt' });
    expect(E.isRight(outcome) && outcome.right.error).toMatchObject({
      code: 'FILE_REFUSED',
      message: '"files/there.txt" exists already; choose another name, or remove that file first.',
    });
    expect(receivedCount).toBe(before);
    expect(await readFile(join(on.folder, 'files', 'there.txt'), 'utf8')).toBe('mine');
    expect((await readdir(on.folder)).filter((name) => name.includes('tmp'))).toEqual([]);
  });

  it('saves the response to a GraphQL request', { tags: 'save:as-received' }, async () => {
    const { graphql } = on.application;
    const { id } = await unwrapResult(
      graphql.create({ name: 'G', url: `${on.url}/graphql`, query: '{ a }' }),
    );
    const result = await unwrapResult(
      graphql.execute({ id, saveTo: 'files/graphql.json' }, createQuietContext()),
    );
    expect(result.saved).toEqual({ path: 'files/graphql.json', bytes: 5 });
    expect(await readFile(join(on.folder, 'files', 'graphql.json'), 'utf8')).toBe('other');
  });
});

it(
  'a body can be saved only below folders that a person specified when Tandem started',
  { tags: 'save:refused' },
  async () => {
    const named = await openOnDisk((_, response) => response.end('saved'), {
      TANDEM_SAVE_FOLDERS: 'reports, tests/data/',
    });
    try {
      const { id } = await named.create({ url: named.url });
      for (const saveTo of ['reports/a.txt', 'tests/data/b.txt', 'files/c.txt']) {
        const result = await unwrapResult<ExecutionResult>(
          named.application.rest.execute({ id, saveTo }, createQuietContext()),
        );
        expect(result.saved?.path).toBe(saveTo);
      }
      for (const saveTo of ['tests/c.txt', 'reports.txt', 'reports/../CLAUDE.md', 'CLAUDE.md'])
        expect(await named.application.rest.execute({ id, saveTo }, createQuietContext())()).toMatchObject({
          _tag: 'Left',
        });
    } finally {
      await named.close();
    }
  },
);
