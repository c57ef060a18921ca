import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createQuietContext, type RunView } from '@tandem/application';
import { readDataRows, type RunRow } from '@tandem/core';
import { readCsv } from '@tandem/core/csv';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { fetchNewman } from '../../../tools/fetch/newman.mjs';
import { answerOddBody, listOwnHeaders } from '../src/testing/oracle-server.js';
import { unwrapResult, type OnDisk, openOnDisk } from '../src/testing/on-disk.js';
import {
  createFormat1,
  format1Environment,
  format1Globals,
  format1Rows,
} from '../src/testing/postman/format-1.js';
import {
  postmanItems,
  postmanEnvironment,
  postmanRow,
  createPostmanScripts,
} from '../src/testing/postman/collection.js';

const run = promisify(execFile);

/** A caller that sees the cookies it received. */
const asPerson = { ...createQuietContext(), by: 'a person' };

let arrivedRequests: string[] = [];

/** Records each request, and responds according to its path. */
const answer: RequestListener = (incoming, response) => {
  const pieces: Buffer[] = [];
  incoming.on('data', (piece: Buffer) => pieces.push(piece));
  incoming.on('end', () => {
    const { method, url = '', headers } = incoming;
    const own = listOwnHeaders(incoming);
    const { cookie = '' } = headers;
    // A form may encode a space as + or %20.
    const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1] ?? '%20';
    const body = Buffer.concat(pieces).toString().replaceAll(boundary, '+');
    arrivedRequests.push(
      `${method} ${url} ${JSON.stringify(own).replaceAll(boundary, '+')} ${cookie} ${body}`,
    );
    if (answerOddBody(url, response)) return;
    const status = Number(/^\/status\/(\d+)/.exec(url)?.[1] ?? 200);
    response.setHeader('X-Reply', 'yes');
    if (url === '/cookie') response.setHeader('set-cookie', 'sid=abc; Path=/');
    response.setHeader('content-type', url === '/text' ? 'text/plain' : 'application/json');
    response.writeHead(status);
    if (status === 204) response.end();
    else if (url === '/text') response.end('plain text');
    else response.end(JSON.stringify({ name: 'Ann', list: [{ a: 1 }, { a: 2 }], none: null }));
  });
};

/** `Request: test` and the result of each test, in order. */
type Outcomes = readonly string[];

interface NewmanScript {
  readonly error?: unknown;
}

interface NewmanReport {
  readonly run: {
    readonly executions: readonly {
      readonly cursor: { readonly ref: string };
      readonly item: { readonly name: string };
      readonly prerequestScript?: readonly NewmanScript[];
      readonly testScript?: readonly NewmanScript[];
      readonly assertions?: readonly {
        readonly assertion: string;
        readonly skipped?: boolean;
        readonly error?: unknown;
      }[];
    }[];
  };
}

/** newman lists each request that a script sends as another execution of the item, with the same tests. */
const dropSent = ({ run: { executions } }: NewmanReport) =>
  executions.filter(({ cursor }, at) => executions.findIndex((one) => one.cursor.ref === cursor.ref) === at);

const listOutcomes = (report: NewmanReport): Outcomes =>
  dropSent(report).flatMap(({ item, assertions = [] }) =>
    assertions.map(({ assertion, skipped, error }) => {
      const status = skipped === true ? 'skipped' : error === undefined ? 'passed' : 'failed';
      return `${item.name}: ${assertion}: ${status}`;
    }),
  );

/** Lists the scripts that failed. newman lists them separately; in Tandem each is a failed test. */
const failedScript = /^(.*): (Pre-request script|Test script): failed$/;

const listFailedScripts = (report: NewmanReport): Outcomes =>
  dropSent(report).flatMap(({ item, prerequestScript = [], testScript = [] }) => [
    ...prerequestScript.flatMap(({ error }) => (error ? [`${item.name}: Pre-request script: failed`] : [])),
    ...testScript.flatMap(({ error }) => (error ? [`${item.name}: Test script: failed`] : [])),
  ]);

let on: OnDisk;
let newman = '';
beforeAll(async () => {
  newman = await fetchNewman();
}, 400_000);
beforeEach(async () => {
  arrivedRequests = [];
  on = await openOnDisk(answer);
});
afterEach(() => on.close());

/** The collection, environment, globals and data of one run. */
interface Documents {
  readonly collection: object;
  readonly environment: object;
  readonly globals?: object;
  /** The text of the data file, CSV or JSON. */
  readonly data: string;
}

const runNewman = async ({ collection, environment, globals = {}, data }: Documents) => {
  const at = (name: string) => join(on.folder, '..', name);
  const files = { collection, environment, globals };
  for (const [name, document] of Object.entries(files))
    await writeFile(at(`${name}.json`), JSON.stringify(document));
  await writeFile(at('rows.txt'), data);
  const reporting = [
    '--reporters',
    'json',
    '--reporter-json-export',
    at('report.json'),
    '--suppress-exit-code',
  ];
  const given = ['-e', at('environment.json'), '-g', at('globals.json'), '-d', at('rows.txt')];
  await run(newman, ['run', at('collection.json'), ...given, ...reporting]);
  const report = JSON.parse(await readFile(at('report.json'), 'utf8')) as NewmanReport;
  return { tests: listOutcomes(report), failedScripts: listFailedScripts(report) };
};

const readRows = async (data: string): Promise<readonly RunRow[]> => {
  const read = await readDataRows(data, readCsv, 10);
  if ('problem' in read) throw new Error(read.problem);
  return read.rows;
};

const runTandem = async ({ data, ...documents }: Documents): Promise<Outcomes> => {
  const { application } = on;
  await unwrapResult(application.scriptSending.decide({ allow: true }));
  await unwrapResult(application.outsideScripts.trust({ trust: true }));
  const given = Object.values(documents).map((document: object) => ({ text: JSON.stringify(document) }));
  await unwrapResult(application.imports.applyMany({ documents: given }, createQuietContext()));
  const plan = { rows: await readRows(data), report: 'full' } as const;
  const { requests = [] } = await unwrapResult<RunView>(application.runs.execute(plan, asPerson));
  return requests.flatMap(({ name, tests }) => tests.map((test) => `${name}: ${test.name}: ${test.status}`));
};

/** Runs the documents in newman and in Tandem, which have to send the same requests. */
const compare = async (documents: Documents) => {
  const theirs = await runNewman(documents);
  const theirRequests = arrivedRequests;
  arrivedRequests = [];
  const ours = await runTandem(documents);
  expect(ours.filter((one) => !failedScript.test(one))).toEqual(theirs.tests);
  expect(ours.filter((one) => failedScript.test(one))).toEqual(theirs.failedScripts);
  expect(arrivedRequests).toEqual(theirRequests);
  return theirs;
};

describe('scripts of an imported Postman collection', { tags: 'foreign:oracle' }, () => {
  it('send the same requests and get the same test results as in newman', async () => {
    const theirs = await compare({
      collection: createPostmanScripts(on.url),
      environment: postmanEnvironment,
      data: JSON.stringify([postmanRow]),
    });
    expect(theirs.failedScripts).toHaveLength(3);
    // The run included every script of the collection, in both tools.
    expect(postmanItems.length).toBeGreaterThanOrEqual(280);
    expect(theirs.tests.length).toBeGreaterThan(1_200);
  }, 240_000);

  it('read descriptions, globals and the numbers of a CSV file as newman does, in a collection of format 1', async () => {
    const theirs = await compare({
      collection: createFormat1(on.url),
      environment: format1Environment,
      globals: format1Globals,
      data: format1Rows,
    });
    expect(theirs.tests.length).toBe(8);
    expect(theirs.tests.filter((one) => !one.endsWith(': passed'))).toEqual([]);
    expect(arrivedRequests).toHaveLength(4);
  }, 120_000);
});
