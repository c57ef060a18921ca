import type { ExecutionResult, ResponseSummary } from '@tandem/core';

import { adviceFor } from '../model/fault-advice.js';
import { outcomeOf, spokenOf } from '../model/outcome.js';
import type { Run } from '../model/runs.js';
import { byteSize, duration, statusTone } from '../model/show-body.js';
import { ResponseTabs } from './response-tabs.js';
import { TestList } from './test-list.js';

const Figures = ({ response, mocked }: { readonly response: ResponseSummary; readonly mocked: boolean }) => (
  <p className="figures">
    <strong className={`status-code ${statusTone(response.status)}`}>
      {response.status} {response.statusText}
    </strong>
    <span title="Time">{duration(response.time)}</span>
    <span title="Size">{byteSize(response.size)}</span>
    {mocked && <span className="tag">mocked</span>}
  </p>
);

const Failure = ({
  message,
  code,
  advice,
}: {
  readonly message: string;
  readonly code?: string;
  readonly advice: string | undefined;
}) => (
  <div className="failure">
    <p>
      <strong>{message}</strong>
    </p>
    {advice !== undefined && <p>{advice}</p>}
    {code !== undefined && <code>{code}</code>}
  </div>
);

const Result = ({ result }: { readonly result: ExecutionResult }) => {
  const { response, error, lifecycle, diagnostics } = result;
  const { tone, sentence } = outcomeOf(result);
  return (
    <>
      <div className="summary">
        {response && <Figures response={response} mocked={lifecycle.mocked} />}
        {!error && <p className={`outcome ${tone}`}>{sentence}</p>}
      </div>
      {error && <Failure message={error.message} code={error.code} advice={adviceFor(error.code)} />}
      <TestList results={lifecycle.tests.results} />
      {diagnostics.length > 0 && (
        <ul className="diagnostics" aria-label="Remarks">
          {diagnostics.map(({ message }, index) => (
            <li key={index}>{message}</li>
          ))}
        </ul>
      )}
      {(response ?? result.logs.length > 0) && <ResponseTabs response={response} logs={result.logs} />}
    </>
  );
};

const steps: Readonly<Record<string, string>> = {
  interpolate: 'Filling in variables',
  onRequest: 'Running onRequest',
  send: 'Waiting for the answer',
  onResponse: 'Running onResponse',
  persist: 'Saving variables',
  onTest: 'Running tests',
};

const Shown = ({ run }: { readonly run: Run | undefined }) => {
  if (run === undefined) {
    return (
      <p className="idle">
        Run sends the request and shows the answer here. <kbd>Ctrl</kbd> <kbd>Enter</kbd>
      </p>
    );
  }
  if (run.kind === 'running') return <p className="idle busy">{steps[run.step ?? ''] ?? 'Running'} …</p>;
  if (run.kind === 'refused') return <Failure message={run.message} advice={run.hint} />;
  return <Result result={run.result} />;
};

/** What came of the last run. */
export const ResultPanel = ({ run }: { readonly run: Run | undefined }) => (
  <section className="result" aria-label="Result" aria-busy={run?.kind === 'running'}>
    <p className="spoken" role="status">
      {spokenOf(run)}
    </p>
    <Shown run={run} />
  </section>
);
