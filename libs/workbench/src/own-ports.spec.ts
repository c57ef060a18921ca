import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { getDataFilePaths } from '@tandem/node';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { createOwnPorts } from './own-ports.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-ports-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('a port is our own until its server has closed', async () => {
  const ports = createOwnPorts(folder);
  expect(ports.has(4001)).toBe(false);
  const forget = ports.add(4001);
  expect([ports.has(4001), ports.has(4002)]).toEqual([true, false]);
  forget();
  expect(ports.has(4001)).toBe(false);
  expect(await readdir(dirname(getDataFilePaths(folder).listening(1)))).toEqual([]);
});

it(
  'a port of another process counts while that process is running',
  { tags: 'send:own-server' },
  async () => {
    const ports = createOwnPorts(folder);
    ports.add(4001);
    const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)']);
    await writeFile(getDataFilePaths(folder).listening(4002), String(other.pid));
    await writeFile(getDataFilePaths(folder).listening(4003), 'nonsense');
    expect([ports.has(4002), ports.has(4003)]).toEqual([true, false]);
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(ports.has(4002)).toBe(false);
  },
);
