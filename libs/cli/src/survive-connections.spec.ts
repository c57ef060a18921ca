import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

/** Bundled once for the run by ../bundle-programs.setup.mjs. */
const library = JSON.stringify(new URL('../test-output/index.mjs', import.meta.url).href);

/** A server that does `work` when it has started. */
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

/** How a server does that works on, is stopped once it says that it is alive, or ends by itself. */
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

describe('an error that nothing catches', () => {
  it.each([
    ['emitted', `new EventEmitter().emit('error', ${failure('ECONNRESET', 'write')})`],
    ['rejected', `void Promise.reject(${failure('EPIPE', 'write')})`],
  ])(
    'is logged and survived when it belongs to one connection: %s',
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
    ['no error at all', `throw null`],
  ])('ends the process with a log when it is %s', { tags: 'server:last-defence' }, async (_, work) => {
    const { code, log } = await run(work);
    expect(code).toBe(1);
    expect(JSON.parse(log)).toMatchObject({ level: 60, msg: 'internal error; the process will exit' });
  });

  it('is not that nobody reads stdout any more', async () => {
    const work = `setInterval(() => process.stdout.write('x'), 50); setTimeout(() => console.error('alive'), 500)`;
    expect(await run(work, { deaf: true })).toEqual({ code: 0, log: 'alive\n' });
  });
});
