import type { ExecutionResult } from '@tandem/core';

import { Rows } from '../kit/index.js';
import { toConnectionRows, listNetworkParts, createWaterfall, addNetworkTime } from './waterfall.js';
import type { FinishedRun } from '../requests/sending/runs.js';
import { formatDuration } from './body/show-body.js';
import { useSent } from '../history/use-history.js';

/** What auth and scripts sent in addition to the request. */
const SentSteps = ({ steps = [] }: Pick<ExecutionResult, 'steps'>) =>
  steps.length === 0 ? null : (
    <>
      <h3>Also sent</h3>
      <ol aria-label="Also sent">
        {steps.map(({ step, method, url, status, durationMs, error }, index) => (
          <li key={index}>
            <span className="tag">{step}</span> {method} {url}{' '}
            <span className="quiet">
              {status ?? error ?? 'no response'} · {formatDuration(durationMs)}
            </span>
          </li>
        ))}
      </ol>
    </>
  );

const share = (part: number, whole: number): string => `${whole === 0 ? 0 : (100 * part) / whole}%`;

const handlers = { preRequest: 'onRequest', postResponse: 'onResponse' } as const;

/** The duration of a run: in total, in the network, and step by step. */
export const Times = ({ run: { steps: heard, result } }: { readonly run: FinishedRun }) => {
  const steps = addNetworkTime(heard, result.lifecycle.mocked ? 0 : (result.response?.time ?? 0));
  const sent = useSent(result.executionId)?.carried;
  const lines = createWaterfall(steps, listNetworkParts(sent ?? {}, result.response?.time));
  const total = Math.max(0, ...lines.map(({ before, ms }) => before + ms));
  return (
    <div className="stack times">
      <dl className="totals">
        {result.response && (
          <div>
            <dt>Network</dt>
            <dd>
              {result.lifecycle.mocked ? 'none, a mock response' : formatDuration(result.response.time)}
            </dd>
          </div>
        )}
        {steps.length > 0 && (
          <div>
            <dt>Total</dt>
            <dd>{formatDuration(total)}</dd>
          </div>
        )}
      </dl>
      {lines.length > 0 && (
        <ol className="waterfall" aria-label="Steps">
          {lines.map(({ title, ms, before, isPart }, index) => (
            <li key={index} data-part={isPart || undefined}>
              <span>{title}</span>
              <span className="track" aria-hidden="true">
                <span style={{ marginLeft: share(before, total), width: share(ms, total) }} />
              </span>
              <span>{formatDuration(ms)}</span>
            </li>
          ))}
        </ol>
      )}
      {steps.length === 0 && (
        <p className="quiet">The steps outside of the network are shown only for executions of this page.</p>
      )}
      <SentSteps {...(result.steps === undefined ? {} : { steps: result.steps })} />
      {result.connection && (
        <>
          <h3>Connection</h3>
          <Rows rows={toConnectionRows(result.connection)} />
        </>
      )}
      {(['preRequest', 'postResponse'] as const).map((part) => {
        const { error } = result.lifecycle[part];
        return error ? (
          <p key={part} className="bad">
            {handlers[part]}: {error.message}
          </p>
        ) : null;
      })}
    </div>
  );
};
