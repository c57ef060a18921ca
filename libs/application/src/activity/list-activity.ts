import {
  requestKindList,
  Activity,
  ActivityEntity,
  type ActivityQuery,
  type AppResult,
  type Author,
  AuthorKind,
  createCursorError,
  createInvalidInput,
  type ExecutionSummary,
  type Page,
  type Ports,
  type Repositories,
  RequestId,
  SavedRequest,
  type WorkspaceId,
  workspaceRef,
} from '@tandem/core';
import { Int, integer, oneOf, struct, t, withDefault, withDescription } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { operation, readEffects } from '../operation.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { loadAllEntries } from './later-changes.js';

const ListActivityArguments = struct(
  'activity_list arguments',
  { take: withDescription(withDefault(integer(1, 200), 50), 'How many') },
  {
    workspaceId: workspaceRef,
    by: withDescription(t.string, 'Name of who made the change'),
    entity: withDescription(
      oneOf('workspace', ...requestKindList, 'environment', 'folder', 'execution'),
      'Only changes of this kind of entity',
    ),
    entityId: withDescription(t.string, 'Only changes of this entity'),
    kind: withDescription(AuthorKind, 'Only changes made by this means'),
    since: withDescription(t.string, 'Only from this time on'),
    search: withDescription(t.string, 'Part of a name or of a value'),
    cursor: withDescription(t.string, 'A nextCursor'),
  },
);
type ListActivityArguments = t.TypeOf<typeof ListActivityArguments>;

const ActivityList = struct(
  'a list of activities',
  {
    /** Newest first. */
    activities: t.readonlyArray(Activity),
    /** The names of those who changed or executed something, sorted. */
    callers: t.readonlyArray(t.string),
  },
  { nextCursor: t.string },
);
type ActivityList = t.TypeOf<typeof ActivityList>;

export const UndoActivityArguments = struct(
  'activity_undo arguments',
  {},
  {
    workspaceId: workspaceRef,
    id: withDescription(t.string, 'Id of an activity'),
    by: withDescription(t.string, 'Everything by this name'),
    session: withDescription(t.string, 'Everything by this session'),
    group: withDescription(t.string, 'Everything in this group'),
    since: withDescription(t.string, 'Only from this time on'),
    nexts: withDescription(
      t.readonlyArray(RequestId),
      'Requests that came after a deleted one in its folder, also those deleted before it',
    ),
  },
);
export type UndoActivityArguments = t.TypeOf<typeof UndoActivityArguments>;

/** An entity that an undo left unchanged, or fields of one. */
export const StayingFields = struct(
  'what stays',
  { entity: ActivityEntity, entityId: t.string, name: t.string, fields: t.readonlyArray(t.string) },
  {
    /** The author who has changed the entity since. */
    by: t.string,
  },
);
export type StayingFields = t.TypeOf<typeof StayingFields>;

export const ActivityUndone = struct(
  'the result of an undo',
  {
    /** Whether anything was changed. */
    isUndone: t.boolean,
    /** The fields left unchanged because others have changed them since. */
    kept: t.readonlyArray(t.string),
    /** How many changes were undone. */
    undone: Int,
    /** The entities and fields that the undo left unchanged. */
    stays: t.readonlyArray(StayingFields),
  },
  {
    /** The group id of this undo's changes. Use it to undo the undo. */
    group: t.string,
    /** Whether there are more changes than one undo reverts. */
    hasMore: t.boolean,
    /** The request that the undo restored, if it was deleted. */
    request: SavedRequest,
  },
);
export type ActivityUndone = t.TypeOf<typeof ActivityUndone>;

type Activities = Pick<Repositories, 'activities'>;

/** The changes to undo, newest first. */
export interface SelectedEntries {
  readonly entries: readonly Activity[];
  /** Whether there are older changes that one more undo would revert. */
  readonly hasMore: boolean;
}

/** Maximum number of changes that one undo reverts. */
const maxUndoneChanges = 1_000;

const refuseArgument = (path: string, advice: string, got: unknown, expected: string): AppResult<never> =>
  TE.left(createInvalidInput(path, advice, { expected, got }));

const isAgent = ({ kind }: Author): boolean => kind === 'mcp';

/** Whether the author may undo an entry. A person may undo any entry; an agent may undo only entries of agents with its own name. */
const canUndo = (author: Author, entry: Activity): boolean =>
  !isAgent(author) || (entry.kind === 'mcp' && entry.by === author.by);

/** Converts a time to the form in which times are stored. Null if the text is not a time. */
export const toStoredTime = (since: string): string | null => {
  const time = Date.parse(since);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

/** Rejects text that is not a time. */
export const refuseInvalidTime = (since: string): AppResult<never> =>
  refuseArgument('since', 'must be a time such as 2026-01-31T14:02:00Z', since, 'an ISO 8601 time');

type Scope = Omit<ActivityQuery, 'take' | 'after'>;

/** The query for the entries to undo. If an agent names only a time, it undoes only changes of its own session. */
const getScope = ({ by, session, group, since }: UndoActivityArguments, author: Author): Scope => {
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

/** Selects the entries that are in effect. Leaves out an undo if the entries to undo include the change that it reverted. */
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

/** Selects the changes that an undo reverts. */
export const selectEntries = (
  repositories: Activities,
  workspaceId: WorkspaceId,
  input: UndoActivityArguments,
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

/** Lists all entries since the oldest of these, because a later change of a field prevents its undo. */
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

/** Maximum number of executions on a page. A workspace stores fewer unless its limit was raised. */
const maxExecutionsPerPage = 1_000;

/** The start of a page of the activity: before the time `until`, after the entry `id` in the list. */
interface PageStart {
  readonly id?: string;
  readonly until?: string;
}

const parseCursor = (cursor: string | undefined): AppResult<PageStart> => {
  if (cursor === undefined) return TE.right({});
  const [, id, until] = /^(\d{1,15})@(.+)$/.exec(cursor) ?? [];
  return id === undefined || until === undefined
    ? TE.left(createCursorError(cursor))
    : TE.right({ id, until });
};

const formatCursor = ({ id, at }: Activity): string => `${id}@${at}`;

const noPage: Page<Activity> = { items: [] };

const toActivity = (workspaceId: WorkspaceId, run: ExecutionSummary): Activity => ({
  id: run.id,
  workspaceId,
  at: run.startedAt,
  entity: 'execution',
  entityId: run.id,
  name: run.name,
  op: 'created',
  fields: [],
  requestId: run.requestId,
  ...(run.by === undefined ? {} : { by: run.by }),
  ...(run.error === null ? {} : { error: run.error }),
});

/** The executions by other callers in the time range of a page, as entries of the activity. */
const listExecutionsOfPage = (
  { store }: Ports,
  workspaceId: WorkspaceId,
  { entity, entityId, kind, by, search }: ListActivityArguments,
  page: {
    readonly since?: string | undefined;
    readonly until?: string | undefined;
    readonly caller?: string | undefined;
  },
): AppResult<readonly Activity[]> => {
  if ((entity !== undefined && entity !== 'execution') || kind !== undefined) return TE.right([]);
  const { since, until, caller } = page;
  return pipe(
    store.executions.list(workspaceId, {
      take: maxExecutionsPerPage,
      ...(since === undefined ? {} : { since }),
      ...(entityId === undefined ? {} : { requestId: entityId }),
      ...(by === undefined ? {} : { by }),
      ...(search === undefined ? {} : { search }),
    }),
    TE.map(({ items }) =>
      items
        .filter((run) => run.by !== undefined && run.by !== caller)
        .filter(({ startedAt }) => until === undefined || startedAt < until)
        .map((run) => toActivity(workspaceId, run)),
    ),
  );
};

const compareNewestFirst = (a: Activity, b: Activity): number => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1);

/**
 * Lists the changes in a workspace with their authors, and what others executed, newest first. Shows the values that others set,
 * before and after, so it is for people only.
 */
export const activityList = operation({
  name: 'activity_list',
  title: 'List the activity',
  description: 'Lists who changed what in a workspace, newest first, and what others executed.',
  audience: 'person',
  arguments: ListActivityArguments,
  result: ActivityList,
  effects: readEffects,
  useCase: 'activity.list',
  run:
    ({ ports }) =>
    (
      input: ListActivityArguments,
      { by: caller }: { readonly by?: string } = {},
    ): AppResult<ActivityList> => {
      const { activities, executions } = ports.store;
      const { workspaceId, cursor, since: asked, ...rest } = input;
      const time = asked === undefined ? undefined : toStoredTime(asked);
      if (time === null) return refuseInvalidTime(asked ?? '');
      const query = { ...rest, ...(time === undefined ? {} : { since: time }) };
      return pipe(
        TE.Do,
        TE.bind('workspace', () => resolveWorkspace(ports)(workspaceId)),
        TE.bind('place', () => parseCursor(cursor)),
        TE.bind('page', ({ workspace, place: { id } }) =>
          query.entity === 'execution'
            ? TE.right(noPage)
            : activities.list(workspace.id, { ...query, ...(id === undefined ? {} : { after: id }) }),
        ),
        TE.bind('runs', ({ workspace, place: { until }, page: { items, next } }) => {
          const since = next === undefined ? time : items.at(-1)?.at;
          return listExecutionsOfPage(ports, workspace.id, input, { since, until, caller });
        }),
        TE.bind('changers', ({ workspace }) => activities.callers(workspace.id)),
        TE.bind('runners', ({ workspace }) => executions.callers(workspace.id)),
        TE.map(({ page: { items, next }, runs, changers, runners }) => {
          const last = next === undefined ? undefined : items.at(-1);
          return {
            activities: [...items, ...runs].sort(compareNewestFirst),
            callers: [...new Set([...changers, ...runners])].sort(),
            ...(last === undefined ? {} : { nextCursor: formatCursor(last) }),
          };
        }),
      );
    },
});
