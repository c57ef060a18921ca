import type { BudgetShare } from '@tandem/node/http';

import type { Head } from '../head.js';
import type { EchoSettings } from '../options.js';
import { consume } from './consume.js';
import { describeBody, noBodyText } from './describe.js';
import { parseEssence } from './media-type.js';
import { describeMultipart } from './multipart.js';

/** Whether a body is a multipart form, which is read part by part. */
export const isMultipart = (head: Head): boolean =>
  parseEssence(head.used['content-type'] ?? '') === 'multipart/form-data';

/**
 * Reads the body of a request, if any, and writes the fields from `body` to `data`.
 * @throws Refusal if it cannot be decoded or is too long; BudgetExceeded; ClientDisconnected
 */
export const readBody = async (head: Head, settings: EchoSettings, share: BudgetShare): Promise<string> => {
  if (isMultipart(head)) return (await describeMultipart(head, settings, share)) ?? noBodyText;
  const chunks: Buffer[] = [];
  await consume(head, settings.maxBody, (chunk) => {
    share.take(chunk.length);
    chunks.push(chunk);
  });
  return describeBody(Buffer.concat(chunks), head.used['content-type']);
};
