import { readdir, readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';

import { launch, type LaunchedProgram, temporaryFolder } from '@tandem/node/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const launchedPrograms: LaunchedProgram[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  for (const program of launchedPrograms.splice(0)) await program.stop('SIGKILL');
  await folder.remove();
});

const start = (...args: string[]): LaunchedProgram => {
  const program = launch('desktop', ['--no-window', '--data-dir', `${folder.path}/data`, ...args]);
  launchedPrograms.push(program);
  return program;
};

interface State {
  readonly url: string;
  readonly key: string;
  readonly pid: number;
}

const stateFile = () => `${folder.path}/data/servers/window.json`;
const stateOf = async () => JSON.parse(await readFile(stateFile(), 'utf8')) as State;

/** Returns the response status of a request with any Host header. `fetch` cannot set this header. */
const statusOf = (
  url: string,
  headers: Record<string, string>,
  { method = 'POST', body = '{"window":false,"workspaces":[]}' } = {},
): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}raise`, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject).end(method === 'GET' ? undefined : body);
  });

describe('a second start', () => {
  it('prints the addresses of the first start, reports that Tandem is already running, and exits with 0', async () => {
    const first = start();
    const lines = await first.lines(3);
    const second = start();
    expect(await second.exited).toEqual({ code: 0, signal: null });
    expect(second.out.stderr).toBe('');
    expect(second.out.stdout.split('\n')).toEqual([
      ...lines,
      `Tandem is already running (process ${first.pid}): its addresses are above`,
      '',
    ]);
    expect(await first.stop()).toEqual({ code: 0, signal: null });
    expect(first.out).toEqual({ stdout: `${lines.join('\n')}\n`, stderr: '' });
    expect(await readdir(`${folder.path}/data/servers`)).not.toContain('window.json');
  });

  it('opens its workspace in the first start, and reports options that have no effect', async () => {
    const first = start();
    await first.lines(3);
    const second = start('--workspace', `${folder.path}/shop`, '--mcp-port', '1', '--keep-running');
    expect(await second.exited).toEqual({ code: 0, signal: null });
    expect(second.out.stdout).toMatch(/; it opened the workspace shop\n$/);
    expect(second.out.stderr).toBe(
      'desktop: --mcp-port 1 has no effect, because Tandem is already running\n' +
        'desktop: --keep-running has no effect, because Tandem is already running\n',
    );
    const refused = start('--workspace', '/proc/none');
    expect(await refused.exited).toEqual({ code: 0, signal: null });
    expect(refused.out.stderr).toMatch(/^desktop: the workspace \/proc\/none cannot be opened: .+\n$/);
  });

  it('reports in one line that the first start cannot show a window without a display', async () => {
    await start().lines(3);
    const second = launch('desktop', ['--data-dir', `${folder.path}/data`]);
    launchedPrograms.push(second);
    expect(await second.exited).toEqual({ code: 0, signal: null });
    expect(second.out.stdout).toMatch(/: it cannot open a window here, so open the address in a browser\n$/);
  });

  it('becomes the first start if the previous process was killed', async () => {
    const killed = start();
    const [was] = await killed.lines(3);
    const before = await stateOf();
    await killed.stop('SIGKILL');
    expect(await stateOf()).toEqual(before);
    const next = start();
    const [is] = await next.lines(3);
    expect(is).not.toBe(was);
    expect(await stateOf()).toMatchObject({ pid: next.pid });
    expect(await next.stop()).toEqual({ code: 0, signal: null });
  });

  it('at the same moment starts no second server, and finds the server that the other process started', async () => {
    const both = [start(), start()];
    const [a, b] = await Promise.all(both.map((program) => program.lines(3)));
    expect(a?.slice(0, 3)).toEqual(b?.slice(0, 3));
    const ended = await Promise.race(both.map(async ({ pid, exited }) => ({ pid, ...(await exited) })));
    expect(ended).toMatchObject({ code: 0 });
    const { pid, url } = await stateOf();
    expect(both.map((program) => program.pid)).toContain(pid);
    expect(pid).not.toBe(ended.pid);
    expect((await fetch(url)).status).toBe(200);
  });

  it('on another data folder is independent', async () => {
    const lines = await start().lines(3);
    const other = start('--data-dir', `${folder.path}/other`);
    expect(await other.lines(3)).not.toEqual(lines);
    expect(await other.stop()).toEqual({ code: 0, signal: null });
    expect(other.out.stdout.split('\n')).toHaveLength(4);
  });
});

describe('the call that raises the window', () => {
  it('requires the key from a file that only this user can read', async () => {
    await start().lines(3);
    const { url, key } = await stateOf();
    expect((await stat(stateFile())).mode & 0o777).toBe(0o600);
    expect((await stat(`${folder.path}/data/servers`)).mode & 0o777).toBe(0o700);
    const authorization = `Bearer ${key}`;
    expect(await statusOf(url, { authorization })).toBe(200);
    expect(await statusOf(url, {})).toBe(401);
    expect(await statusOf(url, { authorization: `${authorization}x` })).toBe(401);
    expect(await statusOf(url, { authorization }, { method: 'GET' })).toBe(405);
    expect(await statusOf(url, { authorization }, { body: '{' })).toBe(400);
    expect(await statusOf(url, { authorization }, { body: '{"window":1}' })).toBe(400);
    expect(await statusOf(url, { authorization }, { body: ' '.repeat(70_000) })).toBe(400);
  });

  it("is refused for every page, even Tandem's own", async () => {
    await start().lines(3);
    const { url, key } = await stateOf();
    const authorization = `Bearer ${key}`;
    for (const headers of [
      { origin: url.slice(0, -1) },
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { host: 'evil.example' },
      { host: '127.0.0.1:1' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ] as Record<string, string>[])
      expect([headers, await statusOf(url, { authorization, ...headers })]).toEqual([headers, 403]);
  });
});
