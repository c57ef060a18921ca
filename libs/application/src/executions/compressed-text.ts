import type { ExecutionResult, Ports, Secret } from '@tandem/core';
import type { ExecutionState } from '@tandem/execution';

import { hasCompressedSecret } from './secrets-in-bodies.js';

/**
 * A result without its text if that is compressed data with a secret: a content type may call such data text in a charset that
 * keeps each byte, where no secret can be found and hidden.
 */
export const removeCompressedText = async (
  { http }: Pick<Ports, 'http'>,
  { response: received }: ExecutionState,
  result: ExecutionResult,
  secrets: readonly Secret[],
): Promise<ExecutionResult> => {
  const { response } = result;
  if (received === null || response === null || received.report.exact) return result;
  if (received.report.text === null || !(await hasCompressedSecret(http, received.body, secrets)))
    return result;
  return { ...result, response: { ...response, bodyType: 'binary', textBody: null, bodyTruncated: false } };
};
