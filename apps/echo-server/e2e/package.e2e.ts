import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { temporaryFolder } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let archive = '';
beforeAll(async () => {
  folder = await temporaryFolder();
  const packing = run(process.execPath, [join(root, 'tools', 'pack-echo.mjs'), join(folder.path, 'package')]);
  archive = (await packing).stdout.trim();
}, 120_000);
afterAll(() => folder.remove());

/** Starts a program, passes its address to `work`, and stops it. */
const withProgram = async (
  args: readonly string[],
  cwd: string,
  env: object,
  work: (url: string) => Promise<void>,
) => {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    await work(/http:\S+/.exec(line.toString())?.[0] ?? '');
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
};

describe('the package', () => {
  it('can be installed without other packages, and then answers uploads', async () => {
    const home = join(folder.path, 'home');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', home, archive]);
    const program = join(home, 'node_modules', 'tandem-echo-server', 'dist', 'main.js');
    await withProgram([program, '--port', '0'], home, {}, async (url) => {
      expect(await (await fetch(`${url}/a`, { method: 'POST', body: 'x' })).json()).toMatchObject({
        data: 'x',
      });
      const form = new FormData();
      form.append('f', new Blob(['x']), 'n');
      expect(await (await fetch(url, { method: 'POST', body: form })).json()).toMatchObject({
        files: { f: { size: 1 } },
      });
    });
    const { stdout } = await run(process.execPath, [program, '--version']);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('can be used as a library with types', async () => {
    const home = join(folder.path, 'home');
    const script =
      "import { startEchoServer } from 'tandem-echo-server'; const echo = await startEchoServer();" +
      'const answer = await (await fetch(`${echo.url}/a`)).json(); await echo.stop(); console.log(answer.path);';
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: home });
    expect(stdout).toBe('/a\n');
    const types = join(home, 'node_modules', 'tandem-echo-server', 'dist', 'types');
    expect(readFileSync(join(types, 'index.d.ts'), 'utf8')).toContain('startEchoServer');
    expect(existsSync(join(types, 'server.d.ts'))).toBe(true);
  });

  it('listens on 8080 by default', async () => {
    const { stdout } = await run(process.execPath, [join(dirname(archive), 'dist', 'main.js'), '--help']);
    expect(stdout).toContain('--port');
    expect(readFileSync(join(dirname(archive), 'dist', 'main.js'), 'utf8')).toContain('8080');
  });
});

describe('the Dockerfile', () => {
  it('has steps and a health check that work in an ordinary folder', async () => {
    const text = readFileSync(join(dirname(archive), 'Dockerfile'), 'utf8');
    const image = join(folder.path, 'image');
    for (const [, from = '', to = ''] of text.matchAll(/^COPY (\S+) (\S+)$/gm)) {
      const target = to === './' ? join(image, from) : join(image, to);
      cpSync(join(dirname(archive), from), target, { recursive: true });
    }
    const [, ...args] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(text)?.[1] ?? '[]') as string[];
    const [, ...health] = JSON.parse(/^HEALTHCHECK .*CMD (.*)$/m.exec(text)?.[1] ?? '[]') as string[];
    expect(text).toMatch(/^USER node$/m);
    await withProgram(args, image, { TANDEM_ECHO_PORT: '0', TANDEM_ECHO_HOST: '127.0.0.1' }, async (url) => {
      const env = { ...process.env, TANDEM_ECHO_PORT: new URL(url).port };
      await run(process.execPath, health, { env });
      await expect(
        run(process.execPath, health, { env: { ...env, TANDEM_ECHO_PORT: '1' } }),
      ).rejects.toThrow();
    });
  });
});
