import { testRepositoriesContract, testSharedStoreContract } from '@tandem/core/testing';
import { hasPostgres, type PostgresServer, startPostgres } from '@tandem/node/testing';
import { afterAll, beforeAll, describe } from 'vitest';

import { type OpenedStore, openPostgresStore } from '../src/index.js';
import { deleteAllRows } from './sql.js';

describe.runIf(hasPostgres())('a PostgreSQL store', { tags: 'storage:postgres', timeout: 240_000 }, () => {
  let server: PostgresServer;
  let [mine, theirs]: readonly [OpenedStore?, OpenedStore?] = [];

  beforeAll(async () => {
    server = await startPostgres();
    mine = await openPostgresStore({ ...server.storeOf() });
    theirs = await openPostgresStore({ ...server.storeOf() });
  }, 240_000);
  afterAll(async () => {
    await mine?.close();
    await theirs?.close();
    await server.remove();
  }, 240_000);

  const both = async () => {
    await deleteAllRows(server.urlOf());
    if (mine === undefined || theirs === undefined) throw new Error('the server did not start');
    return { mine: mine.store, theirs: theirs.store, close: () => Promise.resolve() };
  };

  testRepositoriesContract('postgres', async () => {
    const { mine: store, close } = await both();
    return { store, close };
  });
  testSharedStoreContract('postgres', both);
});
