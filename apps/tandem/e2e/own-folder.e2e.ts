import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { E } from '@tandem/core/fp';
import { openWorkbench } from '@tandem/workbench';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { fetchBruno } from '../../../tools/fetch/bruno.mjs';
import { type OpenedWorkspace, openWorkspace } from './workspace.js';

const run = promisify(execFile);

const request = (name: string, seq: number, more = ''): string =>
  `info:\n  name: ${name}\n  type: http\n  seq: ${seq}\n\nhttp:\n  method: GET\n  url: "{{HOST}}/${name}?page=1"\n  params:\n    - name: page\n      value: "1"\n      type: query\n  auth: inherit\n${more}`;

const script = `runtime:
  scripts:
    - type: tests
      code: |-
        test('is there', () => { expect(res.status).to.equal(200); });
`;

const collection = (url: string): Readonly<Record<string, string>> => ({
  'opencollection.yml':
    'opencollection: 1.0.0\ninfo:\n  name: Shop\nrequest:\n  headers:\n    - name: x-team\n      value: a\nextensions:\n  bruno:\n    ignore:\n      - node_modules\n      - .git\n',
  'environments/Local.yml': `name: Local\nvariables:\n  - name: HOST\n    value: ${url}\n`,
  'users/folder.yml': 'info:\n  name: Users\n  type: folder\n  seq: 1\n',
  'users/get.yml': request('get', 1, script),
  'users/list.yml': request('list', 2),
  'health.yml': request('health', 1, script),
  'docker-compose.yml': 'services:\n  db:\n    image: postgres\n',
  'src/index.js': 'export {};\n',
});

const readFiles = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const texts = paths
    .sort()
    .map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')]);
  return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
};

let on: OpenedWorkspace;
let folder = '';
beforeEach(async () => {
  on = await openWorkspace();
  folder = join(on.folder, 'shop');
  for (const [path, text] of Object.entries(collection(on.url))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
});
afterEach(() => on.close());

describe('a Bruno collection that is used in place', { tags: 'folder:own' }, () => {
  it('can be run, validated and exported from its files, which remain unchanged', async () => {
    const before = await readFiles(folder);
    const all = await on.tandem(['run', folder, '--env', 'Local']);
    expect([all.code, all.stderr]).toEqual([0, '']);
    expect(on.seen).toEqual(['/get?page=1', '/list?page=1', '/health?page=1']);
    await on.tandem(['run', join(folder, 'users', 'list.yml'), '--env', 'Local']);
    expect(on.seen.slice(3)).toEqual(['/list?page=1']);
    expect(await on.tandem(['validate', join(folder, 'users')])).toMatchObject({ code: 0 });
    const exported = await on.tandem(['export', 'curl', join(folder, 'users'), '--env', 'Local']);
    expect(exported).toMatchObject({ code: 0, stdout: expect.stringContaining('/get?page=1') as string });
    expect(await on.tandem(['init', folder])).toMatchObject({ code: 2 });
    expect(await readFiles(folder)).toEqual(before);
  });

  it('reports its broken files by path, and stores imported files next to its own', async () => {
    const before = await readFiles(folder);
    await writeFile(join(folder, 'broken.yml'), request('broken', 3).replace('method:', 'method: ['));
    const broken = await on.tandem(['validate', folder]);
    expect(broken.code).toBe(3);
    expect(broken.stderr).toContain('/shop/broken.yml:8:');
    await writeFile(join(folder, 'broken.yml'), request('fixed', 3));
    await writeFile(join(on.folder, 'more.http'), `GET ${on.url}/more\n`);
    const imported = await on.tandem(['import', join(on.folder, 'more.http'), folder]);
    expect([imported.code, imported.stderr]).toEqual([0, '']);
    expect(await readFiles(folder)).toMatchObject(before);
    await on.tandem(['run', folder, '--env', 'Local']);
    expect(on.seen).toContain('/more');
  });

  it('may contain requests of unsupported kinds, and every command lists these', async () => {
    const stream = 'info:\n  name: Stream\n  type: grpc\ngrpc:\n  url: "{{HOST}}"\n  method: /a/B\n';
    await writeFile(join(folder, 'users', 'stream.yml'), stream);
    await writeFile(join(on.folder, 'more.http'), `GET ${on.url}/more\n`);
    const warning =
      /^tandem: \S*shop\/users\/stream\.yml is not read: it is a grpc request, which Tandem does not have\.\n(?:.* not exported: .*\n)*$/;
    for (const args of [
      ['run', folder, '--env', 'Local'],
      ['run', join(folder, 'users'), '--env', 'Local'],
      ['validate', folder],
      ['export', 'postman', folder, '--env', 'Local'],
      ['import', join(on.folder, 'more.http'), folder, '--dry-run'],
      ['import', join(on.folder, 'more.http'), folder],
    ]) {
      const { code, stderr } = await on.tandem(args);
      expect([code, stderr], args.join(' ')).toEqual([0, expect.stringMatching(warning) as string]);
    }
    const other = await on.tandem(['run', join(folder, 'health.yml'), '--env', 'Local']);
    expect([other.code, other.stderr]).toEqual([0, '']);
  });

  it('sends the same requests in Bruno, before and after a request was changed in Tandem', async () => {
    const bruno = await fetchBruno();
    const both = async (): Promise<void> => {
      on.seen.length = 0;
      await run(bruno, ['run', '-r', '--env', 'Local', '--sandbox', 'safe'], { cwd: folder });
      const theirs = on.seen.splice(0);
      expect(theirs).toHaveLength(3);
      expect(await on.tandem(['run', folder, '--env', 'Local'])).toMatchObject({ code: 0 });
      expect(on.seen).toEqual(theirs);
    };
    await both();
    const before = await readFiles(folder);
    const workbench = await openWorkbench({ dataFolder: join(on.folder, 'data'), version: '1.0.0' });
    try {
      await workbench.openFolder(folder);
      const { rest, synchronization } = workbench.application;
      const listed = await rest.list({ take: 10 })();
      const [list] = E.isRight(listed) ? listed.right.requests.filter(({ name }) => name === 'list') : [];
      if (list === undefined) throw new Error('the request was not taken in');
      await rest.update({ id: list.id, url: '{{HOST}}/changed' })();
      await synchronization.synchronize({})();
    } finally {
      await workbench.close();
    }
    const after = await readFiles(folder);
    expect(after).toEqual({ ...before, 'users/list.yml': after['users/list.yml'] });
    await both();
    expect(on.seen).toContain('/changed?page=1');
  }, 400_000);
});
