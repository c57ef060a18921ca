import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { readEverything } from './read-everything.js';
import { executeSql } from './sql.js';

type Contents = Awaited<ReturnType<typeof readEverything>>;

/** A database as SQL, the key of its secrets, and what the build that made it read from it. */
interface BuiltDatabase {
  readonly sql: string;
  readonly key: string;
  readonly contents: Contents;
}

/** What the build of commit c008bb21 left: its databases, and the files of the workspaces in its data folder. */
interface UnreleasedBuild {
  readonly sqlite: BuiltDatabase;
  readonly postgres: BuiltDatabase;
  readonly files: Readonly<Record<string, string>>;
}

const fixture = join(import.meta.dirname, '../../fixtures/c008bb21.json.gz');

/** Reads the fixture; `dataFolder` takes the place of the folder in which it was made. */
export const readUnreleasedBuild = async (dataFolder: string): Promise<UnreleasedBuild> => {
  const text = gunzipSync(await readFile(fixture)).toString();
  return JSON.parse(text.replaceAll('{{dataFolder}}', dataFolder)) as UnreleasedBuild;
};

/** The same contents as 0.1.0 reads them: a folder whose auth was none inherited it. */
export const upgradeContents = (contents: Contents): Contents => ({
  ...contents,
  contents: contents.contents.map((one) => ({
    ...one,
    folders: one.folders.map((folder) =>
      folder.auth.type === 'none' ? { ...folder, auth: { type: 'inherit' as const } } : folder,
    ),
  })),
});

/**
 * Makes the data folder that the build of c008bb21 left, with its SQLite file.
 * @returns what that build read from the file
 */
export const restoreDataFolder = async (folder: string): Promise<Contents> => {
  const { sqlite, files } = await readUnreleasedBuild(folder);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await executeSql(join(folder, 'tandem.sqlite'), sqlite.sql);
  await writeFile(join(folder, 'secrets.key'), sqlite.key, { mode: 0o600 });
  return sqlite.contents;
};
