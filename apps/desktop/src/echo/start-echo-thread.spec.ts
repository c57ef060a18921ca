import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { startEchoThread } from './start-echo-thread.js';

let folder = '';
let program: URL;

/** A server that crashes its thread on a request for /crash. */
const source = `
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
const server = createServer(({ url }, response) => {
  if (url === '/crash') throw new Error('crashed');
  if (url === '/defect') parentPort.postMessage({ kind: 'defect', error: { message: 'a bug' } });
  response.end('ok');
});
server.on('error', ({ message, code }) => parentPort.postMessage({ kind: 'failed', error: { message, code } }));
server.listen(workerData.port, '127.0.0.1', () => {
  const { port } = server.address();
  parentPort.postMessage({ kind: 'listening', url: 'http://127.0.0.1:' + port, port });
});
parentPort.once('message', () => { server.close(); server.closeAllConnections(); parentPort.close(); });
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-thread-'));
  await writeFile(join(folder, 'thread.mjs'), source);
  program = pathToFileURL(join(folder, 'thread.mjs'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = async (port = 0) => {
  const [crashes, defects]: [unknown[], unknown[]] = [[], []];
  const thread = await startEchoThread({
    port,
    program,
    onCrash: (error) => crashes.push(error),
    onDefect: (error) => defects.push(error),
  });
  const ask = (path: string) =>
    fetch(thread.url + path).then(
      ({ status }) => status,
      () => 'no answer',
    );
  return { thread, crashes, defects, ask };
};

it(
  'an echo thread that crashes is reported, and restarted on the same port',
  { tags: 'echo:thread' },
  async () => {
    const { thread, crashes, ask } = await start();
    for (const count of [1, 2]) {
      expect(await ask('/crash')).toBe('no answer');
      await expect.poll(() => ask('/')).toBe(200);
      expect(crashes).toHaveLength(count);
      expect(crashes.at(-1)).toMatchObject({ message: 'crashed' });
    }
    await thread.stop();
    expect(await ask('/')).toBe('no answer');
  },
);

it('an echo thread can be stopped while it restarts', async () => {
  const { thread, ask } = await start();
  await ask('/crash');
  await thread.stop(0);
  expect(await ask('/')).toBe('no answer');
});

it('a bug in an echo thread is reported, and the thread keeps running', async () => {
  const { thread, defects, ask } = await start();
  expect(await ask('/defect')).toBe(200);
  await expect.poll(() => defects).toMatchObject([{ message: 'a bug' }]);
  await thread.stop();
});

it('an echo thread does not start if the port is in use', async () => {
  const { thread } = await start();
  await expect(start(thread.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await thread.stop();
});
