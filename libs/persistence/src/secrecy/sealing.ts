import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

import type { Pair } from '@tandem/core';
import { E } from '@tandem/core/fp';
import type { EntityManager } from 'typeorm';

import { getQuery, tryParseJson } from '../rows/stored-rows.js';

/** A key, and its id. Encrypted values contain the id. */
export interface SecretKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Encrypts texts that a database must not contain in plain text. */
export interface Sealer {
  /** Encrypts a text; an empty text stays empty. */
  readonly seal: (text: string) => string;
  /** Decrypts a stored text; undefined if its key is missing or the stored text was altered. */
  readonly open: (stored: string) => string | undefined;
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const sealedPrefix = 'sealed:1:';

const toSecretKey = (bytes: Uint8Array): SecretKey => ({
  id: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
  bytes,
});

/** Creates a new random key. */
export const createSecretKey = (): SecretKey => toSecretKey(randomBytes(keyBytes));

/** Formats a key for a file or a keychain. */
export const formatKey = ({ bytes }: SecretKey): string => Buffer.from(bytes).toString('base64');

/** Parses a key formatted by {@link formatKey}; undefined for any other text. */
export const parseKey = (text: string): SecretKey | undefined => {
  const bytes = Buffer.from(text.trim(), 'base64');
  return bytes.length === keyBytes ? toSecretKey(bytes) : undefined;
};

const deriveKey = (bytes: Uint8Array, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', bytes, '', `tandem ${use}`, keyBytes));

const createKeySealer = ({ id, bytes }: SecretKey): Sealer => {
  const [encryption, nonces] = [deriveKey(bytes, 'encryption'), deriveKey(bytes, 'nonces')];
  const prefix = `${sealedPrefix}${id}:`;
  return {
    seal: (text) => {
      if (text === '') return '';
      const nonce = createHmac('sha256', nonces).update(text).digest().subarray(0, nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', encryption, nonce);
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${prefix}${Buffer.concat(sealed).toString('base64')}`;
    },
    open: (stored) => {
      const all = Buffer.from(stored.slice(prefix.length), 'base64');
      if (all.length < nonceBytes + tagBytes) return undefined;
      try {
        const cipher = createDecipheriv('aes-256-gcm', encryption, all.subarray(0, nonceBytes));
        cipher.setAuthTag(all.subarray(-tagBytes));
        return Buffer.concat([cipher.update(all.subarray(nonceBytes, -tagBytes)), cipher.final()]).toString();
      } catch {
        return undefined;
      }
    },
  };
};

/** The id of the key that encrypted a stored text; undefined for plain text. */
export const getSealingKeyId = (stored: string): string | undefined =>
  stored.startsWith(sealedPrefix) ? stored.slice(sealedPrefix.length).split(':', 1)[0] : undefined;

/**
 * Encrypts with `key` and decrypts with any of `keys` (AES-256-GCM). The nonce is an HMAC of the text: equal texts therefore have equal
 * stored forms, which unique columns rely on, and two different texts never share a nonce.
 */
export const createSealer = (key: SecretKey, keys: readonly SecretKey[] = []): Sealer => {
  const own = createKeySealer(key);
  const all = new Map([...keys, key].map((one) => [one.id, one.id === key.id ? own : createKeySealer(one)]));
  return {
    seal: own.seal,
    open: (stored) => {
      const id = getSealingKeyId(stored);
      return id === undefined ? stored : all.get(id)?.open(stored);
    },
  };
};

/** Returns the new stored form of a value, or undefined to leave it unchanged. */
type Reseal = (stored: string) => string | undefined;

const resealPairs =
  (reseal: Reseal): Reseal =>
  (column) => {
    const read = tryParseJson(column);
    if (E.isLeft(read) || !Array.isArray(read.right)) return undefined;
    const pairs = read.right as readonly Partial<Pair>[];
    return JSON.stringify(
      pairs.map((pair) =>
        typeof pair.value === 'string' ? { ...pair, value: reseal(pair.value) ?? pair.value } : pair,
      ),
    );
  };

/**
 * The columns with secrets. For each column: its table, the key of the table, and whether it is a list of pairs whose values are encrypted.
 */
const sealedColumns = [
  { table: 'environments', column: 'secrets', keys: ['id'], pairs: true },
  { table: 'retired_environments', column: 'secrets', keys: ['workspaceId', 'id'], pairs: true },
  { table: 'secret_hosts', column: 'bound', keys: ['environmentId', 'name'], pairs: true },
  { table: 'former_secrets', column: 'value', keys: ['position'], pairs: false },
  { table: 'auth_tokens', column: 'accessToken', keys: ['position'], pairs: false },
  { table: 'auth_tokens', column: 'refreshToken', keys: ['position'], pairs: false },
  { table: 'auth_tokens', column: 'idToken', keys: ['position'], pairs: false },
  { table: 'cookies', column: 'cookie', keys: ['position'], pairs: false },
  { table: 'activities', column: 'restores', keys: ['position'], pairs: false },
] as const;

/** The tables with encrypted columns. */
export const sealedTables: readonly string[] = [...new Set(sealedColumns.map(({ table }) => table))];

/**
 * Replaces all encrypted values.
 * @returns how many rows were changed
 */
export const resealAll = async (db: EntityManager, reseal: Reseal): Promise<number> => {
  let changed = 0;
  for (const { table, column, keys, pairs } of sealedColumns) {
    const change = pairs ? resealPairs(reseal) : reseal;
    const names = keys.map((key) => `"${key}"`).join(', ');
    const where = keys.map((key, index) => `"${key}" = $${index + 2}`).join(' AND ');
    const rows = await getQuery(db)(`SELECT ${names}, "${column}" AS "stored" FROM "${table}"`, []);
    for (const row of rows) {
      const next = change(String(row.stored));
      if (next === undefined || next === row.stored) continue;
      const sql = `UPDATE "${table}" SET "${column}" = $1 WHERE ${where}`;
      await db.query(sql, [next, ...keys.map((key) => row[key])]);
      changed += 1;
    }
  }
  return changed;
};
