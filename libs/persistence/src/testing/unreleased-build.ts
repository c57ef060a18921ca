import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { type AppResult, everyScript, type Repositories, type WorkspaceId } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import sqlite3 from 'sqlite3';

/** Runs SQL without the repositories, like another program. */
export const executeSql = (file: string, statements: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file);
    database.exec(statements, (error) => {
      database.close(() => (error ? reject(error) : resolve()));
    });
  });

const page = { take: 1_000 };

const readWorkspace = async (store: Repositories, id: WorkspaceId) => {
  const all = async <A, B>(list: AppResult<readonly A[]>, read: (one: A) => AppResult<B>) => {
    const found: B[] = [];
    for (const one of await unwrapResult(list)) found.push(await unwrapResult(read(one)));
    return found;
  };
  const environments = await unwrapResult(store.environments.list(id));
  const environmentIds = [null, ...environments.map((one) => one.id)];
  const executions = (await unwrapResult(store.executions.list(id, page))).items;
  const { planned, retired } = store.folderMemories;
  const memory = await unwrapResult(store.folderMemories.get(id));
  return {
    environments,
    restRequests: await unwrapResult(store.restRequests.all(id)),
    graphqlRequests: await unwrapResult(store.graphqlRequests.all(id)),
    requestPlaces: await unwrapResult(store.requestPositions.list(id)),
    folders: await unwrapResult(store.folders.list(id)),
    executions: await Promise.all(
      executions.map(async (summary) => {
        const body = await unwrapResult(store.executions.body(id, summary.id));
        return {
          ...(await unwrapResult(store.executions.get(id, summary.id))),
          body: body === null ? null : { ...body, bytes: Buffer.from(body.bytes).toString('base64') },
        };
      }),
    ),
    folderMemory: {
      bases: memory.bases.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      removals: memory.removals.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      planned: await unwrapResult(planned(id)),
      retired: await unwrapResult(retired(id)),
    },
    givenSecrets: await unwrapResult(store.givenSecrets.list(id)),
    scriptSending: await unwrapResult(store.scriptSending.get(id)),
    secretHosts: await unwrapResult(store.secretBindings.list(id)),
    scriptTrust: await unwrapResult(store.scriptReviews.trust(id)),
    scriptReviews: await unwrapResult(store.scriptReviews.find(id, [everyScript])),
    activities: await Promise.all(
      (await unwrapResult(store.activities.list(id, page))).items.map((one) =>
        unwrapResult(store.activities.get(id, one.id)),
      ),
    ),
    cookies: await Promise.all(
      environmentIds.map((environmentId) => unwrapResult(store.cookies.list(id, environmentId))),
    ),
    tokens: await Promise.all(
      environmentIds.map((environmentId) =>
        unwrapResult(store.authTokens.list({ workspaceId: id, environmentId })),
      ),
    ),
    runs: await all(store.runs.list(id), (one) => store.runs.get(id, one.id)),
  };
};

/** Everything that can be read from a store, as plain data, to compare what two versions read from the same database. */
export const readEverything = async (store: Repositories) => {
  const workspaces = await unwrapResult(store.workspaces.all());
  return {
    workspaces,
    active: await unwrapResult(store.workspaces.active()),
    hidden: await unwrapResult(store.workspaces.hidden()),
    secrets: await unwrapResult(store.environments.allSecrets()),
    boundSecrets: await unwrapResult(store.secretBindings.bound()),
    contents: await Promise.all(workspaces.map(({ id }) => readWorkspace(store, id))),
  };
};

type Contents = Awaited<ReturnType<typeof readEverything>>;

/** A database as SQL, the key of its secrets, and the contents that the build that created it read from it. */
interface BuiltDatabase {
  readonly sql: string;
  readonly key: string;
  readonly contents: Contents;
}

/** The data that the build of commit c008bb21 left: its databases, and the files of the workspaces in its data folder. */
interface UnreleasedBuild {
  readonly sqlite: BuiltDatabase;
  readonly postgres: BuiltDatabase;
  readonly files: Readonly<Record<string, string>>;
}

const fixture = join(import.meta.dirname, '../../fixtures/c008bb21.json.gz');

/** Reads the fixture; `dataFolder` replaces the path of the folder in which it was made. */
export const readUnreleasedBuild = async (dataFolder: string): Promise<UnreleasedBuild> => {
  const text = gunzipSync(await readFile(fixture)).toString();
  return JSON.parse(text.replaceAll('{{dataFolder}}', dataFolder)) as UnreleasedBuild;
};

/** Adds the fields that folders did not have in that build, with their defaults. */
export const addNewFields = (contents: Contents): Contents => ({
  ...contents,
  contents: contents.contents.map((one) => ({
    ...one,
    folders: one.folders.map((folder) => ({ ...folder, order: 'folders-first' })),
  })),
});

const inheritAuth = (contents: Contents): Contents => ({
  ...contents,
  contents: contents.contents.map((one) => ({
    ...one,
    folders: one.folders.map((folder) =>
      folder.auth.type === 'none' ? { ...folder, auth: { type: 'inherit' as const } } : folder,
    ),
  })),
});

/** Converts the contents to what this version reads: a folder with the auth "none" now inherits its auth. */
export const upgradeContents = (contents: Contents): Contents => inheritAuth(addNewFields(contents));

/**
 * Restores the data folder that the build of c008bb21 left, with its SQLite file.
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
