import type { ExecutionResult, ResponseSummary } from '@tandem/core';

import { saveFile } from '../../kit/index.js';
import { mediaType } from './body-format.js';
import { fileNameOf } from './file-name.js';
import { byteSize } from './show-body.js';
import { readBody } from './use-body.js';

/** Lets the browser save a body under the name that the response gives, or one after its URL. */
export const saveBody = (
  url: string,
  { headers }: ResponseSummary,
  text: string | undefined,
  bytes: Uint8Array<ArrayBuffer>,
): string => {
  const type = mediaType(headers['content-type']) || 'application/octet-stream';
  const name = fileNameOf(url, headers, text);
  saveFile(name, new Blob([bytes], { type }));
  return name;
};

/** Saves the body of a response as far as it is stored, and says what was saved. */
export const saveResponse = async ({ executionId, request, response }: ExecutionResult): Promise<string> => {
  if (response === null) return 'Not saved: there is no response.';
  const { textBody, bodyTruncated, size } = response;
  const text = textBody ?? undefined;
  if (size === 0 || (text !== undefined && !bodyTruncated)) {
    return `Saved ${saveBody(request.url, response, text ?? '', new TextEncoder().encode(text ?? ''))}.`;
  }
  const stored = await readBody(executionId);
  if (stored?.bytes === undefined) return 'Not saved: the body was not stored.';
  const name = saveBody(request.url, response, text, stored.bytes);
  return stored.isCut
    ? `Saved ${name}: the first ${byteSize(stored.bytes.length)} of ${byteSize(size)}; no more is stored.`
    : `Saved ${name}.`;
};
