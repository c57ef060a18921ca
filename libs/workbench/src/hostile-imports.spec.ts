import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { type ImportResult, createQuietContext } from '@tandem/application';
import { describe as describeError } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

let on: OnDisk;
const requestedUrls: (string | undefined)[] = [];
beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    requestedUrls.push(request.url);
    response.end('{}');
  });
});
afterAll(() => on.close());

const apply = (text: string) =>
  unwrapResult<ImportResult>(on.application.imports.apply({ text }, createQuietContext()));

const readRefusal = async (text: string): Promise<string> => {
  const outcome = await on.application.imports.apply({ text }, createQuietContext())();
  if (E.isRight(outcome)) throw new Error('It was imported');
  return describeError(outcome.left);
};

/** The number of all entities that an import creates. */
const counts = async () => {
  const { folders } = await unwrapResult(on.application.folders.list({}));
  const { requests } = await unwrapResult(on.application.rest.list({ take: 200 }));
  const { environments } = await unwrapResult(on.application.environments.list({}));
  return [folders.length, requests.length, environments.length];
};

const collection = (item: readonly unknown[], name = 'Hostile'): string =>
  JSON.stringify({
    info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item,
  });

const billionLaughs = [
  'openapi: 3.1.0',
  'info: {title: Laughs, version: "1"}',
  'a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha, ha]',
  ...Array.from({ length: 12 }, (_, at) => {
    const before = `*a${at}`;
    return `a${at + 1}: &a${at + 1} [${Array.from({ length: 10 }, () => before).join(', ')}]`;
  }),
].join('\n');

describe('a document that exceeds the limits', () => {
  it.each([
    [
      'longer than 50 MiB',
      () => collection([{ name: 'x'.repeat(51 * 1024 * 1024) }]),
      /is longer than 50 MiB/,
    ],
    [
      'nested 100,000 levels deep',
      () => '['.repeat(100_000) + ']'.repeat(100_000),
      /nested more than 500 levels/,
    ],
    ['multiplied by aliases', () => billionLaughs, /more than 2,000,000 values|neither JSON nor valid YAML/],
  ])('is refused if it is %s, and creates nothing', { tags: 'import:refused' }, async (_, text, words) => {
    const before = await counts();
    expect(await readRefusal(text())).toMatch(words);
    expect(await counts()).toEqual(before);
  });
});

describe('references in a document', () => {
  it('may be circular', { tags: 'import:refused' }, async () => {
    const ring = { $ref: '#/components/schemas/Ring' };
    const { counts: made } = await apply(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Circle', version: '1' },
        paths: {
          '/a': { post: { requestBody: { content: { 'application/json': { schema: ring } } } } },
          '/b': { $ref: '#/paths/~1c' },
          '/c': { $ref: '#/paths/~1b' },
        },
        components: {
          schemas: {
            Ring: { type: 'object', properties: { next: ring, all: { type: 'array', items: ring } } },
            One: { $ref: '#/components/schemas/Other' },
            Other: { $ref: '#/components/schemas/One' },
          },
        },
      }),
    );
    expect(made.requests).toBe(1);
  });

  it('are reported but not followed if they lead outside', { tags: 'import:local' }, async () => {
    const refs = ['file:///etc/passwd', '../../../etc/passwd', `${on.url}/schema.json`, '//127.0.0.1/x'];
    const paths = refs.map((ref, at) => [
      `/p${at}`,
      { get: { parameters: [{ $ref: ref }], summary: `P${at}` } },
    ]);
    requestedUrls.length = 0;
    const { leftOut } = await apply(
      JSON.stringify({
        openapi: '3.0.0',
        info: { title: 'Out', version: '1' },
        paths: Object.fromEntries(paths) as unknown,
      }),
    );
    for (const ref of refs) expect(leftOut.map(({ place }) => place)).toContain(ref);
    expect(JSON.stringify(leftOut)).not.toContain('root:');
    expect(requestedUrls).toEqual([]);
  });
});

describe('a file in the workspace', () => {
  it(
    'is not read if it is too long, not a file, or behind a link that leads outside',
    { tags: 'import:refused' },
    async () => {
      const inside = join(on.folder, 'hostile');
      await mkdir(join(inside, 'folder'), { recursive: true });
      await writeFile(join(inside, 'huge.json'), '');
      await truncate(join(inside, 'huge.json'), 2 ** 40);
      await symlink('/dev/zero', join(inside, 'device'));
      await symlink('/etc', join(inside, 'etc'));
      execFileSync('mkfifo', [join(inside, 'pipe')]);
      const before = await counts();
      const why = async (file: string): Promise<string> => {
        const outcome = await on.application.imports.apply({ file }, createQuietContext())();
        return E.isLeft(outcome) ? describeError(outcome.left) : 'It was imported';
      };
      expect(await why('hostile/huge.json')).toBe(
        'Invalid arguments: file cannot be read: "hostile/huge.json" is longer than 50 MiB. Split it.',
      );
      for (const name of ['device', 'pipe', 'folder', 'etc/hostname', 'a\0b', '../..', '/etc/hostname'])
        expect(await why(name.startsWith('/') ? name : `hostile/${name}`)).toMatch(
          /^Invalid arguments: file cannot be read: ".*" leads out of the workspace's folder or is not a readable file/,
        );
      expect(await why(`hostile/${'x'.repeat(5_000)}`)).toMatch(/is not in the workspace's folder/);
      expect(await counts()).toEqual(before);
      await rm(inside, { recursive: true });
    },
  );
});

/** Every file below a folder, relative to it. */
const listFiles = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((one) => one.isFile()).map((one) => relative(folder, join(one.parentPath, one.name)));
};

describe('names in a document', () => {
  it("never create anything outside the workspace's folder", { tags: 'import:refused' }, async () => {
    const names = [
      '../../evil',
      '/etc/evil',
      '..',
      'C:\\evil',
      'a\u0000evil',
      'CON',
      '.git',
      'x'.repeat(5_000),
    ];
    const outside = join(on.folder, '..');
    const before = await listFiles(outside);
    const { folder } = await apply(
      collection(
        names.map((name) => ({ name, item: [{ name, request: { method: 'GET', url: on.url } }] })),
        '../../up',
      ),
    );
    expect(folder).toBe('..-..-up');
    await unwrapResult(on.application.synchronization.synchronize({}));
    const made = (await listFiles(outside)).filter((file) => !before.includes(file));
    expect(made.length).toBeGreaterThan(names.length);
    const strays = made.filter((file) => !file.startsWith('shop/') && !file.startsWith('data/'));
    expect(strays).toEqual([]);
    expect(made.filter((file) => file.includes('/.git/') || file.includes('/../'))).toEqual([]);
  });
});

describe('scripts in a document', () => {
  it(
    'do not run during the import, and reach nothing when they run',
    { tags: 'import:refused' },
    async () => {
      const attacks = [
        "globalThis.constructor.constructor('return process')().exit(1);",
        "require('fs').readFileSync('/etc/passwd'); require('child_process');",
        'while (true) {}',
      ];
      const item = attacks.map((exec, at) => ({
        name: `Attack ${at}`,
        event: [{ listen: 'prerequest', script: { exec: [exec] } }],
        request: { method: 'GET', url: `${on.url}/attacked` },
      }));
      requestedUrls.length = 0;
      const { folder } = await apply(collection(item, 'Attacks'));
      expect(requestedUrls).toEqual([]);
      const { requests } = await unwrapResult(on.application.rest.list({ take: 200 }));
      for (const { id } of requests.filter((one) => one.folder === folder)) {
        const { lifecycle, error } = await on.execute(id);
        // An exception becomes a failed test, as in newman. A script that never ends is an error.
        const hasFailed = lifecycle.tests.results.some(({ status }) => status === 'failed');
        expect(hasFailed || error !== null).toBe(true);
      }
      const { id } = await on.create({ name: 'After', url: `${on.url}/after` });
      expect((await on.execute(id)).response?.status).toBe(200);
    },
  );
});

describe('5,000 Postman requests', () => {
  it(
    'are created in one transaction with progress, and removed together',
    { tags: 'import:whole', timeout: 120_000 },
    async () => {
      const item = Array.from({ length: 100 }, (_, folder) => ({
        name: `Folder ${folder}`,
        item: Array.from({ length: 50 }, (__, at) => ({
          name: `Request ${folder}-${at}`,
          event: [
            { listen: 'test', script: { exec: ["pm.test('ok', () => pm.response.to.have.status(200));"] } },
          ],
          request: {
            method: 'POST',
            header: [{ key: 'X-Trace', value: '{{trace}}' }],
            body: { mode: 'raw', raw: '{"a": 1}', options: { raw: { language: 'json' } } },
            url: { raw: `${on.url}/items/:id?page=1`, variable: [{ key: 'id', value: '7' }] },
          },
        })),
      }));
      const before = await counts();
      const told: number[] = [];
      const context = { ...createQuietContext(), progress: (done: number) => void told.push(done) };
      const spent = process.cpuUsage();
      const made = await unwrapResult<ImportResult>(
        on.application.imports.apply({ text: collection(item, 'Many') }, context),
      );
      const { user, system } = process.cpuUsage(spent);
      expect((user + system) / 1e6).toBeLessThan(20);
      expect(made.counts).toMatchObject({ requests: 5_000, folders: 101 });
      expect(told.length).toBeGreaterThanOrEqual(50);
      await unwrapResult(on.application.folders.remove({ id: made.folderId ?? '' }));
      expect((await counts()).slice(0, 2)).toEqual(before.slice(0, 2));
    },
  );
});
