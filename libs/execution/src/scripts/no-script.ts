import type { HandlerAnswer, ScriptSession } from '@tandem/core';

const absent: HandlerAnswer = {
  present: false,
  error: null,
  result: null,
  logs: [],
  changes: [],
  diagnostics: [],
};

/** The session of a request without a script. */
export const noScript: ScriptSession = {
  onRequest: ({ url, method, headers, body }) =>
    Promise.resolve({ ...absent, request: { url, method, headers, body }, mock: null }),
  onResponse: () => Promise.resolve(absent),
  onTest: () => Promise.resolve({ ...absent, tests: [] }),
};
