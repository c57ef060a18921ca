import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launcherFor } from '../../../tools/pack/launcher.mjs';
import { temporaryFolder } from '../../../tools/e2e/program.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let home = '';
let archives: readonly string[] = [];

/** Native parts are copied from this repository, so that they are not compiled a second time. */
const copyNative = (): void => {
  const modules = join(home, 'node_modules');
  const names = readdirSync(modules).filter((name) => /^(sqlite3|isolated-vm-\d+)$/.test(name));
  for (const name of names) {
    const from = join(root, 'node_modules', name);
    if (existsSync(from)) cpSync(from, join(modules, name), { recursive: true });
  }
};

const installed = (): string => join(home, 'node_modules', 'tandem-workbench');
const bin = (): string => join(home, 'node_modules', '.bin', 'tandem');

/** What a program prints, and its exit code. */
const tandem = async (...args: readonly string[]) => {
  try {
    return { code: 0, ...(await run(bin(), args, { cwd: home })) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
};

/** Starts a server, passes its lines to `work`, and stops it. */
const using = async (args: readonly string[], lines: number, work: (out: string) => Promise<void>) => {
  const child = spawn(bin(), args, { cwd: home, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      out += chunk.toString();
      if (out.split('\n').length > lines) break;
    }
    await work(out);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
};

const urlIn = (text: string, name: string): string =>
  new RegExp(`${name}.*?(http://[^\\s#]+)`).exec(text)?.[1] ?? '';

beforeAll(async () => {
  folder = await temporaryFolder();
  home = join(folder.path, 'home');
  // One pack for all tests, because it takes long.
  const packing = run(process.execPath, [
    join(root, 'tools', 'pack', 'index.mjs'),
    '--standalone',
    folder.path,
  ]);
  archives = (await packing).stdout.trim().split('\n');
  const [archive = ''] = archives;
  // It would otherwise install into the next folder above that has a manifest.
  cpSync(join(root, 'apps', 'tandem', 'README.md'), join(home, 'README.md'));
  writeFileSync(join(home, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }\n');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--silent'];
  await run('npm', ['install', ...quiet, archive], { cwd: home });
  copyNative();
}, 900_000);
afterAll(() => folder.remove());

describe('the package in an empty folder', () => {
  it(
    'makes a folder, runs it against its echo server, and writes reports',
    { tags: 'package:run' },
    async () => {
      expect((await tandem('init', 'api')).code).toBe(0);
      await using(['echo', '--port', '0'], 1, async (out) => {
        const flags = [
          '--var',
          `url=${urlIn(out, 'listening')}`,
          '--reporter',
          'spec',
          '--reporter',
          'junit=r.xml',
        ];
        expect(await tandem('run', 'api', ...flags)).toMatchObject({
          code: 0,
          stdout: expect.stringMatching(/Say hello .*200[^]*1 passed/) as string,
        });
        expect(readFileSync(join(home, 'r.xml'), 'utf8')).toContain('tests="1"');
      });
    },
  );

  it('opens the window', { tags: 'package:run' }, async () => {
    await using(['open', 'api', '--no-window', '--data-dir', 'data'], 3, async (out) => {
      const page = await (await fetch(urlIn(out, 'window'))).text();
      const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? [];
      expect((await fetch(new URL(script, urlIn(out, 'window')))).status).toBe(200);
      expect(await (await fetch(`${urlIn(out, 'echo')}/a`)).json()).toMatchObject({ path: '/a' });
    });
  });

  it('serves an agent on stdio, scripts and JSONPath included', { tags: 'package:run' }, async () => {
    const client = new Client({ name: 'e2e', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: bin(),
        args: ['mcp', '--stdio', '--data-dir', join(folder.path, 'agent'), '--workspace', join(home, 'api')],
        env: getDefaultEnvironment(),
      }),
    );
    const call = async (name: string, args = {}): Promise<string> =>
      JSON.stringify(await client.callTool({ name, arguments: args }));
    await using(['echo', '--port', '0'], 1, async (out) => {
      const id = /rest_[\w-]{6,}/.exec(await call('rest_list'))?.[0];
      const variables = { url: urlIn(out, 'listening') };
      const result = await call('rest_execute', { id, variables });
      expect(result).toContain('is answered');
      const execution = /exec_[\w-]{6,}/.exec(result)?.[0];
      expect(await call('executions_get', { id: execution, select: '$.path' })).toContain('/hello');
    });
    await client.close();
  });

  it('is a library with types', { tags: 'package:library' }, async () => {
    const program = `import { renderReport, type RunReport, runWorkspace } from 'tandem-workbench';
const report: RunReport = await runWorkspace({ folder: 'api', plan: { variables: { url: 'http://127.0.0.1:1' } } });
// @ts-expect-error It takes a number.
export const wrong = () => runWorkspace({ folder: 'api', plan: { iterations: 'many' } });
console.log(report.counts.error, (await renderReport('tap', report)).split('\\n')[0]);
`;
    const compilerOptions = {
      ...{ module: 'nodenext', strict: true, target: 'es2023', lib: ['es2023', 'dom'], types: ['node'] },
      typeRoots: [join(root, 'node_modules', '@types')],
    };
    writeFileSync(join(home, 'main.ts'), program);
    writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    await run(process.execPath, [tsc, '-p', home]);
    const { stdout } = await run(process.execPath, ['main.js'], { cwd: home });
    expect(stdout).toBe('1 TAP version 14\n');
  });

  it('names its licences, and has no path of this machine', { tags: 'package:contents' }, () => {
    const notices = readFileSync(join(installed(), 'THIRD-PARTY-NOTICES.md'), 'utf8');
    for (const name of ['undici', 'koa', 'react', 'yaml', 'typeorm', 'commander'])
      expect(notices).toMatch(new RegExp(`^## ${name} \\d.*\\(`, 'm'));
    expect(readFileSync(join(installed(), 'LICENSE'), 'utf8')).toContain('MIT');
    const files = readdirSync(installed(), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const naming = files.filter((one) =>
      readFileSync(join(one.parentPath, one.name), 'utf8').includes(dirname(root)),
    );
    expect(naming.map(({ name }) => name)).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(manifest).toMatchObject({ license: 'MIT', publishConfig: { provenance: true }, bin: {} });
  });
});

describe.skipIf(process.platform !== 'linux')('the archives with Node inside', () => {
  /** Starts a program without any other program in its PATH. */
  const alone = (program: string, ...args: readonly string[]) =>
    run(program, args, { cwd: home, env: { PATH: '', HOME: home } });

  const runsAlone = async (program: string, name: string): Promise<void> => {
    expect((await alone(program, '--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    await alone(program, 'init', name);
    await using(['echo', '--port', '0'], 1, async (out) => {
      const { stdout } = await alone(program, 'run', name, '--var', `url=${urlIn(out, 'listening')}`);
      expect(stdout).toMatch(/1 passed/);
    });
  };

  it('start from a .tar.gz with an empty PATH', { tags: 'package:standalone' }, async () => {
    const place = join(folder.path, 'with a space');
    mkdirSync(place);
    await run('tar', ['-xzf', archives[1] ?? '', '-C', place]);
    const [unpacked = ''] = readdirSync(place);
    await runsAlone(join(place, unpacked, 'bin', 'tandem'), 'from-tar');
    const link = join(folder.path, 'linked');
    symlinkSync(join(place, unpacked, 'bin', 'tandem'), link);
    expect((await run(link, ['--version'])).stdout).toMatch(/^\d/);
  });

  it.skipIf(!existsSync('/usr/bin/dpkg'))(
    'install as a .deb, with a desktop entry',
    { tags: 'package:standalone' },
    async () => {
      const place = join(folder.path, 'debian');
      for (const name of ['updates', 'info', 'triggers'])
        mkdirSync(join(place, 'var/lib/dpkg', name), { recursive: true });
      writeFileSync(join(place, 'var/lib/dpkg/status'), '');
      const forced = ['--force-depends', '--force-not-root', '--force-script-chrootless'];
      await run('dpkg', [`--root=${place}`, ...forced, '--install', archives[2] ?? '']);
      await runsAlone(join(place, 'usr/bin/tandem'), 'from-deb');
      expect(readFileSync(join(place, 'usr/share/applications/tandem.desktop'), 'utf8')).toMatch(
        /^Exec=tandem open$/m,
      );
      expect(existsSync(join(place, 'usr/share/icons/hicolor/scalable/apps/tandem.svg'))).toBe(true);
    },
  );

  it('have a launcher for Windows that quotes its paths', { tags: 'package:standalone' }, () => {
    const { name, text } = launcherFor('win32');
    expect(name).toBe('tandem.cmd');
    expect(text).toContain(
      '"%~dp0..\\lib\\tandem\\node.exe" "%~dp0..\\lib\\tandem\\package\\apps\\tandem\\dist\\bundle\\main.js" %*\r\n',
    );
  });
});
