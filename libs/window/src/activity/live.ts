import { type Change, createTaskQueue } from '@tandem/core';
import type { QueryClient } from '@tanstack/react-query';

import { linkEffects } from '../link/browser.js';
import { queryKeys } from '../link/query-keys.js';
import type { Link } from '../link/link.js';
import {
  type Activity,
  canUndo,
  isForeign,
  isListed,
  describeActivity,
  addActivity,
  disableRestore,
  type Live,
  type LiveState,
  markGone,
  markRestored,
  markUndone,
} from './activity.js';
import type { Summary } from '../requests/saved-request.js';
import { updateMarks, type ScriptMark } from './script-marks.js';
import { describeProblem } from '../link/problem-words.js';
import type { Drafts } from '../requests/drafts/drafts.js';
import {
  createChangeBatches,
  type ChangeReceiver,
  follow,
  type HandledChange,
  unknownChange,
} from './follow.js';
import type { AllFolderEdits } from '../folders/folder-edits.js';
import { loadAfterFirstPaint } from '../served/lazy.js';
import { createStore } from '../shell/store.js';

/** Loads the module of the stored activity, which is not needed before the page is shown. */
const loadStoredActivity = () => loadAfterFirstPaint(() => import('./stored-activity.js'));

/** The change that an undo or a redo affected, as a sentence. */
type UndoneActivity = Required<Pick<Activity, 'undid' | 'isRedo'>>;

/** Finds the name of the request whose running script has changed an environment. */
const findRunningScript = (link: Link, queries: QueryClient): string | undefined => {
  const run = link.running().find(({ step }) => step === 'persist');
  const requests = queries.getQueryData<readonly Summary[]>(queryKeys.requests);
  return requests?.find(({ id }) => id === run?.requestId)?.name;
};

interface ChangeHandlerContext {
  readonly link: Link;
  readonly following: ReturnType<typeof follow>;
  readonly undoings: Map<string, UndoneActivity>;
  readonly add: (one: Omit<Activity, 'key' | 'at'>) => void;
  readonly update: (change: (state: LiveState) => LiveState) => void;
  readonly isSilent: (change: Change) => boolean;
}

/** Marks the entries about items that were deleted, or that exist again because their deletion was undone, perhaps elsewhere. */
const markExistence = (list: readonly Activity[], changes: readonly Change[]): readonly Activity[] =>
  changes.reduce((marked, { op, id }) => {
    if (op === 'updated') return marked;
    return op === 'created' ? markRestored(marked, id) : markGone(marked, id);
  }, list);

/** Applies changes to the page and lists them. If many changes by others arrive at once, lists only the newest entry. */
const createChangeHandler = ({
  link,
  following,
  undoings,
  add,
  update,
  isSilent,
}: ChangeHandlerContext): ChangeReceiver => ({
  one: async (change) => {
    const { isPart = false, ...handled } = await following
      .handle(change)
      .catch((): HandledChange => unknownChange);
    update((state) => ({ ...state, activities: markExistence(state.activities, [change]) }));
    const undoing = `${change.op} ${change.id}`;
    const undid = isForeign(change) ? undefined : undoings.get(undoing);
    if (undid !== undefined) undoings.delete(undoing);
    if (!isListed(change) || isSilent(change) || (isPart && undid === undefined)) return;
    const entry = await loadStoredActivity()
      .then(({ findEntry }) => findEntry(link, change))
      .catch(() => undefined);
    // The page does not know the names of what other workspaces contain.
    const name = handled.name === '' ? (entry?.name ?? '') : handled.name;
    add({ entry: entry?.id, change, ...undid, ...handled, name });
  },
  many: async (changes) => {
    await following.handleMany(changes).catch(() => undefined);
    update((state) => ({ ...state, activities: markExistence(state.activities, changes) }));
    for (const { op, id } of changes) undoings.delete(`${op} ${id}`);
    const last = changes.findLast(isForeign);
    if (last === undefined) return;
    const newest = await loadStoredActivity()
      .then(({ readNewestEntry: newestEntry }) => newestEntry(link))
      .catch(() => undefined);
    if (newest === undefined || newest.by !== last.by || newest.entity === 'execution') return;
    const { id, entity, entityId, op, name, requests, imported } = newest;
    const change: Change = { ...last, entity, id: entityId, op };
    add({ ...unknownChange, entry: id, change, name, requests, imported });
  },
});

/** The dependencies of {@link createLive}. */
export interface LiveContext {
  readonly link: Link;
  readonly queries: QueryClient;
  readonly drafts: Drafts;
  readonly folderEdits: AllFolderEdits;
}

/** Undoes changes one after another, each together with its events, and reports what could not be undone. */
const createUndo = (
  { link, drafts }: LiveContext,
  inTurn: ReturnType<typeof createTaskQueue>,
  undoings: Map<string, UndoneActivity>,
  update: (change: (state: LiveState) => LiveState) => void,
): Live['undoEntry'] => {
  const report = (text: string | undefined): void => {
    const problem = text === undefined ? undefined : { text, at: Date.now() };
    update((state) => ({ ...state, problem }));
  };
  return (undoable, undid, isRedo = false) => {
    inTurn(async () => {
      const { undoChange } = await loadStoredActivity();
      const { made, remark } = await undoChange(link, drafts, undoable);
      if (made) undoings.set(`${made.op} ${made.id}`, { undid, isRedo });
      return remark;
    }).then(
      (remark) => {
        report(remark);
        update((state) => ({ ...state, activities: markUndone(state.activities, undoable) }));
      },
      (cause: unknown) => report(describeProblem(cause)),
    );
  };
};

/** Stores pending edits and calls `onOpen` whenever the link opens, until the returned function is called. */
const followLink = ({ link, drafts, folderEdits }: LiveContext, onOpen: () => void): (() => void) => {
  let wasOpen = false;
  const load = (): void => {
    const isOpen = link.state().kind === 'open';
    if (isOpen && !wasOpen) {
      drafts.flushAll();
      void folderEdits.flushAll();
      onOpen();
    }
    wasOpen = isOpen;
  };
  load();
  return link.subscribe(load);
};

/** How long after silent work its changes may be announced, in milliseconds. */
const silentMs = 500;

/** Recognizes the changes of silent work: changes by this page that are announced during the work or shortly after it. */
const createSilence = () => {
  const changes = new WeakSet<Change>();
  let running = 0;
  return {
    note: (change: Change): void => {
      if (running > 0 && !isForeign(change)) changes.add(change);
    },
    isSilent: (change: Change): boolean => changes.has(change),
    silently: async <A>(work: () => Promise<A>): Promise<A> => {
      running += 1;
      try {
        return await work();
      } finally {
        linkEffects.later(silentMs, () => {
          running -= 1;
        });
      }
    },
  };
};

/** Creates a function that undoes an entry of the activity list. */
const createActivityUndo =
  (undoEntry: Live['undoEntry']): Live['undo'] =>
  (activity) => {
    if (!canUndo(activity)) return;
    const { entry, nexts } = activity;
    const { workspaceId, entity, id: entityId, op } = activity.change;
    undoEntry(
      { key: activity.key, workspaceId, entry, entity, entityId, op, nexts },
      describeActivity(activity),
    );
  };

/** Creates the list of changes. It stays empty until it is started. */
export const createLive = (needed: LiveContext): Live => {
  const { link, queries, drafts } = needed;
  const { get, update, subscribe } = createStore<LiveState>({
    activities: [],
    problem: undefined,
    marks: new Map(),
  });
  /** The marks for changes by scripts. A mark is created when the event arrives, and used when the event is handled. */
  const scripts = new WeakMap<Change, ScriptMark>();
  const following = follow(link, queries, drafts, (before, now, change) =>
    update((state) => ({ ...state, marks: updateMarks(state.marks, before, now, scripts.get(change)) })),
  );
  /** Runs undos and event handlers one after another: events that arrive during an undo are handled after it. */
  const inTurn = createTaskQueue();
  const undoings = new Map<string, UndoneActivity>();
  const { note, isSilent, silently } = createSilence();
  let key = 0;
  const add = (one: Omit<Activity, 'key' | 'at'>): void => {
    key += 1;
    const activity = { ...one, key, at: Date.now() };
    update((state) => ({ ...state, activities: addActivity(state.activities, activity) }));
  };
  const handle = createChangeBatches(
    inTurn,
    createChangeHandler({ link, following, undoings, add, update, isSilent }),
  );
  const undoEntry = createUndo(needed, inTurn, undoings, update);
  const load = (): void => {
    following.begin().catch(() => undefined); // If this fails, it is repeated when the link opens again.
    loadStoredActivity()
      .then(({ readMarks }) => readMarks(link))
      .then(
        (stored) => update((state) => ({ ...state, marks: new Map([...stored, ...state.marks]) })),
        () => undefined,
      );
  };
  return {
    get,
    subscribe,
    undoEntry,
    silently,
    undo: createActivityUndo(undoEntry),
    start: () => {
      const stops = [
        // The deletion of a request cannot be undone once the request was restored as a new one.
        drafts.onReplaced((from) =>
          update((state) => ({ ...state, activities: disableRestore(state.activities, from) })),
        ),
        link.onChange((change) => {
          note(change);
          if (change.script)
            scripts.set(change, { at: Date.now(), request: findRunningScript(link, queries) });
          // Changes must be handled in order. Otherwise an older state could overwrite a newer one.
          handle(change);
        }),
        followLink(needed, load),
      ];
      return () => stops.forEach((stop) => stop());
    },
  };
};
