import type { BudgetShare } from '@tandem/node/http';
import type { Head } from '../head.js';
import { quote } from '../json-text.js';
import type { EchoSettings } from '../options.js';
import { formatLongPairs, formatPairs, parsePairs } from '../urlencoded.js';
import { consume } from './consume.js';
import { parseEssence, parseMediaType } from './media-type.js';
import { describeMultipart } from './multipart.js';
import { decodeText, toDataUrl } from './text.js';

/** The fields `body`, `json`, `form`, `files` and `data` of the echo for a request without a body. */
export const noBodyText = '"body":null,"json":null,"form":null,"files":{},"data":null';

const isJsonType = (essence: string): boolean => essence === 'application/json' || essence.endsWith('+json');

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Formats the five body fields for a body that is neither JSON nor a form: the text, or a `data:` URL if it is binary. */
const describePlainBody = (octets: Buffer, essence: string, charset: string | undefined): string => {
  const data = quote(decodeText(octets, charset) ?? toDataUrl(octets, essence));
  return `"body":${data},"json":null,"form":null,"files":{},"data":${data}`;
};

/**
 * Formats the five body fields for JSON. The body is parsed only to validate it and then echoed verbatim, which keeps every digit and
 * any depth, and takes half the time of serializing the parsed value again.
 */
const describeJson = (octets: Buffer, essence: string): string => {
  const text = decodeText(octets);
  const json = text?.startsWith('\ufeff') === true ? text.slice(1) : text;
  if (json === undefined || !isJson(json)) return describePlainBody(octets, essence, undefined);
  return `"body":${json},"json":${json},"form":null,"files":{},"data":null`;
};

/** The size in bytes from which a form is decoded by `formatLongPairs`, which is slower but needs less memory. */
const longFormBytes = 64 * 1024;

const describeForm = (octets: Buffer): string => {
  const text = octets.toString('latin1');
  const pairs = octets.length < longFormBytes ? formatPairs(parsePairs(text)) : formatLongPairs(text);
  return `"body":${pairs},"json":null,"form":${pairs},"files":{},"data":null`;
};

/**
 * Formats the fields `body`, `json`, `form`, `files` and `data` of the echo, as JSON.
 * @param octets the complete, decoded body; not multipart
 */
export const describeBody = (octets: Buffer, contentType = ''): string => {
  if (octets.length === 0) return noBodyText;
  const essence = parseEssence(contentType);
  if (isJsonType(essence)) return describeJson(octets, essence);
  if (essence === 'application/x-www-form-urlencoded') return describeForm(octets);
  return describePlainBody(octets, essence, parseMediaType(contentType).charset);
};

/** Whether a body is a multipart form, which is read part by part. */
export const isMultipart = (head: Head): boolean =>
  parseEssence(head.used['content-type'] ?? '') === 'multipart/form-data';

/**
 * Reads the body of a request, if it has one, and formats the fields `body`, `json`, `form`, `files` and `data` of the echo.
 * @throws Refusal if the body cannot be decoded or is too long; BudgetExceededError; ClientDisconnectedError
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
