import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { getProgramPath } from './launch/programs.mjs';
import { root } from './launch/say.mjs';

const apps = ['desktop', 'mcp-server', 'echo-server'].map((name) => [name, getProgramPath(name)]);

/** Runs a shell script and returns its output and exit code. Kills it as soon as it writes to stdout. */
const executeInShell = async (script: string, args: readonly string[]) => {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const child = spawn('bash', ['-c', script, 'bash', process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  const seen = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    seen.stdout += chunk.toString();
    child.kill('SIGKILL');
  });
  child.stderr.on('data', (chunk: Buffer) => (seen.stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...seen, code };
};

/** Lowers the limit of open files until a start fails. The number of files that a start opens depends on Node. */
const findFirstFailure = async (main: string, flags: readonly string[]) => {
  for (let limit = 24; limit > 18; limit -= 1) {
    const result = await executeInShell(`ulimit -n ${limit}; exec "$@"`, [main, ...flags]);
    if (result.stdout === '') return result;
  }
  throw new Error(`${main} starts with any limit of open files`);
};

const withFolder = async (test: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-surroundings-'));
  try {
    await test(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const deletedFolderScript = 'cd "$(mktemp -d)" && rmdir "$PWD" && exec "$@"';
const formatDeletedFolderLine = (name: string) =>
  `${name}: the working directory was deleted; change to another one and start again\n`;

describe.skipIf(process.platform === 'win32')('a failed start prints one line', () => {
  it.each(apps)(
    'for %s if the limit of open files is too low',
    { tags: 'storage:start' },
    (name = '', main = '') =>
      withFolder(async (folder) => {
        const flags = name === 'echo-server' ? [] : ['--data-dir', folder];
        const { stderr, code } = await findFirstFailure(main, flags);
        expect(stderr).toMatch(new RegExp(`^${name}: [^\n]*\\bulimit -n\\b[^\n]*\n$`));
        expect(code).toBe(1);
      }),
  );

  it.each(apps.slice(0, 2))(
    'for %s in a deleted working directory',
    { tags: 'storage:start' },
    async (name = '', main = '') => {
      const flags = ['--data-dir', 'relative', '--log-level', 'silent'];
      const { stderr, code } = await executeInShell(deletedFolderScript, [main, ...flags]);
      expect([stderr, code]).toEqual([formatDeletedFolderLine(name), 1]);
    },
  );

  it('for the commands of the repository', { tags: 'storage:start' }, async () => {
    const { stderr, code } = await executeInShell(deletedFolderScript, [
      join(root, 'tools', 'run.mjs'),
      'echo-server',
    ]);
    expect([stderr, code]).toEqual([formatDeletedFolderLine('tandem'), 1]);
  });
});

it('npm run tandem keeps its flag --env-file from Node, which would take it', async () => {
  const text = await readFile(join(root, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(text) as { readonly scripts: Readonly<Record<string, string>> };
  const start = (scripts.tandem ?? '').replace(/^node /, '"$1" ').replace(/ tandem$/, ' unknown');
  const { stderr, code } = await executeInShell(`cd '${root}' && ${start} --env-file missing.env`, []);
  expect([code, stderr]).toEqual([2, expect.stringContaining('there is no command "unknown"')]);
});
