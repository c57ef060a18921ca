import { existsSync, readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { openOnDisk, type OnDisk } from './testing/on-disk.js';

let on: OnDisk;
beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    if (request.url === '/gone') request.socket.destroy();
    else response.end('x'.repeat(10_000));
  });
});
afterAll(() => on.close());

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Measures the resources that would reveal a leak: the live heap in bytes, and the open files and sockets if the system
 * reports them.
 */
const measureResources = () => {
  collectGarbage();
  return {
    heap: process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers,
    files: existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0,
  };
};

it(
  'a thousand executions leak no memory, sockets or file handles',
  { tags: ['send:endurance', 'send:keep-alive'] },
  async () => {
    const script = `
    export function onResponse(req, res) { res.env.setVariable('size', String(res.size)); }
    export function onTest(req, res) { test('t', () => expect(res.status).toBe(200)); }`;
    const scripted = await on.create({ url: `${on.url}/`, script });
    const plain = await on.create({ url: `${on.url}/` });
    const failing = await on.create({ url: `${on.url}/gone` });
    const round = async () => {
      expect((await on.execute(scripted.id)).lifecycle.tests.summary.success).toBe(true);
      for (let count = 0; count < 8; count++) expect((await on.execute(plain.id)).error).toBeNull();
      expect((await on.execute(failing.id)).error?.code).toBe('NETWORK_ERROR');
    };
    for (let count = 0; count < 20; count++) await round();
    const before = measureResources();
    for (let count = 0; count < 100; count++) await round();
    // Buffers are freed by another thread, which may not get a core immediately.
    await expect.poll(() => measureResources().heap - before.heap).toBeLessThan(8 * 1024 * 1024);
    await expect.poll(() => measureResources().files - before.files).toBeLessThan(10);
    expect(on.accepted()).toBeLessThan(2 * 120 + 10);
  },
);
