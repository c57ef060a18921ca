import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe as describeError } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBrunoConverter } from './converter.js';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bru-'));
  await writeFile(
    join(folder, 'bruno.json'),
    JSON.stringify({ version: '1', name: 'B', type: 'collection' }),
  );
  const headers = Array.from({ length: 1_000 }, (_, at) => `  X-${at}: b\n`).join('');
  for (const name of ['a', 'b', 'c'])
    await writeFile(
      join(folder, `${name}.bru`),
      `meta {\n  name: ${name}\n  type: http\n  seq: 1\n}\n\nget {\n  url: http://a\n  body: none\n  auth: none\n}\n\nheaders {\n${headers}}\n`,
    );
});

afterAll(() => rm(folder, { recursive: true }));

const plan = async (convert: ReturnType<typeof createBrunoConverter>) => {
  const outcome = await convert({ folder, into: null, dryRun: true })();
  if (E.isLeft(outcome)) throw new Error(describeError(outcome.left));
  return outcome.right;
};

describe('a .bru file that takes too long to read', { tags: 'import:bounded' }, () => {
  it('ends the conversion with its name, and is read if the limit is higher', async () => {
    const { problems } = await plan(createBrunoConverter({ timeMs: 1 }));
    expect(problems).toEqual([
      { path: 'a.bru', line: 1, column: 1, message: 'it takes longer than 0.001 s to read; make it shorter' },
    ]);
    expect(await plan(createBrunoConverter())).toMatchObject({ problems: [], requests: 3 });
  });
});

describe('the .env of a collection', { tags: 'cli:import:env-file' }, () => {
  const convertWith = async (prepare: (collection: string) => Promise<void>, withoutSecrets = false) => {
    const root = await mkdtemp(join(tmpdir(), 'bru-env-'));
    try {
      const collection = join(root, 'shop');
      await mkdir(collection);
      await writeFile(join(collection, 'bruno.json'), '{"version":"1","name":"Shop","type":"collection"}');
      await prepare(collection);
      const into = join(root, 'made');
      const outcome = await createBrunoConverter()({
        folder: collection,
        into,
        dryRun: false,
        withoutSecrets,
      })();
      if (E.isLeft(outcome)) throw new Error(describeError(outcome.left));
      const read = (name: string) => readFile(join(into, name), 'utf8').catch(() => undefined);
      const mode = await stat(join(into, '.env')).then(
        (found) => found.mode & 0o777,
        () => undefined,
      );
      return {
        leftOut: outcome.right.leftOut,
        mode,
        text: await read('.env'),
        ignored: await read('.gitignore'),
      };
    } finally {
      await rm(root, { recursive: true });
    }
  };
  const writeEnv = (collection: string) => writeFile(join(collection, '.env'), 'KEY=of-this-machine\n');

  it('is copied into a new folder, for its owner only, and git ignores it', async () => {
    expect(await convertWith(writeEnv)).toEqual({
      leftOut: [],
      mode: 0o600,
      text: 'KEY=of-this-machine\n',
      ignored: '.env\n',
    });
  });

  it('is not copied if it has no secrets or is a link, and a link is reported', async () => {
    const nothing = { mode: undefined, text: undefined, ignored: undefined };
    expect(await convertWith(writeEnv, true)).toEqual({ leftOut: [], ...nothing });
    const linked = await convertWith((collection) => symlink('/etc/hostname', join(collection, '.env')));
    const what = 'it is not copied, because it is no regular file';
    expect(linked).toEqual({ leftOut: [{ place: '.env', what }], ...nothing });
  });
});
