import type { Change, SharedChanges } from '@tandem/core';

import type { Access } from '../access.js';
import { storing } from '../rows.js';

/** The channel that announces changes. A notification says only which process made them. */
export const channel = 'tandem_changes';

/** How many changes are kept for processes that lost their connection. */
export const keptChanges = 10_000;

const insert = `INSERT INTO "shared_changes" ("origin", "change")
  SELECT $1, value FROM json_array_elements(CAST($2 AS json)) WITH ORDINALITY AS each(value, place) ORDER BY place`;

const deleteOldest = `DELETE FROM "shared_changes"
  WHERE "position" <= (SELECT max("position") FROM "shared_changes") - ${keptChanges}`;

/**
 * The transaction that makes a change also adds it as a row. So a change that is rolled back is never announced, and one that
 * is committed is never missed. The notification is sent with the commit.
 * @param origin names this process
 */
export const createSharedChanges =
  (origin: string) =>
  ({ write }: Access): SharedChanges => ({
    add: (changes: readonly Change[]) =>
      storing('telling other processes of a change')(() =>
        write(async (db) => {
          await db.query(insert, [origin, JSON.stringify(changes)]);
          await db.query(deleteOldest);
          await db.query('SELECT pg_notify($1, $2)', [channel, origin]);
        }),
      ),
  });
