import type { RestRequestId } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { nextRuns, type RunEvent, type Runs } from './runs.js';

const a = 'a' as RestRequestId;
const b = 'b' as RestRequestId;

const after = (...events: RunEvent[]): Runs => events.reduce(nextRuns, new Map());

const refused = { kind: 'refused', message: 'There is no such request.', hint: undefined } as const;

describe('the runs of the page', () => {
  it('keeps one run a request', () => {
    const runs = after({ kind: 'started', id: a }, { kind: 'started', id: b }, { id: a, ...refused });
    expect(runs.get(a)).toEqual(refused);
    expect(runs.get(b)).toEqual({ kind: 'running', step: undefined });
  });

  it('follows the steps of a run', () => {
    const runs = after({ kind: 'started', id: a }, { kind: 'stepped', id: a, step: 'send' });
    expect(runs.get(a)).toEqual({ kind: 'running', step: 'send' });
  });

  it('ignores progress of a run that has ended or never began', () => {
    const ended = after(
      { kind: 'started', id: a },
      { id: a, ...refused },
      { kind: 'stepped', id: a, step: 'send' },
    );
    expect(ended.get(a)).toEqual(refused);
    expect(after({ kind: 'stepped', id: a, step: 'send' }).size).toBe(0);
  });
});
