import { Refusal } from '../refusal.js';

const unfolded = (head: string): string => head.replace(/\r\n[ \t]+/g, ' ');

/**
 * The headers of a part, by their names in lower case; the first of a name counts.
 * @param head one character an octet, without the empty line at its end
 * @throws Refusal 400 for a line that is no header
 */
export const parsePartHead = (head: string): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>();
  if (head === '') return headers;
  for (const line of unfolded(head).split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Refusal(400, 'A part of the multipart body has a header line without a name.');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
};
