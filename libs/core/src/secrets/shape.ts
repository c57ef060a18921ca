/** The maximum number of letters in a word, and of digits in a number that is not a key. */
const maxLengths = { word: 16, number: 15 } as const;

/** Minimum length of a key, in UTF-16 units. */
const minTokenLength = 6;

/** Minimum length of text that does not occur by chance. */
const minDistinctiveLength = 12;

/** Minimum entropy of a character in a session id, in bits. */
const minBits = 2.5;

/** Maximum number of digits in a placeholder such as `test1234`. */
const maxFillerDigits = 6;

/** Placeholder words. Text that consists only of them is not a secret. */
const fillers = new Set(
  `a access account admin an api app auth authorization bar basic bearer bool boolean change changeme changeit client code credential
  credentials customer default demo dummy email empty enter example fake false foo gateway generated guest hello here hidden id in insert is jwt
  key letmein login master me mock my mypassword name new none null number oauth old p pass passcode passwd password passphrase paste personal
  dev develop development local long placeholder plaintext private prod production public put pwd random redacted replace required root
  same sample sandbox secret secure set sha some staging string strong subscription super test testing text the this to todo token true
  undefined url user username value variable very welcome with x xx xxx xxxx y you your
  aqui chave clave contraseña contrasenha de deine dein el geheim geheimes hier ici la le mestra minha mot mi passe passwort prueba senha seu sua
  teste token tu tua usuario votre fort forte fuerte segredo segura seguro sicher sicheres`.split(/\s+/),
);

/** The rows of a keyboard. People type along them when any text will do. */
const keyboardRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

const minKeyboardRun = 4;

/** Maximum length of words that are joined placeholders, such as `newpassword`. */
const maxJoinedLength = 24;

/** Whether a word, in lower case, consists of placeholder words. */
const isMadeOfFillers = (word: string): boolean => {
  if (word.length > maxJoinedLength) return false;
  const ends = [true];
  for (let end = 1; end <= word.length; end += 1)
    ends[end] = ends.some((isEnd, at) => isEnd && at + 1 < end && fillers.has(word.slice(at, end)));
  return ends[word.length] === true;
};

const isFillerWord = (given: string): boolean => {
  const word = given.toLowerCase();
  return (
    fillers.has(word) ||
    /^(.)\1{3,}$/.test(word) ||
    (word.length >= minKeyboardRun && keyboardRows.some((row) => row.includes(word))) ||
    isMadeOfFillers(word)
  );
};

/** Splits a text into words, also at camel case. */
const splitWords = (text: string): readonly string[] =>
  text.replace(/([a-z])([A-Z])/g, '$1 $2').match(/\p{L}+/gu) ?? [];

/** Whether letters can be a word: with vowels, and without a long run of consonants. */
const isPronounceable = (word: string): boolean =>
  word.length <= 2 ||
  /[^a-z]/i.test(word) ||
  (word.length <= maxLengths.word && /[aeiouy]/i.test(word) && !/[^aeiouy]{5}/i.test(word));

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** Matches a placeholder: enclosed text, one repeated character, or a UUID of zeros. */
const placeholderPattern =
  /^(?:<[^]*>|\[[^]*\]|\{[^]*\}|\$\{?\w+\}?|%\w+%|:\w+|__\w+__|\*+|\.{2,}|-+|(.)\1*|0+(?:-0+)+)$/;

const mediaType =
  /^(?:application|audio|font|image|message|model|multipart|text|video|\*)\/[\w.+*-]+(?:\s*;.*)?$/i;
const timestamp = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Maximum length of an abbreviation among the words of a placeholder, such as `fcm` in `fcm_token_here`. */
const maxAbbreviationLength = 4;

/** Whether a text joins words as in `your-fcm-token-here`, and one of them is a placeholder. Keys have digits or mixed case. */
const isJoinedPlaceholder = (text: string): boolean => {
  const isJoined = /^(?:[a-z]+(?:[-_.][a-z]+)+|[A-Z]+(?:[-_.][A-Z]+)+)$/.test(text);
  const words = isJoined ? text.toLowerCase().split(/[-_.]/) : [];
  return (
    words.some((word) => fillers.has(word)) &&
    words.every((word) => word.length <= maxAbbreviationLength || isPronounceable(word))
  );
};

/** Matches text whose format shows that it is not a key. */
const publicFormats = [
  // A URL with a user may contain a password.
  /^[a-z][a-z\d+.-]*:\/\/(?![^/?#]*@)/i,
  /^(?:mailto|tel|data):/i,
  /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i,
  /^\.{0,2}\/[\w./-]*$/,
  // Names joined by slashes. A key has digits or mixed case.
  /^[a-z_.-]+(?:\/[a-z_.-]+)+$/,
  mediaType,
  timestamp,
  /^v?\d+(?:\.\d+)+(?:-[a-z]+[\d.]*)?$/i,
];

/** Matches ordinary text of requests and of people, judged by its format. */
const ordinaryFormats: readonly RegExp[] = [
  /\s/,
  mediaType,
  // A URL without user and query, with only a host or a path of names.
  /^(?:https?|wss?):\/\/[\w.-]+(?::\d+)?(?:\/[a-z._/-]*)?$/i,
  /^(?:[a-z][a-z0-9-]*\.)+[a-z]{2,}(?::\d+)?$/i,
  /^(?:\/[a-z_.-]*)+$/i,
  // One word, or several words joined as in code. Longer text may be random.
  /^[a-z]{1,24}$/i,
  timestamp,
];

/** Whether all words of the text are placeholders, with a short number. */
const isFiller = (text: string): boolean => {
  const words = splitWords(text.replace(/\d+/g, ' '));
  return text.replace(/\D/g, '').length <= maxFillerDigits && words.length > 0 && words.every(isFillerWord);
};

/**
 * Says whether a string is ordinary or a placeholder: a word, a sentence, a number, a boolean, an address, a date. Such a value is not
 * worth redacting, because it occurs in any text.
 */
export const isPlainText = (given: string): boolean => {
  const text = given.trim();
  if (privateKey.test(text)) return false;
  if (text.length < minTokenLength || placeholderPattern.test(text)) return true;
  if (/^[+-]?\d{1,3}\.\d+$/.test(text)) return true;
  if (/^[+-]?[\d\s.,:/-]+$/.test(text)) return text.replace(/\D/g, '').length <= maxLengths.number;
  if (isFiller(text) || isJoinedPlaceholder(text) || publicFormats.some((one) => one.test(text))) return true;
  const words = splitWords(text);
  const isWords = /^[\p{L}\s._'’,!?:-]+$/u.test(text) && words.every(isPronounceable) && !isMixed(text);
  return (
    isWords && (words.length === 1 || /\s/.test(text) || words.some((one) => fillers.has(one.toLowerCase())))
  );
};

/** Whether capitals are mixed into words, as in keys of letters only: `aBcDeFgHiJ`. */
const isMixed = (text: string): boolean =>
  (text.match(/\p{L}+/gu) ?? []).some((letters) => {
    const words = splitWords(letters);
    return words.length > 3 && letters.length / words.length < 3;
  });

/** Whether a part is a word with a short number, such as `item12`, `v2` and `utf8`. */
const isNumberedWord = (part: string): boolean => {
  const [, word = '', number] = /^(\p{L}*?)(\d{0,4})$/u.exec(part) ?? [];
  return number !== undefined && splitWords(word).every(isPronounceable);
};

/** Whether a string looks like a generated key, session or password. */
export const isRandomText = (given: string): boolean => {
  const text = given.trim();
  if (isPlainText(text) || /\s/.test(text)) return false;
  return !text.split(/[^\p{L}\d]+/u).every(isNumberedWord) || isMixed(text);
};

/** Whether a string is distinctive enough not to occur by chance. */
export const isDistinctive = (text: string): boolean =>
  text.trim().length >= minDistinctiveLength && isRandomText(text);

/** Whether a string is a single placeholder, or a word for a kind of value, such as `password`. */
export const isCommonWord = (text: string): boolean =>
  /^\p{L}+$/u.test(text) && fillers.has(text.toLowerCase());

/**
 * Says whether a string is so ordinary that redacting it would redact what people wrote. Unlike plain text, such a string may be a
 * password: use this function for values that others call secret, such as a cookie or a token from a server.
 */
export const isOrdinaryText = (text: string): boolean => ordinaryFormats.some((one) => one.test(text));

/** The average entropy per character, in bits: 0 if all are equal (Shannon). */
const computeBitsPerCharacter = (text: string): number => {
  const counts = new Map<string, number>();
  for (const one of text) counts.set(one, (counts.get(one) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

/** Whether a string can be a token, such as a session id: long, varied, and not ordinary text. */
export const looksLikeToken = (text: string): boolean =>
  text.length >= minDistinctiveLength && !isOrdinaryText(text) && computeBitsPerCharacter(text) >= minBits;

/** Two or more fields, as in a `Cookie` header (RFC 6265, section 4.2.1) or a form (URL Standard, section 5). */
const fieldList = /^\s*[^\s=;&]+=[^;&]*(?:[;&]\s*[^\s=;&]+=[^;&]*)+(?:[;&]\s*)?$/;

const isWord = (part: string): boolean =>
  part.length < 4 || (/^[\p{L}_.-]+$/u.test(part) && isPlainText(part));

/** Whether a value is a list of fields. Names and words in such a list are not secret, because they appear in any text. */
export const isFieldList = (value: string): boolean => fieldList.test(value);

/** Whether a piece of a field list consists only of names and words. */
export const isMadeOfWords = (piece: string): boolean => piece.split(/[=;&#?\s]+/).every(isWord);

/** The names of the fields of a list. */
export const listFieldNames = (value: string): ReadonlySet<string> =>
  new Set(value.split(/[;&]/).map((field) => field.split('=')[0]?.trim() ?? ''));

/** The values in a field list that do not consist only of words. */
export const listRevealingValues = (value: string): readonly string[] =>
  value
    .split(/[;&]/)
    .map((field) => field.slice(field.indexOf('=') + 1).trim())
    .filter((one) => !isMadeOfWords(one));
