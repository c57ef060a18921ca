import type { BudgetShare } from '@tandem/node/http';

import type { Head } from '../head.js';
import type { EchoSettings } from '../options.js';
import { Refusal } from '../refusal.js';
import { consume } from './consume.js';
import { collectPart, describeParts, type FormPart } from './form-parts.js';
import { parseMediaType } from './media-type.js';
import { createMultipartReader } from './multipart-stream.js';

/**
 * The fields from `body` to `data` for a `multipart/form-data` body, or undefined if it is empty.
 * @throws Refusal 400 for a malformed or incomplete body or a missing boundary, 413 beyond the limits; BudgetExceeded; ClientDisconnected
 */
export const describeMultipart = async (
  head: Head,
  { maxUpload, maxParts }: Pick<EchoSettings, 'maxUpload' | 'maxParts'>,
  share: BudgetShare,
): Promise<string | undefined> => {
  const { boundary } = parseMediaType(head.used['content-type']);
  if (boundary === undefined)
    throw new Refusal(400, 'The multipart body has no boundary in its Content-Type.');
  const parts: FormPart[] = [];
  const { push, hasEnded } = createMultipartReader(boundary, (headers) => {
    if (parts.length === maxParts)
      throw new Refusal(413, `The multipart body has more than ${String(maxParts)} parts.`);
    const { take, finish } = collectPart(headers, share);
    return { take, end: () => parts.push(finish()) };
  });
  let size = 0;
  await consume(head, maxUpload, (chunk) => {
    size += chunk.length;
    push(chunk);
  });
  if (size === 0) return undefined;
  if (!hasEnded()) throw new Refusal(400, 'The multipart body is cut short.');
  return describeParts(parts);
};
