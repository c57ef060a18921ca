import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);

/** The library, which ../bundle-programs.setup.mjs bundles once for all tests. */
const library = JSON.stringify(new URL('../../test-output/start.mjs', import.meta.url).href);

let folder = '';
const getCacheFolder = () => join(folder, 'compiled');
const write = (name: string, text: string) => writeFile(join(folder, 'bundle', name), text);

/** Starts the bundled program with arguments and returns what it prints. */
const start = async (argv: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<string> => {
  const program = JSON.stringify(pathToFileURL(join(folder, 'bundle', 'probe.cjs')).href);
  const main = `import { startProgram } from ${library}; await startProgram('probe', new URL(${program}));`;
  await write('main.mjs', main);
  const { stdout } = await run(process.execPath, [join(folder, 'bundle', 'main.mjs'), ...argv], {
    env: { ...process.env, ...env },
  });
  return stdout;
};

const read = async (): Promise<string> => {
  const [name = ''] = await readdir(getCacheFolder());
  return readFile(join(getCacheFolder(), name), 'latin1');
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-start-'));
  await mkdir(join(folder, 'bundle'));
  await write('part.cjs', `exports.functions = [(a, b) => a + b];`);
  await write(
    'probe.cjs',
    `const { basename } = require('node:path');
exports.run = async ([word]) => {
  if (word === 'much') for (const one of require('./part.cjs').functions) one(1, 2);
  process.stdout.write([word, basename(__filename)].join(' '));
  return 0;
};`,
  );
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a bundled program', () => {
  it('caches its compiled code next to its folder, and starts from it', async () => {
    expect(await start(['one'])).toBe('one probe.cjs');
    const first = await read();
    expect(first).toContain('"./probe.cjs"');
    expect(await start(['two'])).toBe('two probe.cjs');
    expect(await read()).toBe(first);
  });

  it('caches more when a later start loads more', async () => {
    await start(['one']);
    expect(await read()).not.toContain('"./part.cjs"');
    await start(['much']);
    const more = await read();
    expect(more).toContain('"./part.cjs"');
    await start(['one']);
    expect(await read()).toBe(more);
  });

  it('ignores a damaged cache, and writes a new cache', async () => {
    await start();
    const [name = ''] = await readdir(getCacheFolder());
    for (const damage of ['', '{}\n', '[["./probe.cjs",9]]\n123456789']) {
      await writeFile(join(getCacheFolder(), name), damage);
      expect(await start(['again'])).toBe('again probe.cjs');
      expect((await read()).length).toBeGreaterThan(damage.length);
    }
  });

  it('caches nothing if it cannot write, or if caching is disabled', async () => {
    expect(await start(['off'], { NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('off probe.cjs');
    await expect(readdir(getCacheFolder())).rejects.toThrow('ENOENT');
    await writeFile(getCacheFolder(), 'no folder');
    expect(await start(['on'])).toBe('on probe.cjs');
  });
});
