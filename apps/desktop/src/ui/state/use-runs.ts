import { RpcRefusal } from '@tandem/rpc/client';
import { useCallback, useReducer, useRef } from 'react';

import type { LinkState } from '../link/link.js';
import { useLink } from '../link/use-link.js';
import { nextRuns, noRuns, type Runs } from '../model/runs.js';
import type { RequestId } from '../model/saved-request.js';
import { useDrafts } from './contexts.js';
import { executeRequest } from './requests.js';

/** Runs requests, remembers the last runs of each, and can let go of one. */
export interface Runner {
  readonly runs: Runs;
  readonly start: (id: RequestId) => void;
  readonly cancel: (id: RequestId) => void;
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const hintFor = (error: unknown, { kind }: LinkState): string | undefined => {
  if (error instanceof RpcRefusal) return error.error.hint;
  return kind === 'open'
    ? undefined
    : 'Run it again once the page is connected; this run may have been sent.';
};

/** The runs of this page; they outlive a cut of the link and a change of the shown request. */
export const useRuns = (): Runner => {
  const link = useLink();
  const drafts = useDrafts();
  const [runs, tell] = useReducer(nextRuns, noRuns);
  const running = useRef(new Map<RequestId, AbortController>());
  const run = useCallback(
    async (id: RequestId): Promise<void> => {
      const controller = new AbortController();
      running.current.set(id, controller);
      const now = () => performance.now();
      tell({ kind: 'started', id, at: now() });
      const onProgress = (_done: number, _total: number, step: string): void => {
        tell({ kind: 'stepped', id, step, at: now() });
      };
      try {
        await drafts.flush(id);
        const result = await executeRequest(link, id, { signal: controller.signal, onProgress });
        tell({ kind: 'done', id, result, at: now() });
      } catch (error) {
        const hint = hintFor(error, link.state());
        tell({ kind: 'refused', id, message: sentenceOf(error), hint, at: now() });
      } finally {
        running.current.delete(id);
      }
    },
    [link, drafts],
  );
  const start = useCallback(
    (id: RequestId) => {
      if (!running.current.has(id)) void run(id);
    },
    [run],
  );
  const cancel = useCallback((id: RequestId) => running.current.get(id)?.abort(), []);
  return { runs, start, cancel };
};
