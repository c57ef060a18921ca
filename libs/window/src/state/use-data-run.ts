import type { ExecutionResult, RunRow } from '@tandem/core';
import { useEffect, useRef, useState } from 'react';

import { useLink } from '../link/use-link.js';
import { problemWords } from '../model/problem-words.js';
import type { RequestId } from '../model/saved-request.js';
import { useDrafts } from './contexts.js';
import { executeRequest } from './requests.js';
import { unsendable } from './unsendable.js';

/** What sending a request with one row came to. */
export interface RowOutcome {
  /** From 1. */
  readonly number: number;
  readonly row: RunRow;
  /** The execution, or why there is none. */
  readonly end: { readonly result: ExecutionResult; readonly at: number } | { readonly problem: string };
}

/** How much of a body is held for each row; the viewer reads more from the store. */
const heldBodyBytes = 32 * 1024;

/** Sends a request once for each row, one after another, until it is stopped or the panel closes. */
export const useDataRun = (id: RequestId) => {
  const link = useLink();
  const drafts = useDrafts();
  const [outcomes, setOutcomes] = useState<readonly RowOutcome[]>([]);
  const [total, setTotal] = useState<number>();
  const [isRunning, setIsRunning] = useState(false);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const send = async (row: RunRow, signal: AbortSignal): Promise<RowOutcome['end']> => {
    try {
      const why = await unsendable(drafts, id);
      if (why !== undefined) return { problem: why.message };
      const extra = { variables: row, maxBodyBytes: heldBodyBytes };
      return { result: await executeRequest(link, id, { signal }, extra), at: Date.now() };
    } catch (error) {
      return { problem: problemWords(error) };
    }
  };
  const run = async (rows: readonly RunRow[]): Promise<void> => {
    const { signal } = (controller.current = new AbortController());
    setOutcomes([]);
    setTotal(rows.length);
    setIsRunning(true);
    for (const [index, row] of rows.entries()) {
      if (signal.aborted) break;
      const end = await send(row, signal);
      setOutcomes((before) => [...before, { number: index + 1, row, end }]);
    }
    setIsRunning(false);
  };
  return {
    outcomes,
    /** How many rows were given to the last run. */
    total,
    isRunning,
    start: (rows: readonly RunRow[]): void => void run(rows),
    stop: (): void => controller.current?.abort(),
  };
};
