import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { ExecutionResult } from '@tandem/core';
import { beforeAll, describe, expect, it } from 'vitest';

import { openReporter, reporterNames } from './index.js';
import { createEntry, createEvents, createReport, createResult, createSentRequest } from './testing/runs.js';

let collectGarbage: () => void;

beforeAll(() => {
  setFlagsFromString('--expose-gc');
  collectGarbage = runInNewContext('gc') as () => void;
});

const requests = Array.from({ length: 100 }, (_, index) => createEntry({ executionId: `exec_${index}` }));

describe('the results of a run', () => {
  it.each(reporterNames)('are not retained by %s', { tags: 'report:memory' }, async (name) => {
    const { take } = await openReporter(name);
    const kept: WeakRef<ExecutionResult>[] = [];
    const tell = (): void => {
      for (const event of createEvents(createReport(requests))) {
        if (event.kind === 'ended') continue;
        if (event.kind !== 'request-ended') {
          take(event);
          continue;
        }
        const result = createResult(event.entry.executionId ?? '', 'x'.repeat(10_000));
        kept.push(new WeakRef(result));
        take({
          ...event,
          result,
          sent: createSentRequest({ type: 'text', text: 'x'.repeat(10_000), truncated: false }),
        });
      }
    };
    tell();
    await expect
      .poll(() => {
        collectGarbage();
        return kept.filter((one) => one.deref() !== undefined).length;
      })
      .toBe(0);
    expect(take({ kind: 'ended', report: createReport(requests) })).toBeDefined();
  });
});
