import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { defaultActivityLimits, type Store } from '@tandem/core';
import {
  unwrapResult,
  sampleActivity,
  sampleCookie,
  sampleEnvironment,
  sampleToken,
  sampleWorkspace,
} from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { openSqliteStore } from '../index.js';
import { testInFolder } from '../testing/in-folder.js';
import { executeSql } from '../testing/unreleased-build.js';

const value = 'correct-horse-battery';
const workspace = sampleWorkspace();
const environment = {
  ...sampleEnvironment(workspace.id),
  secrets: [
    { name: 'TOKEN', value: `${value}-1`, enabled: true },
    { name: 'EMPTY', value: '', enabled: true },
  ],
};
const scope = { workspaceId: workspace.id, environmentId: null };

const toDatabasePath = (folder: string): string => join(folder, 'tandem.sqlite');
const toKeyPath = (folder: string): string => join(folder, 'secrets.key');

interface OpenOptions {
  readonly rotateKey?: boolean;
  readonly busyTimeoutMs?: number;
}

/** Runs `work` on the store in a folder, and returns the notices. */
const withStore = async (
  folder: string,
  work: (store: Store) => Promise<unknown>,
  options: OpenOptions = {},
): Promise<readonly string[]> => {
  const told: string[] = [];
  const { store, close } = await openSqliteStore({
    file: toDatabasePath(folder),
    notice: (message) => told.push(message),
    ...options,
  });
  try {
    await work(store);
  } finally {
    await close();
  }
  return told;
};

/** Replaces the values of the secrets, and adds secrets if there are more values. */
const changeSecrets = async (store: Store, values: readonly string[]): Promise<void> => {
  const present = await unwrapResult(store.environments.get(workspace.id, environment.id));
  const secrets = values.map((one, index) => ({
    name: present.secrets[index]?.name ?? `S${index}`,
    value: one,
    enabled: true,
  }));
  const next = { ...present, secrets, revision: present.revision + 1 };
  await unwrapResult(store.environments.replace(next, present.revision));
};

const fillStore = async (store: Store): Promise<void> => {
  await unwrapResult(store.workspaces.create(workspace));
  await unwrapResult(store.environments.create(environment));
  await changeSecrets(store, [`${value}-2`, '']);
  const retired = { id: environment.id, secrets: environment.secrets, wasActive: false };
  await unwrapResult(store.folderMemories.retire(workspace.id, retired));
  await unwrapResult(store.authTokens.put(scope, { ...sampleToken(), accessToken: `${value}-3` }));
  const cookie = { ...sampleCookie(), value: `${value}-4` };
  await unwrapResult(store.cookies.change(workspace.id, null, { set: [cookie], removed: [] }));
  const entry = { ...sampleActivity(workspace.id, {}), restores: { fields: `${value}-5` } };
  await unwrapResult(store.activities.add(workspace.id, [entry], defaultActivityLimits));
};

const readSecrets = async (store: Store): Promise<readonly string[]> => {
  const { secrets } = await unwrapResult(store.environments.get(workspace.id, environment.id));
  return secrets.map((one) => one.value);
};

/** Reads the values that a store must return unchanged. */
const readStoredValues = async (store: Store) => {
  const [activity] = (await unwrapResult(store.activities.list(workspace.id, { take: 1 }))).items;
  return {
    secrets: await readSecrets(store),
    all: (await unwrapResult(store.environments.allSecrets())).map((one) => one.value).sort(),
    retired: (await unwrapResult(store.folderMemories.retired(workspace.id))).map(
      ({ secrets }) => secrets[0]?.value,
    ),
    tokens: (await unwrapResult(store.authTokens.list(scope))).map(({ accessToken }) => accessToken),
    cookies: (await unwrapResult(store.cookies.all())).map((one) => one.value),
    restores: (await unwrapResult(store.activities.get(workspace.id, activity?.id ?? ''))).restores,
  };
};

const expectedValues = {
  secrets: [`${value}-2`, ''],
  all: ['', '', `${value}-1`, `${value}-1`, `${value}-2`, `${value}-3`],
  retired: [`${value}-1`],
  tokens: [`${value}-3`],
  cookies: [`${value}-4`],
  restores: { fields: `${value}-5` },
};

/** The files in a folder that contain the value in plain text. */
const findFilesWithValue = async (folder: string): Promise<readonly string[]> => {
  const names = await readdir(folder);
  const found = await Promise.all(
    names.map(async (name) => ((await readFile(join(folder, name))).includes(value) ? [name] : [])),
  );
  return found.flat();
};

/** Creates a database like those of older versions, which stored secrets in plain text. */
const createPlainDatabase = async (folder: string, more = ''): Promise<void> => {
  await withStore(folder, fillStore);
  await executeSql(
    toDatabasePath(folder),
    `UPDATE environments SET secrets = '[{"name":"TOKEN","value":"${value}-2","enabled":true},{"name":"EMPTY","value":"","enabled":true}]';
     UPDATE retired_environments SET secrets = '[{"name":"TOKEN","value":"${value}-1","enabled":true},{"name":"EMPTY","value":"","enabled":true}]';
     UPDATE former_secrets SET value = '${value}-1';
     UPDATE auth_tokens SET "accessToken" = '${value}-3', "refreshToken" = '', "idToken" = '';
     UPDATE cookies SET cookie = '${JSON.stringify({ ...sampleCookie(), value: `${value}-4` })}';
     UPDATE activities SET restores = '{"fields":"${value}-5"}';
     DELETE FROM settings WHERE name = 'secretKeys';
     ${more}`,
  );
  await rm(toKeyPath(folder));
};

describe('secrets in the database', () => {
  it(
    'can be read again, and no file contains them in plain text, even while the database is open',
    testInFolder(async (folder) => {
      await withStore(folder, async (store) => {
        await fillStore(store);
        expect(await findFilesWithValue(folder)).toEqual([]);
      });
      await withStore(folder, async (store) => {
        expect(await readStoredValues(store)).toEqual(expectedValues);
      });
      expect(await findFilesWithValue(folder)).toEqual([]);
    }),
  );

  it(
    'have a key that only its owner can read',
    testInFolder(async (folder) => {
      await withStore(folder, fillStore);
      expect((await stat(toKeyPath(folder))).mode & 0o777).toBe(0o600);
    }),
  );

  it(
    'are encrypted at the start, after a backup, if an older version stored them in plain text',
    testInFolder(async (folder) => {
      await createPlainDatabase(
        folder,
        `ALTER TABLE folders DROP COLUMN "order";
         DELETE FROM migrations;
         INSERT INTO migrations (timestamp, name) VALUES (1795435200000, 'Examples1795435200000')`,
      );
      expect(await findFilesWithValue(folder)).toEqual(['tandem.sqlite']);
      const told = await withStore(folder, async (store) => {
        expect(await readStoredValues(store)).toEqual(expectedValues);
        const [backup = '', ...others] = await findFilesWithValue(folder);
        expect(backup).toMatch(/\.backup$/);
        expect(others).toEqual([]);
      });
      expect(told.join()).toMatch(/Backups beside it .* hold them in plain text/);
    }),
  );

  it(
    'have one key if two processes start at the same time',
    testInFolder(async (folder) => {
      await createPlainDatabase(folder);
      const both = await Promise.all(
        [1, 2].map(() => openSqliteStore({ file: toDatabasePath(folder), notice: () => undefined })),
      );
      try {
        for (const { store } of both) expect(await readStoredValues(store)).toEqual(expectedValues);
      } finally {
        for (const { close } of both) await close();
      }
      expect((await readFile(toKeyPath(folder), 'utf8')).trim().split('\n')).toHaveLength(1);
    }),
  );
});

describe('a lost key', () => {
  it(
    'is reported, and only the values are missing until the key returns or they are entered again',
    testInFolder(async (folder) => {
      await withStore(folder, fillStore);
      await withStore(folder, (store) => changeSecrets(store, [`${value}-2`, '', 'another-long-value']));
      await rename(toKeyPath(folder), join(folder, 'aside'));
      const told = await withStore(folder, async (store) => {
        expect(await readSecrets(store)).toEqual(['', '', '']);
        expect(await unwrapResult(store.cookies.all())).toEqual([]);
        await changeSecrets(store, ['', '', 'entered-again']);
        expect(await readSecrets(store)).toEqual(['', '', 'entered-again']);
      });
      expect(told.join('\n')).toMatch(/key of the secrets was not found: it is not in .*secrets\.key/);

      const [aside, present] = await Promise.all(
        [join(folder, 'aside'), toKeyPath(folder)].map((path) => readFile(path, 'utf8')),
      );
      await writeFile(toKeyPath(folder), `${aside ?? ''}${present ?? ''}`, { mode: 0o600 });
      expect(
        await withStore(folder, async (store) => {
          expect(await readSecrets(store)).toEqual([`${value}-2`, '', 'entered-again']);
          expect((await readStoredValues(store)).cookies).toEqual([`${value}-4`]);
        }),
      ).toEqual([]);
    }),
  );
});

describe('the replacement of a key', () => {
  it(
    'encrypts everything with the new key, and removes the old key',
    testInFolder(async (folder) => {
      await withStore(folder, fillStore);
      const before = await readFile(toKeyPath(folder), 'utf8');
      await withStore(
        folder,
        async (store) => expect(await readStoredValues(store)).toEqual(expectedValues),
        {
          rotateKey: true,
        },
      );
      const after = await readFile(toKeyPath(folder), 'utf8');
      expect(after.trim().split('\n')).toHaveLength(1);
      expect(after).not.toBe(before);
      await withStore(folder, async (store) => expect(await readStoredValues(store)).toEqual(expectedValues));
    }),
  );

  it(
    'is refused while another process uses the file, and nothing changes',
    testInFolder(async (folder) => {
      await withStore(folder, async (store) => {
        await fillStore(store);
        const rotating = withStore(folder, () => Promise.resolve(), { rotateKey: true, busyTimeoutMs: 100 });
        await expect(rotating).rejects.toThrow(/cannot be replaced while another program uses the file/);
        expect(await readStoredValues(store)).toEqual(expectedValues);
      });
      await withStore(folder, async (store) => expect(await readStoredValues(store)).toEqual(expectedValues));
    }),
  );
});

describe('a key that cannot be used', () => {
  it(
    'is reported if its file cannot be written',
    testInFolder(async (folder) => {
      await mkdir(toKeyPath(folder));
      await expect(withStore(folder, fillStore)).rejects.toThrow(
        /cannot be encrypted, because their key in .*secrets\.key cannot be used/,
      );
    }),
  );
});
