/** Whether a string is probably a curl command. */
export const isCurl = (text: string): boolean =>
  /^\s*(?:[$>%]\s+|PS [^>\n]*>\s*)?curl(?:\.exe)?[\s^\\`]/i.test(text);

/**
 * Derives a request's name from its URL: the path, or the host if there is no path; empty if the host is a variable. Omits the method,
 * which lists show next to the name.
 */
export const deriveNameFromUrl = (url: string): string => {
  const [, host = '', path = ''] = /^(?:[a-z]+:\/\/)?([^/?#]*)(\/[^?#]*)?/i.exec(url) ?? [];
  if (path !== '' && path !== '/') return path.slice(0, 100);
  return host.includes('{{') ? '' : host.slice(0, 100);
};

/** Matches schemes whose URLs have no `//`: `tel:123` would otherwise look like a host with a port. */
const otherSchemes = /^(?:about|blob|data|file|javascript|mailto|sms|tel|urn|ws|wss):/i;

const variables = /\{\{[^{}]*\}\}/g;

/** `host[:port]`, alone or before a path, a query or a fragment. */
const hostPattern =
  /^(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}._])?)(?::\d{1,5})?(?:[/?#]|$)/iu;

/** A single word is more likely a mistake than a host name. */
const isWord = /^[\p{L}\p{N}_-]+$/u;

/**
 * Adds a missing scheme: `localhost:3000/x` gets `http://`, as in newman and Bruno. Text that does not look like a host stays unchanged.
 * So does a URL that begins with a variable, because the variable may contain a scheme.
 */
export const addScheme = (url: string): string => {
  const text = url.trim();
  if (text.startsWith('{{') || otherSchemes.test(text)) return url;
  if (isWord.test(text) && text.toLowerCase() !== 'localhost') return url;
  return hostPattern.test(text.replace(variables, '0')) ? `http://${text}` : url;
};

const escape = (character: string): string =>
  encodeURIComponent(character).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const encode = (text: string, characters: RegExp): string => text.toWellFormed().replace(characters, escape);

// eslint-disable-next-line no-control-regex -- control characters must not be sent
const notInPath = /[\u0000-\u0020"<>`{}|\\^\u007f-\u{10ffff}]/gu;
// eslint-disable-next-line no-control-regex -- control characters must not be sent
const notInQuery = /[\u0000-\u0020"#<>'\u007f-\u{10ffff}]/gu;
/** Matches everything that a path segment cannot contain (RFC 3986, section 3.3, `pchar`), including an invalid `%`. */
const notInSegment = /%(?![0-9a-f]{2})|[^%A-Za-z0-9\-._~!$&'()*+,;=:@]/giu;

/** Percent-encodes the characters that a path cannot contain. Existing escapes are not encoded again. */
export const encodePath = (text: string): string => encode(text, notInPath);

/** Encodes a value as one path segment. Keeps existing percent escapes. */
export const encodeSegment = (text: string): string => encode(text, notInSegment);

/**
 * Encodes a query (https://url.spec.whatwg.org/#special-query-percent-encode-set). Keeps existing percent escapes and `,`, `/`, `:`, `@`
 * and `+`.
 */
export const encodeQuery = (text: string): string => encode(text, notInQuery);

/** Encodes a query value, including `&`. */
export const encodeQueryValue = (text: string): string => encodeQuery(text).replaceAll('&', '%26');

/** Encodes a query name, including `&` and `=`. */
export const encodeQueryName = (text: string): string => encodeQueryValue(text).replaceAll('=', '%3D');

/** Encodes a query parameter. */
export const encodeQueryPair = ([name, value]: readonly [name: string, value: string]): string =>
  `${encodeQueryName(name)}=${encodeQueryValue(value)}`;

/** Encodes a parameter whose text is data, such as an API key, so that a server that reads the query as a form gets the same text. */
export const encodeQueryData = ([name, value]: readonly [name: string, value: string]): string => {
  const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('+', '%2B');
  return encodeQueryPair([data(name), data(value)]);
};

const decodeComponent = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Reads a part of a query: decoded if the decoded text would be sent as the same bytes, otherwise verbatim. */
const readPart = (part: string, encodePart: (text: string) => string): string => {
  const text = decodeComponent(part);
  return encodePart(text) === encodePart(part) ? text : part;
};

/** Splits a parameter of a query into name and value, in a form that is sent as the same text. */
export const readQueryPair = (piece: string): readonly [name: string, value: string] => {
  const at = piece.indexOf('=');
  if (at < 0) return [readPart(piece, encodeQueryName), ''];
  return [readPart(piece.slice(0, at), encodeQueryName), readPart(piece.slice(at + 1), encodeQueryValue)];
};
