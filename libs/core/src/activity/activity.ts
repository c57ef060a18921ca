import { Int, Json, oneOf, stringifyJson, struct, t } from '../codec/index.js';
import { WorkspaceId } from '../ids.js';
import { requestKindList } from '../requests/request-kind.js';

/**
 * A change to a stored entity: which entity, how and by whom it was changed, and whether a script made the change. `order` is the order of
 * the requests in a folder, and its id is the folder's path. `cookies` is a cookie jar, and its id is the environment's id, which is empty
 * for the jar without an environment. `approval` and `prompt` say that a request or a form starts or stops waiting for a person.
 */
export const Change = struct(
  'a change',
  {
    workspaceId: WorkspaceId,
    entity: oneOf(
      'workspace',
      ...requestKindList,
      'environment',
      'execution',
      'folder',
      'order',
      'cookies',
      'approval',
      'prompt',
    ),
    id: t.string,
    op: oneOf('created', 'updated', 'deleted'),
  },
  { by: t.string, script: t.literal(true) },
);
export type Change = t.TypeOf<typeof Change>;

/** The source of a change: the window, an agent, the folder on disk, the command line or an external script. */
export const AuthorKind = oneOf('window', 'mcp', 'folder', 'cli', 'script');
export type AuthorKind = t.TypeOf<typeof AuthorKind>;

/** The author of a change. */
export interface Author {
  /** The author's name on each change. */
  readonly by?: string | undefined;
  readonly kind?: AuthorKind | undefined;
  /** Distinguishes clients with the same name. Not a secret. */
  readonly session?: string | undefined;
}

/** A changed field with its values before and after. Secrets in the values are redacted. */
export const ActivityField = struct(
  'a changed field',
  { name: t.string },
  {
    /** Missing if both values together exceed the storage limit. */
    before: Json,
    after: Json,
  },
);
export type ActivityField = t.TypeOf<typeof ActivityField>;

/** The kind of thing that changed. */
export const ActivityEntity = oneOf('workspace', ...requestKindList, 'environment', 'folder', 'execution');
const Op = oneOf('created', 'updated', 'deleted');

/** A change that was undone: the entity, the kind of change and its author. */
const UndoneChange = struct(
  'what was undone',
  { entity: ActivityEntity, op: Op, name: t.string },
  { by: t.string, script: t.literal(true) },
);

/** One stored change: who changed what, and when. Times are ISO 8601 in UTC. */
export const Activity = struct(
  'an activity',
  {
    /** Later entries of a store have greater ids. */
    id: t.string,
    workspaceId: WorkspaceId,
    at: t.string,
    entity: ActivityEntity,
    entityId: t.string,
    /** The entity's name or the folder's path before the change. */
    name: t.string,
    op: Op,
    /** The fields that an update set; empty for other changes. */
    fields: t.readonlyArray(ActivityField),
  },
  {
    by: t.string,
    kind: AuthorKind,
    session: t.string,
    /** The changes of one import, synchronization or other operation share a group. */
    group: t.string,
    /** The revision of the entity after the change. */
    revision: Int,
    script: t.literal(true),
    /** The name of the request whose script made the change. */
    request: t.string,
    /** The id of the executed request. */
    requestId: t.string,
    /** The error code of an execution that failed or was refused. */
    error: t.string,
    /** The number of requests deleted, imported or copied with a folder. */
    requests: Int,
    /** Whether an import made the change. The contents of an imported folder have no entries of their own. */
    imported: t.literal(true),
    /** Whether the entity was copied with its contents, which have no entries of their own. */
    copied: t.literal(true),
    undone: t.literal(true),
    /** The name of the person or agent that undid the change. */
    undoneBy: t.string,
    /** The change that this undo reverted or this redo restored. */
    undid: UndoneChange,
    redo: t.literal(true),
    /** The ids of the reverted entries. */
    undoes: t.readonlyArray(t.string),
  },
);
export type Activity = t.TypeOf<typeof Activity>;

/** An entry without an id yet, together with the extra data that undo needs. Lists omit that data. */
export interface NewActivity {
  readonly activity: Omit<Activity, 'id'>;
  readonly restores: unknown;
}

/** A stored entry together with the data that undo needs. */
export interface StoredActivity {
  readonly activity: Activity;
  readonly restores: unknown;
}

/** Maximum length of all values in one entry, in UTF-16 units of their JSON. */
export const maxActivityValuesLength = 2 * 1024 * 1024;

/** Limits on a workspace's entries: number, age, and total length in UTF-16 units. */
export interface ActivityLimits {
  readonly entries: number;
  readonly length: number;
  readonly days: number;
}
/** The default retention limits of the activity. */
export const defaultActivityLimits: ActivityLimits = {
  entries: 10_000,
  length: 64 * 1024 * 1024,
  days: 90,
};

/** The oldest time (ISO 8601) that an entry may have when another one is added at `at`. Older entries are dropped. */
export const getActivityCutoff = (at: string, { days }: ActivityLimits): string =>
  new Date(Date.parse(at) - days * 24 * 60 * 60 * 1_000).toISOString();

/** The searchable text of an activity entry, in lower case. */
export const toActivitySearchText = ({ name, fields, undid }: Omit<Activity, 'id'>): string =>
  [name, undid?.name ?? '', ...fields.flatMap(({ before, after }) => [before, after].map(toText))]
    .join('\n')
    .toLowerCase()
    .slice(0, maxSearchTextLength);

/** Maximum searchable length of an entry, in UTF-16 units. */
const maxSearchTextLength = 4_000;

const toText = (value: unknown): string => {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
};
