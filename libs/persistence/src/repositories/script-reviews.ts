import { everyScript, type ScriptReview, type ScriptReviews } from '@tandem/core';

import type { Access } from '../access.js';
import { getQuery, quoteTableName, select, tryStorage } from '../rows/stored-rows.js';
import { type RowOf, scriptReviews } from '../schema/tables.js';

type ReviewRow = RowOf<typeof scriptReviews>;

/** Maximum number of rows per statement, because databases limit its parameters. */
const maxRowsPerInsert = 200;

const splitIntoChunks = (reviews: readonly ScriptReview[]): readonly (readonly ScriptReview[])[] => {
  const last = [...new Map(reviews.map((one) => [one.hash, one])).values()];
  return Array.from({ length: Math.ceil(last.length / maxRowsPerInsert) }, (_, index) =>
    last.slice(index * maxRowsPerInsert, (index + 1) * maxRowsPerInsert),
  );
};

const toReviewRows = (workspaceId: string, reviews: readonly ScriptReview[]): readonly ReviewRow[] =>
  reviews.map(({ isApproved, ...one }) => ({ workspaceId, approved: isApproved, ...one }));

/** Reviews of the contents of scripts. */
export const createScriptReviews = ({ read, rows, write, dialect }: Access): ScriptReviews => ({
  trust: (workspaceId) =>
    tryStorage('reading which scripts wait for a person')(async () => {
      // Two queries are joined in one, so that each of them uses an index.
      const rest = `WHERE "workspaceId" = $1 AND NOT "approved" UNION ALL
        SELECT "hash", "approved" FROM ${quoteTableName(scriptReviews)}
        WHERE "workspaceId" = $1 AND "hash" = $2 AND "approved"`;
      const all = await select(rows, scriptReviews, ['hash', 'approved'], rest, [workspaceId, everyScript]);
      return {
        isTrusted: all.some(({ hash, approved }) => hash === everyScript && Boolean(approved)),
        waiting: all.flatMap(({ hash }) => (hash === everyScript ? [] : [hash])),
      };
    }),
  find: (workspaceId, keys) =>
    tryStorage('reading what is known of scripts')(async () => {
      const texts = dialect.texts('$2');
      const found = await read((db) =>
        select(
          getQuery(db),
          scriptReviews,
          ['hash', 'approved', 'path', 'text'],
          `WHERE "workspaceId" = $1
           AND ("hash" IN (SELECT value FROM ${texts}) OR "path" IN (SELECT value FROM ${texts}))`,
          [workspaceId, JSON.stringify(keys)],
        ),
      );
      return found.map(({ approved, ...review }) => ({ ...review, isApproved: Boolean(approved) }));
    }),
  add: (workspaceId, reviews) =>
    tryStorage('storing what is known of scripts')(() =>
      write(async (db) => {
        for (const some of splitIntoChunks(reviews.toReversed()))
          await db
            .createQueryBuilder()
            .insert()
            .into(scriptReviews)
            .values([...toReviewRows(workspaceId, some)])
            .orIgnore()
            .execute();
      }),
    ),
  put: (workspaceId, reviews) =>
    tryStorage('storing which scripts a person approved')(() =>
      write(async (db) => {
        for (const some of splitIntoChunks(reviews))
          await db.upsert(scriptReviews, [...toReviewRows(workspaceId, some)], ['workspaceId', 'hash']);
      }),
    ),
});
