import { copyFile, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { defaultActivityLimits, type Store } from '@tandem/core';
import {
  unwrapResult,
  unwrapRefusal,
  sampleActivity,
  sampleCookie,
  sampleEnvironment,
  sampleToken,
  sampleWorkspace,
} from '@tandem/core/testing';
import { hasPostgres, type PostgresServer, startPostgres } from '@tandem/node/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type OpenedStore, openPostgresStore, type PostgresOptions } from '../src/index.js';
import { runPostgresSql } from './sql.js';

const hookMs = 240_000;
const value = 'correct-horse-battery';
const workspace = sampleWorkspace();
const environment = {
  ...sampleEnvironment(workspace.id),
  secrets: [{ name: 'TOKEN', value: `${value}-1`, enabled: true }],
};
const scope = { workspaceId: workspace.id, environmentId: null };
const [first, second] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')];
const tables = [
  'environments',
  'retired_environments',
  'secret_hosts',
  'former_secrets',
  'auth_tokens',
  'cookies',
  'activities',
];

const changeSecret = async (store: Store, to: string): Promise<void> => {
  const present = await unwrapResult(store.environments.get(workspace.id, environment.id));
  const secrets = [{ name: 'TOKEN', value: to, enabled: true }];
  await unwrapResult(
    store.environments.replace({ ...present, secrets, revision: present.revision + 1 }, present.revision),
  );
};

const fillStore = async (store: Store): Promise<void> => {
  await unwrapResult(store.workspaces.create(workspace));
  await unwrapResult(store.environments.create(environment));
  await changeSecret(store, `${value}-2`);
  const retired = { id: environment.id, secrets: environment.secrets, wasActive: false };
  await unwrapResult(store.folderMemories.retire(workspace.id, retired));
  await unwrapResult(store.authTokens.put(scope, { ...sampleToken(), accessToken: `${value}-3` }));
  const cookie = { ...sampleCookie(), value: `${value}-4` };
  await unwrapResult(store.cookies.change(workspace.id, null, { set: [cookie], removed: [] }));
  const entry = { ...sampleActivity(workspace.id, {}), restores: { fields: `${value}-5` } };
  await unwrapResult(store.activities.add(workspace.id, [entry], defaultActivityLimits));
};

const readSecret = async (store: Store): Promise<string | undefined> =>
  (await unwrapResult(store.environments.get(workspace.id, environment.id))).secrets[0]?.value;

const readRefusal = (store: Store) => unwrapRefusal(store.environments.get(workspace.id, environment.id));

/** Reads the values that a store must return unchanged. */
const readStoredValues = async (store: Store): Promise<readonly unknown[]> => {
  const [activity] = (await unwrapResult(store.activities.list(workspace.id, { take: 1 }))).items;
  return [
    await readSecret(store),
    (await unwrapResult(store.folderMemories.retired(workspace.id))).map(({ secrets }) => secrets[0]?.value),
    (await unwrapResult(store.authTokens.list(scope))).map(({ accessToken }) => accessToken),
    (await unwrapResult(store.cookies.all())).map((one) => one.value),
    (await unwrapResult(store.activities.get(workspace.id, activity?.id ?? ''))).restores,
  ];
};

const expectedValues = [
  `${value}-2`,
  [`${value}-1`],
  [`${value}-3`],
  [`${value}-4`],
  { fields: `${value}-5` },
] as const;

describe.runIf(hasPostgres())(
  'secrets in a PostgreSQL store',
  { tags: 'storage:postgres', timeout: 240_000 },
  () => {
    let server: PostgresServer;
    let number = 0;
    let opened: OpenedStore[] = [];
    const told: string[] = [];

    beforeAll(async () => {
      server = await startPostgres();
    }, hookMs);
    afterAll(() => server.remove(), hookMs);
    beforeEach(async () => {
      number += 1;
      await server.sql(`CREATE DATABASE sealed${number}`);
    });
    afterEach(async () => {
      await Promise.all(opened.map(({ close }) => close()));
      opened = [];
      told.length = 0;
    });

    const url = () => server.urlOf(`sealed${number}`);
    /** The path of a machine's key file. */
    const keyOf = (machine: string): string => `${server.keyFile}.${number}.${machine}`;

    const open = async (machine: string, more: Partial<PostgresOptions> = {}): Promise<Store> => {
      const notice = (message: string) => told.push(message);
      const one = await openPostgresStore({ url: url(), keyFile: keyOf(machine), notice, ...more });
      opened.push(one);
      return one.store;
    };
    const closeAll = async () => {
      await Promise.all(opened.splice(0).map(({ close }) => close()));
    };

    /** All rows of the tables with secrets, as text. */
    const rows = async (): Promise<string> => {
      const all = tables.map((name) => `SELECT "${name}"::text AS row FROM "${name}"`).join(' UNION ALL ');
      return JSON.stringify(await runPostgresSql(url(), all));
    };

    /** The data files that contain the value in plain text. */
    const withValue = async (): Promise<readonly string[]> => {
      await runPostgresSql(url(), 'CHECKPOINT');
      const base = join(server.data, 'base');
      const names = (await readdir(base, { recursive: true, withFileTypes: true })).filter((one) =>
        one.isFile(),
      );
      const holds = names.map(async (one) => {
        const path = join(one.parentPath, one.name);
        return (await readFile(path).catch(() => Buffer.of())).includes(value) ? [path] : [];
      });
      return (await Promise.all(holds)).flat();
    };

    it('are encrypted with a key in a file on the server, and a message advises to back the file up', async () => {
      const store = await open('a');
      await fillStore(store);
      expect(await readStoredValues(store)).toEqual(expectedValues);
      expect(await rows()).not.toContain(value);
      expect(told.join()).toMatch(/encrypted with the new key in .*store\.key.*copy it/);
      expect(await readStoredValues(await open('a'))).toEqual(expectedValues);
    });

    it('have one key if two servers start at the same time', async () => {
      await Promise.all([open('a'), open('a')]);
      expect((await readFile(keyOf('a'), 'utf8')).trim().split('\n')).toHaveLength(1);
    });

    it('are encrypted at the start if an earlier version stored them, and no plain text remains in the tables', async () => {
      await fillStore(await open('a'));
      await closeAll();
      await runPostgresSql(
        url(),
        `UPDATE environments SET secrets = '[{"name":"TOKEN","value":"${value}-2","enabled":true}]';
         UPDATE retired_environments SET secrets = '[{"name":"TOKEN","value":"${value}-1","enabled":true}]';
         UPDATE former_secrets SET value = '${value}-1';
         UPDATE auth_tokens SET "accessToken" = '${value}-3', "refreshToken" = '', "idToken" = '';
         UPDATE cookies SET cookie = '${JSON.stringify({ ...sampleCookie(), value: `${value}-4` })}';
         UPDATE activities SET restores = '{"fields":"${value}-5"}';
         DELETE FROM settings WHERE name = 'secretKeys'`,
      );
      await rm(keyOf('a'));
      expect(await withValue()).not.toEqual([]);
      expect(await readStoredValues(await open('a'))).toEqual(expectedValues);
      expect(await rows()).not.toContain(value);
      expect(await withValue()).toEqual([]);
      expect(told.join()).toMatch(/Backups and archived WAL files of the database still hold them/);
    });

    it('cannot be read by a server without the key, and the server changes nothing and says what to do', async () => {
      await fillStore(await open('a'));
      const before = await rows();
      await expect(open('b')).rejects.toMatchObject({ name: 'UnusableDatabase', reason: 'no-key' });
      await expect(open('b', { storeKey: first })).rejects.toThrow(
        /encrypted with the key \w+, which is neither in .*store\.key.* nor in TANDEM_STORE_KEY\. Copy store\.key/,
      );
      expect(await rows()).toBe(before);
      await copyFile(keyOf('a'), keyOf('b'));
      expect(await readStoredValues(await open('b'))).toEqual(expectedValues);
    });

    it('are encrypted with the key in TANDEM_STORE_KEY, and no file contains that key', async () => {
      await fillStore(await open('a', { storeKey: first }));
      expect(await readStoredValues(await open('b', { storeKey: first }))).toEqual(expectedValues);
      await expect(readFile(keyOf('a'))).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(open('c', { storeKey: 'secret' })).rejects.toThrow(/TANDEM_STORE_KEY is not a key/);
      await expect(open('a', { storeKey: first, rotateKey: true })).rejects.toThrow(/has no new key/);
      await closeAll();
      await open('a', { storeKey: `${second},${first}`, rotateKey: true });
      expect(await readStoredValues(await open('b', { storeKey: second }))).toEqual(expectedValues);
      await expect(open('c', { storeKey: first })).rejects.toMatchObject({ reason: 'no-key' });
    });

    it('can get a new key while servers run: those that share the key file continue, others fail until they get the new key', async () => {
      const [mine, theirs] = [await open('a'), await open('b', { keyFile: keyOf('a') })];
      await fillStore(mine);
      await copyFile(keyOf('a'), keyOf('c'));
      const elsewhere = await open('c');
      const before = await rows();
      await open('a', { rotateKey: true });

      await expect
        .poll(() => mine.environments.get(workspace.id, environment.id)())
        .toMatchObject({
          _tag: 'Right',
        });
      expect(await readStoredValues(mine)).toEqual(expectedValues);
      await changeSecret(theirs, `${value}-6`);

      expect(await readRefusal(elsewhere)).toMatchObject({ kind: 'storage-failed', reason: 'no-key' });
      const token = elsewhere.authTokens.put(scope, { ...sampleToken(), key: 'other' });
      expect(await unwrapRefusal(token)).toMatchObject({ kind: 'storage-failed', reason: 'no-key' });
      expect(await rows()).not.toBe(before);
      await copyFile(keyOf('a'), keyOf('c'));
      await unwrapResult(elsewhere.workspaces.create({ ...sampleWorkspace(), name: 'Another' }));
      expect(await readSecret(elsewhere)).toBe(`${value}-6`);
    });

    it('can be read again when a lost key returns, unless they were entered again before', async () => {
      await fillStore(await open('a'));
      await closeAll();
      const lost = await open('b', { rotateKey: true });
      expect(told.join()).toMatch(/Enter the values of secrets again/);
      expect(await readSecret(lost)).toBe('');
      expect(await unwrapResult(lost.cookies.all())).toEqual([]);
      await changeSecret(lost, 'entered-again');
      await closeAll();
      const keys = (await readFile(keyOf('a'), 'utf8')) + (await readFile(keyOf('b'), 'utf8'));
      const found = await open('c', { storeKey: keys });
      expect(await readStoredValues(found)).toEqual(['entered-again', ...expectedValues.slice(1)]);
      await closeAll();
      expect(await readStoredValues(await open('b'))).toEqual(['entered-again', ...expectedValues.slice(1)]);
    });
  },
);
