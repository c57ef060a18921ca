import type { ShimParts } from './shim.js';

/** Parts that explain what a failed test threw. */
export const explainFailedTests = (parts: ShimParts, explain: (error: unknown) => unknown): ShimParts => ({
  ...parts,
  addTest: (name, status, durationMs, script, error) => {
    parts.addTest(name, status, durationMs, script, status === 'failed' ? explain(error) : error);
  },
});
