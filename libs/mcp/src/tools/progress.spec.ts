import { expect, it } from 'vitest';

import { reportProgress } from './progress.js';

it(
  'progress increases even if the first step begins after a report without a step',
  { tags: 'mcp:progress' },
  async () => {
    const told: number[] = [];
    const notifyProgress = ({ progress }: { readonly progress: number }): Promise<void> => {
      told.push(progress);
      return Promise.resolve();
    };
    const isTold = (count: number) => expect.poll(() => told.length).toBeGreaterThanOrEqual(count);
    await reportProgress(
      { progressToken: 1, notifyProgress },
      async ({ onProgress }) => {
        await isTold(2);
        onProgress?.(0, 2, 'first');
        await isTold(4);
        onProgress?.(0, 2, 'still the first');
        onProgress?.(1, 2, 'second');
      },
      { beatMs: 5, patienceMs: 1_000 },
    );
    expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
    expect(told).toContain(1);
  },
);
