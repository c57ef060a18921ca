import { createQuietContext } from '@tandem/application';
import type { RunReport } from '@tandem/core';
import { expect, it } from 'vitest';

import { unwrapResult, openOnDisk } from './testing/on-disk.js';

it(
  'a run executes 16 iterations at once without a warning about listeners on its signal',
  { tags: 'run:parallel' },
  async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', onWarning);
    const waiting: (() => void)[] = [];
    const on = await openOnDisk((_, response) => {
      // The responses are sent once the last request has arrived, so that all iterations run at the same time.
      waiting.push(() => response.end('{}'));
      if (waiting.length === 16) for (const answer of waiting) answer();
    });
    await on.create({ url: on.url, script: 'export const onRequest = () => undefined;' });
    const { signal } = new AbortController();
    const plan = { iterations: 16, parallel: 16 };
    const report = await unwrapResult<RunReport>(
      on.application.runs.run({ plan }, { ...createQuietContext(), signal }, () => undefined),
    );
    await on.close();
    process.off('warning', onWarning);
    expect(report.requests.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
    expect(warnings).toEqual([]);
  },
);
