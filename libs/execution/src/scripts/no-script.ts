import type { HandlerAnswer, ScriptSession } from '@tandem/core';

const emptyAnswer: HandlerAnswer = {
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
    Promise.resolve({ ...emptyAnswer, request: { url, method, headers, body }, mock: null }),
  onResponse: () => Promise.resolve(emptyAnswer),
  onTest: () => Promise.resolve({ ...emptyAnswer, tests: [] }),
};
