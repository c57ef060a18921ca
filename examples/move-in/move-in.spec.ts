import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { RunReport } from '@tandem/core';
import { launch } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fetchBruno } from '../../tools/fetch/bruno.mjs';
import { fetchNewman } from '../../tools/fetch/newman.mjs';

const run = promisify(execFile);
const examples = import.meta.dirname;

let folder = '';
let port = '';
let closeServer: () => Promise<void>;

/** Copies the examples with the address of the test's server, which has a port of its own. */
const copyExamples = async (): Promise<void> => {
  await cp(examples, folder, { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const text = await readFile(file, 'utf8');
    if (text.includes('8097')) await writeFile(file, text.replaceAll('8097', port));
  }
};

/** The files below a folder, by their relative paths. */
const filesIn = async (root: string): Promise<Readonly<Record<string, string>>> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const read = files.sort().map(async (file) => [file.slice(root.length + 1), await readFile(file, 'utf8')]);
  return Object.fromEntries(await Promise.all(read)) as Record<string, string>;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-move-in-'));
  const server = spawn(process.execPath, [join(examples, '../shop/server.mjs'), '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closeServer = async () => {
    server.kill();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  };
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  port = /:(\d+)\n$/.exec(line.toString())?.[1] ?? '';
  await copyExamples();
});
afterAll(async () => {
  await closeServer();
  await rm(folder, { recursive: true });
});

const toPath = (...names: readonly string[]): string => join(folder, ...names);

/** The target folder of a document's import. */
const getWorkspacePath = (document: string): string => toPath('workspaces', document.replaceAll('/', '-'));

type Values = Readonly<Record<string, string>>;

const toSecretVariables = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`TANDEM_SECRET_${name}`, value]));

/** Runs a command that must succeed, and returns its output. */
const tandem = async (args: readonly string[], secrets: Values = {}) => {
  const one = launch('tandem', args, toSecretVariables(secrets));
  const { code } = (await one.exited) as { readonly code: number };
  expect(`${code} ${one.out.stderr}${code === 0 ? '' : one.out.stdout}`).toMatch(/^0 /);
  return one.out;
};

/** Runs a folder, optionally in an environment, and returns its counts and the unsuccessful responses. */
const runFolder = async (path: string, flags: readonly string[], secrets: Values = {}) => {
  const file = toPath('report.json');
  await tandem(['run', path, ...flags, '--reporter', `json=${file}`], secrets);
  const { requests, counts } = JSON.parse(await readFile(file, 'utf8')) as RunReport;
  const statuses = requests.map(({ name, status }) => `${name} ${String(status)}`);
  return { counts, failed: statuses.filter((one) => !/ 20[01]$/.test(one)), sent: statuses.length };
};

const password = 'lovelace';
const key = 'shop-k3y-8Zq41mVt';
const token = 'shop-session-9f3bA71cQx2';
const senderSecrets = { token, password, x_api_key: key };
interface Example {
  readonly document: string;
  readonly environment: string;
  /** What the import does not write to the files. */
  readonly secrets: Values;
  /** Everything that could not be imported, by place. */
  readonly leftOut: readonly string[];
  readonly requests: number;
  /** How many tests are imported with the requests. */
  readonly tests: number;
  /** The export format for each program. A login known only to a script cannot be exported. */
  readonly program?: 'curl' | 'fetch' | 'requests' | 'ruby' | 'php';
}

interface NewmanReport {
  readonly run: {
    readonly stats: { readonly assertions: object };
    readonly executions: readonly { readonly response: { readonly code: number } }[];
  };
}

const documents: readonly Example[] = [
  {
    ...{ document: 'postman', environment: 'Local', secrets: { password, stockKey: key }, leftOut: [] },
    ...{ requests: 8, tests: 14 },
  },
  {
    ...{
      document: 'openapi/shop.openapi.yaml',
      environment: 'Local',
      leftOut: ['responses'],
      requests: 6,
      tests: 0,
    },
    ...{ secrets: { token, api_key: key, username: 'ada', password }, program: 'fetch' },
  },
  {
    ...{ document: 'shop.insomnia.yaml', environment: 'Local', secrets: { token, password } },
    ...{ leftOut: ['orders/Read the report'], requests: 8, tests: 0, program: 'ruby' },
  },
  {
    ...{
      document: 'shop.har',
      environment: 'HAR',
      secrets: senderSecrets,
      leftOut: ['log.entries', 'log.entries'],
    },
    ...{ requests: 8, tests: 0, program: 'php' },
  },
  {
    ...{ document: 'shop.sh', environment: 'shop', secrets: senderSecrets, requests: 8, tests: 0 },
    ...{ leftOut: ['line 18, Upload an avatar'], program: 'curl' },
  },
  {
    ...{ document: 'shop.http', environment: 'shop', secrets: senderSecrets, leftOut: [] },
    ...{ requests: 8, tests: 0, program: 'requests' },
  },
];

interface ImportReport {
  readonly leftOut: readonly { readonly place: string }[];
  readonly imports?: readonly ImportReport[];
}

const isInstalled = (command: string, ...args: readonly string[]): Promise<boolean> =>
  run(command, args).then(
    () => true,
    () => false,
  );

/** The saved responses of a collection without their URLs, which can be written in several ways. */
const listExamples = (text: string): readonly object[] => {
  const found: object[] = [];
  JSON.parse(text, (key, value: unknown) => {
    if (key === 'response') found.push(...(value as readonly object[]));
    return key === 'url' ? undefined : value;
  });
  return found;
};

/** Sorts the URL and the method of examples. */
const normalizeRequests = (text: string): string =>
  text.replaceAll(/( +)method: (\S+)\n +url: (.+)\n/g, '$1url: $3\n$1method: $2\n');

/** The programs that run exports, and whether they are installed. */
const programs = {
  curl: { file: 'all.sh', command: 'bash', runs: await isInstalled('curl', '--version') },
  fetch: { file: 'all.mjs', command: process.execPath, runs: true },
  requests: {
    file: 'all.py',
    command: 'python3',
    runs: await isInstalled('python3', '-c', 'import requests'),
  },
  ruby: { file: 'all.rb', command: 'ruby', runs: await isInstalled('ruby', '--version') },
  php: { file: 'all.php', command: 'php', runs: await isInstalled('php', '-r', 'curl_version();') },
} as const;

/** The server's responses to the requests with dependencies. Only curl can send the avatar. */
const answers = ['"token"', '"Ada"', '"order":1', '"pens":7', '"orders":1'];

describe.each(documents)('$document', ({ document, environment, secrets, ...expected }) => {
  const workspace = (): string => getWorkspacePath(document);
  const given = Object.entries({ ...secrets, token });

  const exported = async (format: string, name: string): Promise<string> => {
    const file = join(workspace(), name);
    await tandem(['export', format, workspace(), '--env', environment, '--output', file], secrets);
    return file;
  };

  it('can be imported and run', { tags: 'import:formats' }, async () => {
    const { stdout, stderr } = await tandem(['import', toPath(document), workspace(), '--json']);
    const { imports, ...only } = JSON.parse(stdout) as ImportReport;
    const places = (imports ?? [only]).flatMap((one) => one.leftOut.map(({ place }) => place));
    expect([stderr, places]).toEqual(['', expected.leftOut]);
    await cp(toPath('avatar.txt'), join(workspace(), 'avatar.txt'));
    const ran = await runFolder(workspace(), ['--env', environment], secrets);
    expect(ran).toMatchObject({ failed: [], sent: expected.requests });
    expect(ran.counts).toMatchObject({ failed: 0, error: 0, testsPassed: expected.tests, testsFailed: 0 });
  });

  it('can be run in Postman after it was exported', { tags: 'export:postman' }, async () => {
    const file = await exported('postman', 'shop.json');
    const settings = given.flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    const report = toPath('newman.json');
    const flags = ['--reporters', 'json', '--reporter-json-export', report, ...settings];
    await run(await fetchNewman(), ['run', file, ...flags], { cwd: workspace() });
    const { run: ran } = JSON.parse(await readFile(report, 'utf8')) as NewmanReport;
    const codes = ran.executions.map(({ response }) => response.code);
    expect(codes).toHaveLength(expected.requests);
    expect(codes.filter((code) => code >= 300)).toEqual([]);
    expect(ran.stats.assertions).toMatchObject({ total: expected.tests, failed: 0 });
  });

  const { program } = expected;
  if (program === undefined) return;
  const { file, command, runs } = programs[program];
  it.skipIf(!runs)(`can be run as ${program}`, { tags: 'export:code' }, async () => {
    const path = await exported(program, file);
    const named = await readFile(path, 'utf8');
    await writeFile(
      path,
      given
        .reduce((text, [name, value]) => text.replaceAll(`{{${name}}}`, value), named)
        // A password that is not known yet cannot be encoded in advance.
        .replace(/base64\((.*?)\)/g, (_, login: string) => btoa(login)),
    );
    const env = { ...process.env, NO_PROXY: '*', no_proxy: '*' };
    const { stdout } = await run(command, [path], { cwd: folder, env });
    for (const answer of answers) expect(stdout).toContain(answer);
    expect(stdout).not.toContain('"error"');
  });
});

it(
  'import and export keep saved Postman examples',
  { tags: ['examples:import', 'examples:export'] },
  async () => {
    const file = join(getWorkspacePath('postman'), 'tandem/shop/users/get-a-user.yml');
    const bruno = await readFile(toPath('opencollection/users/get-a-user.yml'), 'utf8');
    const examples = bruno.slice(bruno.indexOf('examples:'));
    expect(normalizeRequests(await readFile(file, 'utf8'))).toContain(normalizeRequests(examples));
    const again = await readFile(join(getWorkspacePath('postman'), 'shop.json'), 'utf8');
    const given = await readFile(toPath('postman/shop.postman_collection.json'), 'utf8');
    expect(listExamples(again)).toMatchObject(listExamples(given));
  },
);

it('all exports can be imported and run', { tags: 'export:openapi' }, async () => {
  const again = toPath('again');
  const openapi = toPath('workspaces', 'shop.openapi.json');
  const described = toPath('workspaces', 'openapi-shop.openapi.yaml');
  await tandem(['export', 'openapi', described, '--env', 'Local', '--output', openapi]);
  const files = documents.map(({ document }) => join(getWorkspacePath(document), 'shop.json'));
  // The documents are in separate folders: the login in the example is the password that the other documents have as a secret.
  const fromOpenapi = toPath('again-openapi');
  await tandem(['import', ...files, again]);
  await tandem(['import', openapi, fromOpenapi]);
  const values = Object.entries({ ...senderSecrets, api_key: key, stockKey: key, username: 'ada' });
  const flags = values.flatMap(([name, value]) => ['--var', `${name}=${value}`]);
  const runIn = async (folder: string) => {
    await cp(toPath('avatar.txt'), join(folder, 'avatar.txt'));
    return runFolder(folder, flags);
  };
  const requests = documents.reduce((sum, one) => sum + one.requests, 0);
  expect(await runIn(again)).toMatchObject({
    failed: [],
    sent: requests,
    counts: { failed: 0, testsPassed: 14 },
  });
  expect(await runIn(fromOpenapi)).toMatchObject({ failed: [], sent: 6, counts: { failed: 0 } });
});

describe('a Bruno collection', () => {
  const secrets = { password, stockKey: key };

  it(
    'in .bru files is converted to the same files as the collection that can be opened directly',
    { tags: 'import:bru' },
    async () => {
      await tandem(['import', toPath('bruno'), toPath('converted')]);
      const [converted, kept] = await Promise.all(
        ['converted', 'opencollection'].map((name) => filesIn(toPath(name))),
      );
      expect(converted).toEqual(kept);
    },
  );

  it('can be run in Tandem and in Bruno', { tags: 'foreign:bruno:oracle' }, async () => {
    const ran = await runFolder(toPath('opencollection'), ['--env', 'Local'], secrets);
    expect(ran).toMatchObject({ failed: [], sent: 8, counts: { failed: 0, error: 0, testsPassed: 18 } });
    const settings = Object.entries(secrets).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    const args = ['run', '-r', '--env', 'Local', ...settings, '--sandbox', 'developer'];
    const { stdout } = await run(await fetchBruno(), args, { cwd: toPath('opencollection') });
    expect(stdout).toMatch(/8 \(8 Passed\)/);
  });
});
