import { getOwnValue } from '@tandem/core/codec';
import type { RunningExecution } from '@tandem/rpc/client';

import { useLink } from '../link/use-link.js';
import { formatActor } from '../activity/activity.js';
import { shortenName } from '../shell/phrases.js';
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

/** The status of an execution: its step, or that it waits for approval. */
export const useDescribeStep = (): ((
  run: Pick<RunningExecution, 'step' | 'by'> & { readonly requestId?: string | undefined },
) => string | undefined) => {
  const { pending } = useApprovals();
  return ({ step, by, requestId }) => {
    const isAsked = pending.some(
      (one) => one.request.id === requestId && formatActor(one) === formatActor({ by: by ?? '' }),
    );
    if (isAsked) return 'waiting for your answer';
    return step === undefined ? undefined : (getOwnValue(steps, step) ?? step);
  };
};

/** Shows the status of an execution after its name. */
export const Step = ({ words }: { readonly words: string | undefined }) =>
  words !== undefined && <span className="quiet">, {words}</span>;

interface Props {
  readonly requests: readonly Summary[];
  /** The label of the cancel button. */
  readonly word?: string;
}

/** Shows an execution by someone else, with its step and a cancel button. */
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
        {formatActor(run)} runs{' '}
        {shortenName(requests.find(({ id }) => id === run.requestId)?.name ?? run.requestId)}
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

/** Lists all executions by others. */
export const RunningList = ({ runs, ...rest }: Props & { readonly runs: readonly RunningExecution[] }) =>
  runs.map((run) => <RunningToast key={run.id} run={run} {...rest} />);
