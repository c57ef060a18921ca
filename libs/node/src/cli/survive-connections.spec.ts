import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

/** Bundled once per run by ../bundle-programs.setup.mjs. */
const library = JSON.stringify(new URL('../../test-output/index.mjs', import.meta.url).href);

/** A server that runs `work` after it has started. */
const script = (work: string) => `
import { EventEmitter } from 'node:events';
import { runServer } from ${library};
process.exit(await runServer({
  name: 'probe', version: '1.0.0', description: 'A probe', flags: {}, logLevelEnv: 'PROBE_LOG_LEVEL',
  start: async () => {
    setInterval(() => process.stdout.write('alive\\n'), 200);
    setTimeout(() => { ${work} }, 20);
    return { lines: [], close: async () => undefined };
  },
}, [], process.env));`;

/** Runs a server that continues after `work`, is stopped once it reports that it is alive, or exits by itself. */
const run = async (work: string, { deaf = false } = {}) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script(work)], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  if (deaf) {
    child.stdout.destroy();
    child.stderr.once('data', () => child.kill());
  } else child.stdout.once('data', () => child.kill());
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, log };
};

const failure = (code: string, syscall: string) =>
  `Object.assign(new Error('${syscall} ${code}'), { code: '${code}', syscall: '${syscall}' })`;

describe('an uncaught error', () => {
  it.each([
    ['emitted', `new EventEmitter().emit('error', ${failure('ECONNRESET', 'write')})`],
    ['rejected', `void Promise.reject(${failure('EPIPE', 'write')})`],
  ])(
    'is logged and does not end the process if it belongs to one connection: %s',
    { tags: 'server:last-defence' },
    async (_, work) => {
      const { code, log } = await run(work);
      expect(code).toBe(0);
      expect(JSON.parse(log)).toMatchObject({ level: 50, err: { stack: expect.any(String) as string } });
    },
  );

  it.each([
    ['a bug', `undefined.field`],
    ['a rejected bug', `void Promise.reject(new TypeError('no'))`],
    ['a refused connection', `new EventEmitter().emit('error', ${failure('ECONNREFUSED', 'connect')})`],
    ['a value that is not an error', `throw null`],
  ])('is logged and ends the process if it is %s', { tags: 'server:last-defence' }, async (_, work) => {
    const { code, log } = await run(work);
    expect(code).toBe(1);
    expect(JSON.parse(log)).toMatchObject({ level: 60, msg: 'internal error; the process will exit' });
  });

  it('is not raised if stdout is no longer read', async () => {
    const work = `setInterval(() => process.stdout.write('x'), 50); setTimeout(() => console.error('alive'), 500)`;
    expect(await run(work, { deaf: true })).toEqual({ code: 0, log: 'alive\n' });
  });
});
