import type { ExecutionFault, ExecutionResult, ResponseSummary } from '@tandem/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { Badge } from '../kit/index.js';
import { formatCount } from '../shell/counted.js';
import { describeDiagnostic, describeFault } from './fault-advice.js';
import { graphqlErrorsOf, outcomeOf } from './outcome.js';
import type { FinishedRun } from '../requests/sending/runs.js';
import type { RequestId } from '../requests/saved-request.js';
import { byteSize, duration, statusTone } from './body/show-body.js';
import type { Screen } from '../shell/screens.js';
import { useShow } from '../shell/navigation.js';
import { connectionReviewsKey } from '../trust/use-connection-reviews.js';
import { Warnings } from './warnings.js';
import { ResponseTabs } from './response-tabs.js';
import { AllowSecretHost } from './allow-secret-host.js';
import { AskToSend } from './ask-to-send.js';
import { BindSecrets } from './bind-secrets.js';

/** How many errors a GraphQL answer has, whose status is 200 all the same. */
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
}: {
  readonly response: ResponseSummary;
  readonly mocked: boolean;
  readonly graphqlErrors: readonly string[];
}) => (
  <p className="figures">
    <strong className={`status-code ${graphqlErrors.length > 0 ? 'plain' : statusTone(response.status)}`}>
      {response.status} {response.statusText}
    </strong>
    <GraphqlErrors messages={graphqlErrors} />
    <span title="Time in the network">{duration(response.time)}</span>
    <span title="Size">{byteSize(response.size)}</span>
    {mocked && <span className="tag">mocked</span>}
  </p>
);

/** How many messages of GraphQL errors the badge says. */
const maxListedErrors = 10;

/** Why there is no response. */
export const Failure = ({
  message,
  code,
  advice,
  isStopped = false,
}: {
  readonly message: string;
  readonly code?: string;
  readonly advice: string | undefined;
  /** Whether a person wanted it to end. */
  readonly isStopped?: boolean;
}) => (
  <div className={isStopped ? 'failure stopped' : 'failure'}>
    <p>
      <strong>{message}</strong>
    </p>
    {advice !== undefined && <p>{advice}</p>}
    {code !== undefined && <code>{code}</code>}
  </div>
);

const Fault = ({
  error,
  diagnostics,
  response,
}: { readonly error: ExecutionFault } & Pick<ExecutionResult, 'diagnostics' | 'response'>) => {
  const { code } = error;
  const same = diagnostics.find(({ message }) => error.message.includes(message));
  const message = same ? error.message.replace(same.message, describeDiagnostic(same)) : error.message;
  const { what, advice } = describeFault({ code, message }, response !== null);
  return <Failure message={what} code={code} advice={advice} isStopped={code === 'CANCELLED'} />;
};

/** What ran before the request because it needs that. */
const RanFirst = ({ needs }: { readonly needs: NonNullable<ExecutionResult['needs']> }) => {
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

/** Leads to the scripts that wait for the person. */
const ToNewScripts = () => {
  const show = useShow();
  return (
    <p>
      <button type="button" className="link" onClick={() => show('folder' satisfies Screen)}>
        Review new scripts
      </button>
    </p>
  );
};

/** Leads to the settings that wait for the person, of which a refused request may have been the first to need one. */
const ToNewConnections = () => {
  const show = useShow();
  const queries = useQueryClient();
  const review = (): void => {
    void queries.invalidateQueries({ queryKey: connectionReviewsKey });
    show('folder' satisfies Screen);
  };
  return (
    <p>
      <button type="button" className="link" onClick={review}>
        Review new connections
      </button>
    </p>
  );
};

/** The result of an execution: its figures over its tabs. */
export const Result = ({ id, run }: { readonly id: RequestId; readonly run: FinishedRun }) => {
  const { result } = run;
  const { response, error, lifecycle, diagnostics } = result;
  const { tone, sentence } = outcomeOf(result);
  const graphqlErrors = useMemo(() => graphqlErrorsOf(result), [result]);
  return (
    <>
      <div className="summary">
        {response && <Figures response={response} mocked={lifecycle.mocked} graphqlErrors={graphqlErrors} />}
        {diagnostics.some(({ code }) => code === 'TLS_NOT_VERIFIED') && (
          <strong className="bad">Certificate not verified</strong>
        )}
        {!error && <p className={`outcome ${tone}`}>{sentence}</p>}
      </div>
      {result.needs && <RanFirst needs={result.needs} />}
      {error && <Fault error={error} diagnostics={diagnostics} response={response} />}
      {error && <AllowSecretHost error={error} />}
      {error?.code === 'CONNECTION_NOT_APPROVED' && <ToNewConnections />}
      <Warnings
        lines={diagnostics.filter(({ message }) => !error?.message.includes(message)).map(describeDiagnostic)}
      />
      {diagnostics.some(({ code }) => code === 'SCRIPT_REQUESTS_OFF') && <AskToSend />}
      {diagnostics.some(({ code }) => code === 'SCRIPT_NOT_APPROVED') && <ToNewScripts />}
      {diagnostics.some(({ code }) => code === 'SECRET_UNBOUND') && <BindSecrets {...result} />}
      <ResponseTabs id={id} run={run} />
    </>
  );
};
