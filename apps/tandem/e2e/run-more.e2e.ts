import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { RunReport } from '@tandem/core';
import { readReport } from '@tandem/report';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { okTestScript, type OpenedWorkspace, openWorkspace, requestFile } from './workspace.js';

let on: OpenedWorkspace;
beforeEach(async () => {
  on = await openWorkspace();
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    await on.put(`${name}.yml`, requestFile(name, `{{url}}/${name}`, index + 1));
    await on.put(`${name}.js`, okTestScript);
  }
  await on.put('environments/local.yml', `name: Local\nvariables:\n  - name: url\n    value: ${on.url}\n`);
});
afterEach(() => on.close());

const resolvePath = (name: string): string => join(on.folder, name);
const readRunReport = async (file: string): Promise<RunReport> =>
  JSON.parse(await readFile(file, 'utf8')) as RunReport;

/** Lists the child processes of a process. */
const listChildren = (pid: number): readonly number[] => {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  } catch {
    return [];
  }
};

const isAlive = (pid: number): boolean => {
  try {
    // A zombie process has an empty command line.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
};

/** Kills a process that may have ended by itself since it was listed. */
const killIfAlive = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

describe('tandem run --watch', () => {
  it(
    'runs the requests that a change affects, and all requests after an environment changes',
    { tags: 'cli:watch' },
    async () => {
      const one = on.start(['run', on.folder, '--watch']);
      const waits = async (times: number): Promise<void> => {
        await expect.poll(() => one.out.stderr.split('waiting for changes').length - 1).toBe(times);
      };
      await waits(1);
      expect(on.seen).toEqual(['/a', '/b', '/c']);
      await on.put('b.js', `${okTestScript}\n`);
      await waits(2);
      expect(on.seen.slice(3)).toEqual(['/b']);
      await on.put('c.yml', requestFile('c', '{{url}}/changed', 3));
      await waits(3);
      expect(on.seen.slice(4)).toEqual(['/changed']);
      await on.put(
        'environments/local.yml',
        `name: Local\nvariables:\n  - name: url\n    value: ${on.url}/new\n`,
      );
      await waits(4);
      expect(on.seen.slice(5)).toEqual(['/new/a', '/new/b', '/new/changed']);
      await on.put('a.yml', 'info: [');
      await waits(5);
      expect(one.out.stderr).toMatch(/a\.yml:\d+:\d+: .*\ntandem: nothing ran/);
      expect(await one.stop('SIGINT')).toMatchObject({ code: 3 });
    },
  );

  it('runs again for what was changed during a run', { tags: 'cli:watch' }, async () => {
    const { answer } = on.state;
    on.state.answer = (request, response) => {
      on.state.answer = answer;
      void on.put('a.yml', requestFile('a', '{{url}}/changed', 1)).then(() => {
        answer(request, response);
      });
    };
    const one = on.start(['run', on.folder, '--watch']);
    await expect.poll(() => on.seen).toEqual(['/a', '/b', '/c', '/changed']);
    await one.stop('SIGINT');
  });
});

describe('tandem run --shard', () => {
  it(
    'splits a folder into parts of equal duration, measured by an earlier report',
    { tags: 'cli:shard' },
    async () => {
      const whole = resolvePath('whole.json');
      await on.tandem(['run', on.folder, '--reporter', `json=${whole}`]);
      const report = await readRunReport(whole);
      const times: Readonly<Record<string, number>> = { a: 100, b: 200, c: 900 };
      const requests = report.requests.map((one) => ({ ...one, timeMs: times[one.path] }));
      await writeFile(whole, JSON.stringify({ ...report, requests }));
      for (const [part, wanted] of [
        ['1/2', ['/c']],
        ['2/2', ['/a', '/b']],
      ] as const) {
        on.seen.length = 0;
        await on.tandem(['run', on.folder, '--shard', part, '--durations', whole]);
        expect(on.seen).toEqual(wanted);
      }
      const { code, stderr } = await on.tandem(['run', on.folder, '--durations', whole]);
      expect(`${code} ${stderr}`).toMatch(/^2 tandem: --durations needs --shard/);
    },
  );
});

describe('a GitHub job', () => {
  it('gets a summary on its page if that reporter is enabled', { tags: 'cli:summary' }, async () => {
    const page = resolvePath('summary.md');
    await writeFile(page, 'before\n');
    const env = { GITHUB_STEP_SUMMARY: page };
    on.state.answer = (_, response) => void response.writeHead(500).end();
    await on.tandem(['run', on.folder, '--reporter', 'spec'], env);
    expect(await readFile(page, 'utf8')).toBe('before\n');
    const { stdout } = await on.tandem(['run', on.folder, '--reporter', 'github'], env);
    expect(stdout).toMatch(/^::error file=.*tandem\/a\.js,line=2/m);
    expect(await readFile(page, 'utf8')).toMatch(/^before\n[^]*3 failed[^]*is ok/);
  });
});

describe.skipIf(process.platform !== 'linux')('a run whose processes are killed', () => {
  it('continues if its script hosts are killed', { tags: 'cli:stopped' }, async () => {
    const file = resolvePath('report.json');
    const held: (() => void)[] = [];
    on.state.answer = (_, response) => void held.push(() => response.end('{}'));
    const one = on.start(['run', on.folder, '--reporter', `json=${file}`]);
    for (const count of [1, 2, 3]) {
      await expect.poll(() => held.length).toBe(count);
      for (const pid of listChildren(one.pid)) killIfAlive(pid);
      held.at(-1)?.();
    }
    expect((await one.exited).code).toBe(0);
    expect(await readRunReport(file)).toMatchObject({ isGreen: true, counts: { passed: 3 } });
  });

  it(
    'reports each request even if its script hosts are killed at any moment',
    { tags: 'cli:stopped' },
    async () => {
      const busy = `const spin = () => { for (let n = 0; n < 3e6; n += 1) Math.sqrt(n); };
export function onRequest() { spin(); }
export function onTest(req, res) { spin(); test('is ok', () => expect(res.status).toBe(200)); }
`;
      for (const name of ['a', 'b', 'c']) await on.put(`${name}.js`, busy);
      const file = resolvePath('report.json');
      const one = on.start(['run', on.folder, '--reporter', `json=${file}`]);
      const ended = { code: null as number | null };
      void one.exited.then(({ code }) => (ended.code = code));
      const killed = new Set<number>();
      const killHosts = (): void => {
        for (const pid of listChildren(one.pid).filter((host) => !killed.has(host) && killed.size < 12)) {
          killed.add(pid);
          killIfAlive(pid);
        }
      };
      await expect
        .poll(
          () => {
            killHosts();
            return ended.code;
          },
          { interval: 20 },
        )
        .not.toBeNull();
      const report = readReport(await readFile(file, 'utf8'));
      const entries = report._tag === 'Right' ? report.right.requests : [];
      expect(entries.map(({ path }) => path)).toEqual(['a', 'b', 'c']);
      const isTold = entries.filter(
        ({ outcome, error, failedTests }) => outcome === 'passed' || error !== null || failedTests.length > 0,
      );
      expect(isTold).toHaveLength(3);
      expect(ended.code).toBe(entries.every(({ outcome }) => outcome === 'passed') ? 0 : 1);
      await expect.poll(() => [...killed].filter(isAlive)).toEqual([]);
    },
  );

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'reports what was done if it gets %s, with exit code %i, and leaves nothing behind',
    { tags: 'cli:stopped' },
    async (signal, code) => {
      const file = resolvePath('report.json');
      on.state.answer = (request, response) => {
        if (request.url === '/a') response.end('{}');
      };
      const one = on.start(['run', on.folder, '--reporter', `json=${file}`]);
      await expect.poll(() => on.seen).toEqual(['/a', '/b']);
      const children = listChildren(one.pid);
      expect(children.length).toBeGreaterThan(0);
      expect(await one.stop(signal)).toMatchObject({ code });
      expect(await readRunReport(file)).toMatchObject({
        isInterrupted: true,
        counts: { requests: 3, passed: 1, skipped: 1 },
      });
      await expect.poll(() => children.filter(isAlive)).toEqual([]);
    },
  );

  it('leaves the old reports unchanged if it is killed', { tags: 'cli:stopped' }, async () => {
    const [json, junit] = [resolvePath('report.json'), resolvePath('report.xml')];
    await writeFile(json, '{"earlier": true}');
    on.state.answer = (request, response) => {
      if (request.url === '/a') response.end('{}');
    };
    const one = on.start(['run', on.folder, '--reporter', `json=${json}`, '--reporter', `junit=${junit}`]);
    await expect.poll(() => on.seen).toEqual(['/a', '/b']);
    await one.stop('SIGKILL');
    expect(await readFile(json, 'utf8')).toBe('{"earlier": true}');
    await expect(readFile(junit)).rejects.toThrow('ENOENT');
    const inFolder = () => readdir(dirname(json));
    expect((await inFolder()).filter((name) => name.endsWith('.tmp'))).toHaveLength(2);
    // The next run removes only leftovers of the same reports.
    const others = ['.report.json.tmp', '.other.json.1.tmp', `.report.json.${process.pid}.tmp`];
    for (const name of others) await writeFile(resolvePath(name), '');
    on.state.answer = (_, response) => response.end('{}');
    await on.start(['run', on.folder, '--reporter', `json=${json}`, '--reporter', `junit=${junit}`]).exited;
    expect((await inFolder()).filter((name) => name.endsWith('.tmp')).sort()).toEqual(others.sort());
  });

  it('leaves no child process if it is killed', { tags: 'cli:stopped' }, async () => {
    on.state.answer = () => undefined;
    const one = on.start(['run', on.folder]);
    await expect.poll(() => on.seen).toEqual(['/a']);
    const children = listChildren(one.pid);
    await one.stop('SIGKILL');
    await expect.poll(() => children.filter(isAlive)).toEqual([]);
  });
});

describe('a file whose name has line breaks', { tags: 'text:visible' }, () => {
  const name = 'x\n::error::forged\nok 9 - forged\n.yml';
  const forged = /^(?:::error|ok 9)/m;

  it.each(['validate', 'run', 'run --reporter tap', 'run --reporter github'])(
    'adds no line to the output of %s',
    async (line) => {
      const [command = '', ...flags] = line.split(' ');
      await on.put(name, 'info: [');
      const { code, stdout, stderr } = await on.tandem([command, on.folder, ...flags]);
      expect(code).toBe(3);
      expect(stdout + stderr).toContain('forged');
      expect(stderr).not.toMatch(forged);
      expect(stdout).not.toMatch(/^(?:::error::|ok 9)/m);
    },
  );

  it('adds no line to the error of a refused conversion', async () => {
    const folder = join(on.folder, 'bruno');
    await mkdir(folder);
    await writeFile(
      join(folder, 'bruno.json'),
      JSON.stringify({ version: '1', name: 'B', type: 'collection' }),
    );
    await writeFile(join(folder, name.replace('.yml', '.bru')), 'meta {');
    const { code, stderr } = await on.tandem(['import', folder, join(on.folder, 'converted')]);
    expect(code).toBe(3);
    expect(stderr).toContain('forged');
    expect(stderr).not.toMatch(forged);
  });
});
