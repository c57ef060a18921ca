import { execFileSync, spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { launch, findProgramFile } from '@tandem/node/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-commands-'));
});
afterEach(() => rm(folder, { recursive: true }));

const tandem = async (...args: readonly string[]) => {
  const one = launch('tandem', args);
  const { code } = await one.exited;
  return { code, ...one.out };
};

describe('the help', () => {
  it('fits on one screen, with examples', { tags: 'cli:help' }, async () => {
    const { code, stdout } = await tandem('--help');
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(32);
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    for (const name of [
      'open',
      'run',
      'report',
      'validate',
      'init',
      'import',
      'mcp',
      'connect',
      'echo',
      'completion',
    ])
      expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
    expect(stdout).toContain('Examples:');
  });

  it.each([
    ['run', 'Usage: tandem run', '--data'],
    ['report', 'Usage: tandem report', '--reporter'],
    ['validate', 'Usage: tandem validate', 'Exit codes'],
    ['init', 'Usage: tandem init', 'Exit codes'],
    ['import', 'Usage: tandem import', '--dry-run'],
    ['completion', 'Usage: tandem completion', 'Exit codes'],
    ['connect', 'Usage: tandem connect', '--print'],
    ['disconnect', 'Usage: tandem disconnect', 'Exit codes'],
    ['merge-file', 'Usage: tandem merge-file', 'Exit codes'],
    ['open', 'Usage: tandem open', '--no-window'],
    ['mcp', 'Usage: tandem mcp', '--stdio'],
    ['echo', 'Usage: tandem echo', '--port'],
  ])('of %s shows its usage, flags and exit codes', { tags: 'cli:help' }, async (name, usage, flag) => {
    const { code, stdout } = await tandem(name, '--help');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(usage) as string });
    expect(stdout).toContain(flag);
  });

  it('is suggested in an error that quotes a misspelt command', { tags: 'cli:help' }, async () => {
    const { code, stderr } = await tandem('runn');
    expect(`${code} ${stderr}`).toMatch(/^2 .*unknown command 'runn'.*run/s);
  });
});

it.each([
  ['TANDEM_LOCALE', 'xx', 'a locale such as de'],
  ['TANDEM_SCRIPT_CPU_MS', 'many', 'a whole number'],
  ['TANDEM_BODIES_IN_FLIGHT_BYTES', '1', 'a whole number'],
])(
  'a run reports in one line that %s=%s is invalid',
  { tags: 'cli:settings' },
  async (name, value, wanted) => {
    await tandem('init', join(folder, 'api'));
    const one = launch('tandem', ['run', join(folder, 'api')], { [name]: value });
    expect((await one.exited).code).toBe(2);
    const lines = one.out.stderr.trimEnd().split('\n');
    expect(lines).toEqual([expect.stringContaining(`tandem: ${name}`)]);
    expect(lines[0]).toContain(wanted);
  },
);

describe('the other programs of the package', () => {
  it(
    'include open, which starts the window and its servers with the named folder',
    { tags: 'cli:programs' },
    async () => {
      await tandem('init', join(folder, 'api'));
      const data = join(folder, 'data');
      const one = launch('tandem', ['open', join(folder, 'api'), '--no-window', '--data-dir', data]);
      const lines = await one.lines(3);
      expect(lines.join('\n')).toMatch(/^tandem window .*\ntandem echo .*\ntandem mcp /);
      expect(await one.stop()).toMatchObject({ code: 0 });
    },
  );

  it('include mcp --stdio, which answers an agent', { tags: 'cli:programs' }, async () => {
    const client = new Client({ name: 'e2e', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [findProgramFile('tandem'), 'mcp', '--stdio', '--data-dir', join(folder, 'data')],
      }),
    );
    const { tools } = await client.listTools();
    await client.close();
    expect(tools.map(({ name }) => name)).toContain('rest_execute');
  });

  it(
    'include echo, which describes requests, even with several workers',
    { tags: 'cli:programs' },
    async () => {
      for (const flags of [[], ['--workers', '2']]) {
        const one = launch('tandem', ['echo', '--port', '0', ...flags]);
        const [line = ''] = await one.lines(1);
        const url = /http:\S+/.exec(line)?.[0] ?? '';
        expect(await (await fetch(`${url}/a`)).json()).toMatchObject({ path: '/a' });
        await one.stop();
      }
    },
  );
});

describe('tandem init', () => {
  let server: Server;
  let status: number;
  beforeEach(async () => {
    status = 200;
    server = createServer((_, response) => void response.writeHead(status).end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('creates a folder that is valid and can be run', { tags: 'cli:init' }, async () => {
    const api = join(folder, 'an "odd" name');
    const made = await tandem('init', api);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    // No server listens at that address yet.
    expect(made.stdout).toContain('http://127.0.0.1:8080');
    expect(made.stdout).toContain('"tandem echo --port 8080"');
    expect((await readdir(api)).sort()).toEqual(['.github', '.gitignore', 'AGENTS.md', 'tandem']);
    expect((await tandem('validate', api)).code).toBe(0);
    const url = `url=http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await tandem('run', api, '--var', url)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/1 passed/) as string,
    });
    status = 500;
    expect((await tandem('run', api, '--var', url)).code).toBe(1);
  });

  it('teaches agents five habits, with tools and arguments that exist', { tags: 'cli:skill' }, async () => {
    expect((await tandem('init', folder, '--skill')).code).toBe(0);
    const client = new Client({ name: 'e2e', version: '1' });
    const args = [findProgramFile('tandem'), 'mcp', '--stdio', '--data-dir', join(folder, 'data')];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    const { tools } = await client.listTools();
    await client.close();
    const skill = await readFile(join(folder, '.claude', 'skills', 'tandem', 'SKILL.md'), 'utf8');
    expect(skill).toMatch(/^---\nname: tandem\ndescription: .{50,1024}\n---\n/);
    const habits = (text: string) => text.match(/^\d\. \*\*.*(?:\n {3}.*)*/gm) ?? [];
    expect(habits(skill)).toHaveLength(5);
    for (const habit of habits(skill)) {
      const words = [...habit.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
      const named = tools.filter(({ name }) => words.includes(name));
      const known = named.flatMap(({ name, inputSchema }) => [
        name,
        ...Object.keys(inputSchema.properties ?? {}),
      ]);
      expect(words.filter((word) => ![...known, 'onTest'].includes(word))).toEqual([]);
    }
    expect(habits(await readFile(join(folder, 'AGENTS.md'), 'utf8'))).toEqual(habits(skill));
  });

  it('adds the skill to an existing workspace, and overwrites nothing', { tags: 'cli:skill' }, async () => {
    await tandem('init', folder);
    const before = await readFile(join(folder, 'AGENTS.md'), 'utf8');
    const added = await tandem('init', folder, '--skill');
    expect(added).toMatchObject({ code: 0, stdout: 'made .claude/skills/tandem/SKILL.md\n' });
    expect(await readFile(join(folder, 'AGENTS.md'), 'utf8')).toBe(before);
    expect((await tandem('init', folder, '--skill')).code).toBe(2);
  });

  it('overwrites no file', { tags: 'cli:init' }, async () => {
    await writeFile(join(folder, 'AGENTS.md'), 'mine');
    const { code, stderr } = await tandem('init', folder);
    expect(`${code} ${stderr}`).toMatch(/^2 tandem: .*AGENTS\.md exists/);
    expect(await readdir(folder)).toEqual(['AGENTS.md']);
    expect(await readFile(join(folder, 'AGENTS.md'), 'utf8')).toBe('mine');
  });
});

describe('completion', () => {
  const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

  it('completes commands and flags in bash', { tags: 'cli:completion' }, async () => {
    const { stdout } = await tandem('completion', 'bash');
    const complete = (...words: readonly string[]): readonly string[] =>
      execFileSync(
        'bash',
        [
          '-c',
          `${stdout}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tandem; printf '%s\\n' "\${COMPREPLY[@]}"`,
          'bash',
          'tandem',
          ...words,
        ],
        { encoding: 'utf8' },
      )
        .trim()
        .split('\n');
    expect(complete('r')).toEqual(['run', 'report']);
    expect(complete('run', '--re')).toEqual(['--retry', '--retry-delay', '--require-tests', '--reporter']);
    expect(complete('connect', 'c')).toEqual(['claude-code', 'claude-desktop', 'cursor', 'codex']);
  });

  it.skipIf(!isInstalled('zsh'))(
    'prints a script that zsh can read',
    { tags: 'cli:completion' },
    async () => {
      const { stdout } = await tandem('completion', 'zsh');
      expect(spawnSync('zsh', ['-n'], { input: stdout, encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      });
    },
  );

  it.skipIf(!isInstalled('fish'))('completes flags in fish', { tags: 'cli:completion' }, async () => {
    const { stdout } = await tandem('completion', 'fish');
    const asked = `${stdout}\ncomplete -C 'tandem run --ret'`;
    expect(spawnSync('fish', ['-c', asked], { encoding: 'utf8' }).stdout).toMatch(/^--retry\t/);
    const clients = `${stdout}\ncomplete -C 'tandem connect cu'`;
    expect(spawnSync('fish', ['-c', clients], { encoding: 'utf8' }).stdout).toMatch(/^cursor\b/);
  });

  it('refuses an unknown shell', { tags: 'cli:completion' }, async () => {
    const { code, stderr } = await tandem('completion', 'tcsh');
    expect(`${code} ${stderr}`).toMatch(/^2 tandem: There is no completion for tcsh/);
  });
});
