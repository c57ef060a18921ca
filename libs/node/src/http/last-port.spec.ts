import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { keepPort, type ListeningServer, listenAgain } from './index.js';

let folder: string;
let open: ListeningServer[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-port-'));
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((one) => one.close(0)));
  await rm(folder, { recursive: true });
});

const startAgain = async (): Promise<number> => {
  const listening = await listenAgain((_, response) => response.end(), join(folder, 'servers', 'a.port'));
  open.push(listening);
  return listening.port;
};

it('a server uses its last port', async () => {
  const port = await startAgain();
  await keepPort(join(folder, 'servers', 'a.port'), port);
  await Promise.all(open.splice(0).map((one) => one.close(0)));
  expect(await startAgain()).toBe(port);
});

it('a server uses another port if its last one is taken', async () => {
  const port = await startAgain();
  await keepPort(join(folder, 'servers', 'a.port'), port);
  expect(await startAgain()).not.toBe(port);
  expect(await readFile(join(folder, 'servers', 'a.port'), 'utf8')).toBe(`${port}\n`);
});

it.each(['', 'x', '0', '-1', '65536', '70000', '1.5'])('a file that contains %j is ignored', async (text) => {
  await keepPort(join(folder, 'servers', 'a.port'), 1);
  await writeFile(join(folder, 'servers', 'a.port'), text);
  expect(await startAgain()).toBeGreaterThan(0);
});

it('an unreadable file is an error', async () => {
  await mkdir(join(folder, 'servers', 'a.port'), { recursive: true });
  await expect(startAgain()).rejects.toMatchObject({ code: 'EISDIR' });
});

it('an address that cannot be bound is an error', async () => {
  const file = join(folder, 'a.port');
  const elsewhere = listenAgain((_, response) => response.end(), file, { host: '192.0.2.1' });
  await expect(elsewhere).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
});
