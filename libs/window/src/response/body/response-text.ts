import type { ExecutionResult } from '@tandem/core';

/** The most of a body that is compared, in characters. */
export const maxComparedLength = 1_000_000;

/** A response as one text: its status, its headers by name, and its body. Two of them are compared by line. */
export const responseText = (
  { response, error }: Pick<ExecutionResult, 'response' | 'error'>,
  body: string,
): string => {
  const failure = error === null ? [] : [`${error.code}: ${error.message}`];
  if (response === null) return failure.join('\n');
  const headers = Object.entries(response.headers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}: ${value}`);
  const shown = body.length > maxComparedLength ? `${body.slice(0, maxComparedLength)}\n…` : body;
  const status = `${response.status} ${response.statusText}`.trim();
  return [...failure, status, ...headers, '', shown].join('\n');
};
