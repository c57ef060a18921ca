import {
  type Activity,
  type AppResult,
  type ExecutionSummary,
  createCursorError,
  type Page,
  type Ports,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { ActivityList, ListActivity } from './activity-arguments.js';
import { refuseInvalidTime, toStoredTime } from './select-entries.js';
import { operation, reads } from '../operation.js';

/** Maximum number of executions on a page. A workspace stores fewer unless its limit was raised. */
const maxExecutionsPerPage = 1_000;

/** Where a page begins: after the entry with that id, at that time. */
interface Place {
  readonly id?: string;
  readonly until?: string;
}

const getLocation = (cursor: string | undefined): AppResult<Place> => {
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

/** What others executed in the time range of a page. */
const listExecutionsOfPage = (
  { store }: Ports,
  workspaceId: WorkspaceId,
  { entity, entityId, kind, by, search }: ListActivity,
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

const byNewestFirst = (a: Activity, b: Activity): number => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1);

/**
 * Who changed what in a workspace, and what others executed, newest first. Shows the values that others set,
 * before and after, so it is for people only.
 */
export const activityList = operation({
  name: 'activity_list',
  title: 'List the activity',
  description: 'Lists who changed what in a workspace, newest first, and what others executed.',
  audience: 'person',
  arguments: ListActivity,
  result: ActivityList,
  effects: reads,
  useCase: 'activity.list',
  run:
    ({ ports }) =>
    (input: ListActivity, { by: caller }: { readonly by?: string } = {}): AppResult<ActivityList> => {
      const { activities, executions } = ports.store;
      const { workspaceId, cursor, since: asked, ...rest } = input;
      const time = asked === undefined ? undefined : toStoredTime(asked);
      if (time === null) return refuseInvalidTime(asked ?? '');
      const query = { ...rest, ...(time === undefined ? {} : { since: time }) };
      return pipe(
        TE.Do,
        TE.bind('workspace', () => resolveWorkspace(ports)(workspaceId)),
        TE.bind('place', () => getLocation(cursor)),
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
            activities: [...items, ...runs].sort(byNewestFirst),
            callers: [...new Set([...changers, ...runners])].sort(),
            ...(last === undefined ? {} : { nextCursor: formatCursor(last) }),
          };
        }),
      );
    },
});
