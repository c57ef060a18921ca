import { ownValue } from '@tandem/core/codec';
import type { RunningExecution } from '@tandem/rpc/client';

import { useLink, useRunning } from '../link/use-link.js';
import { whoOf } from '../model/activity.js';
import type { Summary } from '../model/saved-request.js';
import { useApprovals } from '../state/use-approvals.js';

/** The executions that somebody else began, and that this page can only watch and cancel. */
export const useForeignRuns = (): readonly RunningExecution[] =>
  useRunning().filter(({ by }) => by !== 'window');

const steps: Readonly<Record<string, string>> = {
  needs: 'running what it needs',
  interpolate: 'resolving variables',
  onRequest: 'running onRequest',
  auth: 'signing in',
  send: 'waiting for the response',
  onResponse: 'running onResponse',
  persist: 'saving variables',
  onTest: 'running tests',
};

/** Says what an execution does: its step, or that a person is asked about it. */
export const useStepWords = (): ((
  run: Pick<RunningExecution, 'step' | 'by'> & { readonly requestId?: string | undefined },
) => string | undefined) => {
  const { waiting } = useApprovals();
  return ({ step, by, requestId }) => {
    const isAsked = waiting.some(
      (one) => one.request.id === requestId && whoOf(one) === whoOf({ by: by ?? '' }),
    );
    if (isAsked) return 'waiting for your answer';
    return step === undefined ? undefined : (ownValue(steps, step) ?? step);
  };
};

/** What an execution does, behind its name. */
export const Step = ({ words }: { readonly words: string | undefined }) =>
  words !== undefined && <span className="quiet">, {words}</span>;

interface Props {
  readonly requests: readonly Summary[];
  readonly runs: readonly RunningExecution[];
  /** How many of them there is room for. */
  readonly most: number;
  /** The word on the button that cancels. */
  readonly word?: string;
}

/** What others execute now, each with its step and a way to cancel it. */
export const RunningList = ({ requests, runs, most, word = 'Cancel' }: Props) => {
  const link = useLink();
  const stepWords = useStepWords();
  const more = runs.length - most;
  return runs.slice(0, most).map((run, index) => (
    <div key={run.id} className="toast running">
      <span className="mark busy" />
      <span>
        {whoOf(run)} runs {requests.find(({ id }) => id === run.requestId)?.name ?? run.requestId}
        <Step words={stepWords(run)} />
        {more > 0 && index === most - 1 && <span className="quiet">, and {more} more</span>}
      </span>
      <button
        type="button"
        className="link"
        onClick={() => {
          link.stop(run.id);
        }}
      >
        {word}
      </button>
    </div>
  ));
};
