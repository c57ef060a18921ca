import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Change } from '@tandem/core';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { unwrapResult } from './testing/on-disk.js';
import { openWorkbench } from './workbench.js';

const requestCount = 400;

let root: string;
let shop: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-folder-reader-')));
  shop = join(root, 'shop');
  const data = join(shop, 'tandem');
  await mkdir(data, { recursive: true });
  await writeFile(join(data, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  for (let at = 0; at < requestCount; at++)
    await writeFile(
      join(data, `r${at}.yml`),
      `info:\n  name: R${at}\n  type: http\nhttp:\n  method: GET\n  url: http://h/${at}\n`,
    );
});

afterEach(() => rm(root, { recursive: true }));

const open = () => openWorkbench({ dataFolder: join(root, 'data'), version: '1' });

it('a large folder is read while calls are answered', { tags: 'folder:take-in' }, async () => {
  const { application, startFolder, close } = await open();
  const changes: Change[] = [];
  application.changes.subscribe((change) => changes.push(change));
  try {
    const { workspace, folderRead } = await startFolder(shop);
    let isRead = false;
    void folderRead.then(() => (isRead = true));
    const { workspaces } = await unwrapResult(application.workspaces.list({ take: 10 }));
    expect(workspaces.map(({ id }) => id)).toEqual([workspace.id]);
    const { requests } = await unwrapResult(application.rest.list({ take: 10 }));
    expect(isRead).toBe(false);
    expect(requests).toEqual([]);
    const report = await unwrapResult(application.synchronization.synchronize({}));
    expect(isRead).toBe(true);
    expect(report).toMatchObject({ written: [], pulled: [], invalid: [] });
    expect(report.unchanged).toBeGreaterThan(requestCount);
    expect(changes.filter(({ entity, op }) => entity === 'rest' && op === 'created')).toHaveLength(
      requestCount,
    );
  } finally {
    await close();
  }
});

it(
  'closing the workbench stops reading, and the next start reads the complete folder',
  { tags: 'folder:take-in' },
  async () => {
    const first = await open();
    const { folderRead } = await first.startFolder(shop);
    await first.close();
    await folderRead;
    const second = await open();
    try {
      await second.openFolder(shop);
      const { requests } = await unwrapResult(second.application.rest.list({ take: 1_000 }));
      expect(new Set(requests.map(({ name }) => name)).size).toBe(requestCount);
    } finally {
      await second.close();
    }
  },
);
