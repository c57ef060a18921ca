import { Int, Json, oneOf, stringifyJson, struct, t } from '../codec/index.js';
import { WorkspaceId } from '../ids.js';
import { requestKindList } from '../requests/request-kind.js';

/** By what means a change is made: the window, an agent, the folder on the disk, the command line or an external script. */
export const AuthorKind = oneOf('window', 'mcp', 'folder', 'cli', 'script');
export type AuthorKind = t.TypeOf<typeof AuthorKind>;

/** Who makes changes. */
export interface Author {
  /** The name that changes carry. */
  readonly by?: string | undefined;
  readonly kind?: AuthorKind | undefined;
  /** Tells clients of the same name apart; no secret. */
  readonly session?: string | undefined;
}

/** A field that a change set, with its values; secrets in them are hidden. */
export const ActivityField = struct(
  'a changed field',
  { name: t.string },
  {
    /** Absent if both values together are too long to be kept. */
    before: Json,
    after: Json,
  },
);
export type ActivityField = t.TypeOf<typeof ActivityField>;

/** What a change is of. */
export const ActivityEntity = oneOf('workspace', ...requestKindList, 'environment', 'folder', 'execution');
const Op = oneOf('created', 'updated', 'deleted');

/** What an undo took back. */
const UndoneChange = struct(
  'what was undone',
  { entity: ActivityEntity, op: Op, name: t.string },
  { by: t.string, script: t.literal(true) },
);

/** One change by anybody, as it is kept: who changed what, and when. Times are ISO 8601 in UTC. */
export const Activity = struct(
  'an activity',
  {
    /** Counts up within a store. */
    id: t.string,
    workspaceId: WorkspaceId,
    at: t.string,
    entity: ActivityEntity,
    entityId: t.string,
    /** The name of the entity, or the path of a folder, before the change. */
    name: t.string,
    op: Op,
    /** What an update set; empty otherwise. */
    fields: t.readonlyArray(ActivityField),
  },
  {
    by: t.string,
    kind: AuthorKind,
    session: t.string,
    /** What belongs together, such as the changes of one import or one synchronization. */
    group: t.string,
    /** The revision of the entity after the change. */
    revision: Int,
    script: t.literal(true),
    /** The name of the request whose script made the change. */
    request: t.string,
    /** The request that was executed. */
    requestId: t.string,
    /** The code of why an execution failed, such as a refusal. */
    error: t.string,
    /** How many requests were deleted, or imported, with a folder. */
    requests: Int,
    /** Whether an import made the change; a folder that it made has no entries for what is in it. */
    imported: t.literal(true),
    undone: t.literal(true),
    /** Who undid it. */
    undoneBy: t.string,
    /** What an undo took back, or a redo brought back. */
    undid: UndoneChange,
    redo: t.literal(true),
    /** The ids of the entries that it took back. */
    undoes: t.readonlyArray(t.string),
  },
);
export type Activity = t.TypeOf<typeof Activity>;

/** An entry before it has an id, with what its undo needs beside its fields; lists omit that. */
export interface NewActivity {
  readonly activity: Omit<Activity, 'id'>;
  readonly restores: unknown;
}

/** A kept entry with what its undo needs. */
export interface StoredActivity {
  readonly activity: Activity;
  readonly restores: unknown;
}

/** How long the values of one entry may be together, in UTF-16 units of their JSON. */
export const maxActivityValuesLength = 2 * 1024 * 1024;

/** How many entries of a workspace are kept and for how long, and how long they may be together, in UTF-16 units. */
export interface ActivityLimits {
  readonly entries: number;
  readonly length: number;
  readonly days: number;
}
/** How much of the activity is kept, unless it is configured. */
export const defaultActivityLimits: ActivityLimits = {
  entries: 10_000,
  length: 64 * 1024 * 1024,
  days: 90,
};

/** The time before which entries are dropped when one is added at `at`. */
export const getActivityCutoff = (at: string, { days }: ActivityLimits): string =>
  new Date(Date.parse(at) - days * 24 * 60 * 60 * 1_000).toISOString();

/** What a search in the activity looks through, in lower case. */
export const toActivitySearchText = ({ name, fields, undid }: Omit<Activity, 'id'>): string =>
  [name, undid?.name ?? '', ...fields.flatMap(({ before, after }) => [before, after].map(textOf))]
    .join('\n')
    .toLowerCase()
    .slice(0, maxSearchTextLength);

/** How much of an entry a search looks through, in UTF-16 units. */
const maxSearchTextLength = 4_000;

const textOf = (value: unknown): string => {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
};
