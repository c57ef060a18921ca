import type { ExecutionOutcome } from '@tandem/core';

import type { LastRunMark } from '../../response/outcome.js';
import type { Run } from '../../requests/sending/runs.js';

/** The newest execution of a request that is stored. */
export interface StoredRun {
  readonly id: string;
  readonly outcome: ExecutionOutcome;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

/** The last run of a request: that of this page, or the stored one if it began later. */
export const findLastRun = (run: Run | undefined, stored: StoredRun | undefined): LastRunMark | undefined => {
  if (stored === undefined) return run;
  const mark = { kind: 'stored', outcome: stored.outcome } as const;
  if (run === undefined) return mark;
  if (run.kind !== 'done' || run.startedAt === undefined) return run;
  const isOther = stored.id !== run.result.executionId;
  return isOther && Date.parse(stored.startedAt) > run.startedAt ? mark : run;
};
