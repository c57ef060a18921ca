import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { RunReport } from '@tandem/core';
import { launch } from '@tandem/node/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const shop = fileURLToPath(new URL('.', import.meta.url));

let folder: string;
let cleanUps: (() => Promise<void>)[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-shop-'));
  cleanUps = [() => rm(folder, { recursive: true })];
});
afterEach(async () => {
  for (const close of cleanUps.toReversed()) await close();
});

/** Starts the API and returns its port. */
const startShop = async (...flags: readonly string[]): Promise<string> => {
  const child = spawn(process.execPath, [join(shop, 'server.mjs'), '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUps.push(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return /:(\d+)\n$/.exec(line.toString())?.[1] ?? '';
};

const start = (...args: readonly string[]) => launch('tandem', args);

/** Runs a command until it ends and returns its exit code. */
const codeOf = async (...args: readonly string[]): Promise<number> =>
  ((await start(...args).exited) as { readonly code: number }).code;

/** Runs the shop. Returns the exit code and one line for each request. */
const run = async (port: string, ...flags: readonly string[]) => {
  const file = join(folder, 'report.json');
  const code = await codeOf('run', shop, '--var', `port=${port}`, '--reporter', `json=${file}`, ...flags);
  const { requests, counts } = JSON.parse(await readFile(file, 'utf8')) as RunReport;
  const lines = requests.map(({ path, environment, iteration, outcome }) =>
    [path, environment, iteration, outcome].join(' · '),
  );
  return { code, lines, counts };
};

describe('a run of the shop', { tags: 'cli:example' }, () => {
  it('passes with exit code 0', async () => {
    expect(await run(await startShop())).toMatchObject({
      code: 0,
      lines: [
        'orders/Place an order · Local · 1 · passed',
        'users/Get a user · Local · 1 · passed',
        'users/List users · Local · 1 · passed',
        'Log in · Local · 1 · passed',
      ],
    });
  });

  it('fails with exit code 1 if a test fails', async () => {
    const { code, counts } = await run(await startShop('--broken'));
    expect({ code, counts }).toMatchObject({ code: 1, counts: { passed: 3, failed: 1 } });
  });

  it('is flaky with exit code 0 if a request passes on a retry, and fails with exit code 1 without retries', async () => {
    expect((await run(await startShop('--unsteady'))).code).toBe(1);
    const { code, counts } = await run(await startShop('--unsteady'), '--retry', '2');
    expect({ code, counts }).toMatchObject({ code: 0, counts: { failed: 0, error: 0 } });
    expect(counts.flaky).toBeGreaterThan(0);
  });

  it('can be split across two machines, and their reports can be merged', async () => {
    const port = await startShop();
    const parts = ['1', '2'].map((part) => join(folder, `${part}.json`));
    for (const [index, file] of parts.entries())
      expect(
        await codeOf(
          'run',
          shop,
          '--var',
          `port=${port}`,
          '--shard',
          `${index + 1}/2`,
          '--reporter',
          `json=${file}`,
        ),
      ).toBe(0);
    const merged = join(folder, 'merged.json');
    expect(await codeOf('report', ...parts, '--reporter', `json=${merged}`)).toBe(0);
    const { counts } = JSON.parse(await readFile(merged, 'utf8')) as RunReport;
    expect(counts).toMatchObject({ requests: 4, passed: 4 });
  });

  it('has one iteration for each row', async () => {
    const rows = join(shop, 'users.jsonl');
    expect(
      await run(await startShop(), '--data', rows, '--grep', 'get a user', '--parallel', '2'),
    ).toMatchObject({
      code: 0,
      counts: { requests: 2, passed: 2 },
    });
  });

  it('has one iteration in each environment', async () => {
    const flags = ['--env', 'Local', '--env', 'Staging', '--tags', 'smoke'];
    expect(await run(await startShop(), ...flags)).toMatchObject({
      code: 0,
      lines: [
        'users/List users · Local · 1 · passed',
        'Log in · Local · 1 · passed',
        'users/List users · Staging · 1 · passed',
        'Log in · Staging · 1 · passed',
      ],
    });
  });

  it('is refused with exit code 2 for an unknown flag', async () => {
    expect(await codeOf('run', shop, '--env', 'Nowhere')).toBe(2);
    expect(await codeOf('run', shop, '--nonsense')).toBe(2);
  });

  it('is refused with exit code 3 for an unreadable folder', async () => {
    expect(await codeOf('init', folder)).toBe(0);
    await writeFile(join(folder, 'tandem', 'broken.yml'), 'info: [');
    expect(await codeOf('run', folder)).toBe(3);
  });

  it('reports what was done when it is interrupted, with exit code 130', async () => {
    const port = await startShop('--slow');
    const file = join(folder, 'report.json');
    const running = start(
      'run',
      shop,
      '--var',
      `port=${port}`,
      '--bail',
      '--reporter',
      `json=${file}`,
      '--reporter',
      'spec',
    );
    cleanUps.push(async () => {
      await running.stop('SIGKILL');
    });
    await running.lines(1);
    expect(await running.stop('SIGINT')).toMatchObject({ code: 130 });
    const { isInterrupted, counts } = JSON.parse(await readFile(file, 'utf8')) as RunReport;
    expect({ isInterrupted, counts }).toMatchObject({
      isInterrupted: true,
      counts: { requests: 4, passed: 0 },
    });
  });
});
