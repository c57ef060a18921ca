import { deflateSync, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { given, type OnDisk, openOnDisk } from './testing/on-disk.js';

const token = 'the-t0ken-that-comes-back';
const around = (text: string): string => `${'filler '.repeat(3_000)}${text}${'filler '.repeat(3_000)}`;

let on: OnDisk;

beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    const text = around(request.headers.authorization ?? 'nothing');
    response.setHeader('content-type', 'application/octet-stream');
    response.end(request.url === '/zlib' ? deflateSync(text) : gzipSync(text));
  });
  const { id } = await given(on.application.environments.create({ name: 'Dev', secrets: { TOKEN: token } }));
  await given(on.application.environments.activate({ id }));
});
afterAll(() => on.close());

const bodyOf = async (url: string, credential: string) => {
  const auth = { type: 'bearer', token: credential } as const;
  const { id } = await on.create({ url, auth });
  const { executionId, error } = await on.execute(id);
  expect(error).toBeNull();
  return on.application.executions.get({ id: executionId, offset: 0 })();
};

describe('a binary body with compressed data', { tags: 'secrets:compressed' }, () => {
  it.each(['/gzip', '/zlib'])('that contains a secret is not stored, from %s', async (path) => {
    expect(await bodyOf(on.url + path, '{{TOKEN}}')).toMatchObject({
      _tag: 'Left',
      left: { kind: 'invalid-input' },
    });
  });

  it('without a secret is stored', async () => {
    expect(await bodyOf(`${on.url}/gzip`, 'a public word')).toMatchObject({
      _tag: 'Right',
      right: { body: { encoding: 'base64' } },
    });
  });
});
