/** The longest run of letters that can be one word, and the longest number that is no key. */
const maxLengths = { word: 16, number: 15 } as const;

/** The shortest text that can be a key, in UTF-16 units. */
const minTokenLength = 6;

/** The shortest text that does not stand anywhere by chance. */
const minDistinctiveLength = 12;

/** How much a character of the id of a session says at least, in bits. */
const minBits = 2.5;

/** How many digits a text has at most that only stands for a value, such as `test1234`. */
const maxFillerDigits = 6;

/** Words that people write where a value belongs; what is made of them alone says nothing. */
const fillers = new Set(
  `a access account admin an api app auth authorization bar basic bearer bool boolean change changeme changeit client code credential
  credentials customer default demo dummy email empty enter example fake false foo gateway generated guest hello here hidden id in insert is jwt
  key letmein login master me mock my mypassword name new none null number oauth old p pass passcode passwd password passphrase paste personal
  placeholder plaintext private prod public put pwd qwerty redacted replace required root same sample sandbox secret set sha some staging string subscription super
  supersecret test testing text the this to todo token true undefined url user username value variable welcome with x xx xxx xxxx y you your`.split(
    /\s+/,
  ),
);

/** The runs of letters of a text, of which each capital after a small letter begins another. */
const splitWords = (text: string): readonly string[] =>
  text.replace(/([a-z])([A-Z])/g, '$1 $2').match(/\p{L}+/gu) ?? [];

/** Whether letters can be a word: vowels are in it, and no long run of consonants. */
const isPronounceable = (word: string): boolean =>
  word.length <= 2 ||
  /[^a-z]/i.test(word) ||
  (word.length <= maxLengths.word && /[aeiouy]/i.test(word) && !/[^aeiouy]{5}/i.test(word));

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** Text that is enclosed in a way that says: put the value here. */
const placeholderPattern =
  /^(?:<[^]*>|\[[^]*\]|\{[^]*\}|\$\{?\w+\}?|%\w+%|:\w+|__\w+__|\*+|\.{2,}|-+|(.)\1*)$/;

const mediaType =
  /^(?:application|audio|font|image|message|model|multipart|text|video|\*)\/[\w.+*-]+(?:\s*;.*)?$/i;
const timestamp = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Texts whose form says what they are, and that it is no key. */
const notSecret = [
  // An address with a user in it may hold a password.
  /^[a-z][a-z\d+.-]*:\/\/(?![^/?#]*@)/i,
  /^(?:mailto|tel|data):/i,
  /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i,
  /^\.{0,2}\/[\w./-]*$/,
  // Names that are joined by slashes; a key has digits or changes between small letters and capitals.
  /^[a-z_.-]+(?:\/[a-z_.-]+)+$/,
  mediaType,
  timestamp,
  /^v?\d+(?:\.\d+)+(?:-[a-z]+[\d.]*)?$/i,
];

/** What stands in any request and in what people write, as far as its form tells. */
const ordinary: readonly RegExp[] = [
  /\s/,
  mediaType,
  // An address without user, query and a path of several names, a host, or a path of names.
  /^(?:https?|wss?):\/\/[\w.-]+(?::\d+)?(?:\/[a-z._/-]*)?$/i,
  /^(?:[a-z][a-z0-9-]*\.)+[a-z]{2,}(?::\d+)?$/i,
  /^(?:\/[a-z_.-]*)+$/i,
  // One word, or several that are joined as in code; a longer one may be random.
  /^[a-z]{1,24}$/i,
  timestamp,
];

/** Whether all words of a text are those that stand for a value, with a short number. */
const isFiller = (text: string): boolean => {
  const words = splitWords(text.replace(/\d+/g, ' '));
  return (
    text.replace(/\D/g, '').length <= maxFillerDigits &&
    words.length > 0 &&
    words.every((word) => fillers.has(word.toLowerCase()) || /^(.)\1{3,}$/.test(word))
  );
};

/**
 * Whether a text is one that people read, or that stands for a value: a word, a sentence, a number, a boolean, an address, a date, a placeholder. As
 * the value of a secret it says nothing, because it stands in any text.
 */
export const isPlainText = (given: string): boolean => {
  const text = given.trim();
  if (privateKey.test(text)) return false;
  if (text.length < minTokenLength || placeholderPattern.test(text)) return true;
  if (/^[+-]?[\d\s.,:/-]+$/.test(text)) return text.replace(/\D/g, '').length <= maxLengths.number;
  if (isFiller(text) || notSecret.some((one) => one.test(text))) return true;
  const words = splitWords(text);
  const isWords = /^[\p{L}\s._'’,!?:-]+$/u.test(text) && words.every(isPronounceable) && !isMixed(text);
  return (
    isWords && (words.length === 1 || /\s/.test(text) || words.some((one) => fillers.has(one.toLowerCase())))
  );
};

/** Capitals within words, as in keys of letters alone: `aBcDeFgHiJ`. */
const isMixed = (text: string): boolean => {
  const words = splitWords(text);
  return words.length > 3 && words.join('').length / words.length < 3;
};

/** A word with a short number, such as `item12`, `v2` and `utf8`. */
const isNumberedWord = (part: string): boolean => {
  const [, word = '', number] = /^(\p{L}*?)(\d{0,4})$/u.exec(part) ?? [];
  return number !== undefined && splitWords(word).every(isPronounceable);
};

/** Whether a text looks like a key, a session or a password that a machine made. */
export const isRandomText = (given: string): boolean => {
  const text = given.trim();
  if (isPlainText(text) || /\s/.test(text)) return false;
  return !text.split(/[^\p{L}\d]+/u).every(isNumberedWord) || isMixed(text);
};

/** Whether a text is so unlike any other that it does not stand somewhere by chance. */
export const isDistinctive = (text: string): boolean =>
  text.trim().length >= minDistinctiveLength && isRandomText(text);

/** Whether a text is one word that stands for a value or names a kind of it, such as `password`. */
export const isCommonWord = (text: string): boolean =>
  /^\p{L}+$/u.test(text) && fillers.has(text.toLowerCase());

/**
 * Whether a text is one that people write, so that hiding it would hide what they wrote. Unlike plain text it may be a password: this decides what
 * somebody else calls a secret, such as the server that sets a cookie or gives a token.
 */
export const isOrdinaryText = (text: string): boolean => ordinary.some((one) => one.test(text));

/** How much a character of a text says on average, in bits: 0 if all are equal (Shannon's entropy). */
const bitsPerCharacter = (text: string): number => {
  const counts = new Map<string, number>();
  for (const one of text) counts.set(one, (counts.get(one) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

/** Whether a text can be a token, such as the id of a session: long, not of equal characters, and nothing that people write. */
export const looksLikeToken = (text: string): boolean =>
  text.length >= minDistinctiveLength && !isOrdinaryText(text) && bitsPerCharacter(text) >= minBits;
