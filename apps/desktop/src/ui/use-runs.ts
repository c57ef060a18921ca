import type { RestRequestId } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';
import { useCallback, useReducer, useRef } from 'react';

import type { LinkState } from './link/link.js';
import { useLink } from './link/use-link.js';
import { nextRuns, type Runs } from './model/runs.js';

/** Runs requests, remembers the last run of each, and can let go of one. */
export interface Runner {
  readonly runs: Runs;
  readonly start: (id: RestRequestId) => void;
  readonly cancel: (id: RestRequestId) => void;
}

/** How much of a text body the page asks for, in bytes. */
const maxBodyBytes = 1_048_576;

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
  const [runs, tell] = useReducer(nextRuns, new Map());
  const running = useRef(new Map<RestRequestId, AbortController>());
  const run = useCallback(
    async (id: RestRequestId): Promise<void> => {
      const controller = new AbortController();
      running.current.set(id, controller);
      tell({ kind: 'started', id });
      const onProgress = (_done: number, _total: number, step: string): void => {
        tell({ kind: 'stepped', id, step });
      };
      try {
        const result = await link.call(
          'rest_execute',
          { id, maxBodyBytes },
          { signal: controller.signal, onProgress },
        );
        tell({ kind: 'done', id, result });
      } catch (error) {
        tell({ kind: 'refused', id, message: sentenceOf(error), hint: hintFor(error, link.state()) });
      } finally {
        running.current.delete(id);
      }
    },
    [link],
  );
  const start = useCallback(
    (id: RestRequestId) => {
      if (!running.current.has(id)) void run(id);
    },
    [run],
  );
  const cancel = useCallback((id: RestRequestId) => running.current.get(id)?.abort(), []);
  return { runs, start, cancel };
};
