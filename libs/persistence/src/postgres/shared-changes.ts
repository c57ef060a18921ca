import type { Change, SharedChanges } from '@tandem/core';

import type { Access } from '../access.js';
import { storing } from '../rows.js';

/** Where processes are told that there are changes; the notification holds no more than who made them. */
export const channel = 'tandem_changes';

/** How many changes are kept for processes that lost their connection. */
export const keptChanges = 10_000;

const insert = `INSERT INTO "shared_changes" ("origin", "change")
  SELECT $1, value FROM json_array_elements(CAST($2 AS json)) WITH ORDINALITY AS each(value, place) ORDER BY place`;

const deleteOldest = `DELETE FROM "shared_changes"
  WHERE "position" <= (SELECT max("position") FROM "shared_changes") - ${keptChanges}`;

/**
 * Changes are rows that their own transaction adds, so that nothing of a transaction that was undone is told and nothing that
 * was committed is missed; the notification goes out with the commit.
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
