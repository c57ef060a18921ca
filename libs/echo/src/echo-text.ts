import type { Head } from './head.js';
import { formatJsonObject, quote } from './json-text.js';
import { toCompleteUrl } from './target.js';
import { formatPairs } from './urlencoded.js';

const decode = (value: string): string => {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

/** Trims HTTP whitespace (RFC 9110, section 5.6.3). Other white space is part of the value. */
const trimBlanks = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

const unquote = (value: string): string =>
  value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;

/** Formats the cookies of a `Cookie` header as JSON. If a name repeats, the first cookie counts. Ignores pieces without `=`. */
const formatCookies = (header: string): string => {
  if (header === '') return '{}';
  const cookies = new Map<string, string>();
  for (const piece of header.split(';')) {
    const equals = piece.indexOf('=');
    if (equals === -1) continue;
    const name = trimBlanks(piece.slice(0, equals));
    if (!cookies.has(name)) cookies.set(name, quote(decode(unquote(trimBlanks(piece.slice(equals + 1))))));
  }
  return formatJsonObject(cookies);
};

let at = 0;
let text = '';

/** Returns the time in ISO 8601 with milliseconds, UTC. Cached, because formatting costs as much as the rest of a small echo. */
const getTimestamp = (): string => {
  const now = Date.now();
  if (now !== at) {
    at = now;
    text = new Date(now).toISOString();
  }
  return text;
};

/** `meta.source` of every echo. */
export const source = 'tandem-echo-server';

/**
 * Formats the echo as JSON, with its twelve fields in order.
 * @param bodyText the fields `body`, `json`, `form`, `files` and `data`, from `describeBody`
 */
export const formatEcho = (head: Head, bodyText: string, trustProxy: boolean): string => {
  const { used } = head;
  const url = toCompleteUrl(head.request, head.target, used.host, trustProxy);
  const cookies = used.cookie === undefined ? '{}' : formatCookies(used.cookie);
  return (
    `{"url":${quote(url)},"path":${quote(head.path)},"method":"${head.method}","headers":${head.headersText}` +
    `,"args":${formatPairs(head.query)},"cookies":${cookies},${bodyText}` +
    `,"meta":{"timestamp":"${getTimestamp()}","source":"${source}"}}`
  );
};
