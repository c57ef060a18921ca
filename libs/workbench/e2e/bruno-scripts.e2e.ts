import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { createQuietContext, type RunView } from '@tandem/application';
import type { SynchronizationReport } from '@tandem/core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { fetchBruno } from '../../../tools/fetch/bruno.mjs';
import {
  createBrunoFiles,
  brunoItems,
  brunoRow,
  createDeveloperFiles,
  createFastFiles,
  fastItems,
} from '../src/testing/bruno/collection.js';
import { answerOddBody, listOwnHeaders } from '../src/testing/oracle-server.js';
import { unwrapResult, type OnDisk, openOnDisk } from '../src/testing/on-disk.js';

const run = promisify(execFile);

/** A caller that sees the cookies it received. */
const asPerson = { ...createQuietContext(), by: 'a person' };

/** Limits that no script reaches, however busy the machine is. */
const unlimitedScripts = { TANDEM_SCRIPT_WALL_MS: '60000', TANDEM_SCRIPT_CPU_MS: '60000' };

/** A process variable that scripts may read. */
const processVariable = 'from the process';

/** A file beside the collection that both tools read. */
const envFile = `# of this machine\nexport BRUNO_ORACLE="${processVariable}" # quoted\n`;

let arrivedRequests: string[] = [];

/** Records each request, and responds according to its path. */
const answer: RequestListener = (incoming, response) => {
  const pieces: Buffer[] = [];
  incoming.on('data', (piece: Buffer) => pieces.push(piece));
  incoming.on('end', () => {
    const { method, url = '', headers } = incoming;
    const own = listOwnHeaders(incoming);
    const cookies = (headers.cookie ?? '').split('; ').sort().join('; ');
    // A form may encode a space as + or %20.
    const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1] ?? '%20';
    const body = Buffer.concat(pieces).toString().replaceAll(boundary, '+').replaceAll('%20', '+');
    // Tandem says the charset of plain text, and Bruno leaves it out.
    const type = headers['content-type']?.replace('; charset=utf-8', '') ?? '';
    const shown = `${type} ${JSON.stringify(own)}`.replaceAll(boundary, '+');
    arrivedRequests.push(`${method} ${url} ${shown} ${cookies} ${body}`);
    if (answerOddBody(url, response)) return;
    const status = Number(/^\/status\/(\d+)/.exec(url)?.[1] ?? 200);
    // No answer: the client times out.
    if (url === '/slow') return;
    response.setHeader('X-Reply', 'yes');
    if (url === '/cookie') response.setHeader('set-cookie', 'sid=abc; Path=/');
    response.setHeader('content-type', url === '/text' ? 'text/plain' : 'application/json');
    response.writeHead(status);
    if (status === 204) response.end();
    else if (url === '/text') response.end('plain text');
    else response.end(JSON.stringify({ name: 'Ann', list: [{ a: 1 }, { a: 2 }], none: null }));
  });
};

interface BrunoTest {
  readonly description?: string;
  readonly lhsExpr?: string;
  readonly rhsExpr?: string;
  readonly status: string;
}

type Lists = 'preRequestTestResults' | 'postResponseTestResults' | 'assertionResults' | 'testResults';

type BrunoReport = readonly {
  readonly results: readonly ({ readonly name: string } & Readonly<
    Partial<Record<Lists, readonly BrunoTest[]>>
  >)[];
}[];

/** `Request: test: outcome`, in the order the tests ran. */
const listOutcomes = (report: BrunoReport): readonly string[] =>
  report.flatMap(({ results }) =>
    results.flatMap(({ name, ...lists }) =>
      (['preRequestTestResults', 'postResponseTestResults', 'assertionResults', 'testResults'] as const)
        .flatMap((list) => lists[list] ?? [])
        .map(({ description, lhsExpr, rhsExpr, status }) => {
          const test = description ?? `${lhsExpr}: ${rhsExpr}`;
          return `${name}: ${test}: ${status === 'pass' ? 'passed' : 'failed'}`;
        }),
    ),
  );

let on: OnDisk;
let bruno = '';
beforeAll(async () => {
  bruno = await fetchBruno();
}, 400_000);
beforeEach(async () => {
  arrivedRequests = [];
  on = await openOnDisk(answer, unlimitedScripts);
});
afterEach(() => on.close());

/** The files of a collection, and the options with which Bruno runs it. */
interface Collection {
  readonly files: (base: string) => Readonly<Record<string, object | string>>;
  readonly sandbox: 'safe' | 'developer';
}

const writeAll = async ({ files }: Collection, root: string): Promise<void> => {
  for (const [file, content] of Object.entries(files(on.url))) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
    await writeFile(join(root, file), text);
  }
  await writeFile(join(root, '.env'), envFile);
};

const runBruno = async (collection: Collection, root: string): Promise<readonly string[]> => {
  await writeAll(collection, root);
  const rows = join(root, '../rows.json');
  const report = join(root, '../report.json');
  await writeFile(rows, JSON.stringify([brunoRow]));
  const args = [
    'run',
    '-r',
    '--env',
    'Place',
    '--sandbox',
    collection.sandbox,
    '--json-file-path',
    rows,
    '--reporter-json',
    report,
  ];
  // Bruno exits with an error because some tests fail on purpose.
  await run(bruno, args, { cwd: root, maxBuffer: 2 ** 26 }).catch(() => undefined);
  return listOutcomes(JSON.parse(await readFile(report, 'utf8')) as BrunoReport);
};

const runTandem = async (collection: Collection, root: string): Promise<readonly string[]> => {
  const { application } = on;
  await writeAll(collection, root);
  const { invalid } = await unwrapResult<SynchronizationReport>(application.synchronization.synchronize({}));
  expect(invalid).toEqual([]);
  await unwrapResult(application.scriptSending.decide({ allow: true }));
  await unwrapResult(application.outsideScripts.trust({ trust: true }));
  await unwrapResult(application.environments.activate({ id: 'Place' }));
  const plan = { rows: [brunoRow], report: 'full' } as const;
  const { requests = [] } = await unwrapResult<RunView>(application.runs.execute(plan, asPerson));
  return requests.flatMap(({ name, tests }) => tests.map((test) => `${name}: ${test.name}: ${test.status}`));
};

/** Runs a collection in Bruno and in Tandem. Both must send the same requests and get the same test results. */
const compare = async (collection: Collection) => {
  const theirs = await runBruno(collection, join(on.folder, '../bruno'));
  const theirRequests = arrivedRequests;
  arrivedRequests = [];
  const ours = await runTandem(collection, join(on.folder, 'tandem'));
  expect(ours).toEqual(theirs);
  expect(arrivedRequests).toEqual(theirRequests);
  return theirs;
};

describe('scripts of a Bruno collection', { tags: ['foreign:bruno:oracle', 'calls:bruno'] }, () => {
  it('send the same requests and get the same test results as in Bruno', async () => {
    const outcomes = await compare({ files: createBrunoFiles, sandbox: 'safe' });
    expect(brunoItems.length).toBeGreaterThanOrEqual(150);
    expect(outcomes.length).toBeGreaterThan(350);
  }, 240_000);

  it("send requests and require files as in Bruno's developer mode", async () => {
    const outcomes = await compare({ files: createDeveloperFiles, sandbox: 'developer' });
    expect(outcomes.filter((one) => !one.endsWith('passed'))).toEqual([]);
    expect(outcomes).toHaveLength(15);
  }, 240_000);

  it('send rarer requests and read bodies of any kind as in developer mode', async () => {
    const outcomes = await compare({ files: createFastFiles, sandbox: 'developer' });
    expect(fastItems.length).toBeGreaterThanOrEqual(87);
    expect(outcomes.length).toBeGreaterThan(200);
  }, 240_000);
});
