import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { testRepositoriesContract } from '@tandem/core/testing';

import { openSqliteStore } from '../index.js';

testRepositoriesContract('sqlite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-persistence-'));
  const { store, close } = await openSqliteStore({ file: join(folder, 'tandem.sqlite') });
  return {
    store,
    close: async () => {
      await close();
      await rm(folder, { recursive: true });
    },
  };
});
