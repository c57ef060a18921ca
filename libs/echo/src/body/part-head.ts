import { Refusal } from '../refusal.js';

const unfoldHead = (head: string): string => head.replace(/\r\n[ \t]+/g, ' ');

/**
 * The headers of a part, by name in lower case. The first of several with one name counts.
 * @param head one character per byte, without the empty line at its end
 * @throws Refusal 400 for a line that is not a header
 */
export const parsePartHead = (head: string): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>();
  if (head === '') return headers;
  for (const line of unfoldHead(head).split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Refusal(400, 'A part of the multipart body has a header line without a name.');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
};
