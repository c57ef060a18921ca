import {
  type Activity,
  type ActivityQuery,
  type AppResult,
  isWithin,
  movePath,
  type Pair,
  type Repositories,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { isSameJson } from './field-values.js';

/** How many entries one query reads. */
const entriesPerQuery = 200;

/** All entries of a query, newest first. */
export const loadAllEntries = (
  repositories: Pick<Repositories, 'activities'>,
  workspaceId: WorkspaceId,
  query: Omit<ActivityQuery, 'take' | 'after'>,
  found: readonly Activity[] = [],
  after?: string,
): AppResult<readonly Activity[]> =>
  pipe(
    repositories.activities.list(workspaceId, {
      ...query,
      take: entriesPerQuery,
      ...(after === undefined ? {} : { after }),
    }),
    TE.flatMap(({ items, next }) =>
      next === undefined
        ? TE.right([...found, ...items])
        : loadAllEntries(repositories, workspaceId, query, [...found, ...items], next),
    ),
  );

/** Whether the same session of the same author made both changes. */
export const isSameAuthor = (a: Activity, b: Activity): boolean =>
  a.by === b.by && a.kind === b.kind && a.session === b.session;

/** Whether an undo can ignore an entry: the change was undone, or it was an undo itself. */
const isSettled = ({ undone, undoes }: Activity): boolean => undone === true || undoes !== undefined;

const listChangedNames = (before: readonly Pair[], after: readonly Pair[]): readonly string[] => {
  const names = new Set([...before, ...after].map(({ name }) => name));
  const named = (pairs: readonly Pair[], name: string) => pairs.find((one) => one.name === name);
  return [...names].filter((name) => !isSameJson(named(before, name), named(after, name)));
};

/** The changes made after an entry, except those undone with it. */
export interface LaterChanges {
  /** The first later change of the entity, or of one of its fields, or of one name in a field that is a list of pairs. */
  readonly of: (field?: string, name?: string) => Activity | undefined;
  /** The first later change that another author or session made, of this entity or of `entityIds`. */
  readonly byOthers: (entityIds?: ReadonlySet<string>) => Activity | undefined;
  /** The current path of a folder that had `path` when the entry was recorded. */
  readonly pathNow: (path: string) => string;
}

const isAbout =
  (field: string, name?: string) =>
  ({ fields }: Activity): boolean => {
    const found = fields.find((one) => one.name === field);
    if (found === undefined || name === undefined || !('before' in found)) return found !== undefined;
    const [before, after] = [found.before, found.after].map((value) => (value ?? []) as readonly Pair[]);
    return listChangedNames(before ?? [], after ?? []).includes(name);
  };

/**
 * Finds what was changed after the entries that an undo reverts.
 * @param newer at least all entries that are newer than those
 * @param undone ids of the entries that one undo reverts together
 * @param last ids of those that it reverts after all others, such as moves of folders
 */
export const findLaterChanges = (
  newer: readonly Activity[],
  undone: ReadonlySet<string>,
  last: ReadonlySet<string> = new Set(),
) => {
  const inEffect = newer
    .filter((one) => !isSettled(one) && (!undone.has(one.id) || last.has(one.id)))
    .sort((a, b) => Number(a.id) - Number(b.id));
  const effective = inEffect.filter(({ id }) => !undone.has(id));
  const byEntity = new Map<string, Activity[]>();
  for (const one of effective) {
    const known = byEntity.get(one.entityId);
    if (known === undefined) byEntity.set(one.entityId, [one]);
    else known.push(one);
  }
  const moves = inEffect.flatMap((one) => {
    const path = one.entity === 'folder' ? one.fields.find(({ name }) => name === 'path') : undefined;
    return typeof path?.before === 'string' && typeof path.after === 'string'
      ? [{ id: Number(one.id), from: path.before, to: path.after }]
      : [];
  });
  return (entry: Activity): LaterChanges => {
    const isLater = ({ id }: { readonly id: string | number }): boolean => Number(id) > Number(entry.id);
    const later = (byEntity.get(entry.entityId) ?? []).filter(isLater);
    return {
      of: (field, name) => (field === undefined ? later[0] : later.find(isAbout(field, name))),
      byOthers: (entityIds) =>
        (entityIds === undefined
          ? later
          : effective.filter((one) => isLater(one) && entityIds.has(one.entityId))
        ).find((one) => !isSameAuthor(one, entry)),
      pathNow: (path) =>
        moves
          .filter(isLater)
          .reduce((now, { from, to }) => (isWithin(from, now) ? movePath(now, from, to) : now), path),
    };
  };
};
