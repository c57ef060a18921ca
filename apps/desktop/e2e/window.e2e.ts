import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { launch, type Launched, temporaryFolder } from '../../../tools/e2e/program.mjs';
import { argumentsOf, childrenOf, isAlive } from './processes.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
  const chromium = process.env.CHROME_PATH ?? '/usr/bin/chromium';
  await mkdir(`${folder.path}/data`);
  await writeFile(
    `${folder.path}/headless`,
    `#!/bin/sh\nexec ${chromium} --headless=new --disable-gpu "$@"\n`,
  );
  await chmod(`${folder.path}/headless`, 0o755);
});

const running: Launched[] = [];

afterEach(async () => {
  for (const program of running.splice(0)) await program.stop('SIGKILL');
  // Chromium's helpers may still write for a moment.
  await rm(folder.path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** Starts the application where there is a display and a Chromium, though one that draws nothing. */
const startWithWindow = (...args: string[]): Launched => {
  const program = launch('desktop', ['--data-dir', `${folder.path}/data`, ...args], {
    DISPLAY: ':none',
    CHROME_PATH: `${folder.path}/headless`,
  });
  running.push(program);
  return program;
};

/** The process of the window, once it is there. */
const windowOf = (program: Launched): Promise<number> =>
  vi.waitFor(
    () => {
      const found = childrenOf(program.pid).find((pid) =>
        argumentsOf(pid).some((one) => one.startsWith('--app=')),
      );
      if (found === undefined) throw new Error('there is no window yet');
      return found;
    },
    { timeout: 10_000 },
  );

const gone = (pid: number) => expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);

describe('the window', () => {
  it('has a profile of its own, and an address that differs from the printed one', async () => {
    const program = startWithWindow();
    const [line = ''] = await program.lines(3);
    const args = argumentsOf(await windowOf(program));
    expect(args).toContain(`--user-data-dir=${folder.path}/data/window`);
    const opened = args.find((one) => one.startsWith('--app='))?.slice('--app='.length) ?? '';
    expect(opened.split('#')[0]).toBe(line.slice('tandem window   '.length).split('#')[0]);
    expect(line).not.toContain(opened);
    expect(await program.stop()).toEqual({ code: 0, signal: null });
  });

  it('ends the application when it is closed', async () => {
    const program = startWithWindow();
    const window = await windowOf(program);
    await program.lines(3);
    process.kill(window, 'SIGTERM');
    expect(await program.exited).toEqual({ code: 0, signal: null });
  });

  it('leaves the application running when that is wanted', async () => {
    const program = startWithWindow('--keep-running');
    const window = await windowOf(program);
    const [line = ''] = await program.lines(3);
    process.kill(window, 'SIGTERM');
    await gone(window);
    const url = line.slice('tandem window   '.length).split('#')[0] ?? '';
    expect((await fetch(url)).status).toBe(200);
    expect(await program.stop()).toEqual({ code: 0, signal: null });
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('ends with the application on %s', async (signal) => {
    const program = startWithWindow();
    await program.lines(3);
    const window = await windowOf(program);
    await program.stop(signal);
    await gone(window);
  });
});
