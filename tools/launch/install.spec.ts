import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { root } from './say.mjs';

let folder = '';

const writeJson = async (path: string, value: object) => {
  await writeFile(join(folder, path), JSON.stringify(value));
};

/**
 * Creates a project with one package, whose install script is `script`. While it runs, the old packages are
 * two folders up.
 */
const writeProject = async (script: string, version = '1.0.0') => {
  const scripts = { install: script };
  await writeJson('package.json', {
    name: 'project',
    version: '1.0.0',
    private: true,
    workspaces: ['libs/*'],
  });
  await writeJson('libs/one/package.json', { name: 'one', version, scripts });
  await writeJson('package-lock.json', {
    name: 'project',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'project', version: '1.0.0', workspaces: ['libs/*'] },
      'libs/one': { version, hasInstallScript: true },
      'node_modules/one': { resolved: 'libs/one', link: true },
    },
  });
};

const launch = async (...args: readonly string[]) => {
  const child = spawn(process.execPath, [join(folder, 'tools', 'run.mjs'), ...args], { cwd: folder });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
};

const stamp = () => join(folder, '.tandem', 'installed');
const listLeftovers = async () =>
  (await readdir(join(folder, '.tandem'))).filter((name) => name !== 'installed');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-install-'));
  await mkdir(join(folder, 'libs', 'one'), { recursive: true });
  await mkdir(join(folder, 'tools'));
  await cp(join(root, 'tools', 'run.mjs'), join(folder, 'tools', 'run.mjs'));
  await cp(join(root, 'tools', 'launch'), join(folder, 'tools', 'launch'), { recursive: true });
  await writeProject('node -e ""');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the launcher', { timeout: 60_000 }, () => {
  it('installs once, and once more after the lock file has changed', async () => {
    expect(await launch('install')).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, 'node_modules', 'one', 'package.json'))).toBe(true);
    expect(await launch('install')).toEqual({ code: 0, stderr: '' });
    await writeProject('node -e ""', '1.0.1');
    expect((await launch('install')).stderr).toContain('installing packages');
    expect(await listLeftovers()).toEqual([]);
  });

  it('leaves the packages to running programs while it installs new packages next to them', async () => {
    await launch('install');
    const used = join(folder, 'node_modules', 'in-use.txt');
    await writeFile(used, '');
    const note = join(folder, 'seen.txt');
    const look = `require('fs').writeFileSync('${note}', String(require('fs').existsSync('${used}')))`;
    await writeProject(`node -e "${look}"`, '1.0.1');
    expect(await launch('install')).toMatchObject({ code: 0 });
    expect(await readFile(note, 'utf8')).toBe('true');
    expect(existsSync(used)).toBe(false);
  });

  it('keeps the packages and their stamp if the installation fails', async () => {
    await launch('install');
    const before = await readFile(stamp(), 'utf8');
    await writeProject('node -e "process.exit(3)"', '1.0.1');
    const { code, stderr } = await launch('install');
    expect({ code, last: stderr.trim().split('\n').at(-1) }).toEqual({
      code: 1,
      last: 'tandem: npm ci failed with 3; the packages that were there are unchanged',
    });
    expect(await readFile(stamp(), 'utf8')).toBe(before);
    expect(existsSync(join(folder, 'node_modules', 'one'))).toBe(true);
    expect(await listLeftovers()).toEqual([]);
    await writeProject('node -e ""', '1.0.2');
    expect(await launch('install')).toMatchObject({ code: 0 });
  });

  it.each([[['install']], [['mcp-server', '--stdio']]])(
    'refuses packages for another Node version in one line when called with %j, and changes nothing',
    async (args) => {
      await launch('install');
      const { lock } = JSON.parse(await readFile(stamp(), 'utf8')) as { lock: string };
      await writeJson('.tandem/installed', { lock: `${lock} changed`, node: 'Node 19 for linux x64' });
      const { code, stderr } = await launch(...args);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^tandem: the packages of this folder were installed for Node 19 for linux x64, .*\n$/,
      );
      expect(existsSync(join(folder, 'node_modules', 'one'))).toBe(true);
    },
  );

  it('never installs for a client on stdio, but says how to install', async () => {
    expect(await launch('mcp-server', '--stdio')).toEqual({
      code: 1,
      stderr:
        'tandem: the packages of this folder are missing or older than package-lock.json; call `npm run build`, then start this again\n',
    });
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  });

  it('lets only one process take over from a killed launcher, and the others wait', async () => {
    await mkdir(join(folder, '.tandem'), { recursive: true });
    const killed = spawn(process.execPath, ['-e', '']);
    await once(killed, 'close');
    await writeFile(join(folder, '.tandem', 'lock'), String(killed.pid));
    const all = await Promise.all(Array.from({ length: 8 }, () => launch('install')));
    expect(all.map(({ code }) => code)).toEqual(Array(8).fill(0));
    expect(all.filter(({ stderr }) => stderr.includes('installing packages'))).toHaveLength(1);
    expect(await listLeftovers()).toEqual([]);
  });

  it('waits for another launcher that installs in the same folder', async () => {
    const both = await Promise.all([launch('install'), launch('install')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.filter(({ stderr }) => stderr.includes('installing packages'))).toHaveLength(1);
  });
});
