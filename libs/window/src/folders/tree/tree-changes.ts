import { isRequestKind, type Activity as Entry } from '@tandem/core';
import type { QueryClient } from '@tanstack/react-query';
import type { RpcMethods } from '@tandem/rpc/client';

import type { Live } from '../../activity/activity.js';
import type { Link } from '../../link/link.js';
import { queryKeys } from '../../link/query-keys.js';
import type { Drafts } from '../../requests/drafts/drafts.js';
import type { Summary } from '../../requests/saved-request.js';
import { loadPart } from '../../served/trust.js';
import type { Messages } from '../../shell/notices/messages.js';
import type { FolderList } from '../use-folders.js';
import { type ListedEntries, listPositions, type PreviousPosition, restorePositions } from './positions.js';
import { formatFolderKey, type MixedLevels } from './tree.js';

type TreeEdit = RpcMethods['tree_edit']['params'];

/** The id of a request or folder. */
export type EntryId = TreeEdit['ids'][number];

/** Changes several requests and folders, and undoes the changes of the person. */
export interface TreeChanges {
  /**
   * Moves, copies, deletes or tags requests and folders, and offers to undo the change.
   * @param did what was done, such as `Deleted 2 requests`
   * @returns the ids of the changed items or of the copies; undefined if the change failed
   */
  readonly edit: (edit: TreeEdit, did: string) => Promise<readonly EntryId[] | undefined>;
  /** Stores the current positions of requests and folders, before they are moved. */
  readonly rememberPositions: (ids: readonly string[]) => void;
  /** Stores the previous position of a request or folder that was moved. */
  readonly rememberMoved: (previous: PreviousPosition) => void;
  /** Undoes the last change of the person. */
  readonly undo: () => void;
  /** Redoes the change that was undone last. */
  readonly redo: () => void;
}

interface TreeContext {
  readonly link: Link;
  readonly queries: QueryClient;
  readonly drafts: Drafts;
  readonly live: Live;
  readonly say: Messages['say'];
  /** Runs `work`, and shows the error if it fails. */
  readonly doing: <A>(work: () => Promise<A>) => Promise<A | undefined>;
  /** Moves the focus of the tree to the line of a restored request or folder. */
  readonly focusLine: (key: string) => void;
  /** Closes the tabs of deleted requests and folders. */
  readonly closeDeleted: (keys: readonly string[]) => void;
}

/** A move, with a function that reverses it. */
interface RememberedMove {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly ids: readonly string[];
  readonly restore: () => Promise<void>;
}

/** Maximum number of remembered moves. */
const maxMoves = 50;

/** Maximum number of activity entries that are searched for the last change. */
const maxEntries = 100;

const isOfTree = ({ entity }: Entry): boolean => entity === 'folder' || isRequestKind(entity);

const isUndoOrRedo = ({ undid, undoes }: Entry): boolean => undid !== undefined || undoes !== undefined;

/** Finds the last change that can be undone. `entries` are sorted newest first. */
export const findLastChange = (entries: readonly Entry[]): Entry | undefined =>
  entries.find((entry) => isOfTree(entry) && entry.undone !== true && !isUndoOrRedo(entry));

/** Finds the last undo that can be redone; undefined if something was changed after it. */
export const findLastUndo = (entries: readonly Entry[]): Entry | undefined => {
  const last = entries.find((entry) => isOfTree(entry) && entry.undone !== true && entry.redo !== true);
  return last !== undefined && isUndoOrRedo(last) ? last : undefined;
};

const readOwnEntries = async (link: Link): Promise<readonly Entry[]> =>
  (await link.call('activity_list', { kind: 'window', take: maxEntries })).activities;

/** Loads the sentences about an undo on first use. */
const loadSentences = async () => {
  const [{ describeEntries, toUndoneEntry }, { describeSkippedItems }] = await Promise.all([
    loadPart(() => import('../../activity/entry-words.js')),
    loadPart(() => import('../../activity/undo.js')),
  ]);
  return { describeEntries, toUndoneEntry, describeSkippedItems };
};

/** Describes what an undo or a redo did, in a sentence. */
const describeUndo = async (
  entries: readonly Entry[],
  isRedo: boolean,
  stays: RpcMethods['activity_undo']['result']['stays'],
): Promise<string> => {
  const { describeEntries, toUndoneEntry, describeSkippedItems } = await loadSentences();
  const [first, ...others] = isRedo ? entries.map(toUndoneEntry) : entries;
  const sentence = first === undefined ? '' : describeEntries([first, ...others]);
  return [`${isRedo ? 'Redid' : 'Undid'}: ${sentence}.`, ...describeSkippedItems(stays)].join(' ');
};

/** Manages the moves that the person has made, oldest first. */
const createMoves = (link: Link, readEntries: () => ListedEntries) => {
  let moves: readonly RememberedMove[] = [];
  const add = (positions: readonly PreviousPosition[]): void => {
    const ids = positions.map(({ id }) => id);
    const move = { at: Date.now(), ids, restore: () => restorePositions(link, positions) };
    moves = [...moves, move].slice(-maxMoves);
  };
  return {
    add,
    remember: (ids: readonly string[]): void => add(listPositions(ids, readEntries())),
    last: (): RememberedMove | undefined => moves.at(-1),
    forgetLast: (): void => {
      moves = moves.slice(0, -1);
    },
  };
};

/** Maximum time from the start of a move until its entry in the activity, in milliseconds. */
const moveMs = 3_000;

/** Whether an entry of the activity describes a move: it has the same time, and changes the folder of a moved item. */
const isEntryOfMove = ({ at, op, entityId, fields }: Entry, move: RememberedMove): boolean =>
  op === 'updated' &&
  move.ids.includes(entityId) &&
  fields.some(({ name }) => name === 'folder' || name === 'path') &&
  Math.abs(Date.parse(at) - move.at) < moveMs;

/** Reads the entries of the tree as the page knows them. */
const readListedEntries = (queries: QueryClient): ListedEntries => {
  const { folders = [], mixed = [] } = queries.getQueryData<FolderList>(queryKeys.folders) ?? {};
  const levels: MixedLevels = queries.getQueryData<MixedLevels>(queryKeys.mixedLevels) ?? new Map();
  return {
    requests: queries.getQueryData<readonly Summary[]>(queryKeys.requests) ?? [],
    folders,
    mixed: new Map([...levels].filter(([path]) => mixed.includes(path))),
  };
};

/** Creates the changes of the tree of a workspace. */
export const createTreeChanges = (needed: TreeContext): TreeChanges => {
  const { link, queries, drafts, live, say, doing, focusLine, closeDeleted } = needed;
  const readEntries = (): ListedEntries => readListedEntries(queries);
  const moves = createMoves(link, readEntries);
  const flushAll = (): Promise<unknown> =>
    Promise.all(
      readEntries().requests.flatMap(({ id }) => (drafts.get(id) === undefined ? [] : [drafts.flush(id)])),
    );
  const undoEntries = async (entry: Entry, all: readonly Entry[], isRedo: boolean): Promise<void> => {
    const { group, id } = entry;
    const together = group === undefined ? [entry] : all.filter((one) => one.group === group);
    const scope = group === undefined ? { id } : { group };
    const { stays } = await live.silently(() => link.call('activity_undo', scope));
    const restored = together.find(({ op }) => op === (isRedo ? 'created' : 'deleted'));
    if (restored !== undefined)
      focusLine(restored.entity === 'folder' ? formatFolderKey(restored.name) : restored.entityId);
    say(await describeUndo(together, isRedo, stays));
  };
  const undo = async (): Promise<void> => {
    await flushAll();
    const all = await readOwnEntries(link);
    const entry = findLastChange(all);
    const at = entry === undefined ? 0 : Date.parse(entry.at);
    const move = moves.last();
    const hasEntry = move !== undefined && entry !== undefined && isEntryOfMove(entry, move);
    // A move within a folder has no entry in the activity. The newest entry then describes an earlier change.
    const isLast = move !== undefined && (hasEntry || move.at > at);
    if (entry !== undefined && (hasEntry || !isLast)) await undoEntries(entry, all, false);
    else if (!isLast) say('There is nothing of yours to undo.');
    if (!isLast) return;
    moves.forgetLast();
    await live.silently(move.restore);
    if (!hasEntry) say('Undid the move.');
  };
  const redo = async (): Promise<void> => {
    const all = await readOwnEntries(link);
    const entry = findLastUndo(all);
    if (entry === undefined) say('There is nothing to redo.');
    else await undoEntries(entry, all, true);
  };
  const edit: TreeChanges['edit'] = (wanted, did) =>
    doing(async () => {
      await flushAll();
      if (wanted.action === 'move') moves.remember(wanted.ids);
      const { ids, group } = await live.silently(() => link.call('tree_edit', wanted));
      if (wanted.action === 'delete') closeDeleted(ids);
      say(`${did}.`, () => void doing(() => live.silently(() => link.call('activity_undo', { group }))));
      return ids;
    });
  return {
    edit,
    rememberPositions: moves.remember,
    rememberMoved: (previous) => moves.add([previous]),
    undo: () => void doing(undo),
    redo: () => void doing(redo),
  };
};
