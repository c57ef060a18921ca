import { everyScript, type ScriptReview } from '../guards/script-review.js';
import { E } from '../fp.js';
import type { ScriptReviews } from '../ports/scripts/script-reviews.js';
import { createIntegrityError, setEntry, type MemoryAccess, type Rows } from './rows.js';

const getReviews = (rows: Rows, workspaceId: string): readonly ScriptReview[] =>
  rows.scriptReviews.get(workspaceId) ?? [];

/** An in-memory repository of script reviews. */
export const createMemoryScriptReviews = ({ read, write }: MemoryAccess): ScriptReviews => {
  const store = (merge: (present: readonly ScriptReview[]) => readonly ScriptReview[], workspaceId: string) =>
    write((rows) =>
      rows.workspaces.has(workspaceId)
        ? E.right([
            undefined,
            {
              ...rows,
              scriptReviews: setEntry(rows.scriptReviews, workspaceId, merge(getReviews(rows, workspaceId))),
            },
          ])
        : E.left(createIntegrityError('storing what is known of scripts', 'the workspace is not there')),
    );
  const merged = (one: readonly ScriptReview[], winning: readonly ScriptReview[]) => [
    ...new Map([...one, ...winning].map((review) => [review.hash, review])).values(),
  ];
  return {
    trust: (workspaceId) =>
      read((rows) => {
        const all = getReviews(rows, workspaceId);
        return E.right({
          isTrusted: all.some(({ hash, isApproved }) => hash === everyScript && isApproved),
          waiting: all.flatMap(({ hash, isApproved }) => (isApproved || hash === everyScript ? [] : [hash])),
        });
      }),
    find: (workspaceId, keys) =>
      read((rows) =>
        E.right(
          getReviews(rows, workspaceId).filter(
            ({ hash, path }) => keys.includes(hash) || (path !== null && keys.includes(path)),
          ),
        ),
      ),
    add: (workspaceId, reviews) => store((present) => merged(reviews.toReversed(), present), workspaceId),
    put: (workspaceId, reviews) => store((present) => merged(present, reviews), workspaceId),
  };
};
