import { cookiesText } from './cookies.js';
import type { Head } from './head.js';
import { quote } from './json-text.js';
import { urlOf } from './target.js';
import { timestamp } from './timestamp.js';
import { pairsText } from './urlencoded.js';

/** `meta.source` of every echo. */
export const source = 'tandem-echo-server';

/**
 * The echo as JSON, with its twelve fields in order.
 * @param bodyText the five fields from `body` to `data`, from `describeBody`
 */
export const echoText = (head: Head, bodyText: string, trustProxy: boolean): string => {
  const { used } = head;
  const url = urlOf(head.request, head.target, used.host, trustProxy);
  const cookies = used.cookie === undefined ? '{}' : cookiesText(used.cookie);
  return (
    `{"url":${quote(url)},"path":${quote(head.path)},"method":"${head.method}","headers":${head.headersText}` +
    `,"args":${pairsText(head.query)},"cookies":${cookies},${bodyText}` +
    `,"meta":{"timestamp":"${timestamp()}","source":"${source}"}}`
  );
};
