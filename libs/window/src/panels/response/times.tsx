import { ownValue } from '@tandem/core/codec';

import type { Done, StepTime } from '../../model/runs.js';
import { duration } from '../../model/show-body.js';

const names: Readonly<Record<string, string>> = {
  interpolate: 'Resolve variables',
  send: 'Send and receive',
  persist: 'Save variables',
};

/** Each step with the milliseconds before it. */
const placed = (steps: readonly StepTime[]): readonly (StepTime & { readonly before: number })[] => {
  let before = 0;
  return steps.map((step) => {
    const one = { ...step, before };
    before += step.ms;
    return one;
  });
};

const share = (part: number, whole: number): string => `${whole === 0 ? 0 : (100 * part) / whole}%`;

const handlers = { preRequest: 'onRequest', postResponse: 'onResponse' } as const;

/** How long a run took, as a whole, in the network and step by step. */
export const Times = ({ run: { steps, result } }: { readonly run: Done }) => {
  const total = steps.reduce((sum, { ms }) => sum + ms, 0);
  return (
    <div className="stack times">
      <dl className="totals">
        {result.response && (
          <div>
            <dt>Network</dt>
            <dd>{result.lifecycle.mocked ? 'none, a mock response' : duration(result.response.time)}</dd>
          </div>
        )}
        {steps.length > 0 && (
          <div>
            <dt>Total</dt>
            <dd>{duration(total)}</dd>
          </div>
        )}
      </dl>
      {steps.length === 0 ? (
        <p className="quiet">The steps of a stored execution are not kept.</p>
      ) : (
        <ol className="waterfall" aria-label="Steps">
          {placed(steps).map(({ name, ms, before }, index) => (
            <li key={index}>
              <span>{ownValue(names, name) ?? name}</span>
              <span className="track" aria-hidden="true">
                <span style={{ marginLeft: share(before, total), width: share(ms, total) }} />
              </span>
              <span>{duration(ms)}</span>
            </li>
          ))}
        </ol>
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
