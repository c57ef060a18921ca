/** The package's exports, with which other programs run workspace folders and write reports. */
import { describe, type RunEvent, type RunPlan, type RunReport } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { openFiles, UnusableFolder } from '@tandem/workbench/files';

import { startScripts } from './run/start-scripts.js';
import { version } from './version.js';

export type { RunEvent, RunPlan, RunReport } from '@tandem/core';
export { mergeReports, renderReport, type ReporterName, reporterNames } from '@tandem/report';
export { UnusableFolder };

/** A workspace folder, and how to run it. */
export interface WorkspaceRun {
  /** The folder that contains `opencollection.yml` or `tandem/opencollection.yml`. */
  readonly folder: string;
  /** The requests to run, and the options of the run. By default, all requests run once. */
  readonly plan?: RunPlan;
  /** Environment variables with settings and `TANDEM_SECRET_<NAME>`; empty by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Stops the run. Its report then contains what was done. */
  readonly signal?: AbortSignal;
  /** Receives the events of the run, in order, with redacted secrets. */
  readonly onEvent?: (event: RunEvent) => void;
}

/**
 * Runs the requests of a workspace folder from its files alone.
 * @throws UnusableFolder if the folder cannot be read, Error if the plan names something that does not exist
 */
export const runWorkspace = async ({
  folder,
  plan = {},
  env = {},
  signal = new AbortController().signal,
  onEvent,
}: WorkspaceRun): Promise<RunReport> => {
  const { application, workspace, report, close } = await openFiles({
    folder,
    version,
    env,
    scripts: startScripts(env),
  });
  try {
    const context = { signal, progress: () => undefined, wantsExchanges: onEvent !== undefined };
    const input = {
      workspaceId: workspace.id,
      plan: { persist: false, ...plan },
      unreadable: report.invalid,
    };
    const outcome = await application.runs.run(input, context, onEvent)();
    if (E.isLeft(outcome)) throw new Error(describe(outcome.left));
    return outcome.right;
  } finally {
    await close();
  }
};
