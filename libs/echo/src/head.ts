import type { IncomingMessage } from 'node:http';
import { formatJsonObject, groupByName, quote } from './json-text.js';
import { parseTarget, type Target } from './target.js';
import { noPairs, type Pairs, parsePairs } from './urlencoded.js';

/** The headers that the server itself reads. */
type UsedHeader =
  'host' | 'content-type' | 'content-encoding' | 'content-length' | 'transfer-encoding' | 'cookie' | 'expect';

/** Cached facts about a header name. */
interface HeaderName {
  readonly lower: string;
  /** The text `"name":`, ready for the response. */
  readonly key: string;
  readonly used: UsedHeader | undefined;
  /** Whether all requests share this object. */
  readonly isShared: boolean;
  /** The last head that contained the name. Detects repeated headers without a set for each request. */
  seenIn: number;
}

const usedHeaders: ReadonlySet<string> = new Set<UsedHeader>([
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
  used: usedHeaders.has(lower) ? (lower as UsedHeader) : undefined,
  isShared,
  seenIn: -1,
});

/** Maximum number of cached names. Clients send few different names; a client that sends many must not fill the memory. */
const maxNames = 500;
const maxNameLength = 64;
const cachedNames = new Map<string, HeaderName>();

/** The cached facts about a header name in any spelling. */
const describeHeaderName = (raw: string): HeaderName => {
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

/** The parsed head of a request and the parts of the response that are already written. */
export interface Head extends Target {
  readonly request: IncomingMessage;
  readonly method: string;
  /** The request target, one character per byte. */
  readonly target: string;
  readonly query: Pairs;
  /** All headers as a JSON object. */
  readonly headersText: string;
  readonly used: Readonly<UsedHeaders>;
  readonly hasBody: boolean;
}

type UsedHeaders = Record<UsedHeader, string | undefined>;

const createUsedHeaders = (): UsedHeaders => ({
  host: undefined,
  'content-type': undefined,
  'content-encoding': undefined,
  'content-length': undefined,
  'transfer-encoding': undefined,
  cookie: undefined,
  expect: undefined,
});

/** Joins repeated headers in order, without losing any. */
const formatJoinedHeaders = (raw: readonly string[]): string => {
  const pairs = Array.from({ length: raw.length / 2 }, (_, index): [string, string] => [
    (raw[2 * index] as string).toLowerCase(),
    raw[2 * index + 1] as string,
  ]);
  const joined = [...groupByName(pairs)].map(
    ([name, values]) => [name, quote(values.join(name === 'cookie' ? '; ' : ', '))] as const,
  );
  return formatJsonObject(joined);
};

let heads = 0;

/**
 * Writes the headers as JSON and finds those that the server reads, in one pass over Node's raw list. Only that list contains every
 * header that was sent. If a header repeats, the first value is used, except for cookies.
 */
const readHeaders = (raw: readonly string[], used: UsedHeaders): string => {
  heads += 1;
  let text = '{';
  let isRepeated = false;
  for (let index = 0; index < raw.length; index += 2) {
    const value = raw[index + 1] as string;
    const name = describeHeaderName(raw[index] as string);
    if (name.seenIn === heads || !name.isShared) isRepeated = true;
    name.seenIn = heads;
    if (name.used !== undefined) {
      const before = used[name.used];
      if (before === undefined) used[name.used] = value;
      else if (name.used === 'cookie') used.cookie = `${before}; ${value}`;
      else if (name.used === 'content-encoding') used[name.used] = `${before}, ${value}`;
    }
    text += `${index === 0 ? '' : ','}${name.key}${quote(value)}`;
  }
  return isRepeated ? formatJoinedHeaders(raw) : `${text}}`;
};

/** Reads the head of a request but not its body. */
export const readHead = (request: IncomingMessage): Head => {
  const used = createUsedHeaders();
  const headersText = readHeaders(request.rawHeaders, used);
  const target = request.url ?? '';
  const { path, search } = parseTarget(target);
  const length = used['content-length'];
  return {
    request,
    method: request.method ?? '',
    target,
    path,
    search,
    query: search === '' ? noPairs : parsePairs(search),
    headersText,
    used,
    hasBody: used['transfer-encoding'] !== undefined || Number(length ?? 0) > 0,
  };
};
