import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  it('ends the plan of its folder with its name, and with more time the folder is read', async () => {
    const { problems } = await plan(createBrunoConverter({ timeMs: 1 }));
    expect(problems).toEqual([
      { path: 'a.bru', line: 1, column: 1, message: 'it takes longer than 0.001 s to read; make it shorter' },
    ]);
    expect(await plan(createBrunoConverter())).toMatchObject({ problems: [], requests: 3 });
  });
});
