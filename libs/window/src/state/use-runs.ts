import type { ExecutionResult } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';

import type { LinkState } from '../link/link.js';
import { useLink } from '../link/use-link.js';
import type { SendBlocker } from '../model/send-blocker.js';
import { nextRuns, noRuns, type RunEvent, type Runs } from '../model/runs.js';
import type { RequestId } from '../model/saved-request.js';
import { problemWords } from '../model/problem-words.js';
import { useDrafts } from './contexts.js';
import type { Drafts } from './drafts.js';
import { executeRequest } from './requests.js';
import { type NotSent, unsendable } from './unsendable.js';
import { useFolderEdits } from './use-folder-editing.js';
import { loadPart } from '../served/load-part.js';

/** Loaded when the first event stream arrives. */
const streamReader = async () => {
  const { createStreamReader, mostRead } = await loadPart(() => import('../model/event-stream.js'));
  return createStreamReader(mostRead);
};

/** Runs requests, remembers the last runs of each, and can let go of one. */
export interface Runner {
  readonly runs: Runs;
  /** Sends a request; `onResult` gets the result of this run. */
  readonly start: (id: RequestId, onResult?: (result: ExecutionResult) => void) => void;
  readonly cancel: (id: RequestId) => void;
  /** What blocked the last start, until the page has shown it. */
  readonly blocker: (SendBlocker & { readonly id: RequestId }) | undefined;
  readonly blockerShown: () => void;
}

const hintFor = (error: unknown, { kind }: LinkState): string | undefined => {
  if (error instanceof RpcRefusal)
    return error.error.code === 'STORAGE_FAILED' ? undefined : error.error.hint;
  return kind === 'open'
    ? undefined
    : 'Run it again once the page is connected; the request may already have been sent.';
};

/** Gives a request that takes the place of another the run of that one. */
const useReplaced = ({ onReplaced }: Drafts, tell: (event: RunEvent) => void): void => {
  useEffect(
    () =>
      onReplaced((from, id) => {
        tell({ kind: 'replaced', from, id, at: performance.now() });
      }),
    [onReplaced, tell],
  );
};

/** Stores what a request inherits and the request itself. Shows the person what keeps it from being sent. */
const usePrepare = (show: (blocker: Runner['blocker']) => void) => {
  const drafts = useDrafts();
  const folders = useFolderEdits();
  return useCallback(
    async (id: RequestId): Promise<NotSent | undefined> => {
      await folders.flushAll();
      const why = await unsendable(drafts, id);
      if (why && 'where' in why && why.where !== 'deleted') show({ ...why, id });
      return why;
    },
    [drafts, folders, show],
  );
};

/** The runs of this page; they outlive a cut of the link and a change of the shown request. */
export const useRuns = (): Runner => {
  const link = useLink();
  const drafts = useDrafts();
  const [runs, tell] = useReducer(nextRuns, noRuns);
  const [blocker, setBlocker] = useState<Runner['blocker']>();
  const running = useRef(new Map<RequestId, AbortController>());
  useReplaced(drafts, tell);
  const prepare = usePrepare(setBlocker);
  const run = useCallback(
    async (id: RequestId, onResult?: (result: ExecutionResult) => void): Promise<void> => {
      const controller = new AbortController();
      running.current.set(id, controller);
      const now = () => performance.now();
      tell({ kind: 'started', id, at: now() });
      const onProgress = (_done: number, _total: number, step: string): void => {
        tell({ kind: 'stepped', id, step, at: now() });
      };
      let reader: ReturnType<typeof streamReader> | undefined;
      const onText = (text: string): void => {
        reader ??= streamReader();
        void reader.then((read) => tell({ kind: 'received', id, events: read(text), at: now() }));
      };
      try {
        const notSent = await prepare(id);
        if (notSent) {
          tell({ kind: 'refused', id, message: notSent.message, hint: notSent.hint, at: now() });
          return;
        }
        const result = await executeRequest(link, id, { signal: controller.signal, onProgress, onText });
        const script = drafts.get(id)?.draft.stored.script ?? '';
        tell({ kind: 'done', id, result, at: now(), hasScript: script.trim() !== '' });
        onResult?.(result);
      } catch (error) {
        const hint = hintFor(error, link.state());
        tell({ kind: 'refused', id, message: problemWords(error), hint, at: now() });
      } finally {
        running.current.delete(id);
      }
    },
    [link, prepare, drafts],
  );
  const start = useCallback(
    (id: RequestId, onResult?: (result: ExecutionResult) => void) => {
      if (!running.current.has(id)) void run(id, onResult);
    },
    [run],
  );
  const cancel = useCallback((id: RequestId) => running.current.get(id)?.abort(), []);
  const blockerShown = useCallback(() => {
    setBlocker(undefined);
  }, []);
  return { runs, start, cancel, blocker, blockerShown };
};
