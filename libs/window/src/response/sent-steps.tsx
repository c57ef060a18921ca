import type { ExecutionResult } from '@tandem/core';

import { duration } from './body/show-body.js';

/** What auth and scripts sent beside the request. */
export const SentSteps = ({ steps = [] }: Pick<ExecutionResult, 'steps'>) =>
  steps.length === 0 ? null : (
    <>
      <h3>Also sent</h3>
      <ol aria-label="Also sent">
        {steps.map(({ step, method, url, status, durationMs, error }, index) => (
          <li key={index}>
            <span className="tag">{step}</span> {method} {url}{' '}
            <span className="quiet">
              {status ?? error ?? 'no response'} · {duration(durationMs)}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
