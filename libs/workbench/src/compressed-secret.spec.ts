import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import { type CallContext, createQuietContext } from '@tandem/application';
import type { ExecutionResult } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const token = 'the-t0ken-that-comes-back';
const surroundWithFiller = (text: string): string =>
  `${'filler '.repeat(3_000)}${text}${'filler '.repeat(3_000)}`;

const compressors: Readonly<Record<string, (text: string) => Buffer>> = {
  '/gzip': (text) => gzipSync(text),
  '/zlib': (text) => deflateSync(text),
  '/deflate': (text) => deflateRawSync(text),
  '/gzip-in-gzip': (text) => gzipSync(gzipSync(text)),
  '/gzip-in-zlib': (text) => deflateSync(gzipSync(text)),
  '/after-another': (text) => Buffer.concat([gzipSync('first'), gzipSync(text)]),
  '/text': (text) => Buffer.from(`\u00fcber ${text}`, 'latin1'),
};
const paths = Object.keys(compressors).filter((path) => path !== '/text');

let on: OnDisk;

beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    const text = surroundWithFiller(request.headers.authorization ?? 'nothing');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://h');
    response.setHeader('content-type', searchParams.get('type') ?? 'application/octet-stream');
    response.end(compressors[pathname]?.(text));
  });
  const { id } = await unwrapResult(
    on.application.environments.create({ name: 'Dev', secrets: { TOKEN: token } }),
  );
  await unwrapResult(on.application.environments.activate({ id }));
});
afterAll(() => on.close());

const readBody = async (url: string, credential: string) => {
  const auth = { type: 'bearer', token: credential } as const;
  const { id } = await on.create({ url, auth });
  const { executionId, error } = await on.execute(id);
  expect(error).toBeNull();
  return on.application.executions.get({ id: executionId, offset: 0 })();
};

describe('a binary body with compressed data', { tags: 'secrets:compressed' }, () => {
  it.each(paths)('is not stored if it contains a secret, from %s', async (path) => {
    expect(await readBody(on.url + path, '{{TOKEN}}')).toMatchObject({
      _tag: 'Left',
      left: { kind: 'invalid-input' },
    });
  });

  it('is stored if it contains no secret', async () => {
    expect(await readBody(`${on.url}/gzip`, 'a public word')).toMatchObject({
      _tag: 'Right',
      right: { body: { encoding: 'base64' } },
    });
  });
});

describe('an agent', { tags: 'secrets:compressed' }, () => {
  const agent = (): CallContext => ({
    ...createQuietContext(),
    by: 'claude',
    kind: 'mcp',
    redactsSecrets: true,
  });
  const send = async (url: string, saveTo?: string): Promise<ExecutionResult> => {
    const { id } = await on.create({ url, auth: { type: 'bearer', token: '{{TOKEN}}' } });
    const input = saveTo === undefined ? { id } : { id, saveTo };
    return unwrapResult<ExecutionResult>(on.application.rest.execute(input, agent()));
  };
  /** Charsets that preserve each byte, so the text can be converted back to the received bytes. */
  const types = ['application/octet-stream', 'text/plain; charset=latin1', 'text/plain; charset=utf-16le'];
  const cases = paths.flatMap((path) => types.map((type) => [path, type] as const));

  it.each(cases)(
    'does not see the body if its compressed data contains a secret, from %s as %s',
    async (path, type) => {
      const url = `${on.url}${path}?type=${encodeURIComponent(type)}`;
      const [before, after] = [await send(url), await send(`${url}&again`)];
      expect(before).toMatchObject({ error: null, response: { bodyType: 'binary', textBody: null } });
      const kept = { id: before.executionId, offset: 0 };
      expect(await on.application.executions.get(kept, agent())()).toMatchObject({ _tag: 'Left' });
      const compared = { a: before.executionId, b: after.executionId };
      const { differences } = await unwrapResult(on.application.executions.compare(compared));
      const notKept = expect.stringMatching(/^\d+ bytes, not kept$/) as string;
      expect(differences.filter((one) => one.path.startsWith('body'))).toEqual([
        { path: 'body', before: notKept, after: notKept },
      ]);
      const saved = await send(url, 'files/saved.bin');
      expect(saved.error).toMatchObject({ code: 'FILE_REFUSED' });
      await expect(access(join(on.folder, 'files', 'saved.bin'))).rejects.toThrow('ENOENT');
    },
  );

  it('sees text in another charset with its secrets redacted', async () => {
    const { response } = await send(`${on.url}/text?type=${encodeURIComponent(types[1] ?? '')}`);
    expect(response).toMatchObject({
      bodyType: 'text',
      textBody: expect.stringContaining('Bearer ‹secret:TOKEN›') as string,
    });
    expect(response?.textBody).toMatch(/^über /);
  });
});
