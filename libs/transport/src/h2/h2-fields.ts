import type { OutgoingHttpHeaders } from 'node:http2';

import type { Wire } from '../request/outgoing.js';

/** Fields that have no meaning in HTTP/2 (RFC 9113, section 8.2.2); `host` becomes `:authority`. */
const ofConnection = new Set(['host', 'connection', 'proxy-connection', 'http2-settings']);

/** Methods whose requests send a length even without a body. */
const withLength = ['POST', 'PUT', 'PATCH'];

/**
 * The field section of a request (RFC 9113, section 8.3.1): names in lower case, repeated fields on separate lines.
 */
export const toH2Fields = ({ origin, path, method, headers, body, saysEmpty }: Wire): OutgoingHttpHeaders => {
  const lines = new Map<string, string[]>();
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name, value] = [headers[at]?.toLowerCase() ?? '', headers[at + 1] ?? ''];
    lines.set(name, [...(lines.get(name) ?? []), value]);
  }
  const length = body === null ? 0 : Buffer.byteLength(body);
  if (body !== null || saysEmpty === true || withLength.includes(method))
    lines.set('content-length', [String(length)]);
  const { host, protocol } = new URL(origin);
  return {
    ':method': method,
    ':authority': lines.get('host')?.[0] ?? host,
    ':scheme': protocol.slice(0, -1),
    ':path': path,
    ...Object.fromEntries(
      [...lines].flatMap(([name, [first = '', ...more]]) => {
        if (ofConnection.has(name) || (name === 'te' && first.toLowerCase() !== 'trailers')) return [];
        return [[name, more.length === 0 ? first : [first, ...more]]];
      }),
    ),
  };
};
