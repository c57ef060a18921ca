import { join } from 'node:path';

import type { DataSource } from 'typeorm';
import { expect, it } from 'vitest';

import { connect } from './connection.js';
import { migrate } from './migrate.js';
import { testInFolder } from './testing/in-folder.js';

interface Thing {
  readonly name: string;
  readonly sql: string | null;
}

/** All tables, indexes and triggers with their SQL, without its spaces and line breaks. */
const schemaOf = async (source: DataSource) => {
  const things = await source.query<Thing[]>('SELECT "name", "sql" FROM sqlite_master ORDER BY "name"');
  return things.map(({ name, sql }) => [name, sql?.replaceAll(/\s+/g, '')]);
};

const contentOf = async (source: DataSource) => {
  const tables = await source.query<{ readonly name: string }[]>(
    `SELECT "name" FROM sqlite_master WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite_%' ORDER BY "name"`,
  );
  return Promise.all(
    tables.map(async ({ name }) => [name, await source.query<unknown[]>(`SELECT * FROM "${name}"`)] as const),
  );
};

it(
  'gives a new database the schema that all migrations give an empty one',
  testInFolder(async (folder) => {
    const made = await connect(join(folder, 'made.sqlite'), 1_000);
    const migrated = await connect(join(folder, 'migrated.sqlite'), 1_000);
    try {
      await migrate(made, 'made.sqlite');
      await migrated.runMigrations({ transaction: 'none' });
      expect(await schemaOf(made)).toEqual(await schemaOf(migrated));
      expect(await contentOf(made)).toEqual(await contentOf(migrated));
    } finally {
      await made.destroy();
      await migrated.destroy();
    }
  }),
);
