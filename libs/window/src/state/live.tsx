import { type Change, createLane } from '@tandem/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { Link } from '../link/link.js';
import { useLink, useLinkState } from '../link/use-link.js';
import {
  type Activity,
  canUndo,
  isForeign,
  isListed,
  sentenceOf,
  withActivity,
  withKept,
  withUndone,
} from '../model/activity.js';
import type { Summary } from '../model/saved-request.js';
import { nextMarks, type ScriptMark, type ScriptMarks } from '../model/script-marks.js';
import { problemWords } from '../model/problem-words.js';
import { useDrafts } from './contexts.js';
import type { Drafts } from './drafts.js';
import { follow, type HandledChange, type OnEnvironment, unknownChange } from './follow.js';
import { undoChange } from './undo.js';

interface Problem {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Live {
  readonly activities: readonly Activity[];
  /** Takes a change back. */
  readonly undo: (activity: Activity) => void;
  /** Why the last undo did not work, or what it left. */
  readonly problem: Problem | undefined;
  /** The variables that a script set since the page was opened. */
  readonly marks: ScriptMarks;
}

const problemOf = (text: string | undefined): Problem | undefined =>
  text === undefined ? undefined : { text, at: Date.now() };

const LiveContext = createContext<Live>({
  activities: [],
  undo: () => undefined,
  problem: undefined,
  marks: new Map(),
});

/** Who changed what since the page was opened. */
export const useLive = (): Live => use(LiveContext);

/** The name of the request whose script a change of an environment is of: it stores variables at this moment. */
const scriptOf = (link: Link, queries: QueryClient): string | undefined => {
  const run = link.running().find(({ step }) => step === 'persist');
  const requests = queries.getQueryData<readonly Summary[]>(['requests']);
  return requests?.find(({ id }) => id === run?.requestId)?.name;
};

/** The marks of the variables that scripts set, and what brings a change of an environment to them. */
const useMarks = () => {
  const [marks, setMarks] = useState<ScriptMarks>(new Map());
  /** The names of the scripts' requests. They are known when a change event arrives and needed when it is handled. */
  const scripts = useRef(new WeakMap<Change, ScriptMark>());
  const onEnvironment = useCallback<OnEnvironment>((before, now, change) => {
    const script = scripts.current.get(change);
    setMarks((present) => nextMarks(present, before, now, script));
  }, []);
  return { marks, scripts, onEnvironment };
};

/** The list of changes; a request that was kept as another one is not brought back. */
const useActivities = ({ onReplaced }: Drafts) => {
  const [activities, setActivities] = useState<readonly Activity[]>([]);
  useEffect(
    () =>
      onReplaced((from) => {
        setActivities((list) => withKept(list, from));
      }),
    [onReplaced],
  );
  return [activities, setActivities] as const;
};

/** Applies each change event to the page, and lists the changes. */
export const LiveProvider = ({ children }: { readonly children: ReactNode }) => {
  const link = useLink();
  const queries = useQueryClient();
  const drafts = useDrafts();
  const isOpen = useLinkState().kind === 'open';
  const [activities, setActivities] = useActivities(drafts);
  const [problem, setProblem] = useState<Problem>();
  const keys = useRef(0);
  const { marks, scripts, onEnvironment } = useMarks();
  const following = useMemo(
    () => follow(link, queries, drafts, onEnvironment),
    [link, queries, drafts, onEnvironment],
  );
  /** The events of the changes that an undo makes arrive while it runs, and are handled after it. */
  const inTurn = useMemo(createLane, []);
  const undoings = useRef(new Map<string, string>());
  useEffect(
    () =>
      link.onChange((change) => {
        if (change.script) scripts.current.set(change, { at: Date.now(), request: scriptOf(link, queries) });
        // In the order of the changes, or an older state could win.
        void inTurn(async () => {
          const { isPart = false, ...handled } = await following
            .handle(change)
            .catch((): HandledChange => unknownChange);
          const undoing = `${change.op} ${change.id}`;
          const undid = isForeign(change) ? undefined : undoings.current.get(undoing);
          if (undid !== undefined) undoings.current.delete(undoing);
          const one = { key: (keys.current += 1), at: Date.now(), change, undid, ...handled };
          if (isListed(change) && (!isPart || undid !== undefined))
            setActivities((list) => withActivity(list, one));
        });
      }),
    [link, queries, following, inTurn, scripts],
  );
  useEffect(() => {
    if (!isOpen) return;
    drafts.flushAll();
    following.readAhead().catch(() => undefined); // The next opening of the link reads again.
  }, [isOpen, drafts, following]);
  const undo = useCallback(
    (activity: Activity): void => {
      if (!canUndo(activity)) return;
      inTurn(async () => {
        const { made, remark } = await undoChange(link, drafts, activity);
        if (made) undoings.current.set(`${made.op} ${made.id}`, sentenceOf(activity));
        return remark;
      }).then(
        (remark) => {
          setProblem(problemOf(remark));
          setActivities((list) => withUndone(list, activity.key));
        },
        (cause: unknown) => {
          setProblem(problemOf(problemWords(cause)));
        },
      );
    },
    [link, drafts, inTurn],
  );
  const live = useMemo(() => ({ activities, undo, problem, marks }), [activities, undo, problem, marks]);
  return <LiveContext value={live}>{children}</LiveContext>;
};
