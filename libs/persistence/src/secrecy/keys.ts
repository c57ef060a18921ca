import { readFile } from 'node:fs/promises';

import { decode, oneOf, struct, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { replaceFile } from '@tandem/node';
import type { EntityManager } from 'typeorm';

import { findRow, getQuery, tryParseJson } from '../rows/stored-rows.js';
import { settings } from '../schema/tables.js';
import { getErrorCode } from '../storage-fault.js';
import { keychainEntries } from './keychain.js';
import { formatKey, parseKey, type SecretKey } from './sealing.js';

/** A location where keys are stored. */
export interface KeyLocation {
  readonly name: 'keychain' | 'file' | 'setting';
  /** The name of the location in messages. */
  readonly shown: string;
  /** @throws if the location cannot be reached */
  readonly get: (id: string) => Promise<SecretKey | undefined>;
  /** @throws if the location cannot be reached */
  readonly put: (key: SecretKey) => Promise<void>;
  /** @throws if the location cannot be reached */
  readonly remove: (id: string) => Promise<void>;
}

const getAccount = (id: string): string => `key of secrets ${id}`;

/** The platform's keychain. */
export const keychain: KeyLocation = (() => {
  const get = async (id: string): Promise<SecretKey | undefined> => {
    const text = await keychainEntries.get(getAccount(id));
    return text === undefined ? undefined : parseKey(text);
  };
  return {
    name: 'keychain',
    shown: 'the keychain',
    get,
    put: async (key) => {
      await keychainEntries.set(getAccount(key.id), formatKey(key));
      if ((await get(key.id))?.id !== key.id) throw new Error('the keychain did not keep the key');
    },
    remove: (id) => keychainEntries.remove(getAccount(id)),
  };
})();

/** Keys from the environment, which can only be read. */
export const createProvidedKeys = (shown: string, keys: readonly SecretKey[]): KeyLocation => ({
  name: 'setting',
  shown,
  get: (id) => Promise.resolve(keys.find((key) => key.id === id)),
  put: () => Promise.reject(new Error(`${shown} cannot be written`)),
  remove: () => Promise.resolve(),
});

/** Opens a file that contains one key per line and that only its owner can read. */
export const openKeyFile = (path: string): KeyLocation => {
  const read = async (): Promise<readonly SecretKey[]> => {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (getErrorCode(error) === 'ENOENT') return '';
      throw error;
    });
    return text.split('\n').flatMap((line) => parseKey(line) ?? []);
  };
  const write = (keys: readonly SecretKey[]): Promise<void> =>
    replaceFile(path, keys.map((key) => `${formatKey(key)}\n`).join(''));
  return {
    name: 'file',
    shown: path,
    get: async (id) => (await read()).find((key) => key.id === id),
    put: async (key) => write([...(await read()).filter(({ id }) => id !== key.id), key]),
    remove: async (id) => {
      const keys = await read();
      if (keys.some((key) => key.id === id)) await write(keys.filter((key) => key.id !== id));
    },
  };
};

const KnownKey = struct('a key of secrets', { id: t.string, place: oneOf('keychain', 'file', 'setting') });

/** The id of a key, and where the key is stored. The database never contains the key itself. */
export type KnownKey = t.TypeOf<typeof KnownKey>;

const KnownKeys = struct('the keys of secrets', {
  current: KnownKey,
  former: t.readonlyArray(KnownKey),
  clean: t.boolean,
});

/** The keys that encrypt the values of a database. */
export interface KnownKeys {
  readonly current: KnownKey;
  /** The keys that were missing at the last start. */
  readonly former: readonly KnownKey[];
  /** Whether the file was rebuilt after its secrets were encrypted for the first time, so that no plain text remains. */
  readonly clean: boolean;
}

const settingName = 'secretKeys';

/** @throws if the setting is damaged: a new key would make all secrets unreadable */
export const readKnownKeys = async (db: EntityManager): Promise<KnownKeys | undefined> => {
  const row = await findRow(getQuery(db), settings, { name: settingName });
  if (row === undefined) return undefined;
  const read = tryParseJson(row.value);
  const decoded = E.isRight(read) ? decode(KnownKeys)(read.right) : read;
  if (E.isLeft(decoded)) throw new Error(`The setting ${settingName} of the database is damaged`);
  return decoded.right;
};

export const writeKnownKeys = async (db: EntityManager, known: KnownKeys): Promise<void> => {
  await db.query(
    `INSERT INTO "settings" ("name", "value") VALUES ($1, $2)
     ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
    [settingName, JSON.stringify(known)],
  );
};
