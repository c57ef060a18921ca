import { createFullRerun, createFailedRerun, hasHidden, type RunArguments } from './run-again.js';
import type { DisplayedRun } from './shown-run.js';
import { useRunStore } from './use-run-store.js';

/** Starts a run, and resolves with the reason if it does not start. */
export type RunsAgain = () => Promise<string | undefined>;

const hiddenRows =
  'The rows of this run held secrets, which are hidden in its report. Run it with the data file instead.';

const formatFailedTitle = (title: string): string =>
  title.startsWith('Failed of ') ? title : `Failed of ${title}`;

/**
 * Functions that rerun an ended run: all of it, or what failed. Either is absent if there is nothing to run, and the
 * former if the report does not contain every request.
 */
export const useRunAgain = (
  title: string,
  { entries, counts }: Pick<DisplayedRun, 'entries' | 'counts'>,
  /** How it was started, if this page did. */
  plan: RunArguments | undefined,
): { readonly all: RunsAgain | undefined; readonly failed: RunsAgain | undefined } => {
  const store = useRunStore();
  const starting = (name: string, args: RunArguments | undefined): RunsAgain | undefined =>
    args && (() => (hasHidden(args.rows) ? Promise.resolve(hiddenRows) : store.start(name, args)));
  const isWhole = plan !== undefined || entries.length === counts.requests;
  return {
    all: isWhole ? starting(title, createFullRerun(entries, plan)) : undefined,
    failed: starting(formatFailedTitle(title), createFailedRerun(entries, plan)),
  };
};
