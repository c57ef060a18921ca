import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createQuietContext, type RunView } from '@tandem/application';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fetchNewman } from '../../../tools/fetch/newman.mjs';
import { unwrapResult, type OnDisk, openOnDisk } from '../src/testing/on-disk.js';
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
    const own = Object.entries(headers).filter(([name]) => /^(?:x-|authorization$)/.test(name));
    const { cookie = '' } = headers;
    // A form may encode a space as + or %20.
    const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1] ?? '%20';
    const body = Buffer.concat(pieces).toString().replaceAll(boundary, '+');
    arrivedRequests.push(`${method} ${url} ${JSON.stringify(own.sort())} ${cookie} ${body}`);
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

/** Newman lists each request that a script sends as another execution of the item, with the same tests. */
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
  on = await openOnDisk(answer);
}, 400_000);
afterAll(() => on.close());

const runNewman = async (text: string) => {
  const at = (name: string) => join(on.folder, name);
  await writeFile(at('scripts.json'), text);
  await writeFile(at('place.json'), JSON.stringify(postmanEnvironment));
  await writeFile(at('rows.json'), JSON.stringify([postmanRow]));
  const reporting = [
    '--reporters',
    'json',
    '--reporter-json-export',
    at('report.json'),
    '--suppress-exit-code',
  ];
  await run(newman, ['run', at('scripts.json'), '-e', at('place.json'), '-d', at('rows.json'), ...reporting]);
  const report = JSON.parse(await readFile(at('report.json'), 'utf8')) as NewmanReport;
  return { tests: listOutcomes(report), failedScripts: listFailedScripts(report) };
};

const runTandem = async (text: string): Promise<Outcomes> => {
  const { application } = on;
  await unwrapResult(application.scriptSending.decide({ allow: true }));
  await unwrapResult(application.outsideScripts.trust({ trust: true }));
  await unwrapResult(application.imports.apply({ text }, createQuietContext()));
  await unwrapResult(
    application.imports.apply({ text: JSON.stringify(postmanEnvironment) }, createQuietContext()),
  );
  await unwrapResult(application.environments.activate({ id: 'Place' }));
  const plan = { rows: [postmanRow], report: 'full' } as const;
  const { requests = [] } = await unwrapResult<RunView>(application.runs.execute(plan, asPerson));
  return requests.flatMap(({ name, tests }) => tests.map((test) => `${name}: ${test.name}: ${test.status}`));
};

describe('scripts of an imported Postman collection', { tags: 'foreign:oracle' }, () => {
  it('send the same requests and get the same test results as in newman', async () => {
    const text = JSON.stringify(createPostmanScripts(on.url));
    const theirs = await runNewman(text);
    const theirRequests = arrivedRequests;
    arrivedRequests = [];
    const ours = await runTandem(text);
    expect(ours.filter((one) => !failedScript.test(one))).toEqual(theirs.tests);
    expect(ours.filter((one) => failedScript.test(one))).toEqual(theirs.failedScripts);
    expect(theirs.failedScripts).toHaveLength(2);
    expect(arrivedRequests).toEqual(theirRequests);
    // Both ran each script of the list.
    expect(postmanItems.length).toBeGreaterThanOrEqual(180);
    expect(theirs.tests.length).toBeGreaterThan(700);
  }, 120_000);
});
