import type { ExecutionResult } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { streamLimits, reduceRuns, noRuns, type RunEvent } from './runs.js';
import type { RequestId } from '../saved-request.js';

const id = 'rest_0' as RequestId;
const result = {} as ExecutionResult;
const reduceEvents = (...events: readonly RunEvent[]) => events.reduce(reduceRuns, noRuns);

const startedEvent: RunEvent = { id, at: 0, kind: 'started' };
const sendEvent: RunEvent = { id, at: 2, kind: 'stepped', step: 'send' };

describe('a running execution in the window', () => {
  it('shows its step', () => {
    expect(reduceEvents(startedEvent, sendEvent).get(id)).toMatchObject({ kind: 'running', step: 'send' });
  });

  it('records how long each step took', () => {
    const testing: RunEvent = { id, at: 7, kind: 'stepped', step: 'onTest' };
    expect(
      reduceEvents(startedEvent, sendEvent, testing, { id, at: 10, kind: 'done', result }).get(id),
    ).toMatchObject({
      steps: [
        { name: 'send', ms: 5 },
        { name: 'onTest', ms: 3 },
      ],
    });
  });

  it('shows no script steps if the request has no script', { tags: 'times:steps' }, () => {
    const testing: RunEvent = { id, at: 7, kind: 'stepped', step: 'onTest' };
    const done: RunEvent = { id, at: 10, kind: 'done', result, hasScript: false };
    expect(reduceEvents(startedEvent, sendEvent, testing, done).get(id)).toMatchObject({
      steps: [{ name: 'send', ms: 5 }],
    });
  });

  it('keeps only the latest events of a stream, but counts all', { tags: 'stream:events' }, () => {
    const events = (length: number) => Array.from({ length }, (_, index) => ({ data: `${length} ${index}` }));
    const received = (length: number): RunEvent => ({ id, at: 3, kind: 'received', events: events(length) });
    expect(reduceEvents(startedEvent, received(0)).get(id)).toMatchObject({ stream: { count: 0 } });
    const run = reduceEvents(startedEvent, received(2), received(199)).get(id);
    expect(run).toMatchObject({ stream: { count: 201, events: [{ data: '2 1' }, ...events(199)] } });
  });

  it("keeps no more text of a stream's events than the page shows", { tags: 'stream:events' }, () => {
    const data = 'x'.repeat(streamLimits.characters / 2);
    const events = [1, 2, 3].map((id) => ({ id: String(id), event: undefined, data }));
    const run = reduceEvents(startedEvent, { id, at: 3, kind: 'received', events }).get(id);
    expect(run).toMatchObject({ stream: { count: 3, events: [{ id: '2' }, { id: '3' }] } });
  });

  it('ignores progress after its end', () => {
    const done: RunEvent = { id, at: 5, kind: 'done', result };
    expect(reduceEvents(startedEvent, done, sendEvent).get(id)).toMatchObject({ kind: 'done', result });
  });

  it('moves to the request that replaces its request', () => {
    const done: RunEvent = { id, at: 5, kind: 'done', result };
    const next = 'rest_1' as RequestId;
    const runs = reduceEvents(startedEvent, done, { id: next, at: 9, kind: 'replaced', from: id });
    expect(runs.get(next)).toMatchObject({ kind: 'done', result });
  });
});
