import { Activity, ActivityEntity, AuthorKind, RequestId, SavedRequest, workspaceRef } from '@tandem/core';
import { withDefault, withDescription, Int, integer, oneOf, struct, t } from '@tandem/core/codec';

export const ListActivity = struct(
  'activity_list arguments',
  { take: withDescription(withDefault(integer(1, 200), 50), 'How many') },
  {
    workspaceId: workspaceRef,
    by: withDescription(t.string, 'Name of who made the change'),
    entity: withDescription(
      oneOf('workspace', 'rest', 'graphql', 'environment', 'folder', 'execution'),
      'Only changes of this kind of entity',
    ),
    entityId: withDescription(t.string, 'Only changes of this entity'),
    kind: withDescription(AuthorKind, 'Only changes made by this means'),
    since: withDescription(t.string, 'Only from this time on'),
    search: withDescription(t.string, 'Part of a name or of a value'),
    cursor: withDescription(t.string, 'A nextCursor'),
  },
);
export type ListActivity = t.TypeOf<typeof ListActivity>;

export const ActivityList = struct(
  'a list of activities',
  {
    /** Newest first. */
    activities: t.readonlyArray(Activity),
    /** The names of those who changed or executed something, sorted. */
    callers: t.readonlyArray(t.string),
  },
  { nextCursor: t.string },
);
export type ActivityList = t.TypeOf<typeof ActivityList>;

export const UndoActivity = struct(
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
export type UndoActivity = t.TypeOf<typeof UndoActivity>;

/** What an undo left unchanged. */
export const StayingFields = struct(
  'what stays',
  { entity: ActivityEntity, entityId: t.string, name: t.string, fields: t.readonlyArray(t.string) },
  {
    /** Who changed it since. */
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
    /** What was left unchanged, by entity. */
    stays: t.readonlyArray(StayingFields),
  },
  {
    /** The group id of this undo's changes. Use it to undo the undo. */
    group: t.string,
    /** Whether more changes remain than one undo can revert. */
    hasMore: t.boolean,
    /** The restored request. */
    request: SavedRequest,
  },
);
export type ActivityUndone = t.TypeOf<typeof ActivityUndone>;
