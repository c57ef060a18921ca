import {
  type ExecutionFault,
  type ExecutionResult,
  type ResponseSummary,
  getDestination,
  createHostPattern,
} from '@tandem/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { queryKeys } from '../link/query-keys.js';
import { Badge, Button } from '../kit/index.js';
import { formatCount } from '../shell/counted.js';
import { listResultGraphqlErrors, getOutcome } from './outcome.js';
import { describeDiagnostic, describeFault, parseRefusedSecret } from './fault-advice.js';
import type { FinishedRun } from '../requests/sending/runs.js';
import type { RequestId } from '../requests/saved-request.js';
import { formatByteSize, formatDuration, getStatusTone } from './body/show-body.js';
import type { Screen } from '../shell/screens.js';
import { useShow } from '../shell/page.js';
import { useScriptSending } from '../trust/use-agreements.js';
import { Warnings } from './messages.js';
import { ResponseTabs } from './response-tabs.js';
import { usePanelState } from '../shell/panel-state.js';
import { useSecretHosts } from '../environments/use-secrets.js';

const unboundPrefix = 'secret:';

/** Offers to restrict the secrets of a request to the hosts that they were sent to. */
const BindSecrets = ({ diagnostics, request }: Pick<ExecutionResult, 'diagnostics' | 'request'>) => {
  const { secrets, problem, choose } = useSecretHosts();
  const names = diagnostics.flatMap(({ code, where }) =>
    code === 'SECRET_UNBOUND' ? [where.slice(unboundPrefix.length)] : [],
  );
  const unbound = secrets.filter(({ name, hosts }) => names.includes(name) && hosts.length === 0);
  if (unbound.length === 0 || !URL.canParse(request.url)) return null;
  const host = createHostPattern(getDestination(request.url));
  return (
    <section className="stack" aria-label="Secrets for any host">
      <p className="row">
        {unbound.map((secret) => (
          <Button
            key={`${secret.environmentId} ${secret.name}`}
            isSmall
            onClick={() => void choose(secret, [host])}
          >
            Send {secret.name} of {secret.environment} to {host} only
          </Button>
        ))}
      </p>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem.words}
        </p>
      )}
    </section>
  );
};

/** Asks once whether the workspace's scripts may send requests, after a script has tried to. */
const ScriptSendingQuestion = () => {
  const { sending, problem, decide } = useScriptSending();
  if (sending?.decision !== 'waiting') return null;
  return (
    <section className="stack" aria-label="Requests sent by scripts">
      <p>
        A script wants to send requests. If you allow it, scripts in this workspace can send variables and
        secrets to any server, even when an agent runs them.
      </p>
      <p className="row">
        <Button isSmall variant="primary" onClick={() => void decide(true)}>
          Allow in this workspace
        </Button>
        <Button isSmall onClick={() => void decide(false)}>
          Refuse
        </Button>
      </p>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
};

/** Offers to allow a secret for the host that was refused, and links to the secret's hosts. */
const AllowSecretHost = ({ error }: { readonly error: Pick<ExecutionFault, 'code' | 'details'> }) => {
  const { secrets, problem, choose } = useSecretHosts();
  const [, chooseEnvironment] = usePanelState<string | undefined>('shown environment', () => undefined);
  const show = useShow();
  const refused = parseRefusedSecret(error);
  if (refused === undefined) return null;
  const { name, host, isOf } = refused;
  return (
    <section className="stack allow-host" aria-label={`Hosts of ${name}`}>
      {secrets.filter(isOf).map((secret) => (
        <p key={secret.environmentId} className="row">
          {secret.hosts.includes(host) ? (
            <span role="status">
              {name} of {secret.environment} may now be sent to {host}. Send the request again.
            </span>
          ) : (
            host !== '' && (
              <Button isSmall onClick={() => void choose(secret, [...secret.hosts, host])}>
                Let {name} of {secret.environment} go to {host} too
              </Button>
            )
          )}
          <button
            type="button"
            className="link"
            onClick={() => {
              chooseEnvironment(secret.environmentId);
              show('environments' satisfies Screen);
            }}
          >
            Show its hosts
          </button>
        </p>
      ))}
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem.words}
        </p>
      )}
    </section>
  );
};

/** The number of errors in a GraphQL response, which has status 200 despite the errors. */
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
    <strong className={`status-code ${graphqlErrors.length > 0 ? 'plain' : getStatusTone(response.status)}`}>
      {response.status} {response.statusText}
    </strong>
    <GraphqlErrors messages={graphqlErrors} />
    <span title="Time in the network">{formatDuration(response.time)}</span>
    <span title="Size">{formatByteSize(response.size)}</span>
    {mocked && <span className="tag">mocked</span>}
  </p>
);

/** Maximum number of GraphQL error messages in the badge. */
const maxListedErrors = 10;

/** Explains why there is no response. */
export const Failure = ({
  message,
  code,
  advice,
  isStopped = false,
}: {
  readonly message: string;
  readonly code?: string;
  readonly advice: string | undefined;
  /** Whether a person stopped the execution. */
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

/** The dependencies that ran before the request. */
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

/** A link to the scripts that wait for approval. */
const NewScriptsLink = () => {
  const show = useShow();
  return (
    <p>
      <button type="button" className="link" onClick={() => show('folder' satisfies Screen)}>
        Review new scripts
      </button>
    </p>
  );
};

/** A link to the settings that wait for approval. A refused request may be the first that needs one of them. */
const NewConnectionsLink = () => {
  const show = useShow();
  const queries = useQueryClient();
  const review = (): void => {
    void queries.invalidateQueries({ queryKey: queryKeys.connectionReviews });
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

/** The result of an execution: its key figures above its tabs. */
export const Result = ({ id, run }: { readonly id: RequestId; readonly run: FinishedRun }) => {
  const { result } = run;
  const { response, error, lifecycle, diagnostics } = result;
  const { tone, sentence } = getOutcome(result);
  const graphqlErrors = useMemo(() => listResultGraphqlErrors(result), [result]);
  return (
    <>
      <div className="summary">
        {response && <Figures response={response} mocked={lifecycle.mocked} graphqlErrors={graphqlErrors} />}
        {diagnostics.some(({ code }) => code === 'TLS_NOT_VERIFIED') && (
          <strong className="bad">Certificate not verified</strong>
        )}
        {!error && <p className={`outcome ${tone}`}>{sentence}</p>}
      </div>
      {result.needs && <ExecutedDependencies needs={result.needs} />}
      {error && <Fault error={error} diagnostics={diagnostics} response={response} />}
      {error && <AllowSecretHost error={error} />}
      {error?.code === 'CONNECTION_NOT_APPROVED' && <NewConnectionsLink />}
      <Warnings
        lines={diagnostics.filter(({ message }) => !error?.message.includes(message)).map(describeDiagnostic)}
      />
      {diagnostics.some(({ code }) => code === 'SCRIPT_REQUESTS_OFF') && <ScriptSendingQuestion />}
      {diagnostics.some(({ code }) => code === 'SCRIPT_NOT_APPROVED') && <NewScriptsLink />}
      {diagnostics.some(({ code }) => code === 'SECRET_UNBOUND') && <BindSecrets {...result} />}
      <ResponseTabs id={id} run={run} />
    </>
  );
};
