import type { ExecutionResult } from '@tandem/core';

import { indentJson } from './pretty-print.js';
import type { Tone } from '../outcome.js';

/** Number of bytes per line. */
const bytesPerLine = 16;

/** Maximum number of bytes in a hex dump, which takes five characters per byte. */
export const maxHexBytes = 1024 * 1024;

const hexDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const formatByte = (byte: number): string => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.');

const formatLine = (bytes: Uint8Array, from: number): string => {
  const row = [...bytes.subarray(from, from + bytesPerLine)];
  const digits = row
    .map((byte, at) => (at === 8 ? ` ${hexDigits[byte] ?? ''}` : (hexDigits[byte] ?? '')))
    .join(' ');
  return `${from.toString(16).padStart(8, '0')}  ${digits.padEnd(48)}  ${row.map(formatByte).join('')}`;
};

/** Formats the beginning of `bytes` as a hex dump. Each line has an address, sixteen bytes, and their ASCII characters. */
export const formatHexLines = (bytes: Uint8Array): string => {
  const end = Math.min(bytes.length, maxHexBytes);
  const lines: string[] = [];
  for (let from = 0; from < end; from += bytesPerLine) lines.push(formatLine(bytes.subarray(0, end), from));
  return lines.join('\n');
};

/** Maximum length of a compared body, in characters: as much as a worker compares in a few seconds. */
export const maxComparedLength = 10_000_000;

/**
 * Formats a response as one text of its status, its headers sorted by name, and its body up to {@link maxComparedLength}, which can be compared
 * line by line.
 */
export const formatResponse = (
  { response, error }: Pick<ExecutionResult, 'response' | 'error'>,
  body: string,
): string => {
  const failure = error === null ? [] : [`${error.code}: ${error.message}`];
  if (response === null) return failure.join('\n');
  const headers = Object.entries(response.headers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}: ${value}`);
  const compared = body.slice(0, maxComparedLength);
  const status = `${response.status} ${response.statusText}`.trim();
  return [...failure, status, ...headers, '', compared].join('\n');
};

/** Formats a text for reading: JSON is indented by two spaces, other text stays as it was received. */
export const formatReadableBody = (
  text: string,
  contentType: string | undefined,
): { readonly text: string; readonly json: boolean } => {
  const asIs = { text, json: false };
  if (!/[/+]json/i.test(contentType ?? '') && !/^\s*[[{]/.test(text)) return asIs;
  try {
    JSON.parse(text);
    return { text: indentJson(text), json: true };
  } catch {
    return asIs;
  }
};

/** Formats a number of bytes with a suitable unit. */
export const formatByteSize = (bytes: number): string => {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${(bytes / 1_024).toFixed(1)} KiB`;
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
};

/** Formats a duration in milliseconds with a suitable unit. */
export const formatDuration = (ms: number): string => {
  if (ms < 1_000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(2)} s`;
};

/** Returns the tone of a status: good for 2xx, bad for 4xx and 5xx. */
export const getStatusTone = (status: number): Tone => {
  if (status >= 400) return 'bad';
  return status >= 200 && status < 300 ? 'good' : 'plain';
};
