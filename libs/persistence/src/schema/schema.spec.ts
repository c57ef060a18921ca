import { join } from 'node:path';

import { expect, it } from 'vitest';

import { connect } from '../sqlite/connection.js';
import { migrate } from '../sqlite/database.js';
import { testInFolder } from '../testing/in-folder.js';
import { readSqliteSchema } from '../testing/read-schema.js';

it(
  'a new SQLite file has the schema that the migrations of unreleased builds created',
  testInFolder(async (folder) => {
    const file = join(folder, 'tandem.sqlite');
    const source = await connect(file, 1_000);
    try {
      await migrate(source, file);
      await expect(await readSqliteSchema(source)).toMatchFileSnapshot('__golden__/sqlite.sql');
    } finally {
      await source.destroy();
    }
  }),
);
