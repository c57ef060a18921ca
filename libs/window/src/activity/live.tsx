import { type Change, createTaskQueue } from '@tandem/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

import { queryKeys } from '../link/query-keys.js';
import type { Link } from '../link/link.js';
import { useLink, useLinkState } from '../link/use-link.js';
import {
  type Activity,
  canUndo,
  isForeign,
  isListed,
  describeActivity,
  addActivity,
  disableRestore,
  markUndone,
} from './activity.js';
import type { Summary } from '../requests/saved-request.js';
import { updateMarks, type ScriptMark, type ScriptMarks } from './script-marks.js';
import { describeProblem } from '../link/problem-words.js';
import { useDrafts } from '../requests/drafts/use-drafts.js';
import type { Drafts } from '../requests/drafts/drafts.js';
import {
  createChangeBatches,
  type TakesChanges,
  follow,
  type HandledChange,
  type OnEnvironment,
  unknownChange,
} from './follow.js';
import type { Undoable } from './stored-activity.js';
import { useFolderEdits } from '../folders/use-folder-editing.js';
import { loadPart } from '../served/trust.js';

/** Not needed before the page is shown. */
const loadStoredActivity = () => loadPart(() => import('./stored-activity.js'));

interface Problem {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What an undo undoes or a redo restores, as a sentence. */
type UndoneActivity = Required<Pick<Activity, 'undid' | 'isRedo'>>;

interface Live {
  readonly activities: readonly Activity[];
  /** Undoes a change. */
  readonly undo: (activity: Activity) => void;
  /** Undoes an entry of the database, described by that sentence. */
  readonly undoEntry: (undoable: Undoable, sentence: string, isRedo?: boolean) => void;
  /** Why the last undo failed, or what it left unchanged. */
  readonly problem: Problem | undefined;
  /** The variables that scripts set last. */
  readonly marks: ScriptMarks;
}

const createProblem = (text: string | undefined): Problem | undefined =>
  text === undefined ? undefined : { text, at: Date.now() };

const LiveContext = createContext<Live>({
  activities: [],
  undo: () => undefined,
  undoEntry: () => undefined,
  problem: undefined,
  marks: new Map(),
});

/** Who changed what since the page was opened. */
export const useLive = (): Live => use(LiveContext);

/** The name of the request whose script changed an environment: it is storing variables right now. */
const findRunningScript = (link: Link, queries: QueryClient): string | undefined => {
  const run = link.running().find(({ step }) => step === 'persist');
  const requests = queries.getQueryData<readonly Summary[]>(queryKeys.requests);
  return requests?.find(({ id }) => id === run?.requestId)?.name;
};

/** The marks of the variables that scripts set, and a function that updates them when an environment changes. */
const useMarks = () => {
  const [marks, setMarks] = useState<ScriptMarks>(new Map());
  /** The names of the scripts' requests. They are known when a change event arrives and needed when it is handled. */
  const scripts = useRef(new WeakMap<Change, ScriptMark>());
  const onEnvironment = useCallback<OnEnvironment>((before, now, change) => {
    const script = scripts.current.get(change);
    setMarks((present) => updateMarks(present, before, now, script));
  }, []);
  const restoreMarks = useCallback((earlier: ScriptMarks) => {
    setMarks((present) => new Map([...earlier, ...present]));
  }, []);
  return { marks, scripts, onEnvironment, restoreMarks };
};

/** The list of changes. Deleting a request that was restored as a new one cannot be undone. */
const useActivities = ({ onReplaced }: Drafts) => {
  const [activities, setActivities] = useState<readonly Activity[]>([]);
  useEffect(
    () =>
      onReplaced((from) => {
        setActivities((list) => disableRestore(list, from));
      }),
    [onReplaced],
  );
  return [activities, setActivities] as const;
};

/** Undoes changes in order with their events, and reports what could not be undone. */
const useUndo = (
  inTurn: ReturnType<typeof createTaskQueue>,
  undoings: RefObject<Map<string, UndoneActivity>>,
  setActivities: (change: (list: readonly Activity[]) => readonly Activity[]) => void,
) => {
  const link = useLink();
  const drafts = useDrafts();
  const [problem, setProblem] = useState<Problem>();
  const undoEntry = useCallback(
    (undoable: Undoable, undid: string, isRedo = false): void => {
      inTurn(async () => {
        const { undoChange } = await loadStoredActivity();
        const { made, remark } = await undoChange(link, drafts, undoable);
        if (made) undoings.current.set(`${made.op} ${made.id}`, { undid, isRedo });
        return remark;
      }).then(
        (remark) => {
          setProblem(createProblem(remark));
          setActivities((list) => markUndone(list, undoable));
        },
        (cause: unknown) => {
          setProblem(createProblem(describeProblem(cause)));
        },
      );
    },
    [link, drafts, inTurn, undoings, setActivities],
  );
  const undo = useCallback(
    (activity: Activity): void => {
      if (!canUndo(activity)) return;
      const { key, entry, nexts } = activity;
      const { entity, id: entityId, op } = activity.change;
      undoEntry({ key, entry, entity, entityId, op, nexts }, describeActivity(activity));
    },
    [undoEntry],
  );
  return { undo, undoEntry, problem };
};

interface ChangeHandlerContext {
  readonly link: Link;
  readonly following: ReturnType<typeof follow>;
  readonly undoings: RefObject<Map<string, UndoneActivity>>;
  readonly add: (one: Omit<Activity, 'key' | 'at'>) => void;
}

/**
 * Applies changes to the page and lists them. For many changes, lists the newest entry of the activity, if it is by
 * others.
 */
const createChangeHandler = ({ link, following, undoings, add }: ChangeHandlerContext): TakesChanges => ({
  one: async (change) => {
    const { isPart = false, ...handled } = await following
      .handle(change)
      .catch((): HandledChange => unknownChange);
    const undoing = `${change.op} ${change.id}`;
    const undid = isForeign(change) ? undefined : undoings.current.get(undoing);
    if (undid !== undefined) undoings.current.delete(undoing);
    if (!isListed(change) || (isPart && undid === undefined)) return;
    const entry = await loadStoredActivity()
      .then(({ findEntryId: entryOf }) => entryOf(link, change))
      .catch(() => undefined);
    add({ entry, change, ...undid, ...handled });
  },
  many: async (changes) => {
    await following.handleMany(changes).catch(() => undefined);
    for (const { op, id } of changes) undoings.current.delete(`${op} ${id}`);
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

/** Applies each change event to the page, and lists the changes. */
export const LiveProvider = ({ children }: { readonly children: ReactNode }) => {
  const link = useLink();
  const queries = useQueryClient();
  const drafts = useDrafts();
  const folders = useFolderEdits();
  const isOpen = useLinkState().kind === 'open';
  const [activities, setActivities] = useActivities(drafts);
  const keys = useRef(0);
  const { marks, scripts, onEnvironment, restoreMarks } = useMarks();
  const following = useMemo(
    () => follow(link, queries, drafts, onEnvironment),
    [link, queries, drafts, onEnvironment],
  );
  /** The change events of an undo arrive while it runs, and are handled after it. */
  const inTurn = useMemo(createTaskQueue, []);
  const undoings = useRef(new Map<string, UndoneActivity>());
  const takeIn = useMemo(() => {
    const add = (one: Omit<Activity, 'key' | 'at'>): void => {
      const kept = { ...one, key: (keys.current += 1), at: Date.now() };
      setActivities((list) => addActivity(list, kept));
    };
    return createChangeBatches(inTurn, createChangeHandler({ link, following, undoings, add }));
  }, [inTurn, link, following, setActivities]);
  useEffect(
    () =>
      link.onChange((change) => {
        if (change.script)
          scripts.current.set(change, { at: Date.now(), request: findRunningScript(link, queries) });
        // In order, or an older state could overwrite a newer one.
        takeIn(change);
      }),
    [link, queries, takeIn, scripts],
  );
  useEffect(() => {
    if (!isOpen) return;
    drafts.flushAll();
    void folders.flushAll();
    following.begin().catch(() => undefined); // Loaded again when the link next opens.
    loadStoredActivity()
      .then(({ readMarks }) => readMarks(link))
      .then(restoreMarks, () => undefined);
  }, [isOpen, drafts, folders, following, link, restoreMarks]);
  const { undo, undoEntry, problem } = useUndo(inTurn, undoings, setActivities);
  const live = useMemo(
    () => ({ activities, undo, undoEntry, problem, marks }),
    [activities, undo, undoEntry, problem, marks],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
};
