import type { Head } from '../head.js';
import type { EchoSettings } from '../options.js';
import { consume } from './consume.js';
import { describeBody, noBodyText } from './describe.js';
import { essenceOf } from './media-type.js';
import { describeMultipart } from './multipart.js';

/** Whether a body is a form with files, which is read part by part. */
export const isMultipart = (head: Head): boolean =>
  essenceOf(head.used['content-type'] ?? '') === 'multipart/form-data';

/**
 * Reads the body of any request and writes the fields from `body` to `data`.
 * @throws Refusal when it cannot be read or is too long; ClientGone
 */
export const readBody = async (head: Head, settings: EchoSettings): Promise<string> => {
  if (!head.hasBody) return noBodyText;
  if (isMultipart(head)) return (await describeMultipart(head, settings)) ?? noBodyText;
  const chunks: Buffer[] = [];
  await consume(head, settings.maxBody, (chunk) => chunks.push(chunk));
  return describeBody(Buffer.concat(chunks), head.used['content-type']);
};
