import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { RunReport } from '@tandem/core';
import { launch, type LaunchedProgram } from '@tandem/node/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { runCommand } from './workspace.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let folder: string;
let server: Server;
let answer: Answer;
let receivedUrls: string[];
let runningPrograms: LaunchedProgram[];

const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const writeDataFile = async (path: string, text: string): Promise<void> => {
  const file = join(folder, 'tandem', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
};

const requestFile = (name: string, path: string, seq: number): string =>
  `info:\n  name: ${name}\n  type: http\n  seq: ${seq}\nhttp:\n  method: GET\n  url: "{{URL}}${path}"\n`;

const isOk = `export function onTest(req, res) {
  test('is ok', () => expect(res.status).toBe(200));
}
`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-run-'));
  receivedUrls = [];
  runningPrograms = [];
  answer = (_, response) => void response.end('{}');
  server = createServer((request, response) => {
    receivedUrls.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await writeDataFile('opencollection.yml', 'opencollection: "1.0.0"\ninfo:\n  name: Shop\n');
  const environment = (name: string): string =>
    `name: ${name}\nvariables:\n  - name: URL\n    value: ${url()}/${name}\n  - name: id\n    value: "0"\n  - secret: true\n    name: TOKEN\n`;
  await writeDataFile('environments/dev.yml', environment('dev'));
  await writeDataFile('environments/live.yml', environment('live'));
  await writeDataFile('users/list.yml', requestFile('List', '/users', 1));
  await writeDataFile('users/list.js', isOk);
  await writeDataFile('ping.yml', requestFile('Ping', '/ping?id={{id}}', 2));
});

afterEach(async () => {
  for (const one of runningPrograms) await one.stop('SIGKILL');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}): LaunchedProgram => {
  const one = launch('tandem', args, env);
  runningPrograms.push(one);
  return one;
};

/** Runs a command as a separate process. */
const startAndWait = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const one = start(args, env);
  const { code } = await one.exited;
  return { code, ...one.out };
};

/** Runs the folder and reads its report. */
const run = async (
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  runProgram: typeof startAndWait = runCommand,
) => {
  const file = join(folder, 'report.json');
  const ended = await runProgram(['run', folder, '--env', 'dev', '--reporter', `json=${file}`, ...args], env);
  const report = JSON.parse(await readFile(file, 'utf8')) as RunReport;
  return { ...ended, report };
};

const outcomes = ({ requests }: RunReport): readonly string[] =>
  requests.map(({ path, outcome }) => `${path} ${outcome}`);

/** Reads all files of the folder with their contents. */
const readContents = async (): Promise<Readonly<Record<string, string>>> => {
  const entries = await readdir(join(folder, 'tandem'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
  );
};

describe('tandem run', () => {
  it('runs a folder from its files, in tree order, and writes nothing', { tags: 'cli:run' }, async () => {
    const before = await readContents();
    const { code, stdout, stderr } = await startAndWait(['run', folder, '--env', 'dev', '--var', 'id=7']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(receivedUrls).toEqual(['/dev/users', '/dev/ping?id=7']);
    expect(stdout).toMatch(/List .*200/);
    expect(stdout).toMatch(/1 passed, 1 untested/);
    expect(await readContents()).toEqual(before);
  });

  it('ends with 1 if a test fails, and names the failed test', { tags: 'cli:codes' }, async () => {
    answer = (_, response) => void response.writeHead(500).end();
    const { code, report } = await run([], {}, startAndWait);
    expect(code).toBe(1);
    expect(report.requests[0]).toMatchObject({
      outcome: 'failed',
      status: 500,
      file: 'users/list.yml',
      failedTests: [{ name: 'is ok', file: 'users/list.js', line: 2, expected: 200, actual: 500 }],
    });
  });

  it(
    'ends with 2 for names that do not exist, and with 3 for files that cannot be read',
    { tags: 'cli:codes' },
    async () => {
      const wrong = async (...args: readonly string[]) => {
        const { code, stderr } = await runCommand(['run', ...args]);
        return `${code} ${stderr}`;
      };
      expect(await wrong(join(folder, 'nope'))).toMatch(/^2 tandem: .*nope does not exist\.\n$/);
      expect(await wrong(folder, '--env', 'Nope')).toMatch(
        /^2 tandem: There is no environment Nope in this workspace\. It has dev, live\.\n$/,
      );
      expect(await wrong(folder, '--grep', 'nothing')).toMatch(/^2 tandem: .*fits none of the 2 paths/);
      expect(await wrong(folder, '--parallel', '99')).toMatch(/^2 .*from 1 to 64/);
      for (const flag of ['--iterations', '--bail', '--timeout'])
        expect(await wrong(folder, `${flag}=0`)).toMatch(
          new RegExp(`^2 tandem: ${flag} must be a whole number from 1`),
        );
      // A device with endless content.
      for (const flag of ['--data', '--secrets-file', '--cacert'])
        expect(await wrong(folder, flag, '/dev/zero')).toMatch(
          /^2 tandem: \/dev\/zero is larger than \d+ bytes\.\n$/,
        );
      await writeDataFile('broken.yml', 'info: [');
      expect(await wrong(join(folder, 'tandem/broken.yml'))).toMatch(
        /^3 .*\/tandem\/broken\.yml:\d+:\d+: .*\ntandem: nothing ran/s,
      );
      const { code, stderr } = await startAndWait(['validate', folder]);
      expect(`${code} ${stderr}`).toMatch(/^3 .*\/tandem\/broken\.yml:\d+:\d+: /);
      expect(receivedUrls).toEqual([]);
    },
  );

  it(
    'runs the other files if one file cannot be read, reports that file as an error, and ends with 3',
    { tags: 'cli:invalid' },
    async () => {
      await writeDataFile('broken.yml', 'info:\n  name: Broken\n  type: http\nhttp:\n  url: "x\n');
      await writeDataFile('marked.yml', `\ufeff${requestFile('Marked', '/marked', 3)}`);
      await writeDataFile(
        'needy.yml',
        `${requestFile('Needy', '/needy', 4)}x-tandem:\n  needs:\n    - broken.yml\n`,
      );
      const { code, report } = await run();
      expect(code).toBe(3);
      expect(outcomes(report)).toEqual([
        'users/List passed',
        'Ping untested',
        'Marked untested',
        'Needy error',
        'broken error',
      ]);
      expect(report.requests.at(-1)).toMatchObject({
        file: 'broken.yml',
        error: { code: 'FILE_INVALID', message: expect.stringMatching(/^broken\.yml:\d+:\d+: /) as string },
      });
      expect(receivedUrls).toEqual(['/dev/users', '/dev/ping?id=0', '/dev/marked']);
      for (const reporter of ['spec', 'dot', 'junit', 'tap', 'github', 'html']) {
        const { stdout } = await runCommand(['run', folder, '--env', 'dev', '--reporter', reporter]);
        expect(stdout, reporter).toContain('FILE_INVALID');
      }
      receivedUrls = [];
      const one = join(folder, 'tandem/ping.yml');
      expect((await runCommand(['run', one, '--env', 'dev'])).code).toBe(0);
      expect((await runCommand(['run', one, join(folder, 'tandem/broken.yml'), '--env', 'dev'])).code).toBe(
        3,
      );
      expect((await runCommand(['run', folder, '--env', 'dev', '--grep', 'ping'])).code).toBe(3);
      expect(receivedUrls).toEqual(Array.from({ length: 3 }, () => '/dev/ping?id=0'));
    },
  );

  it('runs single files and folders of the workspace', { tags: 'cli:paths' }, async () => {
    await run([join(folder, 'tandem/users')]);
    expect(receivedUrls).toEqual(['/dev/users', '/dev/ping?id=0']);
    receivedUrls = [];
    await runCommand(['run', join(folder, 'tandem/ping.yml'), '--env', 'live', '--var', 'id=1']);
    await runCommand(['run', join(folder, 'tandem/users'), '--env', 'live']);
    expect(receivedUrls).toEqual(['/live/ping?id=1', '/live/users']);
  });

  it(
    'uses, without --env, the first environment that no other environment extends',
    { tags: 'cli:run' },
    async () => {
      await writeDataFile('environments/base.yml', 'name: base\nvariables:\n  - name: id\n    value: "7"\n');
      await writeDataFile(
        'environments/complete.yml',
        `name: complete\nextends: base\nvariables:\n  - name: URL\n    value: ${url()}/complete\n`,
      );
      const { code, stderr } = await runCommand(['run', folder]);
      expect(code).toBe(0);
      expect(stderr).toContain(
        'tandem: uses the environment complete; --env chooses another one: dev, live\n',
      );
      expect(receivedUrls).toEqual(['/complete/users', '/complete/ping?id=7']);
    },
  );

  it('prefers, without --env, an environment that is not for production', { tags: 'cli:run' }, async () => {
    await rm(join(folder, 'tandem', 'environments', 'dev.yml'));
    await writeDataFile(
      'environments/staging.yml',
      `name: staging\nvariables:\n  - name: URL\n    value: ${url()}/staging\n  - name: id\n    value: "8"\n`,
    );
    expect((await runCommand(['run', folder])).stderr).toContain('the environment staging;');
    expect(receivedUrls).toEqual(['/staging/users', '/staging/ping?id=8']);
  });

  it('says what to do if a workspace has no requests', { tags: 'cli:run' }, async () => {
    const empty = join(folder, 'empty');
    await mkdir(empty);
    await writeFile(join(empty, 'opencollection.yml'), 'opencollection: "1.0.0"\ninfo:\n  name: Empty\n');
    const { code, stderr } = await runCommand(['run', empty]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^tandem: .*\/empty has no requests yet\. Import some: tandem import <file> \S+\/empty\n$/,
    );
  });

  it('reports what is wrong with a selection if the folder has GraphQL requests only', async () => {
    const graphql = join(folder, 'graphql');
    await mkdir(graphql);
    await writeFile(join(graphql, 'opencollection.yml'), 'opencollection: "1.0.0"\ninfo:\n  name: G\n');
    await writeFile(
      join(graphql, 'q.yml'),
      'info:\n  name: q\n  type: graphql\ngraphql:\n  url: http://127.0.0.1:9\n  body:\n    query: "{ a }"\n',
    );
    const { code, stderr } = await runCommand(['run', graphql, '--env', 'Nope']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('no environment Nope') as string,
    });
  });

  it('runs each row in each environment', { tags: 'cli:rows' }, async () => {
    const file = join(folder, 'rows.jsonl');
    await writeFile(file, '{"id":1}\n\n{"id":"two"}\n');
    const { report } = await run(['--env', 'live', '--data', file, '--grep', 'ping', '--parallel', '4']);
    expect([...receivedUrls].sort()).toEqual([
      '/dev/ping?id=1',
      '/dev/ping?id=two',
      '/live/ping?id=1',
      '/live/ping?id=two',
    ]);
    expect(report.counts.requests).toBe(4);
    const csv = join(folder, 'rows.csv');
    await writeFile(csv, 'id\n"a,b"\n');
    await run(['--data', csv, '--grep', 'ping']);
    expect(receivedUrls.at(-1)).toBe('/dev/ping?id=a,b');
    await writeFile(file, '{"id":1}\n[2]\n');
    const { code, stderr } = await runCommand(['run', folder, '--data', file]);
    expect(`${code} ${stderr}`).toMatch(/^2 .*rows\.jsonl: Line 2: a row must be an object/);
  });

  it(
    'retries a failed request, and stops after the allowed number of failures',
    { tags: 'cli:run' },
    async () => {
      let left = 1;
      answer = (_, response) => void response.writeHead(left-- > 0 ? 503 : 200).end();
      expect(outcomes((await run(['--retry', '1'])).report)).toEqual(['users/List flaky', 'Ping untested']);
      left = 9;
      const { code, report } = await run(['--bail']);
      expect([code, ...outcomes(report)]).toEqual([1, 'users/List failed', 'Ping skipped']);
    },
  );

  it('fails for requests without tests if tests are required', { tags: 'cli:run' }, async () => {
    expect((await run(['--require-tests'])).code).toBe(1);
  });

  it('runs one shard per machine, whose reports can be merged', { tags: 'cli:shard' }, async () => {
    const file = (index: number): string => join(folder, `part-${index}.json`);
    for (const index of [1, 2])
      await runCommand([
        'run',
        folder,
        '--env',
        'dev',
        '--shard',
        `${index}/2`,
        '--reporter',
        `json=${file(index)}`,
      ]);
    expect([...receivedUrls].sort()).toEqual(['/dev/ping?id=0', '/dev/users']);
    const junit = join(folder, 'out/report.xml');
    const merged = await runCommand([
      'report',
      file(1),
      file(2),
      '--reporter',
      `junit=${junit}`,
      '--reporter',
      'spec',
    ]);
    expect(merged.code).toBe(0);
    expect(merged.stdout).toMatch(/1 passed, 1 untested/);
    expect(await readFile(junit, 'utf8')).toMatch(/<testsuites[^>]* tests="2"/);
    const { code, stderr } = await runCommand(['report', join(folder, 'tandem/ping.yml')]);
    expect(`${code} ${stderr}`).toMatch(/^2 tandem: .*is no report/);
  });

  it(
    'reads secrets from the environment or a file, and never shows them',
    { tags: 'cli:secrets' },
    async () => {
      const secret = 'planted-secret-value';
      await writeDataFile('ping.yml', requestFile('Ping', '/ping?token={{TOKEN}}', 2));
      answer = (request, response) => void response.writeHead(500).end(`you sent ${request.url}`);
      const given = await run([], { TANDEM_SECRET_TOKEN: secret });
      expect(receivedUrls.at(-1)).toBe(`/dev/ping?token=${secret}`);
      const file = join(folder, '.secrets');
      await writeFile(file, `TOKEN=${secret}\n`);
      await chmod(file, 0o644);
      const html = join(folder, 'report.html');
      const open = await run(['--secrets-file', file, '--reporter', 'spec', '--reporter', `html=${html}`]);
      expect(receivedUrls.at(-1)).toBe(`/dev/ping?token=${secret}`);
      expect(open.stderr).toMatch(/can be read by other users/);
      expect((await stat(html)).size).toBeGreaterThan(1_000);
      for (const text of [given, open].map((one) => JSON.stringify(one))) expect(text).not.toContain(secret);
      expect(await readFile(html, 'utf8')).not.toContain(secret);
    },
  );

  it(
    'writes all exchanges to one page, with the script next to a failed test',
    { tags: ['report:html', 'cli:secrets'] },
    async () => {
      const secret = 'planted-secret-value';
      await writeDataFile(
        'users/list.yml',
        `${requestFile('List', '/users', 1)}  headers:\n    - name: x-token\n      value: "{{TOKEN}}"\n` +
          `  body:\n    type: text\n    data: "sent {{TOKEN}}"\n`,
      );
      const made = `export const onResponse = (req, res) => res.env.setSecret('MADE', 'made-by-a-script');\n`;
      await writeDataFile('users/list.js', `${isOk}${made}`);
      answer = (_, response) => void response.writeHead(500, { 'x-sent': secret }).end(`failed ${secret}`);
      const html = join(folder, 'report.html');
      const { code } = await run(['--reporter', `html=${html}`], { TANDEM_SECRET_TOKEN: secret });
      expect(code).toBe(1);
      const text = await readFile(html, 'utf8');
      for (const value of [secret, 'made-by-a-script']) expect(text).not.toContain(value);
      const [, data = ''] = /<script type="application\/json" id="data">(.*)<\/script>/.exec(text) ?? [];
      expect(JSON.parse(data)).toMatchObject({
        requests: [
          {
            sent: {
              headers: expect.arrayContaining([['x-token', '‹secret:TOKEN›']]) as unknown,
              body: 'sent ‹secret:TOKEN›',
            },
            response: {
              headers: expect.arrayContaining([['x-sent', '‹secret:TOKEN›']]) as unknown,
              body: 'failed ‹secret:TOKEN›',
            },
            cases: [
              {
                source: [
                  { number: 1 },
                  { number: 2, text: expect.stringContaining('toBe(200)') as string, isHere: true },
                  { number: 3 },
                  {
                    number: 4,
                    text: expect.stringContaining("setSecret('MADE', '‹secret:MADE›')") as string,
                  },
                  { number: 5 },
                ],
              },
            ],
          },
          { url: expect.stringContaining('/ping') as string },
        ],
      });
    },
  );

  it('writes its report when it is stopped', { tags: 'cli:stopped' }, async () => {
    const file = join(folder, 'report.json');
    answer = () => undefined;
    const one = start(['run', folder, '--env', 'dev', '--reporter', `json=${file}`]);
    await expect.poll(() => receivedUrls).toEqual(['/dev/users']);
    expect(await one.stop('SIGINT')).toMatchObject({ code: 130 });
    const report = JSON.parse(await readFile(file, 'utf8')) as RunReport;
    expect(report).toMatchObject({ isInterrupted: true, counts: { requests: 2, skipped: 1 } });
  });

  it('signs JSON Web Tokens', { tags: 'cli:run' }, async () => {
    await writeDataFile(
      'users/list.yml',
      requestFile('List', '/users', 1) +
        '  auth:\n    type: jwt\n    algorithm: HS256\n    secret: a-secret-of-at-least-32-characters\n    claims: "{}"\n',
    );
    const given: (string | undefined)[] = [];
    answer = (request, response) => {
      given.push(request.headers.authorization);
      response.end('{}');
    };
    expect((await run(['--grep', 'list'])).code).toBe(0);
    expect(given).toEqual([expect.stringMatching(/^Bearer ey[\w-]+\.[\w-]+\.[\w-]+$/)]);
  });

  it('runs a copy of a folder without ids in the same way as the original', { tags: 'cli:run' }, async () => {
    const copy = join(folder, 'copy');
    await cp(join(folder, 'tandem'), join(copy, 'tandem'), { recursive: true });
    expect((await runCommand(['run', copy, '--env', 'dev'])).code).toBe(0);
    expect(receivedUrls).toHaveLength(2);
  });
});
