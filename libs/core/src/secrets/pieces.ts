import { minExtendedLength } from './families.js';
import { isFieldList, isMadeOfWords, listFieldNames } from './field-list.js';

/** Minimum length of a hidden piece of a value, in UTF-16 units: shorter ones are common words. */
export const minPieceLength = 6;

/** Decodes percent escapes as in the URL Standard, section 1.3: invalid ones stay. */
const decodePercentEscapes = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    const bytes = escapes.match(/[0-9a-f]{2}/gi) ?? [];
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
  });

/** Separators of forms, queries, cookies and URLs. */
const separators = [/&/, /[&=]/, /;/, /[;=]/, /#/, /[&#]/, /[&=#]/, /[&=;]/, /\?/, /[?&=;#]/];

/** Characters that end a URL's host or credentials. A message about the URL may contain the part before. */
const endsInUrl = /[/\\:@]/;

/** Minimum length of a hidden part of a value with such a separator, in UTF-16 units. */
const minUrlPartLength = 8;

/** Parts of a value that appears raw within a URL. A value that is a whole URL has public parts, such as its host. */
const listUrlParts = (value: string): readonly string[] =>
  /^https?:/i.test(value) ? [] : value.split(endsInUrl).filter((part) => part.length >= minUrlPartLength);

/** What follows the first `=`: a field's value, which may contain more of them (URL Standard, section 5.1). */
const getFieldValue = (field: string): string => field.slice(field.indexOf('=') + 1);

/** What is sent of a value that is a whole URL: credentials and path separately (RFC 9110, section 7.1). */
const splitSentUrl = (value: string): readonly string[] => {
  if (!/^https?:/i.test(value) || !URL.canParse(value)) return [];
  const { username, password, pathname, search } = new URL(value);
  return [username, password, `${username}:${password}`, pathname, pathname + search].flatMap((part) => [
    part,
    decodePercentEscapes(part),
  ]);
};

/**
 * What a server may make of a value that appears raw in a URL, a form or a cookie, longest first: its parts between
 * `&`, `=`, `;`, `#` and `?`, longer ones between `/`, `\`, `:` and `@`, and all of these percent-decoded; what is
 * sent of a URL; and a short value in lowercase, like names of hosts and header fields (a longer one is found in
 * either case). Omits pieces too short to hide, and names and words in a list of fields: `theme` and `dark` in
 * `sid=abc123; theme=dark`.
 */
export const listPieces = (value: string): readonly string[] => {
  // What is derived from a part is never longer than it.
  const parts = separators.flatMap((separator) =>
    value.split(separator).filter(({ length }) => length >= minPieceLength),
  );
  const pieces = [value, ...parts]
    .flatMap((part) => [part, getFieldValue(part)])
    .flatMap((one) => [one, decodePercentEscapes(one)]);
  const lower = value.length < minExtendedLength ? [value.toLowerCase()] : [];
  const all = [...pieces, ...listUrlParts(value), ...splitSentUrl(value), ...lower].flatMap((piece) => [
    piece,
    piece.trim(),
  ]);
  const names = isFieldList(value) ? listFieldNames(value) : undefined;
  const isPublic = (piece: string): boolean =>
    names !== undefined && (names.has(piece) || isMadeOfWords(piece));
  return [...new Set(all)]
    .filter((piece) => piece.length >= minPieceLength && piece !== value && !isPublic(piece.trim()))
    .sort((one, other) => other.length - one.length);
};
