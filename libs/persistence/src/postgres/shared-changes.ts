import type { Change, SharedChanges } from '@tandem/core';

import type { Access } from '../access.js';
import { tryStorage } from '../rows/stored-rows.js';

/** The channel of change notifications, which contain only the process that made the changes. */
export const channel = 'tandem_changes';

/** Notifies the other processes of new changes. */
export const announce = async (
  db: { readonly query: (sql: string, values: unknown[]) => Promise<unknown> },
  origin: string,
): Promise<void> => {
  await db.query('SELECT pg_notify($1, $2)', [channel, origin]);
};

/** How many changes are kept for processes that have lost their connection. */
export const maxStoredChanges = 10_000;

const insert = `INSERT INTO "shared_changes" ("origin", "change")
  SELECT $1, value FROM json_array_elements(CAST($2 AS json)) WITH ORDINALITY AS each(value, place) ORDER BY place`;

const deleteOldest = `DELETE FROM "shared_changes"
  WHERE "position" <= (SELECT max("position") FROM "shared_changes") - ${maxStoredChanges}`;

/**
 * The transaction that makes a change also inserts it as a row, so a change that is rolled back is never announced and a
 * committed one is never missed. The notification is sent with the commit.
 * @param origin identifies this process
 */
export const createSharedChanges =
  (origin: string) =>
  ({ write }: Access): SharedChanges => ({
    add: (changes: readonly Change[]) =>
      tryStorage('telling other processes of a change')(() =>
        write(async (db) => {
          await db.query(insert, [origin, JSON.stringify(changes)]);
          await db.query(deleteOldest);
          await announce(db, origin);
        }),
      ),
  });
