import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';

import { launch, type LaunchedProgram, temporaryFolder } from '@tandem/node/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { findWholeChromium } from '../../../tools/tests/chromium.mjs';
import { connectAgent } from './another-agent.js';
import { listArguments, listChildren, isAlive } from './processes.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(`${folder.path}/data`);
  await writeFile(
    `${folder.path}/headless`,
    `#!/bin/sh\nexec ${findWholeChromium() ?? ''} --headless=new --disable-gpu "$@"\n`,
  );
  await chmod(`${folder.path}/headless`, 0o755);
});

const launchedPrograms: LaunchedProgram[] = [];

afterEach(async () => {
  for (const program of launchedPrograms.splice(0)) await program.stop('SIGKILL');
  // Helper processes of Chromium may continue to write for a moment.
  await rm(folder.path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** Starts the application with a display and a headless Chromium. */
const startWithWindow = (...args: string[]): LaunchedProgram => {
  const program = launch('desktop', ['--data-dir', `${folder.path}/data`, ...args], {
    DISPLAY: ':none',
    CHROME_PATH: `${folder.path}/headless`,
  });
  launchedPrograms.push(program);
  return program;
};

/** Returns the address with which a browser process was started; undefined for other processes. */
const addressOf = (pid: number): string | undefined =>
  listArguments(pid)
    .find((one) => one.startsWith('--app='))
    ?.slice('--app='.length);

/** Lists the processes of Chromium windows. */
const windowsOf = (program: LaunchedProgram): readonly number[] =>
  listChildren(program.pid).filter((pid) => addressOf(pid) !== undefined);

/** Waits for the process of the only window. */
const windowOf = (program: LaunchedProgram): Promise<number> =>
  vi.waitFor(() => {
    const [found] = windowsOf(program);
    if (found === undefined) throw new Error('there is no window yet');
    return found;
  }, 60_000);

/** Waits until the window shows its page. On a busy machine, that may take longer than the timeout of a second start. */
const waitForWindowPage = async (program: LaunchedProgram): Promise<void> => {
  const [, , mcp = ''] = await program.lines(3);
  const agent = await connectAgent(mcp.replace(/^tandem mcp\s+/, ''), 'agent-smith');
  await expect.poll(async () => (await agent.call('workspaces_active')).selection).toBeDefined();
  await agent.close();
};

const waitForExit = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false);

describe('the window', () => {
  it('has its own profile, and an address other than the printed one', async () => {
    const program = startWithWindow();
    const [line = ''] = await program.lines(3);
    const window = await windowOf(program);
    expect(listArguments(window)).toContain(`--user-data-dir=${folder.path}/data/window`);
    const opened = addressOf(window) ?? '';
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

  it('leaves the application running with --keep-running', async () => {
    const program = startWithWindow('--keep-running');
    const window = await windowOf(program);
    const [line = ''] = await program.lines(3);
    process.kill(window, 'SIGTERM');
    await waitForExit(window);
    const url = line.slice('tandem window   '.length).split('#')[0] ?? '';
    expect((await fetch(url)).status).toBe(200);
    expect(await program.stop()).toEqual({ code: 0, signal: null });
  });

  it('is brought to the front by a second start, which opens no other window', async () => {
    const program = startWithWindow();
    const window = await windowOf(program);
    await waitForWindowPage(program);
    const second = startWithWindow();
    expect(await second.exited).toEqual({ code: 0, signal: null });
    expect(second.out.stdout).toMatch(/: its window was brought to the front\n$/);
    expect(windowsOf(program)).toEqual([window]);
    expect(await program.stop()).toEqual({ code: 0, signal: null });
  });

  it('is reopened by a second start after it was closed', async () => {
    const program = startWithWindow('--keep-running');
    const window = await windowOf(program);
    await program.lines(3);
    const opened = addressOf(window);
    process.kill(window, 'SIGTERM');
    await waitForExit(window);
    const second = startWithWindow();
    expect(await second.exited).toEqual({ code: 0, signal: null });
    expect(second.out.stdout).toMatch(/: it opened a window\n$/);
    const again = await windowOf(program);
    expect(addressOf(again)).toMatch(/#token=/);
    expect(addressOf(again)).not.toBe(opened);
    await program.stop();
    await waitForExit(again);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('ends with the application on %s', async (signal) => {
    const program = startWithWindow();
    await program.lines(3);
    const window = await windowOf(program);
    await program.stop(signal);
    await waitForExit(window);
  });
});
