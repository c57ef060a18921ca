import {
  type Activity,
  type ActivityQuery,
  type AppResult,
  type Author,
  createInvalidInput,
  type Repositories,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { UndoActivity } from './activity-arguments.js';
import { loadAllEntries } from './later-changes.js';

type Activities = Pick<Repositories, 'activities'>;

/** The changes to undo, newest first. */
export interface SelectedEntries {
  readonly entries: readonly Activity[];
  /** Whether there are older changes, which another undo would revert. */
  readonly hasMore: boolean;
}

/** Maximum number of changes that one undo reverts. */
const maxUndoneChanges = 1_000;

const refuseArgument = (path: string, advice: string, got: unknown, expected: string): AppResult<never> =>
  TE.left(createInvalidInput(path, advice, { expected, got }));

const isAgent = ({ kind }: Author): boolean => kind === 'mcp';

/** Whether the author may undo an entry. A person may undo any; an agent, only those of agents with its name. */
const canUndo = (author: Author, entry: Activity): boolean =>
  !isAgent(author) || (entry.kind === 'mcp' && entry.by === author.by);

/** The time in its stored form. Null if the text is not a time. */
export const toStoredTime = (since: string): string | null => {
  const time = Date.parse(since);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

/** Rejects text that is not a time. */
export const refuseInvalidTime = (since: string): AppResult<never> =>
  refuseArgument('since', 'must be a time such as 2026-01-31T14:02:00Z', since, 'an ISO 8601 time');

type Scope = Omit<ActivityQuery, 'take' | 'after'>;

/** The query. If an agent provides only a time, it is limited to its own session. */
const getScope = ({ by, session, group, since }: UndoActivity, author: Author): Scope => {
  const own =
    isAgent(author) && session === undefined
      ? {
          kind: 'mcp' as const,
          ...(author.by === undefined ? {} : { by: author.by }),
          ...(by === undefined && author.session !== undefined ? { session: author.session } : {}),
        }
      : {};
  const time = since === undefined ? null : toStoredTime(since);
  return {
    ...(by === undefined ? {} : { by }),
    ...own,
    ...(session === undefined ? {} : { session }),
    ...(group === undefined ? {} : { group }),
    ...(time === null ? {} : { since: time }),
  };
};

/** The entries in effect. Excludes an undo whose target is undone here too. */
const filterEffective = (all: readonly Activity[]): readonly Activity[] => {
  const ids = new Set(all.map(({ id }) => id));
  const isOwnUndo = ({ undoes }: Activity): boolean =>
    undoes !== undefined && undoes.length > 0 && undoes.every((id) => ids.has(id));
  return all.filter((one) => one.undone !== true && !isOwnUndo(one));
};

const selectSingleEntry = (
  { activities }: Activities,
  workspaceId: WorkspaceId,
  id: string,
  author: Author,
): AppResult<SelectedEntries> =>
  pipe(
    activities.get(workspaceId, id),
    TE.flatMap(({ activity }) =>
      canUndo(author, activity)
        ? TE.right({ entries: [activity], hasMore: false })
        : refuseArgument(
            'id',
            `is a change by ${activity.by ?? 'Tandem'}; an agent can undo only what it did itself`,
            id,
            'the id of a change of yours',
          ),
    ),
  );

/** The changes that an undo applies to. */
export const selectEntries = (
  repositories: Activities,
  workspaceId: WorkspaceId,
  input: UndoActivity,
  author: Author,
): AppResult<SelectedEntries> => {
  const { id, by, session, group, since } = input;
  if (id !== undefined) return selectSingleEntry(repositories, workspaceId, id, author);
  if ([by, session, group, since].every((given) => given === undefined))
    return refuseArgument(
      isAgent(author) ? 'changeId' : 'id',
      'is required unless by or since is given; changes_list has the ids of changes',
      id,
      'what to undo',
    );
  if (since !== undefined && toStoredTime(since) === null) return refuseInvalidTime(since);
  if (isAgent(author) && by !== undefined && by !== author.by)
    return refuseArgument(
      'by',
      `must be ${author.by}; an agent can undo only what it did itself`,
      by,
      'your name',
    );
  return pipe(
    loadAllEntries(repositories, workspaceId, getScope(input, author)),
    TE.map(filterEffective),
    TE.map((all) => {
      const entries = all.filter((entry) => canUndo(author, entry));
      return { entries: entries.slice(0, maxUndoneChanges), hasMore: entries.length > maxUndoneChanges };
    }),
  );
};

/** What was changed after these entries and affects their undo. */
export const listNewerEntries = (
  repositories: Activities,
  workspaceId: WorkspaceId,
  entries: readonly Activity[],
): AppResult<readonly Activity[]> => {
  const oldest = entries.at(-1);
  return oldest === undefined
    ? TE.right([])
    : loadAllEntries(repositories, workspaceId, { newerThan: oldest.id });
};
