import type { ExecutionFault, ExecutionResult, ResponseSummary } from '@tandem/core';
import { type ReactNode, useMemo } from 'react';

import { Badge } from '../kit/index.js';
import { formatCount } from '../shell/phrases.js';
import { listResultGraphqlErrors, getOutcome } from './outcome.js';
import { describeDiagnostic, describeFault, findFailureCauses, listFaultActions } from './fault-advice.js';
import type { FinishedRun } from '../requests/sending/runs.js';
import type { RequestId } from '../requests/saved-request.js';
import { formatByteSize, formatDuration, getStatusTone } from './body/show-body.js';
import { useShow } from '../shell/page.js';
import { type Problem, ProblemActions } from './problem-actions.js';
import { OwnResponseTabs, ResponseTabs, ScriptLine } from './response-tabs.js';
import { locateFault, locateScriptError } from './script-location.js';
import { WarningChip } from './warning-chip.js';

/** Shows the number of errors in a GraphQL response. Such a response has status 200 despite its errors. */
const GraphqlErrors = ({ messages }: { readonly messages: readonly string[] }) =>
  messages.length > 0 && (
    <span title={messages.slice(0, maxListedErrors).join('\n')}>
      <Badge tone="bad">{formatCount(messages.length, 'GraphQL error')}</Badge>
    </span>
  );

const Figures = ({
  response,
  mocked,
  graphqlErrors,
  children,
}: {
  readonly response: ResponseSummary;
  readonly mocked: boolean;
  readonly graphqlErrors: readonly string[];
  /** Shown beside the status. */
  readonly children: ReactNode;
}) => (
  <p className="figures">
    <strong className={`status-code ${graphqlErrors.length > 0 ? 'plain' : getStatusTone(response.status)}`}>
      {response.status} {response.statusText}
    </strong>
    <GraphqlErrors messages={graphqlErrors} />
    {children}
    <span title="Time in the network">{formatDuration(response.time)}</span>
    <span title="Size">{formatByteSize(response.size)}</span>
    {mocked && <Badge>mocked</Badge>}
  </p>
);

/** Maximum number of GraphQL error messages in the badge's tooltip. */
const maxListedErrors = 10;

/** Explains why an execution has no response, and what a person can do about it. */
export const Failure = ({
  message,
  code,
  advice,
  isStopped = false,
  children,
}: {
  readonly message: string;
  readonly code?: string;
  readonly advice: string | undefined;
  /** Whether a person stopped the execution. */
  readonly isStopped?: boolean;
  readonly children?: ReactNode;
}) => (
  <div className={isStopped ? 'failure stopped' : 'failure'}>
    <p>
      <strong>{message}</strong>
    </p>
    {advice !== undefined && <p>{advice}</p>}
    {children}
    {code !== undefined && <code>{code}</code>}
  </div>
);

type Execution = Omit<Problem, 'code' | 'details' | 'where'>;

const Fault = ({
  error,
  execution,
  diagnostics,
  response,
}: { readonly error: ExecutionFault; readonly execution: Execution & Pick<Problem, 'id'> } & Pick<
  ExecutionResult,
  'diagnostics' | 'response'
>) => {
  const { code, details } = error;
  const same = diagnostics.find(({ message }) => error.message.includes(message));
  const message = same ? error.message.replace(same.message, describeDiagnostic(same)) : error.message;
  const { what, advice } = describeFault({ code, message }, response !== null);
  const location = locateFault(error);
  const actions = listFaultActions(error, diagnostics);
  return (
    <Failure
      message={what}
      code={code}
      // If a warning explains the failure, the advice to change the script would be wrong.
      advice={findFailureCauses(error, diagnostics).length > 0 ? undefined : advice}
      isStopped={code === 'CANCELLED'}
    >
      <ProblemActions
        problem={{ ...execution, code, details }}
        // The line is in the script that the other action would open.
        actions={location ? actions.filter(({ kind }) => kind !== 'script') : actions}
      >
        {location && <ScriptLine id={execution.id} location={location} isButton />}
      </ProblemActions>
    </Failure>
  );
};

/** Lists the dependencies that were executed before the request. */
const ExecutedDependencies = ({ needs }: { readonly needs: NonNullable<ExecutionResult['needs']> }) => {
  const show = useShow();
  return (
    <p className="quiet">
      Ran first:{' '}
      {needs.map(({ id, name, reused }, index) => (
        <span key={id}>
          {index > 0 && ' '}
          <button type="button" className="link" onClick={() => show(id)}>
            {name}
          </button>
          {reused && ' (not again)'}
        </span>
      ))}
    </p>
  );
};

/** Shows the result of an execution: its key figures and its tabs. */
export const Result = ({
  id,
  run,
  hasOwnTab = false,
}: {
  readonly id: RequestId;
  readonly run: FinishedRun;
  /** Whether the result opens on the tab that says most about it, instead of the tab that was chosen for the request. */
  readonly hasOwnTab?: boolean;
}) => {
  const Details = hasOwnTab ? OwnResponseTabs : ResponseTabs;
  const { result } = run;
  const { response, error, lifecycle, diagnostics } = result;
  const { tone, sentence } = getOutcome(result);
  const graphqlErrors = useMemo(() => listResultGraphqlErrors(result), [result]);
  const execution = { id, executionId: result.executionId, url: result.request.url };
  const warnings = (
    <WarningChip
      // Omit a warning that the error's message contains.
      diagnostics={diagnostics.filter(({ message }) => error?.message.includes(message) !== true)}
      execution={execution}
    />
  );
  const scriptError = lifecycle.postResponse.error ?? lifecycle.tests.summary.error;
  const located = scriptError && locateScriptError(scriptError);
  return (
    <>
      <div className="summary">
        {response ? (
          <Figures response={response} mocked={lifecycle.mocked} graphqlErrors={graphqlErrors}>
            {warnings}
          </Figures>
        ) : (
          warnings
        )}
        {diagnostics.some(({ code }) => code === 'TLS_NOT_VERIFIED') && (
          <strong className="bad">Certificate not verified</strong>
        )}
        {!error && (
          <p className={`outcome ${tone}`}>
            {sentence} {located && <ScriptLine id={id} location={located} />}
          </p>
        )}
      </div>
      {result.needs && <ExecutedDependencies needs={result.needs} />}
      {error && <Fault error={error} execution={execution} diagnostics={diagnostics} response={response} />}
      <Details id={id} run={run} />
    </>
  );
};
