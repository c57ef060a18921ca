import type { RunningExecution } from '@tandem/rpc/client';

import { useLink, useRunning } from '../link/use-link.js';
import { whoOf } from '../model/activity.js';
import type { Summary } from '../model/saved-request.js';

/** The executions that somebody else began, and that this page can only watch and cancel. */
export const useForeignRuns = (): readonly RunningExecution[] =>
  useRunning().filter(({ by }) => by !== 'window');

const words: Readonly<Record<string, string>> = {
  interpolate: 'filling in variables',
  onRequest: 'running onRequest',
  send: 'waiting for the answer',
  onResponse: 'running onResponse',
  persist: 'saving variables',
  onTest: 'running tests',
};

/** What others execute now, each with its step and a way to cancel it. */
export const RunningList = ({ requests }: { readonly requests: readonly Summary[] }) => {
  const link = useLink();
  const foreign = useForeignRuns();
  return foreign.map((run) => (
    <div key={run.id} className="toast running">
      <span className="mark busy" />
      <span>
        {whoOf(run)} runs {requests.find(({ id }) => id === run.requestId)?.name ?? run.requestId}
        {run.step !== undefined && <span className="quiet">, {words[run.step] ?? run.step}</span>}
      </span>
      <button
        type="button"
        className="link"
        onClick={() => {
          link.stop(run.id);
        }}
      >
        Cancel
      </button>
    </div>
  ));
};
