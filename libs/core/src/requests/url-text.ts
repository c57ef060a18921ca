const escape = (character: string): string =>
  encodeURIComponent(character).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const encode = (text: string, characters: RegExp): string => text.toWellFormed().replace(characters, escape);

// eslint-disable-next-line no-control-regex -- control characters must not be sent
const notInPath = /[\u0000-\u0020"<>`{}|\\^\u007f-\u{10ffff}]/gu;
// eslint-disable-next-line no-control-regex -- control characters must not be sent
const notInQuery = /[\u0000-\u0020"#<>'\u007f-\u{10ffff}]/gu;
/** All but `pchar` (RFC 3986, section 3.3). A `%` that encodes nothing cannot be sent either. */
const notInSegment = /%(?![0-9a-f]{2})|[^%A-Za-z0-9\-._~!$&'()*+,;=:@]/giu;

/** A path as it can be sent: what a URL cannot contain there is percent-encoded, once. */
export const encodePath = (text: string): string => encode(text, notInPath);

/** A value as one segment of a path. What is percent-encoded stays as it is. */
export const encodeSegment = (text: string): string => encode(text, notInSegment);

/**
 * A query as it can be sent (https://url.spec.whatwg.org/#special-query-percent-encode-set). What is percent-encoded stays as
 * it is, and so do `,`, `/`, `:`, `@` and `+`.
 */
export const encodeQuery = (text: string): string => encode(text, notInQuery);

/** A value in a query: besides what a query cannot contain, `&` is encoded. */
export const encodeQueryValue = (text: string): string => encodeQuery(text).replaceAll('&', '%26');

/** A name in a query; `=` ends it. */
export const encodeQueryName = (text: string): string => encodeQueryValue(text).replaceAll('=', '%3D');

/** A parameter in a query. */
export const encodeQueryPair = ([name, value]: readonly [name: string, value: string]): string =>
  `${encodeQueryName(name)}=${encodeQueryValue(value)}`;

/** A parameter whose text is data, such as a key of auth: servers that read forms read it unchanged. */
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

/** The text of a part of a query: decoded if that is sent as the same bytes, and else as it was written. */
const readPart = (part: string, encodePart: (text: string) => string): string => {
  const text = decodeComponent(part);
  return encodePart(text) === encodePart(part) ? text : part;
};

/** A parameter as it stands in a query, in a form that is sent as the same text. */
export const readQueryPair = (piece: string): readonly [name: string, value: string] => {
  const at = piece.indexOf('=');
  if (at < 0) return [readPart(piece, encodeQueryName), ''];
  return [readPart(piece.slice(0, at), encodeQueryName), readPart(piece.slice(at + 1), encodeQueryValue)];
};
