import { type Pair, readQueryPair } from '@tandem/core';

import { splitAtVariables, variableToken, variableTokens } from '../../variable-token.js';

export { addScheme } from '@tandem/core';

/** Cleans a pasted URL: removes line breaks, which mails and terminals add, and surrounding spaces. */
export const cleanPastedUrl = (text: string): string => text.trim().replace(/\s*[\r\n]+\s*/g, '');

interface Parts {
  readonly before: string;
  /** The query without its question mark; undefined if there is none. */
  readonly query: string | undefined;
  /** The fragment including its hash; empty if there is none. */
  readonly fragment: string;
}

/** Splits a URL at its query and fragment (RFC 3986, section 3). Text within `{{braces}}` belongs to a variable and is not split. */
const splitUrl = (url: string): Parts => {
  const plain = url.replace(variableTokens, (token) => ' '.repeat(token.length));
  const hash = plain.includes('#') ? plain.indexOf('#') : url.length;
  const mark = plain.slice(0, hash).indexOf('?');
  const fragment = url.slice(hash);
  return mark < 0
    ? { before: url.slice(0, hash), query: undefined, fragment }
    : { before: url.slice(0, mark), query: url.slice(mark + 1, hash), fragment };
};

const piecePattern = new RegExp(`(?:${variableToken}|[^&])+`, 'g');
const getName = new RegExp(`^(?:${variableToken}|[^=])*`);

const splitQuery = (query: string | undefined): readonly string[] =>
  [...(query ?? '').matchAll(piecePattern)].map(([piece]) => piece);

const parseRow = (piece: string): Pair => {
  const [written = ''] = getName.exec(piece) ?? [];
  const [name] = readQueryPair(written.replaceAll('=', '%3D'));
  const [, value] = readQueryPair(`=${piece.slice(written.length + 1)}`);
  return { name: written.includes('=') ? written : name, value, enabled: true };
};

/** Whether a piece has no equals sign. It may be a flag, or a variable that contains several parameters. */
const isBare = (piece: string): boolean => getName.exec(piece)?.[0].length === piece.length;

/** Parses the query parameters that are part of the URL itself, in order. */
export const parseUrlQuery = (url: string): readonly Pair[] => splitQuery(splitUrl(url).query).map(parseRow);

/** The two fields that contain the query of a REST request: its URL and its table. */
export interface QueryFields {
  readonly url: string;
  readonly queryParams: readonly Pair[];
}

/** Lists all query parameters of a request in the order in which they are sent, including disabled ones. */
export const listQueryRows = ({ url, queryParams }: QueryFields): readonly Pair[] => [
  ...parseUrlQuery(url),
  ...queryParams,
];

const isBlank = ({ name, value }: Pair): boolean => name === '' && value === '';

/** Encodes characters that would end a name or value, so that {@link parseRow} can parse the text again. */
const encodeSpecial = (text: string, special: RegExp): string =>
  splitAtVariables(text)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(special, (c) => encodeURIComponent(c))))
    .join('');

const formatPiece = ({ name, value }: Pair): string =>
  `${encodeSpecial(name, /[\s&#=]/g)}=${encodeSpecial(value, /[\s&#]/g)}`;

const joinUrl = (before: string, query: string | undefined, fragment: string): string =>
  query === undefined ? before + fragment : `${before}?${query}${fragment}`;

/** Formats the URL of a request, including the enabled parameters of its table. */
export const formatUrl = ({ url, queryParams }: QueryFields): string => {
  const added = queryParams.filter((row) => row.enabled && !isBlank(row)).map(formatPiece);
  if (added.length === 0) return url;
  const { before, query = '', fragment } = splitUrl(url);
  const own = query === '' || query.endsWith('&') ? query : `${query}&`;
  return joinUrl(before, own + added.join('&'), fragment);
};

const isSamePair = (one: Pair | undefined, other: Pair | undefined): boolean =>
  one?.name === other?.name && one?.value === other?.value && one?.enabled === other?.enabled;

/** Counts the equal rows at the beginning of both lists. */
const countSamePrefix = (rows: readonly Pair[], others: readonly Pair[]): number => {
  const most = Math.min(rows.length, others.length);
  for (let at = 0; at < most; at += 1) if (!isSamePair(rows[at], others[at])) return at;
  return most;
};

/** Replaces the enabled rows with `sent`. Disabled rows keep their positions. */
const replaceEnabledRows = (rows: readonly Pair[], sent: readonly Pair[]): readonly Pair[] => {
  const before = rows.filter((row) => row.enabled && !isBlank(row));
  const head = countSamePrefix(before, sent);
  const tail = countSamePrefix(before.slice(head).reverse(), sent.slice(head).reverse());
  const changed = sent.slice(head, sent.length - tail);
  const lastChanged = before.length - tail - 1;
  let at = -1;
  const kept = rows.flatMap((row): readonly Pair[] => {
    if (!row.enabled || isBlank(row)) return [row];
    at += 1;
    if (at < head) return [row];
    if (at > lastChanged) return [...changed.splice(0), row];
    return at === lastChanged ? changed.splice(0) : changed.splice(0, 1);
  });
  return [...kept, ...changed];
};

/**
 * Returns the fields of a request after a person has edited its URL as the text of {@link formatUrl}. If the query is unchanged, its fields are
 * unchanged too. Otherwise the query moves to the table. Pieces without an equals sign, and those before them, stay in the URL, which
 * sends them unchanged, unless that would move disabled rows.
 */
export const setUrlText = (fields: QueryFields, text: string): QueryFields => {
  const now = splitUrl(text);
  if ((now.query ?? '') === (splitUrl(formatUrl(fields)).query ?? '')) {
    const { query } = splitUrl(fields.url);
    return { url: joinUrl(now.before, query, now.fragment), queryParams: fields.queryParams };
  }
  const rows = listQueryRows(fields);
  const all = splitQuery(now.query);
  const inUrl = rows.every(({ enabled }) => enabled) ? all.findLastIndex(isBare) + 1 : 0;
  const own = inUrl === 0 ? undefined : all.slice(0, inUrl).join('&');
  const sent = all.slice(inUrl).map(parseRow);
  return {
    url: joinUrl(now.before, own, now.fragment),
    queryParams: inUrl === 0 ? replaceEnabledRows(rows, sent) : sent,
  };
};

/** Returns the fields of a request after a person has edited its parameters as the rows of {@link queryRows}. */
export const setQueryRows = ({ url }: QueryFields, rows: readonly Pair[]): QueryFields => {
  const own = parseUrlQuery(url);
  if (own.every((row, at) => isSamePair(row, rows[at]))) return { url, queryParams: rows.slice(own.length) };
  const { before, fragment } = splitUrl(url);
  return { url: before + fragment, queryParams: rows };
};
