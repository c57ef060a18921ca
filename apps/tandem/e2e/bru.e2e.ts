import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import type { BrunoConversion } from '@tandem/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { fetchBruno } from '../../../tools/fetch/bruno.mjs';
import { bruCollection } from './bru-collection.js';
import { type OpenedWorkspace, openWorkspace } from './workspace.js';

const run = promisify(execFile);

let on: OpenedWorkspace;
let receivedRequests: string[] = [];
let folder = '';

/** Records requests without the headers that each program adds, and without multipart boundaries. */
const answer = (incoming: IncomingMessage, response: ServerResponse): void => {
  const pieces: Buffer[] = [];
  incoming.on('data', (piece: Buffer) => pieces.push(piece));
  incoming.on('end', () => {
    const { method, url = '', headers } = incoming;
    const wanted = /^(?:x-|authorization$|content-type$)/;
    const own = Object.entries(headers).filter(([name]) => wanted.test(name));
    const boundary = /boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1] ?? '\0';
    const text = `${method} ${url} ${JSON.stringify(own.sort())} ${Buffer.concat(pieces).toString()}`;
    receivedRequests.push(
      text
        .replaceAll(boundary, 'BOUNDARY')
        .replace(/"?BOUNDARY"?/g, 'BOUNDARY')
        .replace('; charset=utf-8', '')
        .replace(',"operationName":null', ''),
    );
    response.setHeader('content-type', 'application/json');
    response.end('{"name":"Ann"}');
  });
};

const writeFiles = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
};

const readFiles = async (root: string): Promise<Readonly<Record<string, string>>> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const texts = paths.sort().map(async (path) => [path.slice(root.length + 1), await readFile(path, 'utf8')]);
  return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
};

beforeEach(async () => {
  on = await openWorkspace();
  on.state.answer = answer;
  receivedRequests = [];
  folder = join(on.folder, 'bruno');
  await writeFiles(bruCollection(on.url));
});
afterEach(() => on.close());

type BrunoReport = readonly [
  {
    readonly results: readonly {
      readonly testResults: readonly { readonly description: string; readonly status: string }[];
      readonly assertionResults: readonly Readonly<Record<'lhsExpr' | 'rhsExpr' | 'status', string>>[];
    }[];
  },
];

/** Lists the tests in a Tandem report, in the format of Bruno's report. */
const listTests = (report: string): readonly string[] => {
  const { requests } = JSON.parse(report) as {
    readonly requests: readonly {
      readonly tests: readonly { readonly name: string; readonly status: string }[];
    }[];
  };
  return requests
    .flatMap(({ tests }) =>
      tests.map(({ name, status }) => `${name} ${status === 'passed' ? 'pass' : 'fail'}`),
    )
    .toSorted();
};

const listBruFiles = (files: Readonly<Record<string, string>>) =>
  Object.keys(files).filter((path) => path.endsWith('.bru') && !path.startsWith('ignored/'));

describe('a folder of .bru files', { tags: 'import:bru' }, () => {
  it('is converted into a new folder, and remains unchanged', async () => {
    const before = await readFiles(folder);
    const into = join(on.folder, 'yaml');
    const dry = await on.tandem(['import', folder, into, '--dry-run', '--json']);
    expect(JSON.parse(dry.stdout)).toMatchObject({ dryRun: true, problems: [] });
    await expect(readdir(into)).rejects.toMatchObject({ code: 'ENOENT' });
    const { code, stdout } = await on.tandem(['import', folder, into, '--json']);
    const conversion = JSON.parse(stdout) as BrunoConversion;
    expect([code, conversion.name, conversion.requests, conversion.environments]).toEqual([0, 'Shop', 22, 1]);
    expect(conversion.leftOut).toEqual([
      { place: 'kept/inactive.bru', what: 'its body “text”, which is not in use' },
      { place: 'kept/stream.bru', what: 'a gRPC request is kept, but does not run in Tandem' },
    ]);
    const made = await readFiles(into);
    expect(made['files/a.txt']).toBe('the file\n');
    expect(made['environments/Local.yml']).toMatch(
      /secret: true\s+name: PASSWORD|name: PASSWORD\s+secret: true/,
    );
    expect(Object.keys(made).some((path) => path.endsWith('.bru'))).toBe(false);
    expect(await readFiles(folder)).toEqual(before);
    expect(await on.tandem(['import', folder, into])).toMatchObject({ code: 3 });
    expect(await readFiles(into)).toEqual(made);
  });

  it('is converted in place only if requested, and its .bru files are then removed', async () => {
    const before = await readFiles(folder);
    expect(await on.tandem(['import', folder])).toMatchObject({ code: 2 });
    expect(await readFiles(folder)).toEqual(before);
    const { code, stdout } = await on.tandem(['import', folder, '--in-place']);
    expect(`${code} ${stdout}`).toMatch(/^0 .*\n\nRun it: tandem run \S+bruno --env Local\n$/s);
    const after = await readFiles(folder);
    expect(listBruFiles(after)).toEqual([]);
    expect(after['ignored/not.bru']).toBe('this is not read');
    expect(Object.keys(after)).not.toContain('bruno.json');
    expect(Object.keys(after).filter((path) => path.endsWith('.yml'))).toHaveLength(
      listBruFiles(before).length,
    );
  });

  it('sends the same requests and has the same test results as the original in Bruno', async () => {
    const bruno = await fetchBruno();
    const parts = ['users', 'bodies', 'auth', 'search'];
    const inBruno = async (root: string, ending: string) => {
      const report = join(on.folder, 'report.json');
      const paths = parts.map((part) => (part === 'search' ? `${part}${ending}` : part));
      const args = [
        'run',
        ...paths,
        '-r',
        '--env',
        'Local',
        '--env-var',
        'PASSWORD=ann-word',
        '--sandbox',
        'safe',
      ];
      await run(bruno, [...args, '--reporter-json', report], { cwd: root });
      const [{ results }] = JSON.parse(await readFile(report, 'utf8')) as BrunoReport;
      return {
        tests: results.flatMap((one) => one.testResults.map((test) => `${test.description} ${test.status}`)),
        assertions: results.flatMap((one) =>
          one.assertionResults.map((test) => `${test.lhsExpr}: ${test.rhsExpr} ${test.status}`),
        ),
        requests: receivedRequests.splice(0),
      };
    };
    const original = await inBruno(folder, '.bru');
    expect(original.requests).toHaveLength(14);
    const into = join(on.folder, 'yaml');
    expect(await on.tandem(['import', folder, into])).toMatchObject({ code: 0 });
    expect(await inBruno(into, '.yml')).toEqual(original);
    const report = join(on.folder, 'ours.json');
    const paths = parts.map((part) => join(into, part === 'search' ? 'search.yml' : part));
    const ours = await on.tandem(['run', ...paths, '--env', 'Local', '--reporter', `json=${report}`], {
      TANDEM_SECRET_PASSWORD: 'ann-word',
    });
    expect([ours.code, ours.stderr]).toEqual([0, '']);
    expect(receivedRequests.toSorted()).toEqual(original.requests.toSorted());
    expect(listTests(await readFile(report, 'utf8'))).toEqual(
      [...original.tests, ...original.assertions].toSorted(),
    );
  }, 400_000);

  it('cannot be run or imported as a file, and the error names the command for the conversion', async () => {
    for (const path of [folder, join(folder, 'users'), join(folder, 'search.bru')]) {
      const { code, stderr } = await on.tandem(['run', path]);
      expect(`${code} ${stderr}`).toMatch(
        /^2 tandem: .* is a collection of \.bru files.*: tandem import \S*bruno <new folder>\n$/,
      );
    }
    const { code, stderr } = await on.tandem(['import', join(folder, 'search.bru'), join(on.folder, 'new')]);
    expect(`${code} ${stderr}`).toMatch(
      /^3 tandem: \S*search\.bru is a file of a Bruno collection; .*tandem import <folder>\.\n$/,
    );
  });

  it('is not converted if a file is broken, and the broken line is reported', async () => {
    await writeFiles({ 'broken.bru': 'meta {\n  name: Broken\n}\n\nget {\n  url: a\n' });
    await symlink('/etc/hosts', join(folder, 'linked.bru'));
    const before = await readFiles(folder);
    const linked = await on.tandem(['import', folder, '--in-place']);
    expect(linked).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('linked.bru:1:1: it is a link') as string,
    });
    await run('rm', [join(folder, 'linked.bru')]);
    const { code, stderr } = await on.tandem(['import', folder, '--in-place']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/broken\.bru:[67]:\d+: expected/);
    expect(await readFiles(folder)).toEqual(before);
  });

  it('is not converted over YAML files or into itself, or if a file is too large', async () => {
    await writeFiles({ 'search.yml': 'info:\n  name: Mine\n' });
    const taken = await on.tandem(['import', folder, '--in-place']);
    expect(taken).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('search.yml:1:1: it exists') as string,
    });
    expect(await on.tandem(['import', folder, join(folder, 'yaml')])).toMatchObject({ code: 3 });
    await writeFiles({ 'huge.bru': `meta {\n  name: ${'x'.repeat(2_600_000)}\n}\n` });
    const huge = await on.tandem(['import', folder, join(on.folder, 'yaml')]);
    expect(huge).toMatchObject({ code: 3, stderr: expect.stringContaining('huge.bru:1:1') as string });
    expect(Object.keys(await readFiles(folder)).filter((path) => path.endsWith('.yml'))).toEqual([
      'search.yml',
    ]);
  });
});
