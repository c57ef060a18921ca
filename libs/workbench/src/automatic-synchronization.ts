import { access } from 'node:fs/promises';
import { join } from 'node:path';

import type { Application } from '@tandem/application';
import {
  type Change,
  createTaskQueue,
  describe,
  isRequestKind,
  type SynchronizationReport,
} from '@tandem/core';
import { E } from '@tandem/core/fp';
import { findDataFolder, type FolderWatch, watchFolder } from '@tandem/folder';

/** Watches the files of the active workspace. */
export interface ActiveWatch {
  /** The workspace that is watched, if any. */
  readonly workspaceId: () => string | undefined;
  /** Watches the workspace that is active now, instead of the one that is watched so far. */
  readonly look: () => void;
  /** Watches the data folder that a run used, which may differ from the one found on the disk. */
  readonly follow: (report: SynchronizationReport) => void;
  readonly close: () => void;
}

interface WatchedFolder {
  readonly id: string;
  readonly path: string;
  readonly root: string;
  readonly watch: FolderWatch;
}

/** Calls `onChange` when another workspace becomes the watched one, and when one of its files may have changed. */
const createActiveWatch = (
  application: Application,
  onChange: (workspaceId: string) => void,
): ActiveWatch => {
  const inTurn = createTaskQueue();
  const closing = new AbortController();
  const { signal } = closing;
  let watched: WatchedFolder | undefined;
  const start = (id: string, path: string, root: string): void => {
    watched?.watch.close();
    watched = {
      id,
      path,
      root,
      watch: watchFolder(root, () => {
        onChange(id);
      }),
    };
  };
  const watchActive = async (): Promise<void> => {
    const outcome = await application.workspaces.get(undefined)();
    const active = E.isRight(outcome) ? outcome.right : undefined;
    if (active?.path === watched?.path) return;
    watched?.watch.close();
    watched = undefined;
    if (active === undefined) return;
    const { root } = await findDataFolder(active.path);
    if (signal.aborted) return;
    start(active.id, active.path, root);
    onChange(active.id);
  };
  return {
    workspaceId: () => watched?.id,
    look: () => void inTurn(watchActive),
    follow: ({ workspaceId, path: root }) => {
      if (watched?.id !== workspaceId || watched.root === root || signal.aborted) return;
      start(watched.id, watched.path, root);
    },
    close: () => {
      closing.abort();
      watched?.watch.close();
    },
  };
};

/** The directions in which a workspace and its folder are synchronized automatically. */
export interface AutomaticSettings {
  /** Whether changes in the app are written to the files. */
  readonly writes: boolean;
  /** Whether changed files are read into the app. */
  readonly reads: boolean;
}

export interface AutomaticOptions {
  readonly application: Application;
  /** Read before each run, so that a change takes effect with the next run. */
  readonly settings: () => Promise<AutomaticSettings>;
  /** Called with the reason why a folder could not be synchronized, once per reason until a run succeeds. */
  readonly notice: (message: string) => void;
  /** How long a folder must be unchanged before a run, in milliseconds. */
  readonly restMs?: number;
}

/** Synchronizes folders automatically until it is closed. */
export interface AutomaticSynchronization {
  /** Performs the postponed work for the active workspace, because the settings now allow more. */
  readonly catchUp: () => void;
  /** Resolves when the last run has ended. */
  readonly close: () => Promise<void>;
}

/** Maximum pause before a workspace that is slow to synchronize is synchronized again, in milliseconds. */
const maxPauseMs = 30_000;

/** The author of changes by an automatic run. */
const caller = 'folder';

const folderEntities: ReadonlySet<Change['entity']> = new Set(['workspace', 'environment', 'folder']);

/** Whether a change affects something stored in the folder, and was not made by a run. */
const shouldSave = ({ entity, by }: Change): boolean =>
  by !== caller && (isRequestKind(entity) || folderEntities.has(entity));

const isExistingFile = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

type Sides = Readonly<Record<keyof AutomaticSettings, boolean>>;

/** Finds the sides that a run would change. If an entity was deleted in the app, its file still exists. */
const findChangedSides = async (report: SynchronizationReport): Promise<Sides> => {
  const { path, written, renamed, pulled, merged, deleted } = report;
  const present = await Promise.all(deleted.map((one) => isExistingFile(join(path, one))));
  return {
    writes: written.length > 0 || renamed.length > 0 || merged.length > 0 || present.includes(true),
    reads: pulled.length > 0 || merged.length > 0 || present.includes(false),
  };
};

/**
 * Says whether the workspace has a data folder, or requests that would be written to a new one. A folder that was only opened has neither.
 */
const isInUse = async ({ workspaces }: Application, workspaceId: string): Promise<boolean> => {
  const found = await workspaces.get(workspaceId)();
  if (E.isLeft(found)) return false;
  const { path, restCount, graphqlCount } = found.right;
  if (restCount + graphqlCount > 0) return true;
  const identity = await workspaces.folderOf(path)();
  return E.isRight(identity) && identity.right !== null;
};

/** Runs the synchronizations of one workspace. */
const createRunner = ({ application, settings, notice }: AutomaticOptions) => {
  const calls = application.as({ by: caller, kind: 'folder' }).synchronization;
  const told = new Set<string>();
  const sayOnce = (message: string): void => {
    if (told.has(message)) return;
    told.add(message);
    notice(message);
  };
  const report = async (workspaceId: string, dryRun: boolean): Promise<SynchronizationReport | undefined> => {
    const outcome = await calls.synchronize({ workspaceId, dryRun })();
    if (E.isRight(outcome)) {
      if (!dryRun) told.clear();
      return outcome.right;
    }
    sayOnce(describe(outcome.left));
    return undefined;
  };
  /** `reasons` are the sides that may have changed. */
  return async (
    workspaceId: string,
    reasons: ReadonlySet<keyof AutomaticSettings>,
  ): Promise<SynchronizationReport | undefined> => {
    const wanted = await settings();
    if (![...reasons].some((reason) => wanted[reason]) || !(await isInUse(application, workspaceId)))
      return undefined;
    if (!wanted.writes || !wanted.reads) {
      // A run works in both directions. If it would also do something that is disabled, a person has to start it.
      const plan = await report(workspaceId, true);
      if (plan === undefined) return undefined;
      const sides = await findChangedSides(plan);
      if ((sides.writes && !wanted.writes) || (sides.reads && !wanted.reads)) return plan;
    }
    return report(workspaceId, false);
  };
};

/** Runs `work` once a workspace has not changed for a while, or after ten times that time at the latest. */
const createDebounce = (rest: () => number, work: (workspaceId: string) => void) => {
  const waiting = new Map<string, { readonly timer: NodeJS.Timeout; readonly since: number }>();
  return {
    schedule: (workspaceId: string): void => {
      const restMs = rest();
      const now = performance.now();
      const { since, timer: last } = waiting.get(workspaceId) ?? { since: now };
      clearTimeout(last);
      const timer = setTimeout(
        () => {
          waiting.delete(workspaceId);
          work(workspaceId);
        },
        Math.max(0, Math.min(restMs, since + 10 * restMs - now)),
      );
      waiting.set(workspaceId, { timer, since });
    },
    stop: (): void => {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
};

/**
 * Saves a workspace to its folder a second after a change, and reads changed files of the active workspace.
 * Conflicts are left for a person to resolve, as in any synchronization.
 */
export const startAutomaticSynchronization = (options: AutomaticOptions): AutomaticSynchronization => {
  const { application, restMs = 1_000 } = options;
  const run = createRunner(options);
  const reasons = new Map<string, Set<keyof AutomaticSettings>>();
  const running = new Set<Promise<void>>();
  let isClosed = false;
  /** The duration of the last run, in milliseconds: a workspace whose runs take long is synchronized less often. */
  let costMs = 0;
  const timed = async (workspaceId: string, due: ReadonlySet<keyof AutomaticSettings>): Promise<void> => {
    const begun = performance.now();
    const report = await run(workspaceId, due);
    if (report !== undefined) active.follow(report);
    costMs = performance.now() - begun;
  };
  const restNow = (): number => Math.max(restMs, Math.min(maxPauseMs, 4 * costMs));
  const rest = createDebounce(restNow, (workspaceId) => {
    const due = reasons.get(workspaceId) ?? new Set();
    reasons.delete(workspaceId);
    const one = timed(workspaceId, due)
      .catch((error: unknown) => {
        options.notice(`the folder could not be synchronized: ${String(error)}`);
      })
      .finally(() => running.delete(one));
    running.add(one);
  });
  const schedule = (workspaceId: string, reason: keyof AutomaticSettings): void => {
    if (isClosed) return;
    reasons.set(workspaceId, new Set([...(reasons.get(workspaceId) ?? []), reason]));
    rest.schedule(workspaceId);
  };
  const active = createActiveWatch(application, (workspaceId) => {
    schedule(workspaceId, 'reads');
  });
  const forget = application.changes.subscribe((change) => {
    if (shouldSave(change)) schedule(change.workspaceId, 'writes');
    if (change.entity === 'workspace') active.look();
  });
  active.look();
  return {
    catchUp: () => {
      const workspaceId = active.workspaceId();
      if (workspaceId === undefined) return;
      schedule(workspaceId, 'writes');
      schedule(workspaceId, 'reads');
    },
    close: async () => {
      isClosed = true;
      forget();
      rest.stop();
      active.close();
      await Promise.all(running);
    },
  };
};
