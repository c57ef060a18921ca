import { getOwnValue } from '@tandem/core/codec';
import type { RunningExecution } from '@tandem/rpc/client';

import { useLink } from '../link/use-link.js';
import { formatActor } from '../activity/activity.js';
import type { Summary } from '../requests/saved-request.js';
import { useApprovals } from '../trust/use-approvals.js';

const steps: Readonly<Record<string, string>> = {
  needs: 'running dependencies',
  interpolate: 'resolving variables',
  onRequest: 'running onRequest',
  auth: 'signing in',
  send: 'waiting for the response',
  onResponse: 'running onResponse',
  persist: 'saving variables',
  onTest: 'running tests',
};

/** Says what an execution does: its step, or that a person is asked about it. */
export const useDescribeStep = (): ((
  run: Pick<RunningExecution, 'step' | 'by'> & { readonly requestId?: string | undefined },
) => string | undefined) => {
  const { waiting } = useApprovals();
  return ({ step, by, requestId }) => {
    const isAsked = waiting.some(
      (one) => one.request.id === requestId && formatActor(one) === formatActor({ by: by ?? '' }),
    );
    if (isAsked) return 'waiting for your answer';
    return step === undefined ? undefined : (getOwnValue(steps, step) ?? step);
  };
};

/** What an execution does, behind its name. */
export const Step = ({ words }: { readonly words: string | undefined }) =>
  words !== undefined && <span className="quiet">, {words}</span>;

interface Props {
  readonly requests: readonly Summary[];
  /** The word on the button that cancels. */
  readonly word?: string;
}

/** What somebody else executes now, with its step and a way to cancel it. */
export const RunningToast = ({
  run,
  requests,
  word = 'Cancel',
}: Props & { readonly run: RunningExecution }) => {
  const link = useLink();
  const stepWords = useDescribeStep();
  return (
    <div className="toast running">
      <span className="mark busy" />
      <span>
        {formatActor(run)} runs {requests.find(({ id }) => id === run.requestId)?.name ?? run.requestId}
        <Step words={stepWords(run)} />
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
  );
};

/** All that others execute now. */
export const RunningList = ({ runs, ...rest }: Props & { readonly runs: readonly RunningExecution[] }) =>
  runs.map((run) => <RunningToast key={run.id} run={run} {...rest} />);
