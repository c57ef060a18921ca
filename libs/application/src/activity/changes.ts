import {
  type Activity,
  ActivityEntity,
  type AppError,
  cutFields,
  excerptValues,
  type AppResult,
  type Author,
  AuthorKind,
  createIdPattern,
  idPrefixes,
  type Page,
  type Ports,
  type WorkspaceId,
  workspaceRef,
} from '@tandem/core';
import { withDefault, withDescription, Int, integer, Json, oneOf, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { resolveAnyRequestId } from '../requests/request-reference.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import {
  type ActivityUndone,
  refuseInvalidTime,
  StayingFields,
  toStoredTime,
  type UndoActivityArguments,
} from './list-activity.js';
import { operation, readEffects, replaceEffects } from '../operation.js';
import { activityUndo } from './undo-activity.js';

export const ListChangesArguments = struct(
  'changes_list arguments',
  { take: withDescription(withDefault(integer(1, 100), 20), 'How many') },
  {
    workspaceId: workspaceRef,
    id: withDescription(t.string, 'A change, with its values, or what changed'),
    by: withDescription(t.string, 'Name of who made them'),
    since: withDescription(t.string, 'ISO 8601 time'),
    cursor: withDescription(t.string, 'A nextCursor'),
  },
);
export type ListChangesArguments = t.TypeOf<typeof ListChangesArguments>;

const ChangeEntry = struct(
  'a change',
  {
    id: t.string,
    at: t.string,
    op: oneOf('created', 'updated', 'deleted'),
    entity: ActivityEntity,
    entityId: t.string,
    name: t.string,
    /** The names of the fields that an update set. */
    fields: t.readonlyArray(t.string),
  },
  {
    by: t.string,
    kind: AuthorKind,
    /** Set if the calling session made the change itself. */
    mine: t.literal(true),
    revision: Int,
    undone: t.literal(true),
    /** The ids of the changes that this change undid. */
    undoes: t.readonlyArray(t.string),
    values: t.readonlyArray(
      struct(
        'the values of a field',
        { name: t.string },
        { before: Json, after: Json, truncated: cutFields.truncated, size: cutFields.size },
      ),
    ),
  },
);
type ChangeEntry = t.TypeOf<typeof ChangeEntry>;

export const ChangeList = struct(
  'a list of changes',
  { changes: t.readonlyArray(ChangeEntry) },
  { nextCursor: t.string },
);
export type ChangeList = t.TypeOf<typeof ChangeList>;

export const UndoChangesArguments = struct(
  'changes_undo arguments',
  {},
  {
    workspaceId: workspaceRef,
    changeId: withDescription(t.string, 'From changes_list'),
    by: withDescription(t.string, 'All by this name'),
    since: withDescription(t.string, 'All since this ISO 8601 time'),
  },
);
export type UndoChangesArguments = t.TypeOf<typeof UndoChangesArguments>;

export const ChangesUndone = struct(
  'what was undone',
  { undone: Int, stays: t.readonlyArray(StayingFields) },
  { hasMore: t.boolean },
);
export type ChangesUndone = t.TypeOf<typeof ChangesUndone>;

/** Maximum length of a value before it is cut, in UTF-16 units. */
const maxValueLength = 500;

/** Agents do not see the values of a change by a person, which may contain a secret by mistake. */
const canSeeValues = (author: Author, { kind }: Activity): boolean => author.kind !== 'mcp' || kind === 'mcp';

/** Whether the activity lists a change. Of an agent's changes to workspaces, it lists only renames. */
const isListed = (author: Author, { entity, op, fields }: Activity): boolean =>
  author.kind !== 'mcp' ||
  entity !== 'workspace' ||
  (op === 'updated' && fields.every(({ name }) => name === 'name'));

const isMine = (author: Author, { by, session }: Activity): boolean =>
  by !== undefined && by === author.by && session === author.session;

const listFieldValues = ({ fields }: Activity): NonNullable<ChangeEntry['values']> =>
  fields.flatMap(({ name, before, after }) =>
    before === undefined || after === undefined
      ? []
      : [{ name, ...excerptValues({ before: before ?? null, after: after ?? null }, maxValueLength) }],
  );

const createEntryMapper =
  (author: Author, withValues: boolean) =>
  (one: Activity): ChangeEntry => {
    const { id, at, op, entity, entityId, name, fields, by, kind, revision, undone, undoes } = one;
    return {
      id,
      at,
      op,
      entity,
      entityId,
      name,
      fields: fields.map((field) => field.name),
      ...(by === undefined ? {} : { by }),
      ...(kind === undefined ? {} : { kind }),
      ...(isMine(author, one) ? { mine: true } : {}),
      ...(revision === undefined ? {} : { revision }),
      ...(undone === true ? { undone } : {}),
      ...(undoes === undefined ? {} : { undoes }),
      ...(withValues && canSeeValues(author, one) ? { values: listFieldValues(one) } : {}),
    };
  };

/** The id of a request, folder or environment that is named by its path or name. */
const findNamedEntity = (ports: Ports, workspaceId: WorkspaceId, ref: string): AppResult<string> =>
  pipe(
    resolveAnyRequestId(ports, workspaceId, ref, 'id'),
    TE.orElse((error) =>
      pipe(
        TE.Do,
        TE.bind('folders', () => ports.store.folders.list(workspaceId)),
        TE.bind('environments', () => ports.store.environments.list(workspaceId)),
        TE.flatMap(({ folders, environments }) => {
          const found =
            environments.find(({ name }) => name === ref) ?? folders.find(({ path }) => path === ref);
          return found === undefined ? TE.left(error) : TE.right<AppError, string>(found.id);
        }),
      ),
    ),
  );

const entityId = createIdPattern(`(?:${Object.values(idPrefixes).join('|')})`);

/** Lists changes briefly, newest first: all, those of one entity, or one change with its values. */
export const changesList = operation({
  name: 'changes_list',
  title: 'List changes',
  description:
    'Who changed or deleted what, newest first; with the id of a change, the values before and after; with that of a request, folder or environment, its changes.',
  arguments: ListChangesArguments,
  result: ChangeList,
  effects: readEffects,
  hints: { activity: 'Use changes_list to find ids; old changes are dropped.' },
  useCase: 'activity.changes',
  run:
    ({ ports, author }) =>
    ({ workspaceId, id, since, cursor, ...query }: ListChangesArguments): AppResult<ChangeList> => {
      const { activities } = ports.store;
      const time = since === undefined ? undefined : toStoredTime(since);
      if (time === null) return refuseInvalidTime(since ?? '');
      const isOne = id !== undefined && /^\d+$/.test(id);
      const filter = {
        ...query,
        ...(time === undefined ? {} : { since: time }),
        ...(cursor === undefined ? {} : { after: cursor }),
      };
      return pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.flatMap((workspace): AppResult<Page<Activity>> => {
          if (id === undefined) return activities.list(workspace.id, filter);
          if (isOne)
            return pipe(
              activities.get(workspace.id, id),
              TE.map(({ activity }): Page<Activity> => ({ items: [activity] })),
            );
          return pipe(
            entityId.test(id) ? TE.right(id) : findNamedEntity(ports, workspace.id, id),
            TE.flatMap((entity) => activities.list(workspace.id, { ...filter, entityId: entity })),
          );
        }),
        TE.map(({ items, next }) => ({
          changes: items.filter((one) => isListed(author, one)).map(createEntryMapper(author, isOne)),
          ...(next === undefined ? {} : { nextCursor: next }),
        })),
      );
    },
});

/** Says `changeId` instead of `id` in an error, because that is the name of the argument here. */
const renameIdToChangeId = (error: AppError): AppError =>
  error.kind === 'invalid-input'
    ? {
        ...error,
        issues: error.issues.map((issue) =>
          issue.path === 'id'
            ? { ...issue, path: 'changeId', message: issue.message.replace(/^id(?= )/, 'changeId') }
            : issue,
        ),
      }
    : error;

/** Undoes changes and reports what was undone and what was left unchanged. */
export const undoChanges =
  (undo: (input: UndoActivityArguments) => AppResult<ActivityUndone>) =>
  ({ changeId, ...scope }: UndoChangesArguments): AppResult<ChangesUndone> =>
    pipe(
      undo({ ...scope, ...(changeId === undefined ? {} : { id: changeId }) }),
      TE.mapLeft(renameIdToChangeId),
      TE.map(({ undone, stays, hasMore }) => ({
        undone,
        stays,
        ...(hasMore === undefined ? {} : { hasMore }),
      })),
    );

export const changesUndo = operation({
  name: 'changes_undo',
  title: 'Undo changes',
  description: 'Undoes your own changes: one, or all since a time. Later changes by others stay.',
  arguments: UndoChangesArguments,
  result: ChangesUndone,
  effects: { ...replaceEffects, idempotent: false },
  useCase: 'activity.undoChanges',
  run: (scope) => undoChanges(activityUndo.run(scope)),
});
