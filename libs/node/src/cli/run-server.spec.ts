import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

/** The library, which ../bundle-programs.setup.mjs bundles once for all tests. */
const library = JSON.stringify(new URL('../../test-output/index.mjs', import.meta.url).href);

/** A program that starts a server on one port. `closing` is the body of the server's close function. */
const script = (closing: string) => `
import { createServer } from 'node:net';
import { defineIntegerFlag, runServer } from ${library};
const port = defineIntegerFlag({ flags: '--port <n>', description: 'Port', env: 'PORT', fallback: 0, minimum: 0, maximum: 65535 });
process.exit(await runServer({
  name: 'probe', version: '1.0.0', description: 'A probe', flags: { port }, logLevelEnv: 'PROBE_LOG_LEVEL',
  start: async ({ port }, log) => {
    const server = createServer();
    await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
    log.info('started');
    return { lines: ['probe listening on ' + server.address().port], close: async () => { ${closing} } };
  },
}, process.argv.slice(1), process.env));`;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const open = (argv: readonly string[], closing = 'server.close()', env: NodeJS.ProcessEnv = {}) => {
  const node = ['--input-type=module', '--eval', script(closing)];
  const child = spawn(process.execPath, [...node, '--', ...argv], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, ...env },
  });
  children.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const ready = new Promise<void>((resolve) =>
    child.stdout.once('data', () => {
      resolve();
    }),
  );
  return { child, output, exited, ready };
};

describe('a server started from a command line', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints its line, logs JSON to stderr, and exits with 0 on %s',
    async (signal) => {
      const { child, output, exited, ready } = open([]);
      await ready;
      child.kill(signal);
      expect(await exited).toBe(0);
      expect(output.stdout).toMatch(/^probe listening on \d+\n$/);
      expect(JSON.parse(output.stderr)).toMatchObject({ name: 'probe', level: 30, msg: 'started' });
    },
  );

  it('exits immediately on a second signal', async () => {
    const { child, exited, ready } = open([], 'await new Promise(() => setInterval(() => {}, 1000))');
    await ready;
    child.kill('SIGTERM');
    const again = setInterval(() => child.kill('SIGTERM'), 50);
    expect(await exited).toBe(1);
    clearInterval(again);
  });

  it('logs nothing at the level silent', async () => {
    const { child, output, exited, ready } = open(['--log-level', 'silent']);
    await ready;
    child.kill('SIGTERM');
    await exited;
    expect(output.stderr).toBe('');
  });

  it('exits with 1 and one line if the port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { output, exited } = open(['--port', String(port)]);
    expect(await exited).toBe(1);
    taken.close();
    expect(output.stdout).toBe('');
    expect(output.stderr).toBe(
      `probe: the port ${String(port)} of 127.0.0.1 is in use; choose another with --port, or 0 for any\n`,
    );
  });

  it('exits with 2 and one line for an invalid flag or variable', async () => {
    const flag = open(['--bad']);
    const variable = open([], undefined, { PROBE_LOG_LEVEL: 'loud' });
    expect(await flag.exited).toBe(2);
    expect(await variable.exited).toBe(2);
    expect(flag.output.stderr).toBe("probe: unknown option '--bad' (--help lists the flags)\n");
    expect(variable.output.stderr).toMatch(/^probe: PROBE_LOG_LEVEL=loud is invalid\. .*\n$/);
  });
});

/** A program that starts a server and then runs `work`. */
const survivalScript = (work: string) => `
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

/** Runs a server that does `work`. Stops the server once it reports that it is still running, unless it has ended by itself. */
const run = async (work: string, { deaf = false } = {}) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', survivalScript(work)], {
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
    'is logged without ending the process if it concerns one connection: %s',
    { tags: 'server:last-defence' },
    async (_, work) => {
      const { code, log } = await run(work);
      expect(code).toBe(0);
      expect(JSON.parse(log)).toMatchObject({ level: 50, err: { stack: expect.any(String) as string } });
    },
  );

  it.each([
    ['a bug', `undefined.field`],
    ['a bug in a rejected promise', `void Promise.reject(new TypeError('no'))`],
    ['a refused connection', `new EventEmitter().emit('error', ${failure('ECONNREFUSED', 'connect')})`],
    ['a value that is not an error', `throw null`],
  ])('is logged and ends the process: %s', { tags: 'server:last-defence' }, async (_, work) => {
    const { code, log } = await run(work);
    expect(code).toBe(1);
    expect(JSON.parse(log)).toMatchObject({ level: 60, msg: 'internal error; the process will exit' });
  });

  it('does not occur if stdout is no longer read', async () => {
    const work = `setInterval(() => process.stdout.write('x'), 50); setTimeout(() => console.error('alive'), 500)`;
    expect(await run(work, { deaf: true })).toEqual({ code: 0, log: 'alive\n' });
  });
});
