import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { createQuietContext, type RunView } from '@tandem/application';
import { describe as describeError, type RunReport } from '@tandem/core';
import { E, type TE } from '@tandem/core/fp';
import { launch } from '@tandem/node/testing';
import { openWorkbench } from '@tandem/workbench';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { fetchBruno } from '../../../tools/fetch/bruno.mjs';
import { fetchNewman } from '../../../tools/fetch/newman.mjs';

const run = promisify(execFile);
const examples = import.meta.dirname;
const documents = ['postman', 'bruno', 'insomnia', 'openapi'] as const;
type Example = (typeof documents)[number];

let folder = '';
let port = '';
let closeServer: () => Promise<void>;

/** Copies the documents, with the port of the test's server. */
const copyExamples = async (): Promise<void> => {
  for (const name of documents) await cp(join(examples, name), join(folder, name), { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const text = await readFile(file, 'utf8');
    if (text.includes('8096')) await writeFile(file, text.replaceAll('8096', port));
  }
};

beforeAll(async () => {
  const server = spawn(process.execPath, [join(examples, 'server.mjs'), '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closeServer = async () => {
    server.kill();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  };
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  port = /:(\d+)\n$/.exec(line.toString())?.[1] ?? '';
});
afterAll(() => closeServer());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-real-life-'));
  await copyExamples();
});
afterEach(() => rm(folder, { recursive: true }));

const toPath = (...names: readonly string[]): string => join(folder, ...names);

interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers that differ between clients. */
const ownHeaders = new Set([
  ...['user-agent', 'accept', 'accept-encoding', 'cache-control', 'connection', 'host'],
  ...['content-length', 'transfer-encoding', 'postman-token', 'request-start-time'],
]);

/** Replaces random values and times, which it recognizes by their form. */
const replaceGenerated = (text: string): string =>
  text
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'uuid')
    .replaceAll(/"(name|email)":( ?)"[^"]+"/g, '"$1":$2"generated"')
    .replaceAll(/"(age|since)":( ?)\d+/g, '"$1":$20');

const parseJsonBody = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** Reduces a request to what must be the same, without the layout of its JSON, which Bruno changes, and the boundary of a form. */
const toComparable = ({ method, url, headers, body }: ReceivedRequest) => {
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1] ?? '\0';
  const replaced = (text: string) =>
    replaceGenerated(text.replaceAll(`"${boundary}"`, boundary).replaceAll(boundary, 'boundary'));
  const shown = Object.entries(headers)
    .filter(([name]) => !ownHeaders.has(name))
    .map(([name, value]) => [name, replaced(value)]);
  return {
    method,
    url,
    headers: Object.fromEntries(shown) as ReceivedRequest['headers'],
    body: parseJsonBody(replaced(body)),
  };
};

/** Returns the requests that the server received since the last call. */
const takeReceived = async () => {
  const response = await fetch(`http://127.0.0.1:${port}/received`, { method: 'DELETE' });
  return ((await response.json()) as readonly ReceivedRequest[]).map(toComparable);
};

/** The requests that a tool sent, and `request: test: outcome` of each test. */
interface Outcome {
  readonly received: Awaited<ReturnType<typeof takeReceived>>;
  readonly tests: readonly string[];
}

const listTests = (requests: RunReport['requests']): readonly string[] =>
  requests.flatMap(({ name, tests }) => tests.map((test) => `${name}: ${test.name}: ${test.status}`));

/** Imports documents with the command and runs the folder, like a person who has read no documentation. */
const useCommand = async (example: Example): Promise<Outcome> => {
  const workspace = toPath('command', example);
  const report = toPath('report.json');
  for (const args of [
    ['import', toPath(example), workspace],
    ['run', workspace, '--reporter', `json=${report}`],
  ]) {
    const program = launch('tandem', args);
    const { code } = await program.exited;
    expect(`${code} ${program.out.stderr}${code === 0 ? '' : program.out.stdout}`).toBe('0 ');
  }
  const { requests } = JSON.parse(await readFile(report, 'utf8')) as RunReport;
  return { received: await takeReceived(), tests: listTests(requests) };
};

const unwrap = async <A>(call: TE.TaskEither<Parameters<typeof describeError>[0], A>): Promise<A> => {
  const outcome = await call();
  if (E.isRight(outcome)) return outcome.right;
  throw new Error(describeError(outcome.left));
};

type Workbench = Awaited<ReturnType<typeof openWorkbench>>;

const asPerson = { ...createQuietContext(), by: 'a person' };

/** Drops the documents of a folder into the window. The files that requests send are in the workspace's folder. */
const dropDocuments = async ({ application, openFolder }: Workbench, example: Example): Promise<void> => {
  await mkdir(toPath('window'));
  await cp(toPath(example), toPath('window'), { recursive: true });
  await openFolder(toPath('window'));
  const entries = await readdir(toPath(example), { withFileTypes: true });
  const files = entries.filter((one) => one.isFile()).map(({ name }) => toPath(example, name));
  const texts = files.map(async (file) => ({ name: basename(file), text: await readFile(file, 'utf8') }));
  await unwrap(application.imports.applyMany({ documents: await Promise.all(texts) }, asPerson));
};

/** Opens a folder of `.bru` files in the window, which converts it. */
const openBruno = async ({ application }: Workbench): Promise<void> => {
  await unwrap(application.workspaces.convert({ path: toPath('bruno'), into: toPath('window') }));
  const { workspace } = await unwrap(application.workspaces.open({ path: toPath('window') }));
  await unwrap(application.synchronization.synchronize({ workspaceId: workspace.id }));
};

/** Imports documents with the window's calls, and runs all requests. */
const useWindow = async (example: Example): Promise<Outcome> => {
  const workbench = await openWorkbench({ dataFolder: toPath('data'), version: '1.0.0' });
  try {
    await (example === 'bruno' ? openBruno(workbench) : dropDocuments(workbench, example));
    const { requests = [] } = await unwrap<RunView>(
      workbench.application.runs.execute({ report: 'full' }, asPerson),
    );
    return { received: await takeReceived(), tests: listTests(requests) };
  } finally {
    await workbench.close();
  }
};

interface NewmanReport {
  readonly run: {
    readonly executions: readonly {
      readonly item: { readonly name: string };
      readonly assertions?: readonly { readonly assertion: string; readonly error?: unknown }[];
    }[];
  };
}

const useNewman = async (): Promise<Outcome> => {
  const report = toPath('newman.json');
  const [collection, environment] = ['collection', 'environment'].map((kind) => {
    const name = kind === 'collection' ? 'bookings' : 'front-desk';
    return `${name}.postman_${kind}.json`;
  });
  const reporting = ['--reporters', 'json', '--reporter-json-export', report];
  await run(await fetchNewman(), ['run', collection ?? '', '-e', environment ?? '', ...reporting], {
    cwd: toPath('postman'),
  });
  const { run: ran } = JSON.parse(await readFile(report, 'utf8')) as NewmanReport;
  const tests = ran.executions.flatMap(({ item, assertions = [] }) =>
    assertions.map(({ assertion, error }) => `${item.name}: ${assertion}: ${error ? 'failed' : 'passed'}`),
  );
  return { received: await takeReceived(), tests };
};

interface BrunoTest {
  readonly description?: string;
  readonly lhsExpr?: string;
  readonly rhsExpr?: string;
  readonly status: string;
}

type BrunoReport = readonly {
  readonly results: readonly {
    readonly name: string;
    readonly assertionResults?: readonly BrunoTest[];
    readonly testResults?: readonly BrunoTest[];
  }[];
}[];

const useBruno = async (): Promise<Outcome> => {
  const report = toPath('bruno.json');
  const args = ['run', '-r', '--env', 'Desk', '--sandbox', 'safe', '--reporter-json', report];
  await run(await fetchBruno(), args, { cwd: toPath('bruno') });
  const [iteration] = JSON.parse(await readFile(report, 'utf8')) as BrunoReport;
  const tests = (iteration?.results ?? []).flatMap(({ name, assertionResults = [], testResults = [] }) =>
    [...assertionResults, ...testResults].map(({ description, lhsExpr, rhsExpr, status }) => {
      const test = description ?? `${lhsExpr}: ${rhsExpr}`;
      return `${name}: ${test}: ${status === 'pass' ? 'passed' : 'failed'}`;
    }),
  );
  return { received: await takeReceived(), tests };
};

const ways = [
  ['by the command', useCommand],
  ['by the window', useWindow],
] as const;

describe.each(ways)('a document imported %s', { tags: 'import:first-run' }, (_, use) => {
  it('can be run at once, and sends and tests the same as the Postman collection in newman', async () => {
    const theirs = await useNewman();
    expect(theirs.received).toHaveLength(10);
    expect(theirs.tests).toHaveLength(25);
    expect(await use('postman')).toEqual(theirs);
  }, 400_000);

  it('can be run at once, and sends and tests the same as the Bruno collection in Bruno, but asks for prompts, which Bruno skips', async () => {
    const theirs = await useBruno();
    expect(theirs.received).toHaveLength(10);
    expect(theirs.tests).toHaveLength(21);
    const ours = await use('bruno');
    expect(ours.received.at(-1)).toMatchObject({ method: 'GET', url: '/rooms/Oslo' });
    expect(ours.tests.at(-1)).toBe('Ask a room: res.status: eq 200: passed');
    expect({ received: ours.received.slice(0, -1), tests: ours.tests.slice(0, -1) }).toEqual(theirs);
  }, 400_000);

  it('can be run at once, and sends what the Insomnia workspace describes', async () => {
    const form = [
      ...['--boundary', 'Content-Disposition: form-data; name="customer"', '', '7'],
      ...[
        '--boundary',
        'Content-Disposition: form-data; name="details"',
        'Content-Type: application/json',
        '',
      ],
      ...['{"room":"Oslo"}', '--boundary--', ''],
    ].join('\r\n');
    const json = { 'content-type': 'application/json' };
    const parts = { 'content-type': 'multipart/form-data; boundary=boundary' };
    const desk = { authorization: 'Bearer booking-session-4tY8qL2vXw', 'x-desk': 'front' };
    const booking = { room: 'Oslo', seats: 4, isPaid: false };
    const insomnia = (await use('insomnia')).received;
    expect(insomnia.map(({ method, url, headers, body }) => [`${method} ${url}`, headers, body])).toEqual([
      ['POST /login', json, { user: 'ada', password: 'correct-horse-7' }],
      ['GET /bookings?page=2', desk, ''],
      ['GET /bookings/2', desk, ''],
      ['POST /bookings', { ...desk, ...json }, booking],
      ['POST /documents', { ...desk, ...parts }, form],
      [
        'POST /graphql',
        { ...desk, ...json },
        {
          query: 'query First($first: Int!) {\n  rooms(first: $first)\n}',
          variables: { first: 2 },
          operationName: 'First',
        },
      ],
      ['GET /archive', { 'x-api-key': 'k3y-of-the-archive-9Zp4' }, ''],
    ]);
  }, 400_000);

  it('can be run at once, and writes the parameters of an OpenAPI document in their styles', async () => {
    const { received } = await use('openapi');
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /rooms/Lima,Oslo',
      'GET /rooms/by.Lima.Oslo',
      'GET /rooms/at;floor=2;side=west',
      'GET /search?room=Lima&room=Oslo&day=1,2,3&words=window%20quiet&tags=a|b&filter[seats]=4&filter[paid]=false&path=/floor/2',
      'POST /enquiries',
      'POST /enquiries/documents',
    ]);
    expect(received[3]?.headers).toEqual({ 'x-desks': 'front,back' });
    expect(received[4]?.body).toEqual({ room: 'Oslo', seats: 4, isPaid: false });
    expect(received[5]?.body).toContain('name="details"\r\nContent-Type: application/json\r\n');
  }, 400_000);
});
