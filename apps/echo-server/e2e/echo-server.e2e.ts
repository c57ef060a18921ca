import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

import { launch, type LaunchedProgram, temporaryFolder } from '@tandem/node/testing';
import { afterEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);

const runningPrograms: LaunchedProgram[] = [];
afterEach(async () => {
  await Promise.all(runningPrograms.splice(0).map((server) => server.stop('SIGKILL')));
});

const start = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): LaunchedProgram => {
  const server = launch('echo-server', args, env, cwd);
  runningPrograms.push(server);
  return server;
};

const readUrl = async (server: LaunchedProgram): Promise<string> => {
  const [line = ''] = await server.lines(1);
  const url = /^echo-server listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1];
  if (url === undefined) throw new Error(`not the expected line: ${line}`);
  return url;
};

describe('the echo server as a program', () => {
  it('prints one line, responds, and exits cleanly on SIGTERM', async () => {
    const server = start([]);
    const url = await readUrl(server);
    expect((await fetch(`${url}/a`)).status).toBe(200);
    expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(server.out.stdout).toBe(`echo-server listening on ${url}\n`);
    expect(server.out.stderr).toBe('');
  });

  it('waits only for running requests when it ends', async () => {
    const server = start([]);
    const url = await readUrl(server);
    const waiting = fetch(`${url}/?delay=400`);
    await fetch(`${url}/meanwhile`);
    const ended = server.stop('SIGTERM');
    expect((await waiting).status).toBe(200);
    expect((await ended).code).toBe(0);
  });

  it('reads its limits from flags and variables', async () => {
    const server = start(['--max-body', '10'], { TANDEM_ECHO_MAX_DELAY: '1', TANDEM_ECHO_TRUST_PROXY: '1' });
    const url = await readUrl(server);
    expect((await fetch(url, { method: 'POST', body: '12345678901' })).status).toBe(413);
    const headers = { 'x-forwarded-for': '9.9.9.9' };
    expect(await (await fetch(`${url}/ip?delay=600000`, { headers })).json()).toEqual({ ip: '9.9.9.9' });
  });

  it('logs each request only at the debug level', async () => {
    const server = start(['--log-level', 'debug']);
    await fetch(`${await readUrl(server)}/seen?status=404`);
    await server.stop('SIGTERM');
    const lines = server.out.stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toMatchObject([
      { msg: 'answered', method: 'GET', target: '/seen?status=404', status: 404 },
    ]);
  });

  it('reports in one line that its port is in use, alone and with workers', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const port = String((taken.address() as { port: number }).port);
    for (const more of [[], ['--workers', '2']]) {
      const server = start(['--port', port, ...more]);
      expect((await server.exited).code).toBe(1);
      expect(server.out.stderr).toMatch(/^echo-server: the port \d+ of 127\.0\.0\.1 is in use[^\n]*\n$/);
    }
    taken.close();
  });

  it('refuses an unknown flag with code 2', async () => {
    const server = start(['--nonsense']);
    expect((await server.exited).code).toBe(2);
    expect(server.out.stderr).toMatch(/^echo-server: [^\n]*--nonsense[^\n]*\n$/);
  });

  it('shares its port among workers', async () => {
    const server = start(['--workers', '2']);
    const url = await readUrl(server);
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/w`)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await server.stop('SIGTERM')).code).toBe(0);
    expect(server.out.stdout).toBe(`echo-server listening on ${url}\n`);
    await expect(fetch(url)).rejects.toThrow();
  });

  const withWorkers = async (cwd?: string) => {
    const server = start(['--workers', '2'], {}, cwd);
    const url = await readUrl(server);
    const workers = async () =>
      (await run('pgrep', ['-P', String(server.pid)])).stdout.trim().split('\n').map(Number);
    const replacementOf = async (old: readonly number[]): Promise<number> => {
      const fresh = async () => (await workers()).filter((pid) => !old.includes(pid));
      await expect.poll(fresh).toHaveLength(1);
      return (await fresh())[0] ?? 0;
    };
    const status = async () => {
      const init = { headers: { connection: 'close' }, signal: AbortSignal.timeout(2_000) };
      return fetch(`${url}/w`, init).then(
        (answer) => answer.status,
        () => 0,
      );
    };
    const [first = 0, second = 0] = await workers();
    const respondsWithout = async (pid: number) => {
      process.kill(pid, 'SIGSTOP');
      try {
        await expect.poll(status).toBe(200);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
    };
    return { server, first, second, replacementOf, respondsWithout, status };
  };

  it('replaces a worker that exits', async () => {
    const { server, first, second, respondsWithout } = await withWorkers();
    process.kill(first, 'SIGKILL');
    await respondsWithout(second);
    expect((await server.stop('SIGTERM')).code).toBe(0);
    expect(server.out.stderr).toContain('a worker stopped and is being replaced');
  });

  it('replaces a worker that exits before it listens', async () => {
    const { server, first, second, replacementOf, respondsWithout } = await withWorkers();
    process.kill(first, 'SIGKILL');
    const third = await replacementOf([first, second]);
    process.kill(third, 'SIGKILL');
    await replacementOf([first, second, third]);
    await respondsWithout(second);
    expect((await server.stop('SIGTERM')).code).toBe(0);
  });

  it('keeps its port if all its workers exit', async () => {
    const { server, first, second, status } = await withWorkers();
    process.kill(first, 'SIGKILL');
    process.kill(second, 'SIGKILL');
    await expect.poll(status).toBe(200);
    expect((await server.stop('SIGTERM')).code).toBe(0);
  });

  it('ends with code 1 if its workers exit and no other worker can start', async () => {
    const { path, remove } = await temporaryFolder();
    const { server, first, second } = await withWorkers(path);
    // A process cannot start in a deleted folder.
    await remove();
    process.kill(first, 'SIGKILL');
    process.kill(second, 'SIGKILL');
    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server.out.stderr.trimEnd().split('\n').at(-1)).toBe(
      'echo-server: its workers have ended, and no other one could start, as said above',
    );
  });

  it('keeps its port if the last worker exits while another worker starts', async () => {
    const { server, first, second, replacementOf, status } = await withWorkers();
    process.kill(first, 'SIGKILL');
    await replacementOf([first, second]);
    process.kill(second, 'SIGKILL');
    await expect.poll(status).toBe(200);
    expect((await server.stop('SIGTERM')).code).toBe(0);
  });
});

describe.runIf(existsSync('/proc/self/status'))('the memory of the echo server', () => {
  it.each([
    ['a=&', 3_000_000],
    ['&a', 4_500_000],
  ])(
    'grows by a small multiple of a form of 9 MB that repeats %s',
    { tags: 'echo:fields', timeout: 240_000 },
    async (piece, count) => {
      const server = start([]);
      const url = await readUrl(server);
      await (await fetch(url)).text();
      const memory = (name: string): number =>
        Number(
          new RegExp(`${name}:\\s+(\\d+)`).exec(
            readFileSync(`/proc/${String(server.pid)}/status`, 'utf8'),
          )?.[1],
        ) / 1024;
      const before = memory('VmRSS');
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(url, { method: 'POST', headers, body: piece.repeat(count) });
      const { form } = (await answer.json()) as { readonly form: { readonly a: readonly string[] } };
      expect(form.a).toHaveLength(count);
      expect(memory('VmHWM') - before).toBeLessThan(300);
    },
  );
});
