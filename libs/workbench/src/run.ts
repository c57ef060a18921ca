import { type Application, createQuietContext } from '@tandem/application';
import { describe, type RunEvent, type RunPlan, type RunReport } from '@tandem/core';
import { E } from '@tandem/core/fp';

/** Options for following a run. */
export interface RunOptions {
  /** Id, name, path or folder name of a workspace; the active one by default. */
  readonly workspaceId?: string;
  /** Receives events in order, with secrets hidden. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Stops the run; its report is then marked as interrupted. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a plan and returns its report.
 * @throws Error if the plan is rejected, before anything is sent
 */
export type RunPlanned = (plan: RunPlan, options?: RunOptions) => Promise<RunReport>;

export const runWith =
  ({ runs }: Pick<Application, 'runs'>): RunPlanned =>
  async (plan, { workspaceId, onEvent, signal } = {}) => {
    const context = {
      ...createQuietContext(),
      wantsExchanges: onEvent !== undefined,
      ...(signal === undefined ? {} : { signal }),
    };
    const input = { plan, ...(workspaceId === undefined ? {} : { workspaceId }) };
    const outcome = await runs.run(input, context, onEvent)();
    if (E.isLeft(outcome)) throw new Error(describe(outcome.left));
    return outcome.right;
  };
