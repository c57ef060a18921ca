import { quote } from './json-text.js';

/** Headers that the server uses itself. */
export type Used =
  'host' | 'content-type' | 'content-encoding' | 'content-length' | 'transfer-encoding' | 'cookie' | 'expect';

/** Cached facts about a header name. */
export interface HeaderName {
  readonly lower: string;
  /** `"name":`, ready for the response. */
  readonly key: string;
  readonly used: Used | undefined;
  /** Whether all requests share this object. */
  readonly isShared: boolean;
  /** The last head that contained it, which detects repeats without a set per request. */
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

/** Clients send few different names, so these are cached. The limit keeps a client with many names from filling memory. */
const maxNames = 500;
const maxNameLength = 64;
const cachedNames = new Map<string, HeaderName>();

/** The cached facts about a header name in any spelling. */
export const describeHeaderName = (raw: string): HeaderName => {
  const found = cachedNames.get(raw);
  if (found !== undefined) return found;
  const lower = raw.toLowerCase();
  const same = cachedNames.get(lower);
  if (same === undefined && (cachedNames.size >= maxNames || lower.length > maxNameLength))
    return describeName(lower, false);
  const name = same ?? describeName(lower, true);
  if (cachedNames.size < maxNames) cachedNames.set(lower, name).set(raw, name);
  return name;
};
