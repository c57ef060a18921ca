import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { hasPostgres, type PostgresServer, startPostgres } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openPostgresStore } from '../src/index.js';
import { connectPool } from '../src/postgres/connection.js';
import {
  addNewFields,
  readEverything,
  readUnreleasedBuild,
  upgradeContents,
} from '../src/testing/unreleased-build.js';
import { readPostgresSchema } from '../src/testing/read-schema.js';
import { runPostgresSql } from './sql.js';

const hookMs = 240_000;
const golden = join(import.meta.dirname, '../src/schema/__golden__/postgres.sql');

describe.runIf(hasPostgres())(
  'the schema of a PostgreSQL store',
  { tags: 'storage:postgres', timeout: hookMs },
  () => {
    let server: PostgresServer;
    let number = 0;

    beforeAll(async () => {
      server = await startPostgres();
    }, hookMs);
    afterAll(() => server.remove(), hookMs);

    const createDatabase = async () => {
      number += 1;
      await server.sql(`CREATE DATABASE schema${number}`);
      return { url: server.urlOf(`schema${number}`), keyFile: `${server.keyFile}.${number}` };
    };

    /** Restores a database that the build of c008bb21 created. */
    const restore = async () => {
      const { postgres } = await readUnreleasedBuild('/srv/data');
      const database = await createDatabase();
      await runPostgresSql(database.url, postgres.sql);
      await writeFile(database.keyFile, postgres.key, { mode: 0o600 });
      return { ...database, contents: postgres.contents };
    };

    const readFrom = async (database: {
      readonly url: string;
      readonly keyFile: string;
    }): Promise<unknown> => {
      const { store, close } = await openPostgresStore(database);
      try {
        return JSON.parse(JSON.stringify(await readEverything(store))) as unknown;
      } finally {
        await close();
      }
    };

    const schemaOf = async (url: string): Promise<string> => {
      const source = await connectPool(url, 1_000);
      try {
        return await readPostgresSchema(source);
      } finally {
        await source.destroy();
      }
    };

    const migrationNames = (url: string) =>
      runPostgresSql(url, 'SELECT "name" FROM "tandem_migrations" ORDER BY "id"');

    it('equals the schema that the migrations of unreleased builds created', async () => {
      const database = await createDatabase();
      await readFrom(database);
      await expect(await schemaOf(database.url)).toMatchFileSnapshot(golden);
    });

    it('is upgraded once, without loss, if two servers open a database of c008bb21', async () => {
      const { contents, ...database } = await restore();
      const both = await Promise.all([readFrom(database), readFrom(database)]);
      for (const one of both) expect(one).toEqual(upgradeContents(contents));
      expect(await migrationNames(database.url)).toEqual([
        { name: 'Initial1795446000000' },
        { name: 'FolderOrder1795800000000' },
      ]);
      await expect(await schemaOf(database.url)).toMatchFileSnapshot(golden);
    });

    it('is adopted from the last unreleased build without changing any row', async () => {
      const { contents, ...database } = await restore();
      await runPostgresSql(
        database.url,
        `INSERT INTO tandem_migrations ("timestamp", "name") VALUES (1795442400000, 'FolderAuth1795442400000')`,
      );
      expect(await readFrom(database)).toEqual(addNewFields(contents));
      expect(await migrationNames(database.url)).toEqual([
        { name: 'Initial1795446000000' },
        { name: 'FolderOrder1795800000000' },
      ]);
    });

    it('is refused and left unchanged if an older unreleased build created it, and the error says what to do', async () => {
      const { contents: _, ...database } = await restore();
      await runPostgresSql(database.url, `DELETE FROM tandem_migrations WHERE "name" LIKE 'SealedSecrets%'`);
      const before = await migrationNames(database.url);
      await expect(openPostgresStore(database)).rejects.toMatchObject({ reason: 'outdated', forUser: true });
      await expect(openPostgresStore(database)).rejects.toThrow(
        /schema\d+ was written by an unreleased build of Tandem 0\.1\.0 that is too old for this version \(Examples1795435200000\); open it once with the build of commit c008bb21, then with this version, or use another database$/,
      );
      expect(await migrationNames(database.url)).toEqual(before);
    });
  },
);
