const special = /[\\^$.*+?()[\]{}|/-]/g;
/** `text` as a regular expression that matches it and nothing else. */
export const escaped = (text: string): string => text.replace(special, '\\$&');

const utf8 = (text: string): readonly number[] => [...new TextEncoder().encode(text)];

const digit = (value: number): string => {
  const lower = value.toString(16);
  return lower === lower.toUpperCase() ? lower : `[${lower}${lower.toUpperCase()}]`;
};
const hex = (value: number, width: number): string =>
  Array.from({ length: width }, (_, at) => digit((value >> (4 * (width - 1 - at))) & 15)).join('');

/** Bytes as percent escapes (RFC 3986, section 2.1), themselves escaped up to three times. */
const percent = (bytes: readonly number[]): string =>
  bytes.map((byte) => `%(?:25){0,3}${hex(byte, 2)}`).join('');

/** The backslash of a JSON escape, itself escaped up to twice: JSON within JSON within JSON. */
const backslash = String.raw`\\{1,8}`;

const unicode = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `${backslash}u${hex(character.charCodeAt(at), 4)}`,
  ).join('');

const letters: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' };
const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

const entity = (character: string): readonly string[] => {
  const name = entities[character];
  if (name === undefined) return [];
  const code = character.charCodeAt(0);
  return [`&(?:${name}|#0?${code}|#[xX]${hex(code, 2)});`];
};

const inJson = (character: string): readonly string[] => {
  if (character === '"' || character === '/') return [backslash + character];
  const letter = letters[character];
  return letter === undefined ? [] : [backslash + letter];
};

/** The same answers as `of`, each found once: secrets are made of few different characters. */
const once = (of: (text: string) => string): ((text: string) => string) => {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text) ?? of(text);
    if (known.size < 1_000) known.set(text, found);
    return found;
  };
};

/** Every way in which one character of a secret may stand in a text; the longer ones first. */
const characterForms = once((character) => {
  const coded = percent(utf8(character));
  if (/^[A-Za-z0-9]$/.test(character)) return `(?:${character}|${coded})`;
  const plus = character === ' ' ? ['\\+'] : character === '+' ? [' '] : [];
  const forms = [...inJson(character), unicode(character), ...entity(character), coded, ...plus];
  return `(?:${[...forms, escaped(character)].join('|')})`;
});

/** Backslashes in a row, which JSON doubles together: one by one they would be tried in every combination. */
const backslashForms = (count: number): string => {
  const doubled = [8, 4, 2, 1].map((times) => `\\\\{${times * count}}`);
  return `(?:${[...doubled, `(?:${unicode('\\')}|${percent([0x5c])}){${count}}`].join('|')})`;
};

const plainForm = (value: string): readonly string[] =>
  (value.match(/\\+|[^\\]/gsu) ?? []).map((part) =>
    part.startsWith('\\') ? backslashForms(part.length) : characterForms(part),
  );

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The characters of base64 and base64url (RFC 4648) that six bits may be written as; `?` is either bit. */
const sextetForms = once((bits) => {
  const matches = new RegExp(`^${bits.replaceAll('?', '.')}$`);
  const found = Array.from(alphabet).filter((_, index) => matches.test(index.toString(2).padStart(6, '0')));
  const plain = found.filter((one) => one !== '+' && one !== '/').join('');
  const plus = found.includes('+') ? String.raw`+\- ` : '';
  const slash = found.includes('/') ? String.raw`\/_` : '';
  const coded = [...(plus === '' ? [] : ['%2[bB]']), ...(slash === '' ? [] : ['%2[fF]', '\\\\\\/'])];
  const one = `[${plain}${plus}${slash}]`;
  return coded.length === 0 ? one : `(?:${[one, ...coded].join('|')})`;
});

/** The base64 of `bytes` that begin `shift` bytes into a group of three, whatever stands before and after them. */
const base64Form = (bytes: readonly number[], shift: number): readonly string[] => {
  const bits = '?'.repeat(8 * shift) + bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const sextets = bits.padEnd(Math.ceil(bits.length / 6) * 6, '?').match(/.{6}/g) ?? [];
  return sextets.filter((sextet) => sextet !== '??????').map(sextetForms);
};

const latin1 = (text: string): readonly (readonly number[])[] => {
  const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return codes.some((code) => code > 127) && codes.every((code) => code < 256) ? [codes] : [];
};

/**
 * The ways in which `value` may stand in a text: as it is, percent-encoded, JSON-escaped, in HTML entities, each mixed
 * with the others, and in base64 at each of its three alignments, as in the credentials of `Basic` (RFC 7617). Each way
 * is the sources of regular expressions that match its characters one after the other.
 * Every repetition in them is bounded, so that they take linear time.
 */
export const writtenForms = (value: string): readonly (readonly string[])[] => [
  plainForm(value),
  ...[utf8(value), ...latin1(value)].flatMap((bytes) => [0, 1, 2].map((shift) => base64Form(bytes, shift))),
];
