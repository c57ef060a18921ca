import { getOwnValue } from '@tandem/core/codec';
import {
  type Change,
  type guardRefusals,
  getFolderName,
  getParentFolder,
  type Activity as StoredActivity,
  type AuthorKind,
} from '@tandem/core';

import { formatCount } from '../shell/counted.js';
import type { RequestId } from '../requests/saved-request.js';
import type { ReadableStore } from '../shell/store.js';
import type { ScriptMarks } from './script-marks.js';

/** Why an execution sent nothing, by error code. */
const refusals = {
  GUARD_DENIED: 'the guard denied it',
  APPROVAL_NEEDED: 'it was not approved',
  RATE_LIMITED: 'the limit of the guard was reached',
  SECRET_HOST_REFUSED: 'one of its secrets may not be sent there',
  CONNECTION_NOT_APPROVED: 'its connection is not approved',
  TLS_UNVERIFIED_REFUSED: 'the server would not be verified',
} as const satisfies Readonly<Record<(typeof guardRefusals)[number], string>>;
export type Refusal = keyof typeof refusals;

const isRefusal = (code: string): code is Refusal => Object.hasOwn(refusals, code);

/** The code of an error that means that the execution was refused; undefined for other errors. */
export const toRefusal = (code: string | null | undefined): Refusal | undefined =>
  code != null && isRefusal(code) ? code : undefined;

/** A change by anyone, as the page lists it. */
export interface Activity {
  readonly key: number;
  /** The id of the change's entry in the database, if there is one. */
  readonly entry?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly change: Change;
  /** The name of the changed item. */
  readonly name: string;
  /** The requests that came after the deleted one in its folder, including deleted ones. */
  readonly nexts?: readonly RequestId[] | undefined;
  /** The new path of a folder that was renamed or moved. */
  readonly to?: string | undefined;
  /** How many requests were deleted or imported with a folder. */
  readonly requests?: number | undefined;
  /** Whether an import made the change. */
  readonly imported?: true | undefined;
  /** The executed request; undefined for several requests. */
  readonly requestId: string | undefined;
  /** The code of the refusal if a guard or a person refused the execution. */
  readonly refusal?: Refusal | undefined;
  /** How many consecutive executions this entry represents; one if absent. */
  readonly executions?: number | undefined;
  /** For an undo: the sentence of the change that was undone. */
  readonly undid?: string | undefined;
  /** Whether the undo was a redo. */
  readonly isRedo?: boolean | undefined;
  /** Whether the change was undone. */
  readonly isUndone?: boolean;
}

/** The caller name that stands for this page. */
const ownAuthor = 'window';

/** Display names of callers that are not clients. */
const actorNames: Readonly<Record<string, string>> = {
  [ownAuthor]: 'You',
  mcp: 'An agent',
  // An automatic synchronization, which reloads changed files.
  folder: 'The folder',
};

/** Whether someone else made the change. */
export const isForeign = ({ by }: Pick<Change, 'by'>): boolean => by !== ownAuthor;

/** Display name of the caller who made a change. */
export const formatActor = ({ by }: { readonly by?: string }): string =>
  by === undefined ? 'A script' : (getOwnValue(actorNames, by) ?? by);

const entityNouns: Readonly<Record<Change['entity'], string>> = {
  workspace: 'the workspace',
  rest: 'the request',
  graphql: 'the request',
  environment: 'the environment',
  execution: 'the run of',
  folder: 'the folder',
  order: 'the order of',
  cookies: 'the cookies of',
  approval: 'a question about',
  prompt: 'a form for',
};

const operationVerbs: Readonly<Record<Change['op'], string>> = {
  created: 'created',
  updated: 'changed',
  deleted: 'deleted',
};

/** Describes a script by who ran it. */
const describeScript = (change: Pick<Change, 'by'>): string => {
  if (change.by === undefined) return 'A script';
  return isForeign(change) ? `A script that ${formatActor(change)} ran` : 'A script that you ran';
};

type DescribedActivity = Pick<
  Activity,
  'name' | 'undid' | 'isRedo' | 'to' | 'requests' | 'imported' | 'executions' | 'refusal'
> & {
  readonly change: Pick<Change, 'entity' | 'op' | 'by' | 'script'>;
};

/** What was done to a folder: what was deleted with it, or where it was moved. */
const describeFolderChange = ({ change, name, to, requests = 0, imported }: DescribedActivity): string => {
  const who = formatActor(change);
  // A folder with an empty path is the workspace itself.
  if (name === '') return `${who} changed the workspace settings`;
  if (to !== undefined) {
    const isSameParent = getParentFolder(name) === getParentFolder(to);
    return isSameParent
      ? `${who} renamed the folder ${name} to ${getFolderName(to)}`
      : `${who} moved the folder ${name} to ${to}`;
  }
  const along = requests === 0 ? '' : ` with ${formatCount(requests, 'request')}`;
  const did = imported && change.op === 'created' ? 'imported' : operationVerbs[change.op];
  return `${who} ${did} the folder ${name}${along}`;
};

/** What was executed: one request once or several times, or several requests. */
const describeExecutions = ({ change, name, executions = 1, refusal }: DescribedActivity): string => {
  const [did, why] = refusal === undefined ? ['ran', ''] : ['could not run', `: ${refusals[refusal]}`];
  if (executions === 1) return `${formatActor(change)} ${did} ${name}${why}`;
  return name === ''
    ? `${formatActor(change)} ${did} ${executions} requests${why}`
    : `${formatActor(change)} ${did} ${name} ${executions} times${why}`;
};

/** What was done, as a sentence. */
export const describeActivity = (activity: DescribedActivity): string => {
  const { change, name, undid, isRedo = false } = activity;
  if (undid !== undefined) return `${formatActor(change)} ${isRedo ? 'redid' : 'undid'} “${undid}”`;
  if (change.entity === 'folder') return describeFolderChange(activity);
  if (change.script) return `${describeScript(change)} changed the environment ${name}`;
  return change.entity === 'execution'
    ? describeExecutions(activity)
    : `${formatActor(change)} ${operationVerbs[change.op]} ${entityNouns[change.entity]} ${name}`;
};

const isUndoable = ({ change: { entity, op }, entry }: Activity): boolean => {
  if (entity === 'folder' || entity === 'workspace') return op === 'deleted';
  // The server has the details of the entry.
  return entity !== 'execution' && entry !== undefined;
};

/** Whether the page can undo a change. The server must have its entry, and for folders and workspaces only a deletion can be undone. */
export const canUndo = (activity: Activity): boolean => activity.isUndone !== true && isUndoable(activity);

/** The list with one entry, identified by key or entry id, marked as undone. */
export const markUndone = (
  list: readonly Activity[],
  { key, entry }: { readonly key?: number | undefined; readonly entry?: string | undefined },
): readonly Activity[] =>
  list.map((one) =>
    one.key === key || (entry !== undefined && one.entry === entry) ? { ...one, isUndone: true } : one,
  );

/** Disables undoing the deletion of a request that was restored as a new one: undoing would create a duplicate. */
export const disableRestore = (list: readonly Activity[], id: string): readonly Activity[] =>
  list.map((one) =>
    one.change.id === id && one.change.op === 'deleted' ? { ...one, entry: undefined } : one,
  );

/** Whether a change is listed. The page's own executions and cookies are shown elsewhere, and folder order in the tree. */
export const isListed = (change: Change): boolean =>
  change.entity !== 'order' &&
  change.entity !== 'cookies' &&
  change.entity !== 'approval' &&
  change.entity !== 'prompt' &&
  (change.entity !== 'execution' || isForeign(change));

/** Maximum number of entries in the list. */
const maxActivities = 200;

/** Maximum time between executions that are listed together, in milliseconds. */
const maxMergeGapMs = 10_000;

/** Whether an execution continues the previous one, because the same caller made both within a short time. */
const isNextExecution = (last: Activity, { change, at, refusal }: Activity): boolean =>
  last.change.entity === 'execution' &&
  change.entity === 'execution' &&
  last.refusal === refusal &&
  last.change.by === change.by &&
  at - last.at < maxMergeGapMs;

/** Merges an execution with the entry before it. The merged entry keeps that entry's key, so a closed notice stays closed. */
const mergeExecutions = (last: Activity, one: Activity): Activity => ({
  ...one,
  key: last.key,
  name: last.name === one.name ? one.name : '',
  requestId: last.requestId === one.requestId ? one.requestId : undefined,
  executions: (last.executions ?? 1) + 1,
});

/** The list with a new first entry. */
export const addActivity = (list: readonly Activity[], one: Activity): readonly Activity[] => {
  const [last] = list;
  if (last && isNextExecution(last, one)) return [mergeExecutions(last, one), ...list.slice(1)];
  const again = last?.entry !== undefined && last.entry === one.entry;
  // Consecutive updates share an entry. Undoing it restores the state before the first of them.
  return again ? [one, ...list.slice(1)] : [one, ...list].slice(0, maxActivities);
};

/** The filter of the activity; empty for everything. */
export interface ActivityFilter {
  readonly search: string;
  readonly by: string;
  readonly entity: '' | StoredActivity['entity'];
  /** The kind of client that made the change. */
  readonly kind: '' | AuthorKind;
  /** In minutes; empty for any time. */
  readonly within: '' | '15' | '60' | '1440';
  /** Only changes of this entity. */
  readonly only?: { readonly id: string; readonly name: string } | undefined;
}

export const anyActivity: ActivityFilter = { search: '', by: '', entity: '', kind: '', within: '' };

/** The earliest time of the shown changes; undefined for any. */
export const getFilterStart = ({ within }: ActivityFilter, now: number): string | undefined =>
  within === '' ? undefined : new Date(now - Number(within) * 60_000).toISOString();

/** A change that can be undone. */
export interface Undoable {
  /** The id of the entry in the database; deletions of workspaces have no entry. */
  readonly entry: string | undefined;
  /** The key in the page's list. */
  readonly key?: number;
  readonly entity: Change['entity'];
  readonly entityId: string;
  readonly op: Change['op'];
  /** The requests that came after the deleted one in its folder, if known. */
  readonly nexts?: readonly RequestId[] | undefined;
}

/** Why an undo failed, or what it left unchanged. */
interface UndoProblem {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Who changed what since the page was opened. */
export interface LiveState {
  readonly activities: readonly Activity[];
  /** Why the last undo failed, or what it left unchanged. */
  readonly problem: UndoProblem | undefined;
  /** The variables that scripts have set. */
  readonly marks: ScriptMarks;
}

/** Applies each announced change to the page, and lists the changes. */
export interface Live extends ReadableStore<LiveState> {
  /** Undoes a change. */
  readonly undo: (activity: Activity) => void;
  /** Undoes an entry of the database, described by that sentence. */
  readonly undoEntry: (undoable: Undoable, sentence: string, isRedo?: boolean) => void;
  /** Does some work whose changes need no entries in the list, because it is reported in another way. */
  readonly silently: <A>(work: () => Promise<A>) => Promise<A>;
  /** Follows the changes from now on; returns a function that stops this. */
  readonly start: () => () => void;
}
