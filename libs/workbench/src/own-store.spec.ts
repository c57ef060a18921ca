import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createMemoryStore } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { unwrapResult } from './testing/on-disk.js';
import { openWorkbench } from './workbench.js';

it('a workbench uses the store in its options, and closes it', { tags: 'storage:own-store' }, async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-workbench-')));
  try {
    const store = createMemoryStore();
    let closed = 0;
    const workbench = await openWorkbench({
      dataFolder: join(root, 'data'),
      version: '1.2.3',
      store: () => Promise.resolve({ store, close: () => Promise.resolve(void (closed += 1)) }),
    });
    const workspace = await workbench.openFolder(join(root, 'shop'));
    expect(await unwrapResult(store.workspaces.all())).toEqual([workspace]);
    expect(await readdir(join(root, 'data'))).not.toContain('tandem.sqlite');
    await workbench.close();
    expect(closed).toBe(1);
  } finally {
    await rm(root, { recursive: true });
  }
});
