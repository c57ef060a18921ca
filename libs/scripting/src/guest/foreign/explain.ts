import type { ShimParts } from './shim.js';

/** Helpers that explain a failed test's exception. */
export const explainFailedTests = (parts: ShimParts, explain: (error: unknown) => unknown): ShimParts => ({
  ...parts,
  addTest: (name, status, durationMs, script, error) => {
    parts.addTest(name, status, durationMs, script, status === 'failed' ? explain(error) : error);
  },
});
