import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
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
import { temporaryFolder, readToolResult } from '@tandem/node/testing';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createServerJson } from '../../../tools/pack/server-json.mjs';
import { createLauncher } from '../../../tools/pack/launcher.mjs';
import { fetchProgram } from '../../../tools/fetch/fetch-tool.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let home = '';
let archives: readonly string[] = [];

/** Copies native modules from this repository, to avoid compiling them again. */
const copyNative = (): void => {
  const modules = join(home, 'node_modules');
  const names = readdirSync(modules).filter((name) => /^(sqlite3|isolated-vm-\d+)$/.test(name));
  for (const name of names) {
    const from = join(root, 'node_modules', name);
    if (existsSync(from)) cpSync(from, join(modules, name), { recursive: true });
  }
};

const getInstalledFolder = (): string => join(home, 'node_modules', 'tandem-workbench');
const bin = (): string => join(home, 'node_modules', '.bin', 'tandem');

/** The output of a program, and its exit code. */
const tandem = async (...args: readonly string[]) => {
  try {
    return { code: 0, ...(await run(bin(), args, { cwd: home })) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
};

/** Starts a server, passes its lines to `work`, and stops it. */
const withServer = async (args: readonly string[], lines: number, work: (out: string) => Promise<void>) => {
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
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
};

const findUrl = (text: string, name: string): string =>
  new RegExp(`${name}.*?(http://[^\\s#]+)`).exec(text)?.[1] ?? '';

beforeAll(async () => {
  folder = await temporaryFolder();
  home = join(folder.path, 'home');
  // Packed once for all tests, because it is slow.
  const packing = run(process.execPath, [
    join(root, 'tools', 'pack', 'index.mjs'),
    '--standalone',
    '--mcpb',
    '--quick',
    folder.path,
  ]);
  archives = (await packing).stdout.trim().split('\n');
  const [archive = ''] = archives;
  // npm would otherwise install into the nearest parent folder with a manifest.
  cpSync(join(root, 'apps', 'tandem', 'README.md'), join(home, 'README.md'));
  writeFileSync(join(home, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }\n');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--silent'];
  await run('npm', ['install', ...quiet, archive], { cwd: home });
  copyNative();
}, 900_000);
afterAll(() => folder.remove());

describe('the package in an empty folder', () => {
  it(
    'creates a folder, runs it against its echo server, and writes reports',
    { tags: 'package:run' },
    async () => {
      expect((await tandem('init', 'api')).code).toBe(0);
      await withServer(['echo', '--port', '0'], 1, async (out) => {
        const flags = [
          '--var',
          `url=${findUrl(out, 'listening')}`,
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

  it(
    'runs Postman and Bruno scripts with the libraries that they require',
    { tags: 'package:run' },
    async () => {
      const libraries = `
      const _ = require('lodash'); const moment = require('moment'); const CryptoJS = require('crypto-js');
      const sum = CryptoJS.SHA256('a').toString().slice(0, 6);
      const values = [_.sum([1, 2]), moment('2026-01-02').year(), sum];`;
      const expected = `[3, 2026, 'ca9781']`;
      const send = `const { status } = await require('axios').get(bru.getEnvVar('url') + '/from-a-script');`;
      const bruno = `${libraries} ${send} test('of Bruno', () => { expect([...values, status]).to.eql([...${expected}, 200]); expect({ a: 1 }).to.have.jsonSchema({ type: 'object' }); });`;
      const postman = `${libraries} const xml = require('xml2js'); pm.test('of Postman', () => { pm.expect(values).to.eql(${expected}); pm.expect(xml.parseString).to.be.a('function'); pm.response.to.have.jsonSchema({ type: 'object' }); });`;
      const http = { method: 'GET', url: '{{url}}/scripts' };
      const put = (file: string, content: object): void => {
        mkdirSync(dirname(join(home, 'foreign', 'tandem', file)), { recursive: true });
        writeFileSync(join(home, 'foreign', 'tandem', file), JSON.stringify(content));
      };
      put('opencollection.yml', { opencollection: '1.0.0', info: { name: 'Foreign' } });
      put('bruno.yml', {
        info: { name: 'Bruno', type: 'http' },
        http,
        runtime: { scripts: [{ type: 'tests', code: bruno }] },
      });
      put('postman.yml', {
        info: { name: 'Postman', type: 'http' },
        http,
        'x-tandem': { foreign: { dialect: 'postman', tests: postman } },
      });
      await withServer(['echo', '--port', '0'], 1, async (out) => {
        put('environments/local.yml', {
          name: 'Local',
          variables: [{ name: 'url', value: findUrl(out, 'listening') }],
        });
        const { code, stdout } = await tandem('run', 'foreign', '--allow-script-requests');
        expect(`${code} ${stdout}`).toMatch(/^0 [^]*Tests +2 passed/);
      });
    },
  );

  it('opens the window', { tags: 'package:run' }, async () => {
    await withServer(['open', 'api', '--no-window', '--data-dir', 'data'], 3, async (out) => {
      const page = await (await fetch(findUrl(out, 'window'))).text();
      const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? [];
      expect((await fetch(new URL(script, findUrl(out, 'window')))).status).toBe(200);
      expect(await (await fetch(`${findUrl(out, 'echo')}/a`)).json()).toMatchObject({ path: '/a' });
    });
  });

  it('serves an agent on stdio, including scripts and JSONPath', { tags: 'package:run' }, async () => {
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
    await withServer(['echo', '--port', '0'], 1, async (out) => {
      // The server may start before it has read the complete folder.
      await call('synchronization_synchronize');
      const id = /rest_[\w-]{6,}/.exec(await call('rest_list'))?.[0];
      const variables = { url: findUrl(out, 'listening') };
      const result = await call('rest_execute', { id, variables });
      expect(result).toContain('is answered');
      const execution = /exec_[\w-]{6,}/.exec(result)?.[0];
      expect(await call('executions_get', { id: execution, select: '$.path' })).toContain('/hello');
    });
    await client.close();
  });

  it('stores its compile cache in its own folder', { tags: 'package:run' }, async () => {
    await tandem('--version');
    const kept = readdirSync(join(getInstalledFolder(), 'apps', 'tandem', 'dist', 'compiled'));
    expect(kept.filter((name) => name.startsWith('tandem-program'))).toEqual([
      expect.stringContaining(process.version),
    ]);
  });

  it('can be used as a library with types', { tags: 'package:library' }, async () => {
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

  it('lists its licences, and contains no path of this machine', { tags: 'package:contents' }, () => {
    const notices = readFileSync(join(getInstalledFolder(), 'THIRD-PARTY-NOTICES.md'), 'utf8');
    for (const name of ['undici', 'koa', 'react', 'yaml', 'typeorm', 'commander'])
      expect(notices).toMatch(new RegExp(`^## ${name} \\d.*\\(`, 'm'));
    expect(readFileSync(join(getInstalledFolder(), 'LICENSE'), 'utf8')).toContain('MIT');
    const files = readdirSync(getInstalledFolder(), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const naming = files.filter((one) => readFileSync(join(one.parentPath, one.name), 'utf8').includes(root));
    expect(naming.map(({ name }) => name)).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(getInstalledFolder(), 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(manifest).toMatchObject({ license: 'MIT', publishConfig: { provenance: true }, bin: {} });
  });
});

describe('the MCP bundle', { tags: 'package:mcpb' }, () => {
  const bundle = () => archives.find((path) => path.endsWith('.mcpb')) ?? '';
  const mcpb = async (...args: readonly string[]) => run(await fetchProgram('mcpb', 'mcpb'), args);

  it('has a valid manifest, and starts as a client starts it', async () => {
    const unpacked = join(folder.path, 'a bundle');
    await mcpb('unpack', bundle(), unpacked);
    expect((await mcpb('validate', join(unpacked, 'manifest.json'))).stdout).toContain('passes');
    const { server, version } = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as {
      readonly version: string;
      readonly server: {
        readonly entry_point: string;
        readonly mcp_config: { readonly command: string; readonly args: readonly string[] };
      };
    };
    const { command, args } = server.mcp_config;
    expect(command).toBe('node');
    const given = args.map((arg) => arg.replaceAll('${__dirname}', unpacked));
    expect(given).toEqual([join(unpacked, server.entry_point)]);
    const client = new Client({ name: 'e2e', version: '1' });
    const env = { ...getDefaultEnvironment(), TANDEM_DATA_DIR: join(folder.path, 'bundle-data') };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: given, env }));
    const call = async (name: string, more = {}): Promise<string> =>
      JSON.stringify(await client.callTool({ name, arguments: more }));
    expect(client.getServerVersion()).toMatchObject({ name: 'tandem', version });
    // Running a script shows that the native modules are included.
    const created = await client.callTool({
      name: 'workspaces_create',
      arguments: { name: 'From a bundle' },
    });
    const { id } = readToolResult<{ readonly id: string }>(created);
    const script = "export function onRequest() { return { status: 201, body: 'mocked' }; }";
    const request = await call('rest_create', {
      workspaceId: id,
      name: 'Mock',
      url: 'http://127.0.0.1:1/',
      script,
    });
    const executed = await call('rest_execute', { workspaceId: id, id: /rest_[\w-]{6,}/.exec(request)?.[0] });
    expect(executed).toContain('201');
    await client.close();
  });
});

describe('the description for the MCP registry', { tags: 'package:registry' }, () => {
  const schema = JSON.parse(readFileSync(join(root, 'tools/pack/server.schema.json'), 'utf8')) as object;
  const check = () => new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

  it('is valid, and contains the package name of the manifest', () => {
    const described = read(join(folder.path, 'server.json'));
    const isValid = check();
    expect(isValid(described), JSON.stringify(isValid.errors)).toBe(true);
    const { mcpName, name, version } = read(join(getInstalledFolder(), 'package.json'));
    expect(described).toMatchObject({
      name: mcpName,
      version,
      packages: [{ registryType: 'npm', identifier: name, version, transport: { type: 'stdio' } }],
    });
    expect(isValid({ ...described, name: 'no slash' })).toBe(false);
  });

  it('names the repository from which the package is published', () => {
    const described = createServerJson({
      ...{ mcpName: 'io.github.ada/tandem-workbench', name: 'tandem-workbench', version: '1.2.3' },
      repository: { type: 'git', url: 'git+https://github.com/ada/tandem.git' },
    });
    const isValid = check();
    expect(isValid(described), JSON.stringify(isValid.errors)).toBe(true);
    expect(described.repository).toEqual({ url: 'https://github.com/ada/tandem', source: 'github' });
  });

  it('conforms to the published schema', () => {
    const bytes = readFileSync(join(root, 'tools/pack/server.schema.json'));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      '3fba09590c99f61735d234822279f4223fab9e300c0a81e81c91ab62a4114de0',
    );
  });
});

describe.skipIf(process.platform !== 'linux')('the archives that include Node', () => {
  /** Starts a program with a PATH that contains no other programs. */
  const alone = (program: string, ...args: readonly string[]) =>
    run(program, args, { cwd: home, env: { PATH: '', HOME: home } });

  const runsAlone = async (program: string, name: string): Promise<void> => {
    expect((await alone(program, '--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    await alone(program, 'init', name);
    await withServer(['echo', '--port', '0'], 1, async (out) => {
      const { stdout } = await alone(program, 'run', name, '--var', `url=${findUrl(out, 'listening')}`);
      expect(stdout).toMatch(/1 passed/);
    });
  };

  it(
    'start when extracted from a .tar.gz, even with an empty PATH',
    { tags: 'package:standalone' },
    async () => {
      const target = join(folder.path, 'with a space');
      mkdirSync(target);
      await run('tar', ['-xzf', archives[1] ?? '', '-C', target]);
      const [unpacked = ''] = readdirSync(target);
      await runsAlone(join(target, unpacked, 'bin', 'tandem'), 'from-tar');
      const link = join(folder.path, 'linked');
      symlinkSync(join(target, unpacked, 'bin', 'tandem'), link);
      expect((await run(link, ['--version'])).stdout).toMatch(/^\d/);
    },
  );

  it.skipIf(!existsSync('/usr/bin/dpkg'))(
    'can be installed as a .deb, with a desktop entry',
    { tags: 'package:standalone' },
    async () => {
      const target = join(folder.path, 'debian');
      for (const name of ['updates', 'info', 'triggers'])
        mkdirSync(join(target, 'var/lib/dpkg', name), { recursive: true });
      writeFileSync(join(target, 'var/lib/dpkg/status'), '');
      const forced = ['--force-depends', '--force-not-root', '--force-script-chrootless'];
      await run('dpkg', [`--root=${target}`, ...forced, '--install', archives[2] ?? '']);
      await runsAlone(join(target, 'usr/bin/tandem'), 'from-deb');
      expect(readFileSync(join(target, 'usr/share/applications/tandem.desktop'), 'utf8')).toMatch(
        /^Exec=tandem open$/m,
      );
      expect(existsSync(join(target, 'usr/share/icons/hicolor/scalable/apps/tandem.svg'))).toBe(true);
    },
  );

  it('have a launcher for Windows that quotes its paths', { tags: 'package:standalone' }, () => {
    const { name, text } = createLauncher('win32');
    expect(name).toBe('tandem.cmd');
    expect(text).toContain(
      '"%~dp0..\\lib\\tandem\\node.exe" -- "%~dp0..\\lib\\tandem\\package\\apps\\tandem\\dist\\bundle\\main.js" %*\r\n',
    );
  });
});
