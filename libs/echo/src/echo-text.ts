import { formatCookies } from './cookies.js';
import type { Head } from './head.js';
import { quote } from './json-text.js';
import { toCompleteUrl } from './target.js';
import { getTimestamp } from './timestamp.js';
import { formatPairs } from './urlencoded.js';

/** `meta.source` of every echo. */
export const source = 'tandem-echo-server';

/**
 * The echo as JSON, with its twelve fields in order.
 * @param bodyText the five fields from `body` to `data`, from `describeBody`
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
