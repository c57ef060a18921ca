import type { TestResult } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';
import { Check, Minus, X } from 'lucide-react';

const icons = { passed: Check, failed: X, skipped: Minus } as const;

const Sign = ({ status }: Pick<TestResult, 'status'>) => {
  const Icon = icons[status];
  return (
    <span className="sign" role="img" aria-label={status}>
      <Icon className="k-icon" aria-hidden="true" />
    </span>
  );
};

/** Tests with what failed in them. */
export const TestList = ({ results }: { readonly results: readonly TestResult[] }) =>
  results.length === 0 ? null : (
    <ul className="tests" aria-label="Tests">
      {results.map(({ name, suite, status, script, error }, index) => (
        <li key={index} data-status={status}>
          <Sign status={status} />
          <span className="name">
            {[...suite, name].join(' › ')}
            {script !== undefined && <small className="quiet"> {script}</small>}
            {error && <em>{error.message}</em>}
            {error && 'expected' in error && (
              <dl className="sides-of-test">
                <dt>Expected</dt>
                <dd>{stringifyJson(error.expected, 2)}</dd>
                <dt>Actual</dt>
                <dd>{stringifyJson(error.actual, 2)}</dd>
              </dl>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
