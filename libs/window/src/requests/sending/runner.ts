import { createListeners, type ExecutionResult } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';

import type { Link, LinkState } from '../../link/link.js';
import { type EditedDrafts, type SendBlocker, prepareSending } from './send-blocker.js';
import { reduceRuns, noRuns, type RunEvent, type Runs } from './runs.js';
import type { RequestId } from '../saved-request.js';
import { describeProblem, getAdvice } from '../../link/problem-words.js';
import { type Later, throttle } from '../../link/throttle.js';
import { executeRequest } from '../requests.js';
import { loadPart } from '../../served/trust.js';
import type { RunTarget } from '../../runs/run-target.js';
import type { Messages } from '../../shell/notices/messages.js';
import { createStore, type Store } from '../../shell/store.js';

/** Loads the parser for event streams when the first one arrives. */
const loadStreamReader = async () => {
  const { createStreamReader, maxEventLength: maxRead } = await loadPart(
    () => import('../../response/body/event-stream.js'),
  );
  return createStreamReader(maxRead);
};

/** The reason why sending a request was blocked. */
export type Blocker = SendBlocker & { readonly id: RequestId };

/**
 * Runs requests, remembers the last run of each request, and can cancel runs. The object itself never changes: a run changes at
 * every step, so only components that show it subscribe to it.
 */
export interface Runner {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => Runs;
  /** Returns what blocked the last start, until the page has shown it. */
  readonly blocker: () => Blocker | undefined;
  readonly blockerShown: () => void;
  /** Sends a request, and calls `onResult` with the result. */
  readonly start: (id: RequestId, onResult?: (result: ExecutionResult) => void) => void;
  readonly cancel: (id: RequestId) => void;
  /** Moves the run of a replaced request to the new request. */
  readonly replace: (from: RequestId, id: RequestId) => void;
}

/**
 * A new step and stream events are delayed by this time, in milliseconds. A step is not shown if the execution ends within it, and events
 * that arrive within it are shown together.
 */
const progressMs = 100;

/** The dependencies of a runner besides the link. */
export interface RunnerContext {
  readonly drafts: EditedDrafts;
  /** Stores the settings that requests inherit. */
  readonly storeFolders: () => Promise<unknown>;
  readonly later: Later;
}

const getHint = (error: unknown, { kind }: LinkState): string | undefined => {
  // The message about a failure of the storage already says what to do.
  if (error instanceof RpcRefusal)
    return error.error.code === 'STORAGE_FAILED' ? undefined : getAdvice(error);
  return kind === 'open'
    ? undefined
    : 'Run it again once the page is connected; the request may already have been sent.';
};

/** The last runs, what blocked the last start, and the listeners of both. */
const createState = (later: Later) => {
  let runs = noRuns;
  let blocker: Blocker | undefined;
  const listeners = createListeners();
  const tellAll = (): void => {
    progress.cancel();
    listeners.notify();
  };
  const progress = throttle(tellAll, () => progressMs, later);
  return {
    get: () => runs,
    blocker: () => blocker,
    tell: (event: RunEvent): void => {
      runs = reduceRuns(runs, event);
      if (event.kind === 'stepped' || event.kind === 'received') progress.schedule();
      else tellAll();
    },
    block: (by: Blocker | undefined): void => {
      blocker = by;
      tellAll();
    },
    subscribe: listeners.subscribe,
  };
};

const now = (): number => performance.now();

/** Creates a function that sends a request of its workspace, which need not be the active one, and tells the progress. */
const createSender =
  (link: Link, drafts: RunnerContext['drafts'], tell: ReturnType<typeof createState>['tell']) =>
  (id: RequestId, signal: AbortSignal): Promise<ExecutionResult> => {
    let reader: ReturnType<typeof loadStreamReader> | undefined;
    const { workspaceId } = drafts.get(id)?.draft.stored ?? {};
    const onProgress = (_done: number, _total: number, step: string): void => {
      tell({ kind: 'stepped', id, step, at: now() });
    };
    const onText = (text: string): void => {
      reader ??= loadStreamReader();
      void reader.then((read) => tell({ kind: 'received', id, events: read(text), at: now() }));
    };
    return executeRequest(link, { id, workspaceId }, { signal, onProgress, onText });
  };

/** Creates a runner. Its runs continue when the connection is lost or another request is shown. */
export const createRunner = (link: Link, { drafts, storeFolders, later }: RunnerContext): Runner => {
  const { tell, block, get, blocker, subscribe } = createState(later);
  const running = new Map<RequestId, AbortController>();
  /** Stores the request and the settings that it inherits. If something blocks sending, shows it. */
  const prepare = async (id: RequestId) => {
    await storeFolders();
    const why = await prepareSending(drafts, id);
    if (why && 'where' in why && why.where !== 'deleted') block({ ...why, id });
    return why;
  };
  const execute = createSender(link, drafts, tell);
  const run = async (id: RequestId, onResult?: (result: ExecutionResult) => void): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    tell({ kind: 'started', id, at: now() });
    try {
      const notSent = await prepare(id);
      if (notSent) {
        tell({ kind: 'refused', id, message: `Not sent: ${notSent.reason}`, hint: notSent.hint, at: now() });
        return;
      }
      const result = await execute(id, controller.signal);
      const script = drafts.get(id)?.draft.stored.script ?? '';
      tell({ kind: 'done', id, result, at: now(), hasScript: script.trim() !== '' });
      onResult?.(result);
    } catch (error) {
      const hint = getHint(error, link.state());
      tell({ kind: 'refused', id, message: describeProblem(error), hint, at: now() });
    } finally {
      running.delete(id);
    }
  };
  return {
    subscribe,
    get,
    blocker,
    blockerShown: () => block(undefined),
    start: (id, onResult) => {
      if (!running.has(id)) void run(id, onResult);
    },
    cancel: (id) => running.get(id)?.abort(),
    replace: (from, id) => tell({ kind: 'replaced', from, id, at: now() }),
  };
};

/** The dialogs for the other ways to send a request. */
export type SendDialog =
  | { readonly kind: 'preview' | 'code'; readonly id: RequestId }
  | { readonly kind: 'run' | 'export'; readonly target: RunTarget };

/** The ways to send a request other than Send. */
export interface SendActions {
  /** The open dialog. */
  readonly dialog: Store<SendDialog | undefined>;
  /** Shows what Send would send. */
  readonly preview: (id: RequestId) => void;
  /** Opens the run dialog for a request, a folder or the workspace. */
  readonly run: (target: RunTarget) => void;
  /** Shows a request as code to copy. */
  readonly copyAs: (id: RequestId) => void;
  /** Exports a request, a folder or the workspace to a format of another tool. */
  readonly exportAs: (target: RunTarget) => void;
  /** Sends a request, and lets the browser save the response body. */
  readonly sendAndSave: (id: RequestId) => void;
}

/** Creates the actions for the other ways to send. No dialog is open at first. */
export const createSendActions = (runner: Runner, say: Messages['say']): SendActions => {
  const dialog = createStore<SendDialog | undefined>(undefined);
  const save = async (result: ExecutionResult): Promise<void> => {
    const { saveResponse } = await loadPart(() => import('../../response/body/save-response.js'));
    await saveResponse(result).then(say, (cause: unknown) => say(`Not saved: ${describeProblem(cause)}`));
  };
  return {
    dialog,
    preview: (id) => dialog.set({ kind: 'preview', id }),
    run: (target) => dialog.set({ kind: 'run', target }),
    copyAs: (id) => dialog.set({ kind: 'code', id }),
    exportAs: (target) => dialog.set({ kind: 'export', target }),
    sendAndSave: (id) => runner.start(id, (result) => void save(result)),
  };
};
