import { minExtendedLength } from './families.js';
import { isFieldList, isMadeOfWords, namesOfFields } from './field-list.js';

/** The shortest piece of a value that is hidden, in UTF-16 units: shorter ones are words of any text. */
export const minPieceLength = 6;

/** Percent escapes as they are decoded by the URL Standard, section 1.3: what is none stays as it is. */
const decodePercentEscapes = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    const bytes = escapes.match(/[0-9a-f]{2}/gi) ?? [];
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
  });

/** Where forms, queries, cookies and URLs are taken apart. */
const separators = [/&/, /[&=]/, /;/, /[;=]/, /#/, /[&#]/, /[&=#]/, /[&=;]/, /\?/, /[?&=;#]/];

/** Where a URL ends its host or credentials, so that a message about it may hold the part before. */
const endsInUrl = /[/\\:@]/;

/** The shortest part of a value with such a separator that is hidden, in UTF-16 units. */
const minUrlPartLength = 8;

/** Parts of a value that stands raw within a URL; a value that is a whole URL has parts that are public, such as its host. */
const urlPartsOf = (value: string): readonly string[] =>
  /^https?:/i.test(value) ? [] : value.split(endsInUrl).filter((part) => part.length >= minUrlPartLength);

/** What stands behind the first `=`: the value of a field, which may hold more of them (URL Standard, section 5.1). */
const valueIn = (field: string): string => field.slice(field.indexOf('=') + 1);

/** What is sent of a value that is a whole URL: credentials and path apart (RFC 9110, section 7.1). */
const splitSentUrl = (value: string): readonly string[] => {
  if (!/^https?:/i.test(value) || !URL.canParse(value)) return [];
  const { username, password, pathname, search } = new URL(value);
  return [username, password, `${username}:${password}`, pathname, pathname + search].flatMap((part) => [
    part,
    decodePercentEscapes(part),
  ]);
};

/**
 * What a server may make of a value that stands raw in a URL, a form or a cookie: its parts between `&`, `=`, `;`, `#`
 * and `?`, longer ones between `/`, `\`, `:` and `@`, and these and the whole with their percent escapes decoded; what is sent of a URL; and a
 * short value in lower case, as names of hosts and of header fields are: a longer one is found in either case. The longest first. Left out are those that are too short
 * to be hidden, and in a list of fields their names and words: `theme` and `dark` of `sid=abc123; theme=dark`.
 */
export const piecesOf = (value: string): readonly string[] => {
  // What is made of a part is never longer than it.
  const parts = separators.flatMap((separator) =>
    value.split(separator).filter(({ length }) => length >= minPieceLength),
  );
  const pieces = [value, ...parts]
    .flatMap((part) => [part, valueIn(part)])
    .flatMap((one) => [one, decodePercentEscapes(one)]);
  const lower = value.length < minExtendedLength ? [value.toLowerCase()] : [];
  const all = [...pieces, ...urlPartsOf(value), ...splitSentUrl(value), ...lower].flatMap((piece) => [
    piece,
    piece.trim(),
  ]);
  const names = isFieldList(value) ? namesOfFields(value) : undefined;
  const isPublic = (piece: string): boolean =>
    names !== undefined && (names.has(piece) || isMadeOfWords(piece));
  return [...new Set(all)]
    .filter((piece) => piece.length >= minPieceLength && piece !== value && !isPublic(piece.trim()))
    .sort((one, other) => other.length - one.length);
};
