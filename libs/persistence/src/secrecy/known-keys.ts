import { decode, oneOf, struct, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import type { EntityManager } from 'typeorm';

import { getQuery, findRow } from '../rows/select.js';
import { tryParseJson } from '../rows/stored-rows.js';
import { settings } from '../schema/tables.js';

const KnownKey = struct('a key of secrets', { id: t.string, place: oneOf('keychain', 'file', 'setting') });

/** A key and where it was put. The database never holds the key itself. */
export type KnownKey = t.TypeOf<typeof KnownKey>;

const KnownKeys = struct('the keys of secrets', {
  current: KnownKey,
  former: t.readonlyArray(KnownKey),
  clean: t.boolean,
});

/** The keys that values of a database are sealed with. */
export interface KnownKeys {
  readonly current: KnownKey;
  /** Keys that were missing when they were last looked for. */
  readonly former: readonly KnownKey[];
  /** Whether the file was rebuilt after secrets in plain text were sealed. */
  readonly clean: boolean;
}

const settingName = 'secretKeys';

/** @throws if the setting is damaged: with a key made anew, all secrets would be lost */
export const readKnown = async (db: EntityManager): Promise<KnownKeys | undefined> => {
  const row = await findRow(getQuery(db), settings, { name: settingName });
  if (row === undefined) return undefined;
  const read = tryParseJson(row.value);
  const decoded = E.isRight(read) ? decode(KnownKeys)(read.right) : read;
  if (E.isLeft(decoded)) throw new Error(`The setting ${settingName} of the database is damaged`);
  return decoded.right;
};

export const writeKnown = async (db: EntityManager, known: KnownKeys): Promise<void> => {
  await db.query(
    `INSERT INTO "settings" ("name", "value") VALUES ($1, $2)
     ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
    [settingName, JSON.stringify(known)],
  );
};
