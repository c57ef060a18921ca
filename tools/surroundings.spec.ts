import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from './launch/say.mjs';

const apps = ['desktop', 'mcp-server', 'echo-server'].map((name) => [
  name,
  join(root, 'apps', name, 'dist', 'main.js'),
]);

/** What a shell script writes to stderr, and its exit code. */
const inShell = async (script: string, args: readonly string[]) => {
  const child = spawn('bash', ['-c', script, 'bash', process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const seen = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (seen.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (seen.stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...seen, code };
};

const withFolder = async (test: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-surroundings-'));
  try {
    await test(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const gone = 'cd "$(mktemp -d)" && rmdir "$PWD" && exec "$@"';
const goneLine = (name: string) =>
  `${name}: the working directory was deleted; change to another one and start again\n`;

describe.skipIf(process.platform === 'win32')('a start in poor surroundings is one line', () => {
  it.each(apps)('for %s with too few open files', { tags: 'storage:start' }, (name = '', main = '') =>
    withFolder(async (folder) => {
      const flags = name === 'echo-server' ? [] : ['--data-dir', folder];
      expect(await inShell('ulimit -n 24; exec "$@"', [main, ...flags])).toEqual({
        stdout: '',
        stderr: `${name}: this process may not open enough files; raise the limit, for example with: ulimit -n 4096\n`,
        code: 1,
      });
    }),
  );

  it.each(apps.slice(0, 2))(
    'for %s in a working directory that was deleted',
    { tags: 'storage:start' },
    async (name = '', main = '') => {
      const flags = ['--data-dir', 'relative', '--log-level', 'silent'];
      const { stderr, code } = await inShell(gone, [main, ...flags]);
      expect([stderr, code]).toEqual([goneLine(name), 1]);
    },
  );

  it('for the commands of the repository', { tags: 'storage:start' }, async () => {
    const { stderr, code } = await inShell(gone, [join(root, 'tools', 'run.mjs'), 'echo-server']);
    expect([stderr, code]).toEqual([goneLine('tandem'), 1]);
  });
});
