import { getOwnValue } from '@tandem/core/codec';
import {
  mapRequestKinds,
  type Change,
  type guardRefusals,
  getFolderName,
  getParentFolder,
  isRequestKind,
  type Activity as StoredActivity,
  type AuthorKind,
} from '@tandem/core';

import { formatCount, shortenName } from '../shell/phrases.js';
import type { RequestId } from '../requests/saved-request.js';
import type { ReadableStore } from '../shell/store.js';
import type { ScriptMarks } from './script-marks.js';

/** The reasons why an execution sent nothing, by error code. */
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

/** Returns the code of an error if it means that the execution was refused; undefined for other errors. */
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
  /** The requests that followed the deleted one in its folder, including deleted ones. */
  readonly nexts?: readonly RequestId[] | undefined;
  /** The new path of a folder that was renamed or moved, or the new folder of a request that was moved. */
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
  /** If the change is an undo: the sentence about the change that was undone. */
  readonly undid?: string | undefined;
  /** Whether the undo was a redo. */
  readonly isRedo?: boolean | undefined;
  /** Whether the change was undone. */
  readonly isUndone?: boolean;
  /** Whether the changed or executed item was deleted later. */
  readonly isGone?: boolean;
}

/** The name under which the server announces this page's changes. */
const ownAuthor = 'window';

/** Display names of callers whose own names mean nothing to a person. */
const actorNames: Readonly<Record<string, string>> = {
  [ownAuthor]: 'You',
  mcp: 'An agent',
  // An automatic synchronization, which reads changed files.
  folder: 'The folder',
};

/** Whether someone else made the change. */
export const isForeign = ({ by }: Pick<Change, 'by'>): boolean => by !== ownAuthor;

/** Returns the display name of the caller who made a change. */
export const formatActor = ({ by }: { readonly by?: string }): string =>
  by === undefined ? 'A script' : (getOwnValue(actorNames, by) ?? shortenName(by));

/** Describes where a change came from that this page did not make. */
export const formatOrigin = ({ by }: { readonly by?: string | undefined }): string => {
  if (by === ownAuthor) return 'in another window';
  if (by === 'folder') return 'in its file';
  return by === undefined ? 'by a script' : `by ${by === 'mcp' ? 'an agent' : shortenName(by)}`;
};

const entityNouns: Readonly<Record<Change['entity'], string>> = {
  workspace: 'the workspace',
  ...mapRequestKinds(() => 'the request'),
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

/** Describes a change of a folder, including what was deleted with it or where it was moved. */
const describeFolderChange = ({ change, name, to, requests = 0, imported }: DescribedActivity): string => {
  const who = formatActor(change);
  // A folder with an empty path is the workspace itself.
  if (name === '') return `${who} changed the workspace settings`;
  if (to !== undefined) {
    const isSameParent = getParentFolder(name) === getParentFolder(to);
    return isSameParent
      ? `${who} renamed the folder ${shortenName(name)} to ${shortenName(getFolderName(to))}`
      : `${who} moved the folder ${shortenName(name)} to ${shortenName(to)}`;
  }
  const along = requests === 0 ? '' : ` with ${formatCount(requests, 'request')}`;
  const did = imported && change.op === 'created' ? 'imported' : operationVerbs[change.op];
  return `${who} ${did} the folder ${shortenName(name)}${along}`;
};

/** Describes executions: of one request, once or several times, or of several requests. */
const describeExecutions = ({ change, executions = 1, refusal, ...about }: DescribedActivity): string => {
  const name = shortenName(about.name);
  const [did, why] = refusal === undefined ? ['ran', ''] : ['could not run', `: ${refusals[refusal]}`];
  if (executions === 1) return `${formatActor(change)} ${did} ${name}${why}`;
  return name === ''
    ? `${formatActor(change)} ${did} ${executions} requests${why}`
    : `${formatActor(change)} ${did} ${name} ${executions} times${why}`;
};

/** Describes in a sentence who did what. */
export const describeActivity = (activity: DescribedActivity): string => {
  const { change, undid, isRedo = false } = activity;
  const name = shortenName(activity.name);
  if (undid !== undefined) return `${formatActor(change)} ${isRedo ? 'redid' : 'undid'} “${undid}”`;
  if (change.entity === 'folder') return describeFolderChange(activity);
  if (activity.to !== undefined)
    return `${formatActor(change)} moved ${entityNouns[change.entity]} ${name} to ${activity.to === '' ? 'the top' : shortenName(activity.to)}`;
  if (change.script) return `${describeScript(change)} changed the environment ${name}`;
  return change.entity === 'execution'
    ? describeExecutions(activity)
    : `${formatActor(change)} ${operationVerbs[change.op]} ${entityNouns[change.entity]} ${name}`;
};

/** Describes what changes are about in a few words, such as `2 folders and 1 request`. */
const describeSubjects = (changes: readonly Pick<Change, 'entity'>[]): string => {
  const folders = changes.filter(({ entity }) => entity === 'folder').length;
  const requests = changes.filter(({ entity }) => isRequestKind(entity)).length;
  const others = changes.length - folders - requests;
  return [
    ...(folders === 0 ? [] : [formatCount(folders, 'folder')]),
    ...(requests === 0 ? [] : [formatCount(requests, 'request')]),
    ...(others === 0 ? [] : [formatCount(others, 'other item')]),
  ].join(' and ');
};

/** Describes several changes by the same caller in a sentence. Without `did`, they are described by what all of them did. */
export const describeChanges = (
  changes: readonly Pick<Change, 'by' | 'entity' | 'op'>[],
  did?: string,
): string => {
  const ops = new Set(changes.map(({ op }) => op));
  const [op] = ops;
  const who = formatActor({ ...(changes[0]?.by === undefined ? {} : { by: changes[0].by }) });
  const verb = did ?? (op === undefined || ops.size > 1 ? undefined : operationVerbs[op]);
  return verb === undefined
    ? `${who} made ${formatCount(changes.length, 'change')}`
    : `${who} ${verb} ${describeSubjects(changes)}`;
};

const isUndoable = ({ change: { entity, op }, entry }: Activity): boolean => {
  if (entity === 'folder' || entity === 'workspace') return op === 'deleted';
  // Any other change can be undone if the server has stored its details in an entry.
  return entity !== 'execution' && entry !== undefined;
};

/** Whether the page can undo a change. The server must have stored an entry for it. Of folders and workspaces, only a deletion can be undone. */
export const canUndo = (activity: Activity): boolean => activity.isUndone !== true && isUndoable(activity);

/** Marks one entry as undone. The entry is identified by its key or its entry id. */
export const markUndone = (
  list: readonly Activity[],
  { key, entry }: { readonly key?: number | undefined; readonly entry?: string | undefined },
): readonly Activity[] =>
  list.map((one) =>
    one.key === key || (entry !== undefined && one.entry === entry) ? { ...one, isUndone: true } : one,
  );

/** Marks the deletions of an item as undone, because it exists again. Returns the same list if it contains none. */
export const markRestored = (list: readonly Activity[], id: string): readonly Activity[] => {
  const isDeletion = ({ change }: Activity): boolean => change.id === id && change.op === 'deleted';
  return list.some(isDeletion)
    ? list.map((one) => (isDeletion(one) ? { ...one, isUndone: true } : one))
    : list;
};

/** Marks the other entries about an item that is deleted. Returns the same list if it contains none. */
export const markGone = (list: readonly Activity[], id: string): readonly Activity[] => {
  const isAbout = ({ change, requestId }: Activity): boolean =>
    change.op !== 'deleted' && (change.id === id || requestId === id);
  return list.some(isAbout) ? list.map((one) => (isAbout(one) ? { ...one, isGone: true } : one)) : list;
};

/** Disables undoing the deletion of a request that was restored as a new one: undoing would create a duplicate. */
export const disableRestore = (list: readonly Activity[], id: string): readonly Activity[] =>
  list.map((one) =>
    one.change.id === id && one.change.op === 'deleted' ? { ...one, entry: undefined } : one,
  );

/** Says whether a change is listed. The page's own executions and cookies are shown elsewhere, and the tree shows the order of folders. */
export const isListed = (change: Change): boolean =>
  change.entity !== 'order' &&
  change.entity !== 'cookies' &&
  change.entity !== 'approval' &&
  change.entity !== 'prompt' &&
  (change.entity !== 'execution' || isForeign(change));

/** Maximum number of entries in the list. */
const maxActivities = 200;

/** Maximum time between two executions that one entry combines, in milliseconds. */
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

/** Adds an entry to the start of the list, or merges it with the entry before it. */
export const addActivity = (list: readonly Activity[], one: Activity): readonly Activity[] => {
  const [last] = list;
  if (last && isNextExecution(last, one)) return [mergeExecutions(last, one), ...list.slice(1)];
  const again = last?.entry !== undefined && last.entry === one.entry;
  // Consecutive updates of an item share an entry, whose undo restores the state before the first update.
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
  /** If set, only changes of this request, folder or environment are shown. */
  readonly only?: { readonly id: string; readonly name: string } | undefined;
}

export const anyActivity: ActivityFilter = { search: '', by: '', entity: '', kind: '', within: '' };

/** Returns the earliest time of the shown changes; undefined if any time matches. */
export const getFilterStart = ({ within }: ActivityFilter, now: number): string | undefined =>
  within === '' ? undefined : new Date(now - Number(within) * 60_000).toISOString();

/** A change that can be undone. */
export interface Undoable {
  /** The workspace of the change; the active one if it is undefined. */
  readonly workspaceId?: Change['workspaceId'];
  /** The id of the entry in the database; deletions of workspaces have no entry. */
  readonly entry: string | undefined;
  /** The key in the page's list. */
  readonly key?: number;
  readonly entity: Change['entity'];
  readonly entityId: string;
  readonly op: Change['op'];
  /** The requests that followed the deleted one in its folder, if they are known. */
  readonly nexts?: readonly RequestId[] | undefined;
}

/** The reason why an undo failed, or the parts that it left unchanged. */
interface UndoProblem {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The changes since the page was opened, and who made them. */
export interface LiveState {
  readonly activities: readonly Activity[];
  /** The reason why the last undo failed, or the parts that it left unchanged. */
  readonly problem: UndoProblem | undefined;
  /** The variables that scripts have set. */
  readonly marks: ScriptMarks;
}

/** Applies each announced change to the page, and lists the changes. */
export interface Live extends ReadableStore<LiveState> {
  /** Undoes a change. */
  readonly undo: (activity: Activity) => void;
  /** Undoes an entry of the database. `sentence` describes the entry. */
  readonly undoEntry: (undoable: Undoable, sentence: string, isRedo?: boolean) => void;
  /** Runs `work` without listing its changes, because the page reports them in another way. */
  readonly silently: <A>(work: () => Promise<A>) => Promise<A>;
  /** Starts to follow the changes. Returns a function that stops this. */
  readonly start: () => () => void;
}
