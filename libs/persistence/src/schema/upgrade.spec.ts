import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { connect } from '../sqlite/connection.js';
import { openSqliteStore } from '../index.js';
import { testInFolder } from '../testing/in-folder.js';
import {
  addNewFields,
  executeSql,
  readEverything,
  restoreDataFolder,
  upgradeContents,
} from '../testing/unreleased-build.js';
import { readSqliteSchema } from '../testing/read-schema.js';

/** Writes the data folder of the build of c008bb21 into a folder. */
const restore = async (folder: string) => ({
  file: join(folder, 'tandem.sqlite'),
  contents: await restoreDataFolder(folder),
});

/** Reads the contents of the store in a file, as plain data. */
const readFrom = async (file: string): Promise<unknown> => {
  const { store, close } = await openSqliteStore({ file });
  try {
    return JSON.parse(JSON.stringify(await readEverything(store))) as unknown;
  } finally {
    await close();
  }
};

const query = async (file: string, statement: string): Promise<unknown> => {
  const source = await connect(file, 1_000);
  try {
    return await source.query<unknown>(statement);
  } finally {
    await source.destroy();
  }
};

const migrationNames = (file: string) => query(file, 'SELECT "name" FROM "migrations" ORDER BY "id"');

describe('a SQLite file from the build of c008bb21', () => {
  it(
    'is upgraded after a backup, and everything in it can be read',
    { tags: ['inherit:auth:none', 'storage:backup'] },
    testInFolder(async (folder) => {
      const { file, contents } = await restore(folder);
      const upgraded = upgradeContents(contents);
      expect(upgraded).not.toEqual(contents);
      expect(await readFrom(file)).toEqual(upgraded);
      expect(await readFrom(file)).toEqual(upgraded);
      expect((await readdir(folder)).filter((name) => name.endsWith('.backup'))).toHaveLength(1);
      expect(await migrationNames(file)).toEqual([
        { name: 'Initial1795446000000' },
        { name: 'FolderOrder1795800000000' },
      ]);
    }),
  );

  it(
    'has the schema of a new file',
    testInFolder(async (folder) => {
      const { file } = await restore(folder);
      await readFrom(file);
      const source = await connect(file, 1_000);
      try {
        await expect(await readSqliteSchema(source)).toMatchFileSnapshot('__golden__/sqlite.sql');
      } finally {
        await source.destroy();
      }
    }),
  );
});

it(
  'a file from the last unreleased build is adopted without changing its rows',
  { tags: 'inherit:auth:none' },
  testInFolder(async (folder) => {
    const { file, contents } = await restore(folder);
    await executeSql(
      file,
      `INSERT INTO migrations (timestamp, name) VALUES (1795442400000, 'FolderAuth1795442400000')`,
    );
    expect(await readFrom(file)).toEqual(addNewFields(contents));
    expect(await migrationNames(file)).toEqual([
      { name: 'Initial1795446000000' },
      { name: 'FolderOrder1795800000000' },
    ]);
  }),
);

it(
  'a file from an older unreleased build is refused and left unchanged, and the error says what to do',
  testInFolder(async (folder) => {
    const { file } = await restore(folder);
    await executeSql(file, `DELETE FROM migrations WHERE name LIKE 'Examples%'`);
    const before = await migrationNames(file);
    await expect(openSqliteStore({ file })).rejects.toMatchObject({
      reason: 'outdated',
      forUser: true,
      message: `${file} was written by an unreleased build of Tandem 0.1.0 that is too old for this version (ScriptReviews1795431600000); open it once with the build of commit c008bb21, then with this version, or use another data folder`,
    });
    expect(await migrationNames(file)).toEqual(before);
  }),
);
