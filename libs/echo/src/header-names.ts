import { quote } from './json-text.js';

/** Headers that the server reads, beside echoing them. */
export type Used =
  'host' | 'content-type' | 'content-encoding' | 'content-length' | 'transfer-encoding' | 'cookie' | 'expect';

/** What is known of a header name. */
export interface HeaderName {
  readonly lower: string;
  /** `"name":`, ready for the answer. */
  readonly key: string;
  readonly used: Used | undefined;
  /** Whether each request with this name gets this very object. */
  readonly isShared: boolean;
  /** The last head that had it: a repeat shows without a set for each request. */
  seenIn: number;
}

const used: ReadonlySet<string> = new Set<Used>([
  'host',
  'content-type',
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'cookie',
  'expect',
]);

const describeName = (lower: string, isShared: boolean): HeaderName => ({
  lower,
  key: `${quote(lower)}:`,
  used: used.has(lower) ? (lower as Used) : undefined,
  isShared,
  seenIn: -1,
});

/** Clients send few names, so these are looked up rather than written anew; a stranger's many do not fill the memory. */
const mostNames = 500;
const longestName = 64;
const known = new Map<string, HeaderName>();

/** What is known of a header name, however it is spelt. */
export const headerName = (raw: string): HeaderName => {
  const found = known.get(raw);
  if (found !== undefined) return found;
  const lower = raw.toLowerCase();
  const same = known.get(lower);
  if (same === undefined && (known.size >= mostNames || lower.length > longestName))
    return describeName(lower, false);
  const name = same ?? describeName(lower, true);
  if (known.size < mostNames) known.set(lower, name).set(raw, name);
  return name;
};
