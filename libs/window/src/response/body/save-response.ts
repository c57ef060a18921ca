import type { ExecutionResult, ResponseSummary } from '@tandem/core';

import { saveFile } from '../../kit/index.js';
import { getMediaType, getFileExtension, getFormat } from './body-format.js';
import { formatByteSize } from './show-body.js';
import { readBody } from './use-body.js';

const parseLastSegment = (url: string): string => {
  try {
    return decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
  } catch {
    return '';
  }
};

const parseDisposition = (value: string): string | undefined =>
  /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ??
  /filename\s*=\s*([^;\s]+)/i.exec(value)?.[1];

/** Replaces characters that are not allowed in a file name. */
const replaceUnsafeCharacters = (name: string): string =>
  Array.from(name)
    .map((sign) => (sign < ' ' || '\\/:*?"<>|'.includes(sign) ? '-' : sign))
    .join('')
    .replace(/^\.+/, '')
    .slice(0, 120);

/** Returns the file name for a saved response: the name that the server provides, or one that is derived from the URL. */
export const getFileName = (
  url: string,
  headers: Readonly<Record<string, string>>,
  text: string | undefined,
): string => {
  const suggestedName = replaceUnsafeCharacters(parseDisposition(headers['content-disposition'] ?? '') ?? '');
  if (suggestedName !== '') return suggestedName;
  const type = headers['content-type'];
  const extension = getFileExtension(text === undefined ? undefined : getFormat(text, type), type);
  const name = replaceUnsafeCharacters(parseLastSegment(url)) || 'response';
  return /\.[a-z0-9]{1,5}$/i.test(name) ? name : `${name}.${extension}`;
};

/** Lets the browser save a body under the response's file name. */
export const saveBody = (
  url: string,
  { headers }: ResponseSummary,
  text: string | undefined,
  bytes: Uint8Array<ArrayBuffer>,
): string => {
  const type = getMediaType(headers['content-type']) || 'application/octet-stream';
  const name = getFileName(url, headers, text);
  saveFile(name, new Blob([bytes], { type }));
  return name;
};

/** Saves the stored part of a response body, and reports what was saved. */
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
    ? `Saved ${name}: the first ${formatByteSize(stored.bytes.length)} of ${formatByteSize(size)}; no more is stored.`
    : `Saved ${name}.`;
};
