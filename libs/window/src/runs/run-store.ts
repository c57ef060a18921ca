import { createListeners } from '@tandem/core';

import type { Link } from '../link/link.js';
import { describeProblem } from '../link/problem-words.js';
import type { RunArguments } from './run-again.js';
import {
  createEventReader,
  nothingReceived,
  type RunProgress,
  applyEvents,
  type RunView,
} from './run-progress.js';
import { type Later, throttle } from '../link/throttle.js';

/** A run that this page started. */
export interface OwnRun {
  readonly key: string;
  /** Describes in a few words what the run executes. */
  readonly title: string;
  readonly plan: RunArguments;
  readonly progress: RunProgress;
  readonly isStopping: boolean;
  /** The report, or the reason why there is none; absent while the run is in progress. */
  readonly end?: { readonly view: RunView } | { readonly problem: string };
}

/** The runs that this page has started, and the shown run. */
export interface RunStore {
  readonly subscribe: (listener: () => void) => () => void;
  /** Newest first. */
  readonly runs: () => readonly OwnRun[];
  /** The key of the shown run, or the id of a stored run. */
  readonly chosen: () => string | undefined;
  readonly choose: (key: string) => void;
  /** Starts a run and shows it. Resolves once requests are being sent, or with the reason why the run did not start. */
  readonly start: (title: string, plan: RunArguments) => Promise<string | undefined>;
  readonly stop: (key: string) => void;
}

/** Maximum number of ended runs in memory. The server stores them too. */
const maxEndedRuns = 5;

const limitEndedRuns = (runs: readonly OwnRun[]): readonly OwnRun[] => {
  const ended = new Set(runs.filter(({ end }) => end !== undefined).slice(0, maxEndedRuns));
  return runs.filter((run) => run.end === undefined || ended.has(run));
};

/** How often new events are shown, in milliseconds. */
const publishMs = 100;

/** The dependencies of a run store besides the link. */
export interface RunStoreEffects {
  readonly later: Later;
  /** Called with each ended run. */
  readonly onEnd: (view: RunView) => void;
}

/** The list of runs and its listeners. */
const createList = () => {
  let runs: readonly OwnRun[] = [];
  const { notify, subscribe } = createListeners();
  const become = (next: readonly OwnRun[]): void => {
    runs = next;
    notify();
  };
  return {
    runs: () => runs,
    tell: () => become(runs),
    add: (run: OwnRun) => become(limitEndedRuns([run, ...runs])),
    change: (key: string, part: Partial<OwnRun>) =>
      become(runs.map((run) => (run.key === key ? { ...run, ...part } : run))),
    drop: (key: string) => become(runs.filter((run) => run.key !== key)),
    subscribe,
  };
};

/** Collects the events of a run, and publishes them together several times per second. */
const createReceiver = (later: Later, show: (progress: RunProgress) => void, onStart: () => void) => {
  const read = createEventReader();
  let progress = nothingReceived;
  const shown = throttle(
    () => show(progress),
    () => publishMs,
    later,
  );
  return {
    onText: (text: string): void => {
      const isFirst = progress.start === undefined;
      progress = applyEvents(progress, read(text));
      if (isFirst && progress.start !== undefined) {
        show(progress);
        onStart();
      }
      shown.schedule();
    },
    finish: (): void => {
      shown.cancel();
      show(progress);
    },
  };
};

/** Creates a run store for one workspace. */
export const createRunStore = (link: Pick<Link, 'call'>, { later, onEnd }: RunStoreEffects): RunStore => {
  const { runs, tell, add, change, drop, subscribe } = createList();
  let chosen: string | undefined;
  let number = 0;
  const controllers = new Map<string, AbortController>();
  const choose = (key: string): void => {
    chosen = key;
    tell();
  };
  const execute = async (
    key: string,
    name: string,
    plan: RunArguments,
    onStart: () => void,
  ): Promise<RunView> => {
    const controller = new AbortController();
    controllers.set(key, controller);
    const { onText, finish } = createReceiver(later, (progress) => change(key, { progress }), onStart);
    try {
      const options = { signal: controller.signal, onText };
      return await link.call('runs_execute', { ...plan, name, report: 'full' }, options);
    } finally {
      finish();
      controllers.delete(key);
    }
  };
  const start = (title: string, plan: RunArguments): Promise<string | undefined> => {
    number += 1;
    const key = `own-${number}`;
    add({ key, title, plan, progress: nothingReceived, isStopping: false });
    return new Promise((resolve) => {
      const onStart = (): void => {
        choose(key);
        resolve(undefined);
      };
      const hasStarted = (): boolean =>
        runs().some((run) => run.key === key && run.progress.start !== undefined);
      const onFailure = (cause: unknown): void => {
        const problem = describeProblem(cause);
        if (hasStarted()) change(key, { end: { problem } });
        else drop(key);
        resolve(problem);
      };
      execute(key, title, plan, onStart).then((view) => {
        onEnd(view);
        change(key, { end: { view } });
        if (!hasStarted()) choose(view.id);
        resolve(undefined);
      }, onFailure);
    });
  };
  const stop = (key: string): void => {
    change(key, { isStopping: true });
    controllers.get(key)?.abort();
  };
  return { subscribe, runs, chosen: () => chosen, choose, start, stop };
};

/** The runs that this page started, by workspace id. */
export interface RunStores {
  readonly of: (workspaceId: string) => RunStore;
}

/** Creates the run stores of a page. Runs continue while another run or workspace is shown. */
export const createRunStores = (link: Link, effects: RunStoreEffects): RunStores => {
  const stores = new Map<string, RunStore>();
  return {
    of: (workspaceId) => {
      const store = stores.get(workspaceId) ?? createRunStore(link, effects);
      stores.set(workspaceId, store);
      return store;
    },
  };
};
